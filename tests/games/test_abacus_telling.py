"""What is shown and said of a move of Abacus, and how it is picked."""

from __future__ import annotations

import pytest

from marbles_tui.core import Event
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.hexagon import BY_NAME, NAMES
from marbles_tui.games.abacus.layout import read_layout
from marbles_tui.games.abacus.row import EMPTY
from marbles_tui.games.abacus.text import diagram, read, say
from tests.games.hexagons import PUSH_ONLY, STANDARD, on_row_e

NAMED = ("Ann", "Bob")


def told(position: Abacus, move: str) -> tuple[Event, ...]:
    return ABACUS.tell(position, ABACUS.find(position, move))[1]


# What is shown


def test_a_push_is_told_front_first_after_the_selection() -> None:
    events = told(on_row_e("bbbww"), "e1e2")
    assert [event.kind for event in events] == ["select"] + ["push"] * 5
    assert [NAMES[cell] for cell in events[0].cells] == ["E1", "E2", "E3"]
    assert [" ".join(NAMES[cell] for cell in event.cells) for event in events[1:]] == [
        "E5 E6",
        "E4 E5",
        "E3 E4",
        "E2 E3",
        "E1 E2",
    ]


def test_a_lost_marble_is_told_before_those_that_follow_it() -> None:
    events = told(on_row_e("......bbw"), "e7e8")
    assert [event.kind for event in events] == ["select", "lost", "push", "push"]
    assert NAMES[events[1].cells[0]] == "E9"
    assert events[1].facts["owner"] == 1
    assert events[1].board.lost == (0, 1)
    assert events[1].board.cells[BY_NAME["e9"]] == EMPTY


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        (on_row_e("b"), "e1e2", ["Ann moves E1 to E2."]),
        (on_row_e("bb"), "e1e2", ["Ann moves the row E1-E2 on to E3."]),
        (on_row_e("bbbww"), "e1e2", ["Ann pushes 2 with 3: E1-E3 on to E4."]),
        (on_row_e("bbb"), "e1e3f2", ["Ann moves E1 to E3 sideways, E1 to F2."]),
        (
            on_row_e("......bbw"),
            "e7e8",
            ["Ann pushes 1 with 2: E7-E8 on to E9.", "Bob loses a marble over the edge: 1 of 6."],
        ),
        (
            read("w4/6/7/8/6bbw/8/7/6/5 b 2 5"),
            "e7e8",
            [
                "Ann pushes 1 with 2: E7-E8 on to E9.",
                "Bob loses a marble over the edge: 6 of 6.",
                "Bob has lost 6 marbles: Ann wins.",
            ],
        ),
    ],
)
def test_the_game_says_what_happens(position: Abacus, move: str, sentences: list[str]) -> None:
    assert [text for event in told(position, move) if (text := say(event, NAMED))] == sentences


def test_the_diagram_shows_the_hexagon() -> None:
    assert diagram(read(STANDARD)) == "\n".join(
        [
            "I     w w w w w",
            "H    w w w w w w",
            "G   . . w w w . .",
            "F  . . . . . . . .",
            "E . . . . . . . . .",
            "D  . . . . . . . . 9",
            "C   . . b b b . . 8",
            "B    b b b b b b 7",
            "A     b b b b b 6",
            "       1 2 3 4 5",
            "Lost: 0 black, 0 white",
        ]
    )


def picked(position: Abacus, move: str) -> list[str]:
    found = ABACUS.find(position, move)
    return [" ".join(NAMES[cell] for cell in path) for path in found.paths]


def test_in_line_the_rear_marble_is_picked_and_the_cell_that_the_front_one_enters() -> None:
    assert picked(on_row_e("bbbww"), "e1e2") == ["E1 E4"]
    assert picked(on_row_e("b"), "e1e2") == ["E1 E2"]


def test_broadside_both_ends_are_picked_and_where_the_first_of_them_goes() -> None:
    assert picked(on_row_e("bbb"), "e1e3f2") == ["E1 E3 F2", "E3 E1 F4"]


@pytest.mark.parametrize(
    ("row", "picks", "reason"),
    [
        ("bbww", "e5", "E5 is empty"),
        ("bbww", "e3", "E3 is White's"),
        ("bbww", "e1 e3", "you need more marbles than you push: 2 against 2"),
        ("bbww", "e1 f5", "F5 is not in line with E1"),
        ("bb", "e1 e4", "pick E3: the row's front marble would go there"),
        ("bbbb", "e1 e4", "a row is two or three marbles in a straight line"),
        ("bbb", "e1 e3 e4", "E4 is not next to E1"),
        ("bbbb", "e1 e5", "three marbles is the most that move at once: this row has 4"),
    ],
)
def test_a_pick_that_leads_nowhere_says_why(row: str, picks: str, reason: str) -> None:
    cells = tuple(BY_NAME[name] for name in picks.split())
    assert ABACUS.explain_illegal_pick(on_row_e(row), cells) == reason


def test_a_marble_shut_in_and_a_row_without_room_say_so() -> None:
    position = read_layout(PUSH_ONLY)
    pick = BY_NAME["a2"]
    assert ABACUS.explain_illegal_pick(position, (pick,)).startswith("A2 cannot move")
    assert ABACUS.explain_illegal_pick(position, (BY_NAME["a1"], pick)).startswith(
        "A1 and A2 cannot move sideways"
    )
