"""Puzzles of Egg Carton at the table, and what the carton tells of a move."""

from __future__ import annotations

from random import Random

from marbles_tui.core import Solutions
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import SIDES
from marbles_tui.play import Match
from marbles_tui.play.series import arrange
from marbles_tui.table.ending import actions
from marbles_tui.table.tasks.solve import Solve
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.puzzles import begin
from marbles_tui.tui.table.beside import Seats, Status
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import table
from tests.tui.conftest import MakeArcade, Resting, ending
from tests.tui.egg_tables import LAST, SOURCE
from tests.tui.waiting import opened, press, screen_text, settle, until


async def test_an_unsolved_puzzle_ends_with_the_turn(arcade: MakeArcade) -> None:
    record = SOURCE.replace("[Setup", '[Puzzle "one turn"][Setup')
    async with opened(arcade(record)) as pilot:
        await press(pilot, "b")
        assert "Not solved: the turn is over." in ending(pilot)
        await press(pilot, "enter")
        assert table(pilot).match.plies == 0
        assert table(pilot).situation.asked


PUZZLE = SOURCE.replace("[Setup", '[Puzzle "one turn"][Setup')


async def test_a_puzzle_that_is_not_solved_says_which_keys_matter(arcade: MakeArcade) -> None:
    async with opened(arcade(PUZZLE)) as pilot:
        await press(pilot, "b")
        assert [action.label for action in actions(table(pilot).match)] == ["Try again", "Share this game"]
        await pilot.press("escape")
        assert table(pilot).query_one(Status).prompt == "Enter plays from the start, u takes back, q leaves."
        assert table(pilot).query_one(KeyLine).keys[0].does == "from the start"


async def test_giving_up_solves_no_puzzle(arcade: MakeArcade) -> None:
    async with opened(arcade(PUZZLE)) as pilot:
        await pilot.app.run_action("screen.do('resign')")
        await settle(pilot)
        await press(pilot, "y")
        assert "Not solved." in ending(pilot)
        await press(pilot, "enter")
        assert table(pilot).situation.asked


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


async def test_the_seats_say_what_there_is_to_clear(arcade: MakeArcade) -> None:
    async with opened(arcade(LAST)) as pilot:
        ring = table(pilot).match.position.board.ring
        told = tuple(f"{sum(ring[slot] for slot in side)} to clear" for side in SIDES)
        assert table(pilot).query_one(Seats).notes == told


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
