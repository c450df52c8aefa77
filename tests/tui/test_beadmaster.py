"""BeadMaster played at its table, by keys and mouse."""

from __future__ import annotations

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from marbles_tui.core.scene import Label
from marbles_tui.games.beadmaster import BEADMASTER, Grid
from marbles_tui.games.beadmaster.bars import HOLE_NAMES, NAMES, End
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard
from marbles_tui.tui.games.beadmaster.screen import BeadMasterScreen
from marbles_tui.tui.screens.setup import SetUp
from marbles_tui.tui.setup.seats_picker import SeatsPicker
from marbles_tui.tui.widgets.panels import Seats, Status
from tests.tui.conftest import MakeArcade, ending
from tests.tui.waiting import middle_of, settle, until

FRIENDS = '[Game "beadmaster"][Player1 "Ann"][Player2 "Ben"]'


PLACING = FRIENDS + '[Setup "0000000 0000000"]'


REST = "0" * 28


SLIDING = FRIENDS + f'[Setup "2 1 0000000 0000000 1200000 1002002 0010200 {REST}"]'


LAST = FRIENDS + f'[Setup "2 1 0000000 0000000 1000000 2000000 0000000 {REST}"]'


def table(pilot: Pilot[None]) -> BeadMasterScreen:
    screen = pilot.app.screen
    assert isinstance(screen, BeadMasterScreen)
    return screen


def grid(pilot: Pilot[None]) -> Grid:
    position = table(pilot).match.position
    assert isinstance(position, Grid)
    return position


def moves(pilot: Pilot[None]) -> list[str]:
    return [str(move) for move in table(pilot).match.moves]


def prompt(pilot: Pilot[None]) -> str:
    return table(pilot).query_one(Status).prompt


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
@pytest.mark.parametrize("name", ["h4", "v2"])
async def test_a_bar_is_named_by_a_click(arcade: MakeArcade, size: tuple[int, int], name: str) -> None:
    async with arcade(SLIDING).run_test(size=size) as pilot:
        await settle(pilot)
        board = table(pilot).board
        labels = [item for item in board.scene().items if isinstance(item, Label) and item.text == name]
        x, y = board.view().cell(labels[0].at)
        await pilot.click("#board", offset=(int(x), int(y)))
        await settle(pilot)
        assert table(pilot).picking.typed == name
        assert moves(pilot) == []
        await pilot.press("o")
        await settle(pilot)
        assert moves(pilot) == [f"{name}o"]


