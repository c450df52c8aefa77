"""What the editor's form says is wrong, and that the board file's reader agrees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from marbles_tui.core.boards import board_text
from marbles_tui.games.getaway import read_board
from marbles_tui.games.getaway.setups import KEY, SETUPS
from marbles_tui.games.getaway.sketch import Sketch, SquareSketch
from marbles_tui.games.getaway.sketch_faults import faults


def board_of(square: SquareSketch) -> Sketch:
    """A board of one square between Start and Castle."""
    return Sketch(squares=(SquareSketch("Start"), square, SquareSketch("Castle")))


@pytest.mark.parametrize("name", SETUPS)
def test_boards_that_can_be_played_have_no_faults(name: str) -> None:
    board = read_board(board_text(KEY, name)).board
    assert board
    assert not list(faults(Sketch.of(board, Sketch().story)))


TOLL = SquareSketch("Gate", "toll")
FIND = SquareSketch("Hut", "trinkets", things=("Axe : sharp : 4",))
NAME = "Name: type a name without a colon."
THING = "Thing 1: type name : description : value in gold."


@pytest.mark.parametrize(
    ("square", "told"),
    [
        (replace(TOLL, name=""), [NAME]),
        (replace(TOLL, amount="0"), ["Gold: type a number from 1 to 1,000,000."]),
        (replace(TOLL, amount_way="M", amount="1001"), ["Gold: type a number from 1 to 1,000."]),
        (replace(TOLL, jump="far"), ["Moves: type a number of squares from -500 to 500."]),
        (replace(TOLL, jump_way="A", jump="501"), ["Moves: type a square from -500 to 500."]),
        (replace(TOLL, jump_way="M", jump="0"), ["Moves: type at least 1 square, or -1 for back."]),
        (
            SquareSketch("Pit", "trap", wait="0", trinket="R"),
            ["Lasts: type a number of turns from 1 to 1,000."],
        ),
        (SquareSketch("Pit", "trap"), ["Safe with: type the name of the trinket that avoids the trap."]),
        (replace(FIND, things=("Axe : 4",)), [THING]),
        (replace(FIND, things=("Axe : sharp : -1",)), [THING]),
        (TOLL, []),
        (replace(TOLL, amount="+7", jump="-0"), []),
        (FIND, []),
        (SquareSketch("Pit", "trap", trinket="Rope"), []),
    ],
)
def test_a_square_is_faulted_where_the_reader_refuses_it(square: SquareSketch, told: list[str]) -> None:
    board = board_of(square)
    assert [fault.text for fault in faults(board)] == told
    assert {fault.square for fault in faults(board)} <= {1}
    assert (board.reading.board is None) == bool(told)


@pytest.mark.parametrize(("gold", "sides", "count"), [("Down the", "6", 1), ("5", "1", 1), ("", "", 2)])
def test_the_board_s_own_rows(gold: str, sides: str, count: int) -> None:
    board = replace(board_of(TOLL), gold=gold, sides=sides)
    found = list(faults(board))
    assert [fault.square for fault in found] == [None] * count
    assert board.reading.board is None


def test_a_colon_in_a_name_is_faulted_though_a_reader_may_take_it_for_two_squares() -> None:
    assert [fault.text for fault in faults(board_of(replace(TOLL, name="a:b")))] == [NAME]
