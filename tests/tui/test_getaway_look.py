"""What the road, its squares, the die and the podium look like."""

from __future__ import annotations

import pytest
from rich.text import Text
from textual.geometry import Region, Size

from marbles_tui.core.boards import board_text
from marbles_tui.games.getaway import Board, read_board
from marbles_tui.games.getaway.board import Trinket
from marbles_tui.games.getaway.scene import Scene as Trail
from marbles_tui.games.getaway.scene import Traveller, outset
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.skins import BLOCKS, SKINS, Skin
from marbles_tui.tui.drawing.themes import THEMES
from marbles_tui.tui.games.getaway.board import GetawayBoard, side_by_side
from marbles_tui.tui.games.getaway.die import face
from marbles_tui.tui.games.getaway.icons import DIGITS, as_text
from marbles_tui.tui.games.getaway.layout import TrailLayout, at, grid, lay_out
from marbles_tui.tui.games.getaway.match import purse
from marbles_tui.tui.games.getaway.pawns import LARGE, LARGE_PLAIN, LARGE_TALL, pawn_size
from marbles_tui.tui.games.getaway.podium import _shortened, places
from marbles_tui.tui.games.getaway.signs import describe, effect, otherwise, price
from marbles_tui.tui.widgets.panels.story import hanging
from tests.tui.conftest import MakeArcade, ending
from tests.tui.getaway_tables import SHORT, table
from tests.tui.waiting import screen_text, settle, until

PAWN = as_text(LARGE, plain=False)[:3]
"""All but the foot, where the number stands."""


def gary() -> Board:
    board = read_board(board_text("getaway", "gary")).board
    assert board
    return board


# The look of it


def test_the_way_turns_at_the_end_of_each_row() -> None:
    assert [grid(square, 4) for square in (0, 3, 4, 7, 8)] == [(0, 0), (0, 3), (1, 3), (1, 0), (2, 0)]
    assert all(at(*grid(square, 5), 5) == square for square in range(40))


@pytest.mark.parametrize("size", [(36, 16), (56, 22), (86, 38), (166, 53)])
@pytest.mark.parametrize("count", [2, 18, 28, 500])
def test_the_square_that_matters_can_be_seen(size: tuple[int, int], count: int) -> None:
    for focus in {0, count // 2, count - 1}:
        now = lay_out(*size, count, focus)
        tile = now.places[focus]
        assert tile.x >= 0
        assert tile.right <= size[0]
        assert tile.y >= 0
        assert tile.bottom <= now.height
        assert now.places[count].bottom <= size[1]


def test_a_large_terminal_shows_the_whole_way() -> None:
    assert lay_out(86, 38, 28, 0).whole
    assert not lay_out(56, 22, 28, 0).whole


def test_squares_say_what_they_do() -> None:
    trail = gary()
    told = {square.name: effect(square.encounter) for square in trail.squares}
    assert told["Old Tree"] == "1-5 gold"
    assert told["Rapid"] == "back 1-5"
    assert told["Troll's Cave"] == "until a 6"
    assert told["Monkey Gate"] == "10 or to 5"
    assert describe(trail, 10) == "10 Tardis: takes you to Start."
    assert describe(trail, 13) == "13 Troll's Bridge: traps you for 3 turns, unless you have Sword."


def test_squares_say_what_is_left_on_them() -> None:
    trail = board_of("smugglers")
    assert describe(trail, 7, 0) == "7 Secret Passage: takes you on 4, once."
    assert describe(trail, 7, 1) == "7 Secret Passage: used, nothing happens here."
    assert describe(trail, 1, 1) == "1 Net Loft: the gold is gone."
    assert describe(trail, 3, 0).count(",") == 2
    assert "Dark Lantern" not in describe(trail, 3, 1)
    assert describe(trail, 3, 3) == "3 Wrecker's Cellar: all things are gone."


def test_things_are_counted_where_their_names_have_no_room() -> None:
    flute = Trinket("Silver Flute", "", 3)
    assert purse(Traveller(1, 20, (flute,)), 9, 18, "¤") == "20 ¤\nSilver Flute"
    assert purse(Traveller(1, 20, (flute,), 2), 9, 18, "¤") == "20 ¤\ntrapped, 1 thing"
    assert purse(Traveller(1, 20, (flute,), 2), 9, 30, "¤") == "trapped  20 ¤\nSilver Flute"


def test_a_story_goes_on_below_where_its_line_began() -> None:
    assert hanging(Text("    → 3 Wrecker's Cellar"), 20).plain == "    → 3 Wrecker's\n    Cellar"
    assert hanging(Text("    short"), 20).plain == "    short"
    assert hanging(Text("    endlessword" * 3), 8).plain.replace("\n", "").split() == ["endlessword"] * 3


def board_of(name: str) -> Board:
    board = read_board(board_text("getaway", name)).board
    assert board
    return board


def painted(trail: Trail, size: tuple[int, int], skin: Skin = BLOCKS) -> tuple[Canvas, TrailLayout]:
    view, look = GetawayBoard(trail), Look.of(skin, THEMES[0])
    canvas, layout = Canvas(*size, look.ground), view.lay_out(Size(*size), look)
    view.paint(canvas, layout, Frame(trail, turn=0), look)
    return canvas, layout


def lines(canvas: Canvas, region: Region) -> list[str]:
    rows = (canvas.letters[y] for y in range(region.y, region.bottom))
    return ["".join(row.get(x, " ")[0] for x in range(region.x, region.right)) for row in rows]


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: skin.key)
def test_a_card_has_number_and_price_in_its_head_and_the_name_beneath(skin: Skin) -> None:
    canvas, layout = painted(outset(board_of("night-train")), (86, 38), skin)
    head, *name = lines(canvas, layout.tile(3))
    assert "3" in head
    assert "pay 4" in head
    assert name[0].strip() == "Conductor"
    assert "or back 1" in [line.strip() for line in name]


