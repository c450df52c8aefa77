"""The computer of the original Abacus."""

from __future__ import annotations

from ctypes import c_int32

import pytest

from marbles_tui.ai.analysis import Budget, Limit
from marbles_tui.ai.games.abacus import AMIGA
from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.levels import consider
from marbles_tui.ai.native.library import MOST_MOVES, as_words, installed_library
from marbles_tui.ai.native.search import AMIGA as AMIGA_GAME
from marbles_tui.ai.native.search import packed_for_sure
from marbles_tui.games import GAMES
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.egg_carton import Carton
from marbles_tui.games.egg_carton.text import read
from marbles_tui.play import Match
from tests.ai.cartons import small_cartons, truth
from tests.for_each import for_each
from tests.typed import typed

ABACUS = GAMES[1]
LIBRARY = installed_library()
pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")


@for_each(
    ("setup", "value"),
    [
        ("5/6/7/8/4b3w/8/7/6/5 b 0 0", 3 * 4),  # white in a corner, where three ways lead off
        ("5/6/7/3bb3/8w/8/7/6/5 b 0 0", 2 + 3 * 4),  # a pair of black
        ("5/6/7/8/4b3w/8/7/6/5 b 0 1", 1000 + 3 * 4),
        ("5/6/7/8/4b3w/8/7/6/5 b 2 1", -1000 + 3 * 4),
        ("5/6/7/8/4b3w/8/7/6/5 w 0 0", -3 * 4),
        ("2w2/6/7/8/4b4/8/7/6/5 b 0 0", 2 * 4),  # white at a side, where two do
    ],
)
def test_what_it_counts(setup: str, value: int) -> None:
    assert LIBRARY
    _, words = packed_for_sure(Match.new(ABACUS, setup=setup).position)
    assert LIBRARY.call("evaluate", AMIGA_GAME, as_words(words)) == value


def test_it_never_moves_sideways() -> None:
    assert LIBRARY
    start = Match.new(ABACUS).position
    moves = (c_int32 * MOST_MOVES)()
    count = LIBRARY.call("moves", AMIGA_GAME, as_words(packed_for_sure(start)[1]), moves)
    listed = {LIBRARY.notation(AMIGA_GAME, move) for move in moves[:count]}
    assert listed == {str(move) for move in typed(start, Abacus).moves() if move.inline}


@pytest.mark.parametrize("level", [level.key for level in AMIGA])
def test_it_pushes_off_what_it_can_and_draws_among_equals(level: str) -> None:
    match = Match.new(ABACUS, setup="5/6/7/8/5bbbw/8/7/6/5 b 0 0")
    after = match.read(str(consider(match, level).move))
    assert ABACUS.facts(after.position, after.names)["lost"] == [0, 1]
    first, again = ([consider(Match.new(ABACUS), level, seed=seed) for seed in range(6)] for _ in range(2))
    assert [thought.move for thought in first] == [thought.move for thought in again]
    assert len({thought.move for thought in first}) > 1
    assert {thought.depth for thought in first} == {int(level[-1])}


CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]


@for_each("position", small_cartons(seed=1, count=60, marbles=9))
def test_who_wins_and_how_soon_by_a_line_of_that_length(position: Carton) -> None:
    wins, selections = truth(position)
    thought = perfect(position, Budget(Limit()))
    assert (thought.proved, thought.value > 0) == (True, wins)
    assert (thought.wins_in, thought.loses_in) == ((selections, None) if wins else (None, selections))
    winner = position.turn if wins else 1 - position.turn
    for letter in thought.pv:
        selections -= position.turn == winner
        position = position.play(EGG_CARTON.find(position, letter))
    assert position.result
    assert (position.result.winners, selections) == ((winner,), 0)


@for_each("position", small_cartons(seed=2, count=20, marbles=9))
def test_every_selection_is_known_with_its_length(position: Carton) -> None:
    found = perfect(position, Budget(Limit()), multipv=6)
    for thought in found.pvs:
        after = position.play(EGG_CARTON.find(position, thought.move or ""))
        ended = after.result is not None
        known, selections = (True, 0) if ended else truth(after)
        wins = ended or known == (after.turn == position.turn)
        assert (thought.proved, thought.value > 0) == (True, wins)
        assert (thought.wins_in, thought.loses_in) == ((selections + 1, None) if wins else (None, selections))
    assert len(found.pvs) in (0, len(position.moves()))


def test_the_classic_start_is_won_at_once() -> None:
    thought = perfect(CLASSIC, Budget(Limit(nodes=2_000)))
    assert (thought.words(), thought.value > 0) == ("can force a win", True)
    # The length is not known so soon, but the way it goes is the turn's shortest.
    solutions = EGG_CARTON.goals[0].solutions(CLASSIC)
    assert solutions
    assert thought.pv == solutions.shortest


@pytest.mark.parametrize(
    ("carton", "nodes", "words"),
    [
        (read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1"), 60_000, "cannot avoid losing"),
        (read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1"), 1_000, ""),
        (read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1"), 5_000, ""),
    ],
    ids=["proved, but not how soon", "not proved", "many hundred marbles"],
)
def test_what_is_not_known_is_not_said(carton: Carton, nodes: int, words: str) -> None:
    thought = perfect(carton, Budget(Limit(nodes=nodes)))
    assert (thought.words(), thought.loses_in, thought.nodes) == (words, None, nodes)
    assert thought.move in [str(move) for move in carton.moves()]
