"""BeadMaster, rule by rule. Unless said otherwise all bars stand in their inner position:

         A  B  C  D  E  F  G
h1 1     |  |  |  |  |  |  |  ==      | covered by a vertical bar
h2 2     -  .  .  -  |  |  -  ==      - only by a horizontal one
h3 3     -  .  |  .  -  .  .  ==      . open
h4 4     -  .  -  |  -  .  |  ==
h5 5     -  |  .  |  .  .  .  ==
h6 6     |  |  |  .  |  -  .  ==
h7 7     -  .  .  -  .  -  |  ==
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.games.beadmaster import BEADMASTER, BeadGrid
from marbles_tui.games.beadmaster.position import (
    BARS,
    ENDS,
    HOLE_NAMES,
    HOLES,
    NAMES,
    Slide,
    cover,
    covered,
    end_at,
    gone,
    sheltered,
    threatened,
    visible,
)
from marbles_tui.games.beadmaster.text import expand, join
from marbles_tui.play import Match
from tests.for_each import for_each
from tests.typed import typed

INNER = (0,) * BARS


def grid(
    bars: tuple[int, ...] = INNER, turn: int = 1, seats: int = 2, limit: int = 0, **beads: int
) -> BeadGrid:
    """A position without history: beads by hole, `A1=1` for player 1's."""
    cells = [0] * HOLES
    for name, player in beads.items():
        cells[HOLE_NAMES.index(name)] = player
    return BeadGrid(bars, tuple(cells), turn - 1, seats, limit=limit)


VISIBLE = """
h1 xoxoxox oxoxoxo xoxoxox
h2 xooxoox ooxooxo oxooxox
h3 xoooxoo oooxooo ooxooox
h4 xoxoxox oxoxoxo xoxoxox
h5 xoooooo ooooooo oooooox
h6 xxoooxo xoooxox oooxoxx
h7 xooxoxo ooxoxox oxoxoxx
v1 xooooxo ooooxox oooxoxx
v2 xoooxxo oooxxoo ooxxoox
v3 xoxooxo oxooxox xooxoxx
v4 xooxxoo ooxxooo oxxooox
v5 xxoooxo xoooxox oooxoxx
v6 xxooooo xooooox oooooxx
v7 xooxoox ooxooxo oxooxox
"""


# The bars


@for_each("row", VISIBLE.strip().splitlines())
def test_a_bar_shows_seven_of_its_slots_by_position(row: str) -> None:
    name, *shown = row.split()
    assert [visible(NAMES.index(name), position) for position in (0, 1, 2)] == shown


@for_each(("hole", "seen"), [("A1", "blue"), ("A2", "red"), ("B2", "black"), ("C3", "blue"), ("E3", "red")])
def test_blue_bars_lie_above_red_ones(hole: str, seen: str) -> None:
    assert cover(INNER, HOLE_NAMES.index(hole)) == seen


@given(st.tuples(*[st.integers(0, 2)] * BARS))
def test_at_least_twenty_holes_are_covered(bars: tuple[int, ...]) -> None:
    assert sum(covered(bars, hole) for hole in range(HOLES)) >= 20


def test_each_end_of_a_bar_is_a_place_of_its_own() -> None:
    assert [end_at(end.cell) for end in ENDS] == list(ENDS)
    assert [end.cell for end in ENDS] == list(range(HOLES, HOLES + 28))
    assert end_at(HOLES - 1) is None
    assert end_at(HOLES + 28) is None


# Slides


def test_the_holes_that_a_slide_would_open_are_known_before() -> None:
    position = grid(A2=1, D2=2, E2=2, B1=1)
    assert [HOLE_NAMES[hole] for hole in gone(position, Slide(1, 1))] == ["A2", "D2"]
    assert {HOLE_NAMES[hole] for hole in threatened(position)} == {"A2", "D2", "E2", "B1"}


# Going out, and the end


def test_the_limit_is_an_option() -> None:
    setup = "2 1 0000000 0000000 " + "1200000" + "0" * 42
    assert typed(Match.new(BEADMASTER, setup=setup).position, BeadGrid).limit == 60
    quick = Match.new(BEADMASTER, setup=setup, options={"quiet": "7"})
    assert typed(quick.position, BeadGrid).limit == 7


# Steps and sentences


def test_beads_that_place_themselves_lie_where_no_single_slide_drops_them() -> None:
    start = typed(Match.new(BEADMASTER, random=Random(1)).position, BeadGrid)
    placements = sheltered(start)
    assert 0 < len(placements) < len(start.moves())
    for placement in placements:
        placed = typed(start.play(placement), BeadGrid)._replace(placing=False)
        assert not BEADMASTER.threats(placed)


# Picking


def test_a_pick_is_a_hole_or_the_end_that_is_pushed_in() -> None:
    middle = grid((1, *INNER[1:]), B1=1, D1=2)
    assert {
        str(move): move.paths for move in middle.moves() if isinstance(move, Slide) and move.bar == 0
    } == {
        "h1i": ((HOLES,),),
        "h1o": ((HOLES + 1,),),
    }
    start = typed(Match.new(BEADMASTER, setup="00000000000000").position, BeadGrid)
    assert start.moves()[7].paths == ((7,),)


# Texts


LINE = "21 0000000 0000000 1200000" + "0" * 42


@for_each(
    ("text", "expanded"),
    [
        (f"{LINE} h3iv2o", f'[Quiet "0"] [Setup "{LINE}"]\nh3i v2o'),
        (f"{LINE}h3iV2O =", f'[Quiet "0"] [Setup "{LINE}"]\nh3i V2O ='),
        (f"{LINE} p A1b2", f'[Quiet "0"] [Setup "{LINE} p"]\nA1 b2'),
        (f"{LINE} 1-0", f'[Quiet "0"] [Setup "{LINE}"]\n1-0'),
        ("1. h3i v2o", None),
        ("100. h3i v2o", None),
        ("1-0", None),
        ('[Setup "0120120 2101102"]', None),
    ],
)
def test_a_line_is_a_position_and_moves_run_together(text: str, expanded: str | None) -> None:
    assert expand(text) == expanded


def test_a_match_is_joined_to_a_line() -> None:
    start = typed(Match.new(BEADMASTER, setup="0000000 0000000").position, BeadGrid)
    assert join(start, start.moves()[:2]) == f"2 1 0000000 0000000 {'0' * 49} p A1B1"