@pytest.mark.parametrize("name", ["night-train", "smugglers", "gary"])
def test_no_name_is_cut_in_the_middle_without_a_sign(name: str) -> None:
    trail = outset(board_of(name))
    canvas, layout = painted(trail, (86, 38))
    for square in range(1, layout.count):
        words = " ".join(lines(canvas, layout.tile(square))[1:]).split()
        known = {*trail.trail.squares[square].name.split(), "or", "back", "on", "to"}
        assert all(word in known or word[-1] == "…" or word[0] in "0123456789◀▶" for word in words), words


def test_what_is_emptied_says_so() -> None:
    board = board_of("night-train")
    taken = [0] * len(board.squares)
    treasure = next(at for at, square in enumerate(board.squares) if square.name == "Champagne Bucket")
    taken[treasure] = 1
    canvas, layout = painted(Trail(board, (Traveller(0, 20),), tuple(taken)), (86, 38))
    assert "empty" in lines(canvas, layout.tile(treasure))[0]
    assert price(board.squares[treasure].encounter, 1, False) == ("empty",)


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: skin.key)
@pytest.mark.parametrize("size", [(36, 16), (56, 22), (86, 38), (166, 58)])
def test_pawns_leave_the_words_of_a_square_readable(size: tuple[int, int], skin: Skin) -> None:
    board = board_of("smugglers")
    scene = Trail(board, (Traveller(11, 20), Traveller(4, 20)), (0,) * len(board.squares))
    canvas, layout = painted(scene, size, skin)
    words = [line.strip() for line in lines(canvas, layout.tile(11))]
    assert "Toll of the Watch" in " ".join(words)
    assert any(line.startswith(("or ◀4", "or <4", "or back 4")) for line in words), words


def test_what_a_toll_does_else_is_said_in_the_room_there_is() -> None:
    board = board_of("night-train")
    toll = board.squares[18].encounter
    assert [otherwise(toll, room, False) for room in (11, 10, 7, 3)] == [
        "or on 1-4",
        "or on 1-4",
        "or ▶1-4",
        "",
    ]


