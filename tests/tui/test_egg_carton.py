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
from tests.at_table import table
from tests.tui.conftest import MakeArcade, Resting, ending
from tests.tui.waiting import opened, press, screen_text, settle, until


@pytest.mark.parametrize(("late", "moves"), [(0.0, True), (1.0, False)])
async def test_nothing_moves_where_others_wait_too_long(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, late: float, moves: bool
) -> None:
    monkeypatch.setattr(Arcade, "late", late)
    async with opened(arcade(SOURCE, speed=6)) as pilot:
        await press(pilot, "c")
        assert table(pilot).animator.showing == moves
        assert moves or table(pilot).match.plies == 1


async def test_resizing_in_the_middle_of_a_show_is_harmless(arcade: MakeArcade) -> None:
    async with opened(arcade(SOURCE, speed=5)) as pilot:
        await pilot.press("a")
        for size in ((120, 40), (30, 10), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await press(pilot, "enter")
        assert table(pilot).board.frame.board == table(pilot).match.position.board


async def test_what_is_pasted_plays_nothing(arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.tui.pasted.AFTER_PASTE", 3600.0)
    async with opened(arcade(SOURCE)) as pilot:
        pilot.app.screen.post_message(Paste("a\rb\rc"))
        await settle(pilot)
        await press(pilot, "b", "c")
        assert not table(pilot).match.moves


# Tables of Egg Carton for tests.


FRIENDS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'


SOURCE = FRIENDS + '[Setup "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"]'


LAST = FRIENDS + '[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'


# Puzzles of Egg Carton at the table, and what the carton tells of a move.


PUZZLE = SOURCE.replace("[Setup", '[Puzzle "one turn"][Setup')


class Baffled(Resting):
    """Finds no solution."""

    async def solutions(self, match: Match) -> Solutions | None:
        return Solutions(0, ())


async def test_a_puzzle_without_a_solution_says_so(arcade: MakeArcade) -> None:
    async with opened(arcade(PUZZLE, engine=Baffled())) as pilot:
        await press(pilot, "b")
        assert "There is no solution." in ending(pilot)


async def test_a_puzzle_says_when_it_cannot_be_solved_any_more(arcade: MakeArcade) -> None:
    record = PUZZLE.replace("7,3,4,1,0,1/1,6,0,1,2,4/0,0/1", "1,0,0,0,0,1/1,1,1,1,1,1/0,0/1")
    async with opened(arcade(record, engine=Baffled())) as pilot:
        assert "any more" not in screen_text(pilot)
        await press(pilot, "f")
        assert table(pilot).situation.asked
        assert "It cannot be solved any more" in screen_text(pilot)


async def test_a_puzzle_left_to_chance_has_a_solution(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        begin(
            app,
            arrange(EGG_CARTON, setup="random", options={}, seats=(), date="", random=Random(1)),
            "puzzle",
        )
        await until(pilot, lambda: isinstance(app.screen, BoardScreen), "the puzzle")
        assert isinstance(app.screen, BoardScreen)
        assert isinstance(app.screen.doing, Solve)
        assert app.screen.doing.puzzle.position == "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"


async def test_while_the_last_move_is_shown_enter_finishes_it(arcade: MakeArcade) -> None:
    async with opened(arcade(LAST, speed=6)) as pilot:
        await press(pilot, "f")
        assert table(pilot).match.result
        assert table(pilot).query_one(Status).prompt == ""
        assert [key.does for key in table(pilot).query_one(KeyLine).keys][:2] == ["finish", "pause"]
        assert not table(pilot).board.highlights.winners
        await press(pilot, "enter")
        assert table(pilot).query_one(Status).prompt.startswith("Enter plays again")


async def test_where_there_is_room_the_carton_names_the_sides_and_leads_a_beginner(
    arcade: MakeArcade,
) -> None:
    app = arcade(SOURCE, hints=True)
    async with opened(app, (120, 40)) as pilot:
        assert not table(pilot).query_one(Seats).display
        shown = screen_text(pilot)
        assert shown.count("to clear") == 2
        assert "the way round" in shown
        await press(pilot, "right")
        deed = next(line for line in screen_text(pilot).splitlines() if "A ends" in line)
        assert deed.strip().startswith("▶── A ends")
        assert "last" in screen_text(pilot)
        await press(pilot, *"hhhh")
        assert "the way round" not in screen_text(pilot)
        assert "▶── A ends" not in screen_text(pilot)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert table(pilot).query_one(Seats).display
