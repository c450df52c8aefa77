"""The computer of the original Abacus."""

from __future__ import annotations

from ctypes import c_int32

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.games.abacus import AMIGA
from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.native.library import MOST_MOVES, as_words, installed_library
from marbles_tui.ai.native.search import AMIGA as AMIGA_GAME
from marbles_tui.ai.native.search import packed_for_sure
from marbles_tui.ai.think import consider
from marbles_tui.games import GAMES
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.egg_carton import Carton
from marbles_tui.games.egg_carton.text import read, write
from marbles_tui.play import Match
from tests.ai.cartons import small_cartons, truth
from tests.typed import typed

ABACUS = GAMES[1]
LIBRARY = installed_library()
pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")


@pytest.mark.parametrize(
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
def test_it_pushes_off_what_it_can(level: str) -> None:
    match = Match.new(ABACUS, setup="5/6/7/8/5bbbw/8/7/6/5 b 0 0")
    after = match.read(str(consider(match, level).move))
    assert ABACUS.facts(after.position, after.names)["lost"] == [0, 1]


@pytest.mark.parametrize("level", [level.key for level in AMIGA])
def test_its_moves_are_drawn_among_equals(level: str) -> None:
    match = Match.new(ABACUS)
    moves = {consider(match, level, seed=seed).move for seed in range(6)}
    assert len(moves) > 1
    assert consider(match, level, seed=3).move == consider(match, level, seed=3).move
    assert consider(match, level).depth == int(level[-1])


CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
SIX_EACH = read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1")
(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]


@pytest.mark.parametrize("position", small_cartons(seed=1, count=60, marbles=9), ids=write)
def test_who_wins_and_how_soon(position: Carton) -> None:
    wins, selections = truth(position)
    thought = perfect(position, Budget(Limit()))
    assert thought.proved
    assert (thought.value > 0) is wins
    assert (thought.wins_in, thought.loses_in) == ((selections, None) if wins else (None, selections))


@pytest.mark.parametrize("position", small_cartons(seed=2, count=30, marbles=9), ids=write)
def test_the_line_keeps_to_the_length(position: Carton) -> None:
    thought = perfect(position, Budget(Limit()))
    winner = position.turn if thought.wins_in else 1 - position.turn
    own = 0
    for letter in thought.pv:
        own += position.turn == winner
        position = position.play(EGG_CARTON.find(position, letter))
    assert position.result
    assert position.result.winners == (winner,)
    assert own == (thought.wins_in or thought.loses_in)


def test_the_classic_start_is_won_at_once() -> None:
    thought = perfect(CLASSIC, Budget(Limit(nodes=2_000)))
    assert (thought.words("selection"), thought.value > 0) == ("can force a win", True)
    # The length is not known so soon, but the way it goes is the turn's shortest.
    solutions = EGG_CARTON.goals[0].solutions(CLASSIC)
    assert solutions
    assert thought.pv == solutions.shortest


def test_six_in_each_slot_are_lost() -> None:
    thought = perfect(SIX_EACH, Budget(Limit(nodes=60_000)))
    assert thought.words() == "cannot avoid losing"
    assert thought.loses_in is None


def test_says_when_nothing_is_proved() -> None:
    thought = perfect(SIX_EACH, Budget(Limit(nodes=1_000)))
    assert thought.words() == ""
    assert thought.move in [str(move) for move in SIX_EACH.moves()]
    assert thought.nodes == 1_000


def test_a_carton_of_many_hundred_marbles_does_no_harm() -> None:
    huge = read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1")
    thought = perfect(huge, Budget(Limit(nodes=5_000)))
    assert thought.move in [str(move) for move in huge.moves()]