def test_large_squares_have_large_pawns() -> None:
    assert lay_out(166, 58, 32, 0).large
    assert not lay_out(86, 38, 32, 0).large
    assert pawn_size(True, 17, 3)[1] == LARGE_TALL
    assert all(count * pawn_size(True, 17, count)[0] <= 17 for count in range(1, 7))


@pytest.mark.parametrize("size", [(47, 14), (30, 12), (20, 8), (8, 4), (3, 2), (139, 12)])
def test_on_little_room_all_squares_are_tiles_or_nothing_is_drawn(size: tuple[int, int]) -> None:
    canvas, layout = painted(outset(board_of("night-train")), size)
    assert layout.tiny
    assert len(layout.places) in (0, 32)
    assert all(Region(0, 0, *size).contains_region(region) for region in layout.places.values())
    if not layout.places:
        assert all(pixel == canvas.ground for row in canvas.pixels for pixel in row)


def test_the_die_ends_on_what_was_rolled() -> None:
    assert {face(4, 6, phase / 10) for phase in range(7)} <= set(range(1, 7))
    assert len({face(4, 6, phase / 20) for phase in range(14)}) > 2
    assert face(4, 6, 0.9) == 4


def test_equal_gold_is_an_equal_place() -> None:
    assert places([Traveller(2, gold) for gold in (30, 40, 10, 40)]) == [2, 0, 3, 0]


def test_another_board_is_laid_out_anew() -> None:
    view = GetawayBoard(Trail(gary(), (Traveller(0, 20),), (0,) * 18))
    size, look = Size(86, 38), None
    assert view.lay_out(size, look).count == 18  # type: ignore[arg-type]
    short = Board(gary().squares[:1] + gary().squares[-1:])
    view._instant = type(view._instant)(Trail(short, (Traveller(0, 20),), (0, 0)))
    assert view.lay_out(size, look).count == 2  # type: ignore[arg-type]


async def test_the_end_of_a_journey_of_six_names_all(arcade: MakeArcade) -> None:
    more = "".join(f'[Player{number} "P{number}"]' for number in range(3, 7))
    record = SHORT.replace('[Game "getaway"]', f'[Game "getaway"]{more}')
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        await settle(pilot)
        told = ending(pilot)
        assert len(table(pilot).match.seats) == 6
        assert all(name in told for name in table(pilot).match.names)


@pytest.mark.parametrize("skin", ["glyphs", "ascii"])
async def test_in_signs_prices_and_pawns_are_large_where_there_is_room(arcade: MakeArcade, skin: str) -> None:
    async with arcade('[Game "getaway"]', skin=skin).run_test(size=(200, 60)) as pilot:
        await settle(pilot)
        lines = screen_text(pilot).splitlines()
        for rows in (as_text(DIGITS["2"], skin == "ascii"), LARGE_PLAIN[:3] if skin == "ascii" else PAWN):
            assert any(
                all(line[x : x + len(row)] == row for line, row in zip(lines[y:], rows, strict=False))
                for y in range(len(lines) - len(rows))
                for x in range(len(lines[y]))
            )


async def test_in_signs_marbles_with_their_numbers_stand_on_the_podium(arcade: MakeArcade) -> None:
    async with arcade(f"{SHORT} *2 *2", skin="glyphs").run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "▟█████▙" in screen_text(pilot), "a large pawn")
        assert "<1>" not in screen_text(pilot)


def test_travellers_on_one_square_of_the_strip_stand_side_by_side() -> None:
    assert side_by_side([0, 0, 5, 5, 5], 30) == [0, 1, 5, 6, 7]
    assert side_by_side([28, 29, 29, 29], 30) == [26, 27, 28, 29]


@pytest.mark.parametrize(
    ("name", "free", "shown"),
    [
        ("Automatic 2", 9, "Automat 2"),
        ("Automatic 2", 11, "Automatic 2"),
        ("Bartholomew", 9, "Bartholom"),
        ("Player 1", 6, "Play 1"),
        ("1492 1", 2, "14"),
    ],
)
def test_a_name_on_the_podium_keeps_the_number_at_its_end(name: str, free: int, shown: str) -> None:
    assert _shortened(name, free) == shown
