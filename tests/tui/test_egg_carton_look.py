"""Egg Carton's puzzles at the table, and what the carton looks like."""

from __future__ import annotations

from random import Random

import pytest
from textual.geometry import Region, Size

from marbles_tui.core import Solutions
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.ring import SIDES
from marbles_tui.play import Match
from marbles_tui.play.series import arrange
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hollows import MARGIN, lay_out_hollows, small_heap, small_mask, write_end
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.skins import BLOCKS
from marbles_tui.tui.drawing.small_marbles import TWO
from marbles_tui.tui.drawing.themes import THEMES
from marbles_tui.tui.games.egg_carton.board import ROWS, EggCartonBoard
from marbles_tui.tui.match.ending import actions
from marbles_tui.tui.match.next_match import begin
from marbles_tui.tui.screens.puzzle import PuzzleScreen
from marbles_tui.tui.widgets.panels import Seats
from tests.tui.conftest import MakeArcade, Resting, ending, match_of
from tests.tui.egg_tables import LAST, SOURCE, table
from tests.tui.waiting import screen_text, settle, until


async def test_an_unsolved_puzzle_ends_with_the_turn(arcade: MakeArcade) -> None:
    record = SOURCE.replace("[Setup", '[Puzzle "one turn"][Setup')
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        assert "Not solved: the turn is over." in ending(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).match.plies == 0
        assert table(pilot).waiting


PUZZLE = SOURCE.replace("[Setup", '[Puzzle "one turn"][Setup')


