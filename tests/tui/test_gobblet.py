"""Gobblet played at its table, and matches gone on with by paste."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.events import Paste
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES
from textual.widgets import OptionList

from marbles_tui.games.gobblet.board import NUMBERS, STACKS, Board
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import contrast
from marbles_tui.tui.drawing.frame import Frame, Highlights
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import on_board
from marbles_tui.tui.drawing.skins import BLOCKS, SKINS, Skin
from marbles_tui.tui.drawing.themes import THEMES
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.gobblet.board import COVERED, UNKNOWN, GobbletBoard
from marbles_tui.tui.games.gobblet.colours import SIDES
from marbles_tui.tui.games.gobblet.layout import lay_out
from marbles_tui.tui.games.gobblet.screen import GobbletScreen
from marbles_tui.tui.games.gobblet.signs import drawn_cup, extent
from marbles_tui.tui.games.gobblet.wood import LIGHT
from marbles_tui.tui.screens.game_menu import GameMenu
from marbles_tui.tui.widgets.panels import Status, TopLine
from tests.tui.conftest import MakeArcade, ending, paste
from tests.tui.waiting import settle

FRIENDS = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'
THREE = FRIENDS + " W1A1 K1B1 W2A2 K2B2 W3A3 K3C1"


def table(pilot: Pilot[None]) -> GobbletScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GobbletScreen)
    return screen


def moves(pilot: Pilot[None]) -> list[str]:
    return [str(move) for move in table(pilot).match.moves]


async def click(pilot: Pilot[None], name: str) -> None:
    board = table(pilot).board
    region = board.lay_out(board.content_size, board.look).places[NUMBERS[name]]
    await pilot.click("#board", offset=(region.x + region.width // 2, region.y + region.height // 2))
    await settle(pilot)


async def test_a_stack_and_a_cell_by_mouse(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await click(pilot, "W2")
        assert NUMBERS["B2"] in table(pilot).board.highlights.targets
        await click(pilot, "B2")
        assert moves(pilot) == ["W2B2"]


async def test_digits_and_letters_pick_stacks_and_cells(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("3", "c", "4")
        await settle(pilot)
        assert moves(pilot) == ["W3C4"]
        await pilot.press("1", "a", "1")
        await settle(pilot)
        await pilot.press("c", "4", "d", "4")
        await settle(pilot)
        assert moves(pilot) == ["W3C4", "K1A1", "C4D4"]


async def test_escape_puts_a_gobblet_back(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("1")
        assert table(pilot).picking.picks == (NUMBERS["W1"],)
        await pilot.press("escape")
        assert table(pilot).picking.picks == ()


async def test_what_is_touched_must_be_played(arcade: MakeArcade) -> None:
    record = FRIENDS + '[Touch "on"] W1A1 K1B1'
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a", "1", "escape")
        await settle(pilot)
        assert table(pilot).picking.picks == (NUMBERS["A1"],)
        assert table(pilot).query_one(Status).said == "Touch-move: you must play it."


async def test_an_illegal_cell_says_why(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS + " W1A1 K1B1").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("2", "b", "1")
        await settle(pilot)
        assert "go to an empty cell" in table(pilot).query_one(Status).said
        assert len(moves(pilot)) == 2


async def test_the_cursor_shows_what_lies_below_unless_it_is_to_be_remembered(arcade: MakeArcade) -> None:
    record = FRIENDS + '[Rules "rogers"] W1A1 K1B1 W1A2 K1C1 A1A3 K1C2 A3A2'
    for more, said in (("", "A2: W4 over W3."), ('[Memory "on"]', "remember")):
        async with arcade(more + record).run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            table(pilot).board.cursor = NUMBERS["A2"]
            await settle(pilot)
            assert said in table(pilot).query_one(Status).prompt


async def test_four_in_a_row_win_in_the_middle_of_a_show(arcade: MakeArcade) -> None:
    async with arcade(THREE, speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t", "1", "a", "4")
        await settle(pilot)
        assert table(pilot).animator.showing
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "Ann wins" in ending(pilot)
        assert table(pilot).board.highlights.winners == {0, 1, 2, 3}
        await pilot.press("escape", "u")
        await settle(pilot)
        assert table(pilot).match.result is None


async def test_pasting_at_the_menu_goes_on_with_the_match(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await paste(pilot, "W3B2\rK1C3\rW3B3\r")
        assert isinstance(app.screen, GameMenu)
        await pilot.press("enter")
        await settle(pilot)
        assert moves(pilot) == ["W3B2", "K1C3", "W3B3"]
        assert table(pilot).waiting


async def test_a_bad_line_is_named_and_the_good_part_offered(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await paste(pilot, "W3B2\nK1B2\nW1A1")
        note = str(pilot.app.screen.query_one("#note").render())
        assert "line 2: K1B2 is not legal here" in note
        await pilot.press("enter")
        await settle(pilot)
        assert moves(pilot) == ["W3B2"]
        assert table(pilot).match.names == ("Ann", "Ben")


async def test_rubbish_is_no_match(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        pilot.app.screen.post_message(Paste("no moves at all " * 1000))
        await settle(pilot)
        assert not moves(pilot)
        assert table(pilot).waiting


async def test_a_pasted_list_keeps_to_the_rules_of_the_table(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS + '[Rules "rogers"][Memory "on"]').run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await paste(pilot, "W3B2\nK1C3\nW3B3\n")
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).match.options == {"rules": "rogers", "touch": "off", "memory": "on"}
        assert table(pilot).query_one(TopLine).note == "rogers · memory on · not rated"
        await pilot.press("2", "b", "3")
        await settle(pilot)
        assert moves(pilot)[-1] == "K2B3"


async def test_a_list_that_fits_both_rules_is_asked_for_at_the_menu(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await paste(pilot, "W3B2\nK1C3\n")
        offered = app.screen.query_one(OptionList).options
        assert [str(one.prompt) for one in offered] == [
            "Play on as Gobblet",
            "Play on as Gobblet, rogers",
            "Choose who plays on, as Gobblet",
            "Choose who plays on, as Gobblet, rogers",
            "Watch it as Gobblet",
            "Watch it as Gobblet, rogers",
            "Cancel",
        ]
        await pilot.press("down", "enter")
        await settle(pilot)
        assert table(pilot).match.options["rules"] == "rogers"


async def test_a_refused_cell_is_no_longer_waited_for(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for keys in (("1", "b", "2"), ("1", "b", "2")):
            await pilot.press(*keys)
            await settle(pilot)
        status = table(pilot).query_one(Status)
        assert status.said.startswith("From a stack, go to an empty cell")
        assert status.prompt == "Choose a marked cell. Esc puts it back."


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_why_a_pick_is_refused_can_be_read_to_its_end(
    arcade: MakeArcade, size: tuple[int, int]
) -> None:
    async with arcade(FRIENDS).run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press("1", "b", "2")
        await settle(pilot)
        await pilot.press("1", "b", "2")
        await settle(pilot)
        lines = (
            table(pilot).query_one(Status).render_lines(Region(0, 0, *table(pilot).query_one(Status).size))
        )
        shown = " ".join(" ".join(strip.text for strip in lines).split())
        assert "cover one of Ann's three in a line." in shown


SIGN_SIZES = [(36, 17), (56, 22), (86, 38), (166, 58)]


def written(view: GobbletBoard, size: tuple[int, int], look: Look) -> list[str]:
    """What is drawn in signs on the first square, line by line."""
    canvas = Canvas(*size, look.ground)
    layout = view.lay_out(Size(*size), look)
    view.paint(canvas, layout, view.frame, look)
    x, y, wide, tall = layout.places[0]
    return [
        "".join(canvas.letters[line].get(at, " ")[0] for at in range(x, x + wide))
        for line in range(y, y + tall)
    ]


@pytest.mark.parametrize("size", SIGN_SIZES)
@pytest.mark.parametrize("skin", SKINS[1:], ids=lambda skin: skin.key)
def test_in_signs_every_gobblet_shows_its_owner_and_its_size(skin: Skin, size: tuple[int, int]) -> None:
    look = Look.of(skin, BUILTIN_THEMES["textual-dark"], coloured=False)
    for number in range(1, 5):
        pictures = []
        for seat in (0, 1):
            board = Board(((2 * number + seat,), *[()] * 15), (0,) * 6)
            pictures.append(written(GobbletBoard(board), size, look))
            assert [sign for sign in "".join(pictures[-1]) if sign.isdigit()] == [str(number)]
        assert pictures[0] != pictures[1]


@pytest.mark.parametrize("size", SIGN_SIZES[1:])
@pytest.mark.parametrize("hollow", [False, True])
@pytest.mark.parametrize("plain", [False, True])
def test_in_signs_a_larger_cup_is_wider_or_higher_and_grows_with_the_board(
    size: tuple[int, int], hollow: bool, plain: bool
) -> None:
    layout = lay_out(*size)
    cups = [extent(layout.wide, layout.tall, number) for number in range(1, 5)]
    for small, large in pairwise(cups):
        assert small.wide <= large.wide
        assert small.tall <= large.tall
        assert small != large
    assert cups[-1].tall >= layout.tall // 2
    for cup in cups:
        rows = drawn_cup(*cup, hollow, plain)
        assert len(rows) == cup.tall
        assert {len(row) for row in rows} == {cup.wide}


@pytest.mark.parametrize("size", [(36, 16), *SIGN_SIZES])
def test_in_signs_a_cup_is_whole_on_a_square_and_on_a_stack(size: tuple[int, int]) -> None:
    layout = lay_out(*size)
    for place in (0, *STACKS[0], *STACKS[1]):
        region = layout.places[place]
        assert extent(layout.wide, layout.tall, 4).wide <= region.width
        assert extent(layout.wide, layout.tall, 4).tall <= region.height


@pytest.mark.parametrize("skin", SKINS[1:], ids=lambda skin: skin.key)
def test_in_signs_a_cup_says_what_it_covers(skin: Skin) -> None:
    look = Look.of(skin, THEMES[0])
    board = Board(((3, 8), *[()] * 15), (0,) * 6)
    assert skin.marbles[1] in "".join(written(GobbletBoard(board), (56, 22), look))


@pytest.mark.parametrize("size", [(56, 22), (86, 38), (166, 58)])
def test_nothing_touches_the_board_or_the_first_column(size: tuple[int, int]) -> None:
    layout = lay_out(*size)
    assert layout.letters is not None
    assert layout.letters + 1 < (layout.frame or layout.places[0]).x
    assert min(place.x for place in layout.places.values()) >= 1
    assert layout.places[STACKS[1][0]].x > layout.places[3].right


FELT = Look.of(BLOCKS, THEMES[0])
BOARDS = [(36, 16), (56, 22), (86, 38), (166, 58), (47, 14), (30, 12), (16, 8), (7, 3), (80, 4)]


def painted(board: Board, size: tuple[int, int], look: Look, highlights: Highlights | None = None) -> Canvas:
    view = GobbletBoard(board)
    canvas = Canvas(*size, look.ground)
    view.paint(
        canvas, view.lay_out(Size(*size), look), Frame(board, highlights=highlights or Highlights()), look
    )
    return canvas


@pytest.mark.parametrize("size", BOARDS)
def test_every_place_lies_on_the_canvas(size: tuple[int, int]) -> None:
    places = lay_out(*size).places.values()
    assert all(Region(0, 0, *size).contains_region(region) for region in places)


@pytest.mark.parametrize("size", BOARDS[:5])
def test_a_larger_cup_is_wider_and_higher_and_shows_its_size(size: tuple[int, int]) -> None:
    layout = lay_out(*size)
    cups = [layout.cup(number) for number in range(1, 5)]
    assert all(small[0] < large[0] and small[1] < large[1] for small, large in pairwise(cups))
    for number in range(1, 5):
        canvas = painted(Board(((2 * number,), *[()] * 15), (0,) * 6), size, FELT)
        x, y, wide, tall = layout.places[0]
        seen = [
            canvas.letters[line].get(at, " ")[0] for line in range(y, y + tall) for at in range(x, x + wide)
        ]
        assert "".join(seen).split() == [str(number)]


def test_what_is_covered_shows_unless_it_is_to_be_remembered() -> None:
    below = FELT.pieces(SIDES)[1]
    board = Board(((3, 8), *[()] * 15), (0,) * 6)
    pixels = {colour for row in painted(board, (56, 22), FELT).pixels for colour in row}
    assert below in pixels
    canvas = painted(board, (56, 22), FELT, Highlights(notes={0: COVERED}))
    pixels = {colour for row in canvas.pixels for colour in row}
    assert below not in pixels
    assert UNKNOWN in pixels


async def test_a_table_of_memory_hides_what_is_covered(arcade: MakeArcade) -> None:
    record = FRIENDS + '[Rules "rogers"][Memory "on"] W1A1 K1B1 W1A2 K1C1 A1A3 K1C2 A3A2'
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert table(pilot).board.highlights.notes == {NUMBERS["A2"]: COVERED}


def test_marks_stand_out_from_light_wood() -> None:
    look = on_board(Look.of(BLOCKS, THEMES[1]))
    for mark in (look.target, look.flash, look.trace, look.threat, look.cursor):
        assert all(contrast(mark, wood) >= 3 for wood in LIGHT)


@pytest.mark.parametrize(
    ("size", "full"), [((56, 22), "W1 4321"), ((36, 16), "W1"), ((166, 58), "W1 4 3 2 1")]
)
def test_a_stack_bears_its_name_and_its_sizes_in_one_style_to_the_last(
    size: tuple[int, int], full: str
) -> None:
    layout, look = lay_out(*size), Look.of(BLOCKS, THEMES[0])
    place = STACKS[0][0]
    region = layout.places[place]
    for left in range(4, 0, -1):
        board = Board(tuple(() for _ in range(16)), (left, 4, 4, 4, 4, 4))
        view, canvas = GobbletBoard(board), Canvas(*size, look.ground)
        view.paint(canvas, layout, Frame(board, turn=0), look)
        row = canvas.letters[region.bottom]
        words = "".join(row.get(x, " ")[0] for x in range(region.x, region.right)).strip()
        sizes = full[full.rindex(str(left)) :] if " " in full else ""
        assert words == f"W1 {sizes}".strip()


def test_sides_are_called_as_they_are_seen() -> None:
    called = [VIEWS["gobblet"].side_names(Look.of(BLOCKS, theme)) for theme in THEMES[:3]]
    assert called == [("White", "Purple"), ("White", "Brown"), ("White", "Blue")]
    assert VIEWS["gobblet"].side_names(Look.of(BLOCKS, THEMES[0], coloured=False)) == ("White", "Black")
