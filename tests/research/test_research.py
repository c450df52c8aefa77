"""The environments for learning agents keep the promises of PettingZoo and OpenSpiel, and play our rules."""

from __future__ import annotations

import importlib
from copy import deepcopy
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `research` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="the extra `research` is not installed")

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.max_cycles_test import max_cycles_test  # noqa: E402
from pettingzoo.utils import parallel_to_aec  # noqa: E402

from marbles_tui import perft  # noqa: E402
from marbles_tui.core import CHANCE, Game  # noqa: E402
from marbles_tui.games import GAMES  # noqa: E402
from marbles_tui.research import spiel  # noqa: E402
from marbles_tui.research.spaces import (  # noqa: E402
    actions,
    numbers,
    observe,
)
from tests.conformance.random_games import stroll  # noqa: E402

pytestmark = pytest.mark.filterwarnings(
    "ignore::UserWarning"
)  # PettingZoo's, of observations that are dictionaries
KEYS = [game.key for game in GAMES]
SIZES = {"egg-carton": 14, "abacus": 124, "getaway": 37, "beadmaster": 155, "gobblet": 134}
COUNTS = {"egg-carton": 12, "abacus": 1272, "getaway": 2, "beadmaster": 77, "gobblet": 352}


def environments(key: str) -> Any:
    """A game's module, as PettingZoo names it."""
    return importlib.import_module(f"marbles_tui.research.{key.replace('-', '_')}_v0")


def spiel_game(key: str) -> Any:
    """A game as OpenSpiel loads it."""
    return pyspiel.load_game(f"python_marbles_{key.replace('-', '_')}")


@pytest.mark.parametrize("key", KEYS)
def test_pettingzoo_is_content(key: str) -> None:
    module = environments(key)
    api_test(module.env(), num_cycles=40)
    seed_test(module.env, 30)


@pytest.mark.parametrize("key", KEYS)
def test_it_can_be_rendered(key: str) -> None:
    render_test(environments(key).env)


@pytest.mark.parametrize(
    "key", [key for key in KEYS if key != "getaway"]
)  # which may ask for fewer decisions
def test_it_is_broken_off_after_as_many_cycles_as_wanted(key: str) -> None:
    made = partial(environments(key).parallel_env, illegal="random")
    module = SimpleNamespace(parallel_env=made, env=lambda **terms: parallel_to_aec(made(**terms)))
    max_cycles_test(module)


@pytest.mark.parametrize("game", GAMES, ids=KEYS)
def test_every_legal_move_has_a_number_of_its_own(game: Game) -> None:
    assert len(actions(game)) == len(set(actions(game))) == COUNTS[game.key]
    for seed in range(4):
        position = stroll(game, Random(seed), 60).position
        if position.turn != CHANCE:
            assert {str(move) for move in position.moves()} <= set(numbers(game))


@pytest.mark.parametrize("game", GAMES, ids=KEYS)
def test_what_is_seen_tells_positions_apart(game: Game) -> None:
    match = spiel.start(game, 1)
    seen = {observe(match, 0).tobytes()}
    for _ in range(6):
        match, _events = match.play(match.position.moves()[-1])
        vector = observe(match, 0)
        assert vector.shape == (SIZES[game.key],)
        assert vector.min() >= 0
        seen.add(vector.tobytes())
    assert len(seen) > (1 if game.key == "getaway" else 5)


def test_both_sides_see_the_same_start() -> None:
    for game in GAMES:
        if game.key in ("egg-carton", "gobblet", "getaway"):
            match = spiel.start(game)
            assert (observe(match, 0) == observe(match, 1)).all()


def test_the_winner_is_rewarded() -> None:
    env = environments("egg-carton").raw_env(setup="0,0,0,0,0,1/0,1,2,5,0,3/11,13/1")
    env.reset()
    env.step(numbers(env.game)["F"])
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())


def test_an_illegal_action_is_refused_or_costs_the_game() -> None:
    raw, env = environments("gobblet").raw_env(), environments("gobblet").env()
    illegal = numbers(raw.game)["K1A1"]
    raw.reset()
    with pytest.raises(ValueError, match="K1A1 is not legal here"):
        raw.step(illegal)
    env.reset()
    env.step(illegal)
    assert (env.rewards["player_0"], env.terminations["player_0"]) == (-1, True)


@pytest.mark.parametrize("key", KEYS)
def test_openspiel_is_content(key: str) -> None:
    pyspiel.random_sim_test(spiel_game(key), 1, serialize=False, verbose=False)


def reached(state: Any, depth: int) -> int:
    """The sequences of so many plies, counted by OpenSpiel's means."""
    if depth == 0:
        return 1
    if state.is_terminal():
        return 0
    return sum(reached(state.child(action), depth - 1) for action in state.legal_actions())


def stepped(env: Any, depth: int) -> int:
    """The same of a PettingZoo environment."""
    if depth == 0:
        return 1
    agent = env.agent_selection
    if env.terminations[agent]:
        return 0
    count = 0
    for action in np.flatnonzero(env.observe(agent)["action_mask"]):
        after = deepcopy(env)
        after.step(int(action))
        count += stepped(after, depth - 1)
    return count


@pytest.mark.parametrize("game", GAMES, ids=KEYS)
def test_perft_is_ours(game: Game) -> None:
    depth = 3 if game.key in ("egg-carton", "getaway") else 2 if game.key == "beadmaster" else 1
    state = spiel_game(game.key).new_initial_state()
    assert reached(state, depth) == perft(spiel.start(game), depth)
    if game.key == "getaway":  # whose dice the environment throws
        return
    env = environments(game.key).raw_env()
    env.reset(seed=0)
    assert stepped(env, depth) == perft(env.match, depth)