async def test_a_bar_is_slid_by_its_name_and_a_way(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h")
        assert prompt(pilot) == "Horizontal bar: which one, 1 to 7?"
        await pilot.press("2")
        assert prompt(pilot) == "h2, o out: Ann loses A2, Ben loses D2, G2."
        assert {HOLE_NAMES[hole] for hole in table(pilot).board.highlights.landing} == {"A2", "D2", "G2"}
        await pilot.press("o")
        await settle(pilot)
        assert moves(pilot) == ["h2o"]
        assert "Blocked: h2 (Ann)" in prompt(pilot)
        await pilot.press("v", "5", "O")
        await settle(pilot)
        assert moves(pilot) == ["h2o", "v5o"]


async def test_what_is_typed_can_be_taken_back(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("v", "3", "backspace", "4")
        assert table(pilot).picking.typed == "v4"
        await pilot.press("escape")
        assert table(pilot).picking.typed == ""
        await pilot.press("i")
        assert table(pilot).query_one(Status).said == "Name a bar first: h or v, then its number."
        await pilot.press("3")
        assert table(pilot).query_one(Status).said == "Name the bar: h or v, then its number."
        assert moves(pilot) == []


async def test_a_blocked_bar_says_why(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h", "6", "o")
        await settle(pilot)
        await pilot.press("h", "6")
        assert prompt(pilot) == "h6 is blocked: Ann just moved it."
        await pilot.press("i")
        assert table(pilot).query_one(Status).said.startswith("h6 is blocked")
        assert moves(pilot) == ["h6o"]


@pytest.mark.parametrize(("bar", "arrow", "played"), [("h2", "left", "h2o"), ("v3", "up", "v3o")])
async def test_a_typed_bar_lights_up_and_an_arrow_slides_it(
    arcade: MakeArcade, bar: str, arrow: str, played: str
) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(*bar)
        await settle(pilot)
        lit = NAMES.index(bar)
        assert set(table(pilot).board.highlights.picked) == {End(lit, -1).cell, End(lit, 1).cell}
        await pilot.press("up" if arrow == "left" else "left")
        assert table(pilot).query_one(Status).said.startswith(f"{bar} slides ")
        await pilot.press(arrow)
        await settle(pilot)
        assert moves(pilot) == [played]


async def test_a_click_on_an_end_pushes_it_in(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        board = table(pilot).board
        places = board.places()
        await pilot.click("#board", offset=middle_of(places[End(3, -1).cell]))
        await settle(pilot)
        assert table(pilot).query_one(Status).said == "h4 is in its inner position: it can only go outwards."
        await pilot.click("#board", offset=middle_of(places[End(3, 1).cell]))
        await settle(pilot)
        assert moves(pilot) == ["h4o"]


async def test_the_cursor_goes_round_the_frame_and_shows_what_falls(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("right", "down")
        await settle(pilot)
        assert prompt(pilot) == "h2o: Ann loses A2, Ben loses D2, G2."
        await pilot.press("up", "up")
        assert table(pilot).board.cursor == End(13, -1).cell
        await pilot.press("down", "enter")
        await settle(pilot)
        assert moves(pilot) == ["v7o"]


async def test_beads_are_placed_by_column_and_row_or_click(arcade: MakeArcade) -> None:
    async with arcade(PLACING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("3")
        assert prompt(pilot) == "Column C: which row, 1 to 7?"
        await pilot.press("4")
        await settle(pilot)
        assert moves(pilot) == ["C4"]
        await pilot.press("b", "2")
        assert table(pilot).query_one(Status).said == "B2 is open: a bead would fall through."
        await pilot.press("b", "g")
        assert prompt(pilot) == "Column G: which row, 1 to 7?"
        await pilot.press("escape")
        board = table(pilot).board
        await pilot.click("#board", offset=middle_of(board.places()[6]))
        await settle(pilot)
        assert moves(pilot) == ["C4", "G1"]
        await pilot.press("right", "enter")
        await settle(pilot)
        assert len(moves(pilot)) == 3


async def test_beads_place_themselves_where_one_slide_does_not_drop_them(arcade: MakeArcade) -> None:
    async with arcade(PLACING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("x")
        await settle(pilot)
        position = grid(pilot)
        assert not position.placing
        assert len(moves(pilot)) == 10
        assert not BEADMASTER.threats(position)
        await pilot.press("x")
        assert table(pilot).query_one(Status).said == "All beads are placed."


async def test_beads_that_placed_themselves_are_taken_back_for_good(arcade: MakeArcade) -> None:
    async with arcade(PLACING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("x")
        await settle(pilot)
        assert len(moves(pilot)) == 10
        for left in (9, 8):
            await pilot.press("u")
            await settle(pilot)
            assert len(moves(pilot)) == left
        await pilot.press("r")
        await settle(pilot)
        assert len(moves(pilot)) == 9


async def test_threats_mark_every_bead_that_a_slide_could_drop(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        threats = {HOLE_NAMES[hole] for hole in table(pilot).board.highlights.threats}
        assert threats == {"A2", "D2", "G2", "B1", "C3", "E3"}


async def test_the_seats_count_their_beads(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert table(pilot).query_one(Seats).notes == ("1 ●●●··", "2 ○○○○·")
        await pilot.press("h", "2", "o")
        await settle(pilot)
        assert table(pilot).query_one(Seats).notes == ("1 ●●···", "2 ○○···")


async def test_a_key_during_a_show_only_finishes_it(arcade: MakeArcade) -> None:
    async with arcade(SLIDING, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h", "2", "o")
        await settle(pilot)
        assert table(pilot).animator.showing
        await pilot.press("enter")
        await settle(pilot)
        assert not table(pilot).animator.showing
        assert table(pilot).board.frame.board == table(pilot).match.position.board


async def test_undo_and_resizing_in_the_middle_of_a_show(arcade: MakeArcade) -> None:
    async with arcade(SLIDING, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h", "2", "o")
        for size in ((120, 40), (30, 10), (1, 1), (60, 18), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert moves(pilot) == []
        assert table(pilot).waiting
        assert sum(map(bool, table(pilot).board.frame.board.beads)) == 7


@pytest.mark.parametrize("skin", ["blocks", "glyphs", "ascii"])
@pytest.mark.parametrize("size", [(60, 18), (120, 40)])
async def test_every_skin_draws_every_step(arcade: MakeArcade, skin: str, size: tuple[int, int]) -> None:
    async with arcade(SLIDING, speed=1, skin=skin).run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press("t", "h", "2", "o")
        await until(pilot, lambda: moves(pilot) and table(pilot).waiting, "the next turn")
        assert moves(pilot) == ["h2o"]
        board = table(pilot).board
        text = "".join(board.render_line(y).text for y in range(board.content_size.height))
        assert "h7" in text
        assert ("1✕" if skin != "ascii" else "1x") in text
        if skin == "ascii":
            assert text.isascii()


async def test_the_last_bead_wins_and_a_banner_says_so(arcade: MakeArcade) -> None:
    async with arcade(LAST).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h", "2", "o")
        await settle(pilot)
        assert "Ann wins" in ending(pilot)
        assert table(pilot).board.highlights.winners == {0}
        assert table(pilot).query_one(Seats).notes == ("1 ●····", "2 out")
        await pilot.press("u")
        await settle(pilot)
        assert table(pilot).match.result is None


async def test_leaving_and_continuing_finds_the_match_where_it_was(arcade: MakeArcade) -> None:
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h", "6", "o")
        await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert moves(pilot) == ["h6o"]
        assert grid(pilot).blocked == {5: 0}


async def test_the_set_up_takes_two_to_four_players(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("4")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, SetUp)
        seats = screen.query_one(SeatsPicker)
        assert seats.count == 2
        await pilot.press("-", "+", "+", "+")  # from two to four
        await settle(pilot)
        assert seats.count == 4
        await pilot.press("enter")
        await settle(pilot)
        match = table(pilot).match
        assert len(match.seats) == 4
        assert match.options == {"quiet": "60", "players": "4"}
        assert [seat.level for seat in match.seats] == [None, "beginner", "beginner", "beginner"]


async def test_a_rule_with_many_values_is_typed_and_checked(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("4")
        await settle(pilot)
        await pilot.press("o")
        await settle(pilot)
        line = pilot.app.screen.query_one("#option-quiet")
        line.focus()
        await pilot.press("5", "0", "0", "0", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, SetUp)
        assert "option quiet takes 0 to 1000" in str(pilot.app.screen.query_one("#said").render())
        await pilot.press(*["backspace"] * 4, "enter")
        await settle(pilot)
        assert table(pilot).match.options["quiet"] == "60"


async def test_without_colour_red_and_blue_differ_by_their_signs(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with arcade(SLIDING).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        board = pilot.app.screen.query_one(BeadMasterBoard)
        shown = "".join(strip.text for strip in board.render_lines(Region(0, 0, *board.size)))
        assert "│  │" in shown
        assert "───" in shown
        assert {"▓", "░"} < set(shown)  # ends that are filled, and holed ones
