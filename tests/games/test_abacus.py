"""Abacus, rule by rule. Boards are drawn as in the layouts: rows I to A, b and w marbles, dots."""

from __future__ import annotations

import pytest

from marbles_tui.core.boards import board_names
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.position import BY_NAME, NAMES, NEXT
from marbles_tui.games.abacus.text import SETUPS, layout, read, write
from marbles_tui.play import Match
from tests.for_each import for_each
from tests.typed import typed

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"


# In-line moves


@for_each(("typed", "written"), [("F4H4E3", "f4h4e3"), ("h4f4g3", "f4h4e3"), ("c3c2d3", "c2c3d2")])
def test_writing_names_the_earlier_end_first(typed: str, written: str) -> None:
    assert ABACUS.normalize(typed) == written


# What is shown


@for_each("turn", [0, 1])
@for_each("heading", range(6))
def test_a_push_towards_oneself_is_easily_missed_and_a_step_sideways(heading: int, turn: int) -> None:
    ahead, cells, start = NEXT[heading], [-1] * len(NAMES), BY_NAME["e5"]
    cells[start] = cells[ahead[start]] = turn
    cells[ahead[ahead[start]]] = 1 - turn
    position = typed(Match.new(ABACUS).position, Abacus)._replace(cells=tuple(cells), turn=turn)
    for move in position.moves():
        _, events = ABACUS.tell(position, move)
        behind = events[0].facts["pushed"] and move.heading in ((1, 2) if turn else (4, 5))
        missed = "a push from behind" if behind else "" if move.inline else "a step sideways"
        assert ABACUS.hidden(position, move) == missed


def test_a_step_sideways_is_picked_from_either_end() -> None:
    broadsides = [move.paths for move in begin(None).moves() if not move.inline]
    assert broadsides
    assert all([{*path[:2]} for path in paths] == [{*paths[0][:2]}] * 2 for paths in broadsides)
    assert all(one[0] == other[1] for one, other in broadsides)


def begin(setup: str | None, **options: str) -> Abacus:
    return Match.new(ABACUS, setup=setup, options=options).position  # type: ignore[return-value]


# Layouts


def test_each_layout_is_a_file_and_each_file_is_offered() -> None:
    assert sorted(SETUPS) == board_names("abacus")
    assert next(iter(SETUPS)) == "standard"
    assert len(SETUPS) == 16


@for_each("name", SETUPS)
def test_both_sides_of_a_layout_have_equally_many_marbles(name: str) -> None:
    cells = layout(name).cells
    assert cells.count(0) == cells.count(1) == (7 if name == "beginners" else 14)
    assert write(begin(name)) == write(layout(name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("standard", STANDARD),
        ("belgian-daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0"),
        ("beginners", "ww3/www3/1ww4/8/9/8/1bb4/bbb3/bb3 b 0 0"),
    ],
)
def test_a_layout_lies_as_in_the_source(name: str, text: str) -> None:
    assert write(layout(name)) == text


@for_each(
    ("text", "name"),
    [
        ("Belgian Daisy", "belgian-daisy"),
        ("belgian", "belgian-daisy"),
        ("german_daisy", "german-daisy"),
        ("DUTCH", "dutch-daisy"),
        ("swiss", "swiss-daisy"),
        ("The Wall", "wall"),
        ("Alien Attack", "alien"),
        ("Face to Face", "face-to-face"),
        ("snakes_variant", "snakes"),
        ("Fuji Yama", "fujiyama"),
    ],
)
def test_a_layout_is_known_by_its_usual_names(text: str, name: str) -> None:
    assert Match.new(ABACUS, setup=text).setup == name


# Records of other programs


def test_the_marbles_lost_are_told_beside_what_is_told_of_every_game() -> None:
    assert ABACUS.facts(read("w4/6/7/8/9/8/7/6/4b w 2 5"), ("", "")) == {"lost": [2, 5]}
