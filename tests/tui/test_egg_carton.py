"""Egg Carton played at its table, by keys and mouse."""

from __future__ import annotations

from random import Random

import pytest
from textual.geometry import Region, Size
from textual.pilot import Pilot

from marbles_tui.core import Solutions
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.ring import SIDES
from marbles_tui.play import Match
from marbles_tui.play.series import arrange
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hollows import MARGIN, lay_out_hollows, small_heap, small_mask
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.skins import BLOCKS
from marbles_tui.tui.drawing.small_marbles import TWO
from marbles_tui.tui.drawing.themes import THEMES
from marbles_tui.tui.games.egg_carton.board import ROWS, EggCartonBoard
from marbles_tui.tui.games.egg_carton.screen import EggCartonScreen
from marbles_tui.tui.match.ending import actions
from marbles_tui.tui.match.next_match import begin
from marbles_tui.tui.match.question import QuestionDialog
from marbles_tui.tui.screens.puzzle import PuzzleScreen
from marbles_tui.tui.widgets.panels import EndPanel, Moves, Seats, Status
from tests.tui.conftest import MakeArcade, Resting, ending, match_of
from tests.tui.waiting import screen_text, settle, until

FRIENDS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'
SOURCE = FRIENDS + '[Setup "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"]'
LAST = FRIENDS + '[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'


def table(pilot: Pilot[None]) -> EggCartonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, EggCartonScreen)
    return screen


@pytest.mark.parametrize(("seat", "side"), [(1, "far side, right to left"), (2, "near side, left to right")])
async def test_the_first_turn_says_which_side_is_yours(arcade: MakeArcade, seat: int, side: str) -> None:
    record = f'[Game "egg-carton"][Seat{seat} "computer novice"] {"F" if seat == 1 else ""}'
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await until(pilot, lambda: side in table(pilot).query_one(Status).prompt, "the side")