async def test_a_puzzle_that_is_not_solved_says_which_keys_matter(arcade: MakeArcade) -> None:
    async with arcade(PUZZLE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        assert [action.label for action in actions(table(pilot).match)] == ["Try again", "Share this game"]
        await pilot.press("escape")
        assert table(pilot).moment.prompt() == "Enter plays from the start, u takes back, q leaves."
        assert table(pilot).moment.key_line()[0].does == "from the start"


async def test_giving_up_solves_no_puzzle(arcade: MakeArcade) -> None:
    async with arcade(PUZZLE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.app.run_action("screen.resign")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert "Not solved." in ending(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).waiting


class Baffled(Resting):
    """Finds no solution."""

    async def solutions(self, match: Match) -> Solutions | None:
        return Solutions(0, ())


async def test_a_puzzle_without_a_solution_says_so(arcade: MakeArcade) -> None:
    async with arcade(PUZZLE, engine=Baffled()).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        assert "There is no solution." in ending(pilot)


async def test_a_puzzle_says_when_it_cannot_be_solved_any_more(arcade: MakeArcade) -> None:
    record = PUZZLE.replace("7,3,4,1,0,1/1,6,0,1,2,4/0,0/1", "1,0,0,0,0,1/1,1,1,1,1,1/0,0/1")
    async with arcade(record, engine=Baffled()).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "any more" not in screen_text(pilot)
        await pilot.press("f")
        await settle(pilot)
        assert table(pilot).waiting
        assert "It cannot be solved any more" in screen_text(pilot)


async def test_a_puzzle_left_to_chance_has_a_solution(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        begin(
            app,
            arrange(EGG_CARTON, setup="random", options={}, seats=(), date="", random=Random(1)),
            "puzzle",
        )
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen), "the puzzle")
        assert isinstance(app.screen, PuzzleScreen)
        assert app.screen.puzzle.position == "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"


async def test_while_the_last_move_is_shown_enter_finishes_it(arcade: MakeArcade) -> None:
    async with arcade(LAST, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f")
        await settle(pilot)
        assert table(pilot).match.result
        assert table(pilot).moment.prompt() == ""
        assert [key.does for key in table(pilot).moment.key_line()][:2] == ["finish", "pause"]
        assert not table(pilot).board.highlights.winners
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).moment.prompt().startswith("Enter plays again")


@pytest.mark.parametrize("width", range(40, 241, 5))
def test_the_whole_slab_is_on_the_canvas(width: int) -> None:
    assert Region(0, 0, width, 24).contains_region(lay_out_hollows(width, 24, ROWS).slab)


@pytest.mark.parametrize("size", [(100, 24), (120, 26), (120, 33), (200, 46)])
def test_on_a_large_canvas_cups_are_round_and_the_carton_has_a_margin(size: tuple[int, int]) -> None:
    layout = lay_out_hollows(*size, ROWS)
    assert layout.slab.x >= MARGIN
    assert size[0] - layout.slab.right >= MARGIN
    for place in (*ROWS.upper, *ROWS.lower):
        region = layout.places[place]
        assert region.width == 2 * region.height
        assert layout.slab.contains_region(region)
    assert all(layout.slab.y < line < layout.slab.bottom - 1 for line in layout.labels)


def test_each_side_has_a_pip_for_every_marble_that_it_has_to_clear() -> None:
    board = EGG_CARTON.read("3,0,4,4,1,3/3,5,0,3,4,3/1,0/1").board
    look = Look.of(BLOCKS, THEMES[0])
    view, canvas = EggCartonBoard(board), Canvas(120, 26, look.ground)
    layout = view.lay_out(Size(120, 26), look)
    view.paint(canvas, layout, Frame(board, turn=0), look)
    for line, count in ((layout.slab.y - 2, 18), (layout.slab.bottom + 1, 15)):
        text = "".join(letter[0] for _, letter in sorted(canvas.letters[line].items()))
        assert text.count(look.skin.marble) == count
        assert text.endswith(f"{count} to clear")


@pytest.mark.parametrize(("size", "line"), [((80, 18), 0), ((120, 26), 1)])
def test_ends_have_a_name_at_every_size(size: tuple[int, int], line: int) -> None:
    look = Look.of(BLOCKS, THEMES[0])
    canvas, layout = Canvas(*size, look.ground), lay_out_hollows(*size, ROWS)
    write_end(canvas, layout, ROWS.right, "store", 12, look)
    assert "store" in "".join(letter[0] for _, letter in sorted(canvas.letters[layout.labels[line]].items()))


async def test_the_seats_say_what_there_is_to_clear(arcade: MakeArcade) -> None:
    async with arcade(LAST).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        ring = table(pilot).match.position.board.ring
        told = tuple(f"{sum(ring[slot] for slot in side)} to clear" for side in SIDES)
        assert table(pilot).query_one(Seats).notes == told


async def test_where_there_is_room_the_carton_names_the_sides_and_leads_a_beginner(
    arcade: MakeArcade,
) -> None:
    app = arcade(SOURCE, hints=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert not table(pilot).query_one(Seats).display
        shown = screen_text(pilot)
        assert shown.count("to clear") == 2
        assert "the way round" in shown
        await pilot.press("right")
        await settle(pilot)
        deed = next(line for line in screen_text(pilot).splitlines() if "A ends" in line)
        assert deed.strip().startswith("▶── A ends")
        assert "last" in screen_text(pilot)
        await pilot.press(*"hhhh")
        await settle(pilot)
        assert "the way round" not in screen_text(pilot)
        assert "▶── A ends" not in screen_text(pilot)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert table(pilot).query_one(Seats).display


def test_small_marbles_lie_in_their_hollow_and_beside_each_other() -> None:
    region, mask = Region(3, 2, 9, 6), TWO
    for count in range(1, 17):
        corners = small_heap(region, count, mask)
        places = [Region(x, y, mask.width, mask.height) for x, y in corners]
        assert len(places) == count
        assert all(Region(0, 0, 9, 12).contains_region(place) for place in places)
        assert not any(one.overlaps(other) for at, one in enumerate(places) for other in places[:at])


def test_all_small_marbles_of_a_board_have_one_size() -> None:
    layout = lay_out_hollows(80, 15, ROWS)
    few, many = [1] * 14, [1] * 13 + [12]
    many[ROWS.lower[2]] = 12
    assert small_mask(layout, few) is not TWO
    assert small_mask(layout, many) is TWO
    end = [1] * 14
    end[ROWS.left] = 16
    assert small_mask(layout, end) is small_mask(layout, few)


async def test_signs_of_a_board_have_one_size(arcade: MakeArcade) -> None:
    record = match_of('[Game "egg-carton"][Setup "6,1,2,3,3,3/3,3,3,3,3,3/0,0/1"]')
    async with arcade(skin="glyphs").run_test(size=(80, 24)) as pilot:
        pilot.app.open_replay(record)  # type: ignore[attr-defined]
        await settle(pilot)
        assert "●" in screen_text(pilot)
        assert "█" not in "".join(screen_text(pilot).splitlines()[1:14])
