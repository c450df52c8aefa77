"""BeadMaster played at its table, by keys and mouse."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.geometry import Region, Size
from textual.pilot import Pilot

from marbles_tui.core import Cell
from marbles_tui.games.beadmaster import BEADMASTER, Grid
from marbles_tui.games.beadmaster.bars import HOLE_NAMES, HOLES, NAMES, SIZE, End
from marbles_tui.games.beadmaster.position import Board
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame, Highlights
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import on_board
from marbles_tui.tui.drawing.skins import BLOCKS, SKINS, Skin
from marbles_tui.tui.drawing.themes import THEMES
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard
from marbles_tui.tui.games.beadmaster.layout import lay_out, step
from marbles_tui.tui.games.beadmaster.screen import BeadMasterScreen
from marbles_tui.tui.games.beadmaster.signs import bead_extent
from marbles_tui.tui.screens.setup import SetUp
from marbles_tui.tui.setup.seats_picker import SeatsPicker
from marbles_tui.tui.widgets.panels import Seats, Status
from tests.tui.conftest import MakeArcade, ending
from tests.tui.waiting import settle, until

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
        spot = board.lay_out(board.content_size, board.look).label(NAMES.index(name))
        await pilot.click("#board", offset=spot)
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
        places = board.lay_out(board.content_size, board.look).places
        await pilot.click("#board", offset=places[End(3, -1).cell].center)
        await settle(pilot)
        assert table(pilot).query_one(Status).said == "h4 is in its inner position: it can only go outwards."
        await pilot.click("#board", offset=places[End(3, 1).cell].center)
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


def test_the_way_round_the_frame() -> None:
    at = End(0, -1).cell
    seen = [at]
    for dx, dy in [(0, 1)] * 7 + [(1, 0)] * 7 + [(0, -1)] * 7 + [(-1, 0)] * 7:
        at = step(at, dx, dy, placing=False)
        seen.append(at)
    assert seen[-1] == seen[0]
    assert set(seen) == {End(bar, way).cell for bar in range(14) for way in (-1, 1)}


def test_holes_are_next_to_holes_while_beads_are_placed() -> None:
    assert step(0, 1, 0, placing=True) == 1
    assert step(0, -1, -1, placing=True) == 0
    assert step(HOLES - 1, 0, -1, placing=True) == HOLES - 1 - SIZE


@pytest.mark.parametrize("size", [(34, 16), (54, 22), (84, 38), (164, 53)])
def test_everything_has_room(size: tuple[int, int]) -> None:
    places = lay_out(*size).places
    assert len(places) == HOLES + 28
    for region in places.values():
        assert region.x >= 0
        assert region.y >= 1
        assert region.right <= size[0]
        assert region.bottom <= size[1]


@pytest.mark.parametrize("size", [(47, 14), (30, 12), (20, 10), (12, 6), (139, 42), (36, 16)])
def test_a_grid_of_any_size_lies_on_its_canvas(size: tuple[int, int]) -> None:
    assert all(Region(0, 0, *size).contains_region(region) for region in lay_out(*size).places.values())


FELT = Look.of(BLOCKS, THEMES[0])
PULLED = Board((1,) * 14, (1, 2, 3, 4, *[0] * 45), (1, *[0] * 13), False, 0, 4)


def painted(highlights: Highlights, cursor: Cell | None = None, size: tuple[int, int] = (56, 22)) -> Canvas:
    view, canvas = BeadMasterBoard(PULLED), Canvas(*size, FELT.ground)
    frame = Frame(PULLED, highlights=highlights, cursor=cursor, turn=0)
    view.paint(canvas, view.lay_out(Size(*size), FELT), frame, FELT)
    return canvas


@pytest.mark.parametrize("size", [(36, 16), (56, 22), (86, 38), (166, 58)])
def test_a_bead_in_danger_is_framed_and_shows_its_owner_and_its_hole(size: tuple[int, int]) -> None:
    layout, threat = lay_out(*size), on_board(FELT).threat
    plain, marked = (
        painted(Highlights(), size=size),
        painted(Highlights(threats=frozenset(range(4))), size=size),
    )
    row = marked.letters[layout.line(0)]
    for hole in range(4):
        x, y = layout.pixels(hole)
        assert row[x + (layout.wide - 1) // 2][0] == str(hole + 1)
        assert marked.pixels[y][x - 1] == marked.pixels[y][x + layout.wide] == threat
        for line in range(y, y + layout.high):
            here = slice(x, x + layout.wide)
            assert marked.pixels[line][here] == plain.pixels[line][here]


@pytest.mark.parametrize("skin", SKINS[1:], ids=lambda skin: skin.key)
@pytest.mark.parametrize("size", [(36, 16), (56, 22), (86, 38), (166, 58)])
def test_in_signs_a_bead_shows_its_owner_once_and_differs_without_colour(
    skin: Skin, size: tuple[int, int]
) -> None:
    look = Look.of(skin, THEMES[0], coloured=False)
    view, canvas = BeadMasterBoard(PULLED), Canvas(*size, look.ground)
    layout = view.lay_out(Size(*size), look)
    view.paint(canvas, layout, Frame(PULLED, turn=0), look)
    pictures = set()
    for seat in range(4):
        x, y, wide, tall = layout.hole(seat)
        rows = [
            "".join(canvas.letters[line].get(at, " ")[0] for at in range(x, x + wide))
            for line in range(y, y + tall)
        ]
        assert [sign for sign in "".join(rows) if sign.isdigit()] == [str(seat + 1)]
        pictures.add("".join(rows).replace(str(seat + 1), " "))
    assert len(pictures) >= (2 if skin.plain else 4)


def test_in_signs_beads_grow_with_their_holes() -> None:
    extents = [bead_extent(wide, tall) for wide, tall in ((3, 1), (5, 2), (9, 4), (15, 8))]
    assert all(small.wide < large.wide and small.tall < large.tall for small, large in pairwise(extents))


def test_a_picked_bar_is_framed_and_its_name_reversed() -> None:
    layout, look = lay_out(56, 22), on_board(FELT)
    end = End(SIZE, -1).cell
    canvas = painted(Highlights(legal=frozenset({end})), cursor=end)
    x, y = layout.pixels(0)
    assert {canvas.pixels[line][side] for line in range(y, y + 10) for side in (x - 1, x + layout.wide)} == {
        look.flash
    }
    label_x, label_y = layout.label(SIZE)
    assert canvas.letters[label_y][label_x][2] == look.flash
    told = {char for row in canvas.letters for char, _, ground, _ in row.values() if ground == look.flash}
    assert {"i", "▼"} <= told


def test_the_cursor_lies_exactly_around_its_hole() -> None:
    layout = lay_out(56, 22)
    board = PULLED._replace(placing=True)
    view, canvas = BeadMasterBoard(board), Canvas(56, 22, FELT.ground)
    view.paint(canvas, layout, Frame(board, cursor=10, turn=0), FELT)
    x, y = layout.pixels(10)
    white = {
        (at, line)
        for line, row in enumerate(canvas.pixels)
        for at, pixel in enumerate(row)
        if pixel == 0xFFFFFF
    }
    across, down = range(x - 1, x + layout.wide + 1), range(y - 1, y + layout.high + 1)
    assert white == {
        (at, line)
        for at in across
        for line in down
        if at in (across[0], across[-1]) or line in (down[0], down[-1])
    }


@pytest.mark.parametrize("size", [(36, 16), (56, 22), (92, 38), (166, 58)])
@pytest.mark.parametrize("placing", [True, False])
def test_each_column_has_the_letter_that_moves_name_it_by(size: tuple[int, int], placing: bool) -> None:
    board = PULLED._replace(placing=placing)
    view, canvas = BeadMasterBoard(board), Canvas(*size, FELT.ground)
    layout = view.lay_out(Size(*size), FELT)
    view.paint(canvas, layout, Frame(board, turn=0), FELT)
    letters = [canvas.letters[line][column][0] for column, line in map(layout.letter, range(SIZE))]
    assert "".join(letters) == "ABCDEFG"


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
        await pilot.click("#board", offset=board.lay_out(board.content_size, board.look).places[6].center)
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
        assert table(pilot).query_one(Seats).notes == ("1 ●●●", "2 ○○○○")
        await pilot.press("h", "2", "o")
        await settle(pilot)
        assert table(pilot).query_one(Seats).notes == ("1 ●●", "2 ○○")


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
        assert ("×1" if skin != "ascii" else "x1") in text
        if skin == "ascii":
            assert text.isascii()


async def test_the_last_bead_wins_and_a_banner_says_so(arcade: MakeArcade) -> None:
    async with arcade(LAST).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h", "2", "o")
        await settle(pilot)
        assert "Ann wins" in ending(pilot)
        assert table(pilot).board.highlights.winners == {0}
        assert table(pilot).query_one(Seats).notes == ("1 ●", "2 out")
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
        assert "┃   ┃" in shown
        assert "━━" in shown
