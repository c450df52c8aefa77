"""Egg Carton at its table: moves, puzzles, and what the carton tells of a move."""

from __future__ import annotations

from random import Random

import pytest
from textual.events import Paste

from marbles_tui.core import Solutions
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match
from marbles_tui.play.series import arrange
from marbles_tui.table.tasks.solve import Solve
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.puzzles import begin
from marbles_tui.tui.table.beside import Seats, Status
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.tui.conftest import ending
from tests.tui.stage import Here, Resting, arcade, opened, opens

FRIENDS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'
SOURCE = FRIENDS + '[Setup "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"]'
LAST = FRIENDS + '[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'


@pytest.mark.parametrize(("late", "moves"), [(0.0, True), (1.0, False)])
async def test_nothing_moves_where_others_wait_too_long(
    monkeypatch: pytest.MonkeyPatch, late: float, moves: bool
) -> None:
    monkeypatch.setattr(Arcade, "late", late)
    async with opened(arcade(SOURCE, speed=6)) as here:
        await here.press("c")
        assert here.table.animator.showing == moves
        assert moves or here.table.match.plies == 1


@opens(SOURCE, speed=5)
async def test_resizing_in_the_middle_of_a_show_is_harmless(here: Here) -> None:
    await here.press("a")
    for size in ((120, 40), (30, 10), (1, 1), (80, 24)):
        await here.size(*size)
    await here.press("enter")
    assert here.table.board.frame.board == here.table.match.position.board


async def test_what_is_pasted_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.tui.pasted.AFTER_PASTE", 3600.0)
    async with opened(arcade(SOURCE)) as here:
        here.screen.post_message(Paste("a\rb\rc"))
        await here.rest()
        await here.press("b", "c")
        assert not here.table.match.moves


# Puzzles of Egg Carton at the table, and what the carton tells of a move.


PUZZLE = SOURCE.replace("[Setup", '[Puzzle "one turn"][Setup')


class Baffled(Resting):
    """Finds no solution."""

    async def solutions(self, match: Match) -> Solutions | None:
        return Solutions(0, ())


@opens(PUZZLE, engine=Baffled)
async def test_a_puzzle_without_a_solution_says_so(here: Here) -> None:
    await here.press("b")
    assert "There is no solution." in ending(here)


async def test_a_puzzle_says_when_it_cannot_be_solved_any_more() -> None:
    record = PUZZLE.replace("7,3,4,1,0,1/1,6,0,1,2,4/0,0/1", "1,0,0,0,0,1/1,1,1,1,1,1/0,0/1")
    async with opened(arcade(record, engine=Baffled())) as here:
        assert "any more" not in here.text
        await here.press("f")
        assert here.table.situation.asked
        assert "It cannot be solved any more" in here.text


@opens()
async def test_a_puzzle_left_to_chance_has_a_solution(here: Here) -> None:
    begin(
        here.arcade,
        arrange(EGG_CARTON, setup="random", options={}, seats=(), date="", random=Random(1)),
        "puzzle",
    )
    doing = (await here.comes(BoardScreen)).doing
    assert isinstance(doing, Solve)
    assert doing.puzzle.position == "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"


@opens(LAST, speed=6)
async def test_while_the_last_move_is_shown_enter_finishes_it(here: Here) -> None:
    await here.press("f")
    assert here.table.match.result
    assert here.table.query_one(Status).prompt == ""
    assert [key.does for key in here.table.query_one(KeyLine).keys][:2] == ["finish", "pause"]
    assert not here.table.board.highlights.winners
    await here.press("enter")
    assert here.table.query_one(Status).prompt.startswith("Enter plays again")


@opens(SOURCE, hints=True, size=(120, 40))
async def test_where_there_is_room_the_carton_names_the_sides_and_leads_a_beginner(
    here: Here,
) -> None:
    assert not here.table.query_one(Seats).display
    shown = here.text
    assert shown.count("to clear") == 2
    assert "the way round" in shown
    await here.press("right")
    deed = next(line for line in here.text.splitlines() if "A ends" in line)
    assert deed.strip().startswith("▶── A ends")
    assert "last" in here.text
    await here.press(*"hhhh")
    assert "the way round" not in here.text
    assert "▶── A ends" not in here.text
    await here.size(80, 24)
    assert here.table.query_one(Seats).display