async def test_a_letter_selects_a_slot(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        match = table(pilot).match
        assert [str(move) for move in match.moves] == ["B"]
        assert match.turn == 1
        assert table(pilot).query_one(Status).said == "Turn over: Ben to move."


@pytest.mark.parametrize(
    ("key", "slot"),
    [("A", "A"), ("alt+a", "A"), ("ctrl+left", "B"), ("alt+b", "B"), ("alt+c", "C"), ("ctrl+right", "F")],
)
async def test_alt_and_capitals_do_the_same(arcade: MakeArcade, key: str, slot: str) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(key)
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == [slot]


async def test_a_click_selects_a_slot(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        board = table(pilot).board
        region = board.lay_out(board.content_size, board.look).places[2]
        await pilot.click("#board", offset=region.center)
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["C"]


async def test_arrows_and_enter_select_a_slot(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("right", "right")
        await settle(pilot)
        assert table(pilot).query_one(Status).prompt == "B ends in E: turn over."
        assert table(pilot).board.highlights.landing == (4,)
        await pilot.press("enter")
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["B"]


async def test_what_cannot_be_picked_says_why(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("e")
        assert table(pilot).query_one(Status).said == "E is empty."
        await pilot.press("k")
        assert table(pilot).query_one(Status).said == "K is on the other side."
        assert not table(pilot).match.moves


async def test_undo_and_redo_go_by_decisions(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in ("c", "a"):
            await pilot.press(key)
            await settle(pilot)
        assert table(pilot).match.plies == 2
        await pilot.press("u", "u")
        await settle(pilot)
        assert table(pilot).match.plies == 0
        assert table(pilot).board.frame.board == table(pilot).match.position.board
        await pilot.press("r")
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["C"]


async def test_a_key_during_a_show_only_finishes_it(arcade: MakeArcade) -> None:
    async with arcade(SOURCE, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert table(pilot).animator.showing
        await pilot.press("a")
        await settle(pilot)
        assert not table(pilot).animator.showing
        assert [str(move) for move in table(pilot).match.moves] == ["C"]
        assert table(pilot).board.frame.board == table(pilot).match.position.board


@pytest.mark.parametrize(("late", "moves"), [(0.0, True), (1.0, False)])
async def test_nothing_moves_where_others_wait_too_long(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, late: float, moves: bool
) -> None:
    monkeypatch.setattr(Arcade, "late", late)
    async with arcade(SOURCE, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert table(pilot).animator.showing == moves
        assert moves or table(pilot).match.plies == 1


async def test_undo_in_the_middle_of_a_show(arcade: MakeArcade) -> None:
    async with arcade(SOURCE, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert table(pilot).match.plies == 0
        assert table(pilot).waiting
        assert table(pilot).board.frame.board.ring[0] == 7


async def test_resizing_in_the_middle_of_a_show_is_harmless(arcade: MakeArcade) -> None:
    async with arcade(SOURCE, speed=5).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        for size in ((120, 40), (30, 10), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).board.frame.board == table(pilot).match.position.board


async def test_clearing_the_side_wins_and_a_banner_says_so(arcade: MakeArcade) -> None:
    async with arcade(LAST).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f")
        await settle(pilot)
        assert table(pilot).match.result
        assert "Ann wins" in ending(pilot)
        assert table(pilot).board.highlights.winners == frozenset(range(6))
        await pilot.press("u")
        await settle(pilot)
        assert not table(pilot).query(EndPanel)
        assert table(pilot).match.result is None


async def test_the_speed_changes_live_and_is_kept(arcade: MakeArcade) -> None:
    app = arcade(SOURCE, speed=3)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("minus")
        assert app.settings.speed == 4
        await pilot.press("plus", "plus")
        assert app.settings.speed == 2


async def test_leaving_and_continuing_finds_the_match_where_it_was(arcade: MakeArcade) -> None:
    app = arcade(SOURCE)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert [str(move) for move in table(pilot).match.moves] == ["C"]
        assert table(pilot).match.names == ("Ann", "Ben")


async def test_threats_mark_free_turns(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        notes = table(pilot).board.highlights.notes
        assert notes[2] == "+"
        assert notes[1] == ""


async def test_resigning_by_the_game_menu(arcade: MakeArcade) -> None:
    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        actions = [action for action, _ in table(pilot).menu_entries()]
        await pilot.press("alt+g")
        await settle(pilot)
        await pilot.press(*["down"] * actions.index("screen.resign"), "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, QuestionDialog)
        text = "Ann, do you resign? Ben wins, but a game without a move is not counted."
        assert pilot.app.screen.text == text
        await pilot.press("y")
        await settle(pilot)
        result = table(pilot).match.result
        assert result
        assert (result.reason, result.winners) == ("resigned", (1,))


async def test_a_series_turns_the_seats_and_keeps_the_score(arcade: MakeArcade) -> None:
    record = LAST.replace("[Setup", '[Series "1/2"][Score "0-0"][Setup')
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        match = table(pilot).match
        assert match.names == ("Ben", "Ann")
        assert ("Score", "0-1") in match.tags
        await pilot.press("f")
        await settle(pilot)
        assert "Series Ben 1, Ann 1. Drawn." in ending(pilot)


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


async def test_what_is_pasted_plays_nothing(arcade: MakeArcade) -> None:
    from textual.events import Paste

    async with arcade(SOURCE).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        pilot.app.screen.post_message(Paste("a\rb\rc"))
        await settle(pilot)
        await pilot.press("b", "c")
        await settle(pilot)
        assert not table(pilot).match.moves


async def test_names_from_outside_are_never_markup(arcade: MakeArcade) -> None:
    record = SOURCE.replace("Ann", "[bold red]X[/]\x1b[31m")
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        seats = str(table(pilot).query_one("Seats").render())
        assert "[bold red]X[/]" in seats
        assert "\x1b" not in seats
        assert "B" in str(table(pilot).query_one(Moves).render())


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
