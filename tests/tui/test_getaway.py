"""Gary's Great Getaway played at its table, by keys and mouse."""

from __future__ import annotations

import pytest
from rich.text import Text
from textual.geometry import Offset, Region, Size
from textual.pilot import Pilot

from marbles_tui.core.boards import board_text
from marbles_tui.games.getaway import Board, Journey, read_board
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
from marbles_tui.tui.games.getaway.screen import GetawayScreen
from marbles_tui.tui.games.getaway.signs import describe, effect, otherwise, price
from marbles_tui.tui.games.getaway.toll import TollBox, buttons, toll_offer
from marbles_tui.tui.match.question import QuestionDialog
from marbles_tui.tui.screens.setup import SetUp
from marbles_tui.tui.setup.seats_picker import SeatsPicker
from marbles_tui.tui.widgets.panels import EndPanel, KeyLine, Moves, Seats, Status
from marbles_tui.tui.widgets.panels.story import Story, hanging
from tests.tui.conftest import MakeArcade, ending, match_of
from tests.tui.records import TOLL
from tests.tui.waiting import screen_text, settle, until

PAWN = as_text(LARGE, plain=False)[:3]
"""All but the foot, where the number stands."""

FRIENDS = '[Game "getaway"][Player1 "Ann"][Player2 "Ben"]'
SHORT = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 6 3
% Start :
% Inn : R F 1
% Castle :

"""


def table(pilot: Pilot[None]) -> GetawayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GetawayScreen)
    return screen


def moves(pilot: Pilot[None]) -> list[str]:
    return [str(move) for move in table(pilot).match.moves]


def story(pilot: Pilot[None]) -> str:
    return " ".join(strip.text.strip() for strip in table(pilot).query_one(Story).lines)


def prompt(pilot: Pilot[None]) -> str:
    return table(pilot).query_one(Status).prompt


def gary() -> Board:
    board = read_board(board_text("getaway", "gary")).board
    assert board
    return board


# Playing


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_a_key_rolls_the_die(arcade: MakeArcade, key: str) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert prompt(pilot) == "Ann: roll the die."
        await pilot.press(key)
        await settle(pilot)
        assert moves(pilot)[0].startswith("*")
        assert "1  Ann rolls" in story(pilot)
        assert prompt(pilot) == "Ben: roll the die."


async def test_a_click_on_the_die_rolls_it(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        board = table(pilot).query_one(GetawayBoard)
        die = board.lay_out(board.size, pilot.app.look).die  # type: ignore[attr-defined]
        await pilot.click(GetawayBoard, offset=Offset(die.x + 2, die.y + 1))
        await settle(pilot)
        assert len(moves(pilot)) >= 1


async def test_a_click_on_a_square_rolls_nothing_and_says_why(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.click(GetawayBoard, offset=Offset(8, 2))
        await settle(pilot)
        assert moves(pilot) == []
        assert table(pilot).query_one(Status).said == "The die decides: roll it."


async def test_one_key_rolls_for_everybody_to_the_end(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        await until(pilot, lambda: table(pilot).match.result and table(pilot).query(EndPanel), "the banner")
        assert table(pilot).match.result
        assert "Game Over" in story(pilot)
        assert table(pilot).query(EndPanel)
        await pilot.press("u")
        await settle(pilot)
        assert not table(pilot).query(EndPanel)


@pytest.mark.parametrize(
    ("key", "word", "said"),
    [
        ("t", "pay", " left"),
        ("b", "go", "does not pay"),
    ],
)
async def test_a_toll_is_paid_or_not_by_a_key(arcade: MakeArcade, key: str, word: str, said: str) -> None:
    async with arcade(TOLL).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert prompt(pilot) == "Ann: t pays, b goes back 1."
        await pilot.press(key)
        await settle(pilot)
        assert moves(pilot) == ["*2", word]
        assert said in story(pilot)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
@pytest.mark.parametrize("word", ["pay", "go"])
async def test_a_toll_is_paid_by_a_click_on_its_button(
    arcade: MakeArcade, size: tuple[int, int], word: str
) -> None:
    async with arcade(TOLL).run_test(size=size) as pilot:
        await settle(pilot)
        box = table(pilot).query_one(TollBox)
        laid = buttons(*box.content_size)
        assert (laid.pay.size, laid.pay.y) == (laid.go.size, laid.go.y)
        await pilot.click(TollBox, offset=(laid.pay if word == "pay" else laid.go).offset)
        await settle(pilot)
        assert moves(pilot) == ["*2", word]
        assert not box.display


async def test_keys_that_roll_decide_no_toll(arcade: MakeArcade) -> None:
    async with arcade(TOLL).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("right", "space", "enter")
        board = table(pilot).query_one(GetawayBoard)
        gate = board.lay_out(board.size, pilot.app.look).tile(2)  # type: ignore[attr-defined]
        await pilot.click(GetawayBoard, offset=Offset(gate.x + 2, gate.y + 1))
        await settle(pilot)
        assert moves(pilot) == ["*2"]
        assert table(pilot).query_one(Status).said == "Only t, b or a button decides."


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
async def test_the_box_of_a_toll_lies_below_the_road(arcade: MakeArcade, size: tuple[int, int]) -> None:
    async with arcade(TOLL).run_test(size=size) as pilot:
        await settle(pilot)
        board, box = table(pilot).query_one(GetawayBoard), table(pilot).query_one(TollBox)
        assert box.display
        squares = [place for square, place in board._current_layout().places.items() if square < 5]
        assert box.region.y >= board.content_region.y + max(place.bottom for place in squares)
        assert board.content_region.contains_region(box.region)


def test_a_toll_tells_price_purse_and_both_outcomes() -> None:
    position = match_of(TOLL).position
    assert isinstance(position, Journey)
    offer = toll_offer(position)
    assert (offer.where, offer.price) == ("2 Gate", "the toll: 5 gold")
    assert offer.pay.deeds[0] == "Pay 5 gold"
    assert offer.pay.afters[0] == "20 → 15 gold, stay on 2"
    assert offer.go.deeds == ("Go back 1 to Path", "Go back 1")
    assert offer.go.afters[0] == "keep 20 gold, to 1"


def test_a_toll_tells_each_stage_of_the_way_or_where_it_ends() -> None:
    record = TOLL.replace("Path : S F 1", "Path : T F 2")
    position = match_of(record).position
    assert isinstance(position, Journey)
    assert toll_offer(position).go.afters == (
        "keep 20 gold, to 1, then 3",
        "keep 20, to 1, then 3",
        "to 1, then 3",
        "to 3",
    )


async def test_p_pauses_also_at_a_toll_and_space_only_goes_on(arcade: MakeArcade) -> None:
    async with arcade(TOLL).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("p")
        await settle(pilot)
        assert table(pilot).paused
        assert prompt(pilot) == "Paused: Space or p goes on."
        await pilot.press("space")
        await settle(pilot)
        assert not table(pilot).paused
        assert moves(pilot) == ["*2"]
        await pilot.press("t", "p", "space")
        await settle(pilot)
        assert not table(pilot).paused
        assert moves(pilot) == ["*2", "pay"]


async def test_a_toll_says_that_the_die_rolls_on_by_itself(arcade: MakeArcade) -> None:
    async with arcade(TOLL).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "a" not in [key.key for key in table(pilot).query_one(KeyLine).keys]
        await pilot.press("a")
        assert "stop roll for all" in [key.does for key in table(pilot).query_one(KeyLine).keys]
        assert table(pilot).query_one(TollBox).rolls_on
        assert prompt(pilot) == "Ann: t pays, b goes back 1. Then the die rolls on by itself."
        await pilot.press("a")
        assert table(pilot).query_one(Status).said == "The die no longer rolls by itself: Space rolls it."
        assert not table(pilot).query_one(TollBox).rolls_on


async def test_no_toll_no_decision(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        assert table(pilot).query_one(Status).said == "There is no toll to pay now."
        await pilot.press("s")
        assert table(pilot).query_one(Status).said == "The die decides."


async def test_a_turn_of_the_story_has_its_gold_at_the_right_edge(arcade: MakeArcade) -> None:
    async with arcade(TOLL).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        await settle(pilot)
        shown = table(pilot).query_one(Story)
        told = [strip.text for strip in shown.lines]
        assert told[1].startswith("── round 1 ─")
        paid = next(line for line in told if " left" in line)
        assert paid.endswith("-5 ¤")
        assert len(paid) == shown.scrollable_content_region.width
        header = next(at for at, line in enumerate(told) if " 1  Ann rolls" in line)
        assert not told[header - 1].strip()


async def test_undo_takes_the_story_back(arcade: MakeArcade) -> None:
    async with arcade(TOLL).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert moves(pilot) == ["*2"]
        assert " left" not in story(pilot)
        assert "→ 2 Gate" in story(pilot)


async def test_undo_goes_back_to_a_roll_and_the_die_can_be_rolled_again(arcade: MakeArcade) -> None:
    record = FRIENDS + '[Setup "smugglers"]\n\n*1 *4 *8'
    async with arcade(record).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert moves(pilot) == ["*1"]
        assert prompt(pilot) == "Ben: roll the die."
        await pilot.press("r")
        await settle(pilot)
        assert moves(pilot) == ["*1", "*4", "*8"]
        await pilot.press("u", "u")
        await settle(pilot)
        assert moves(pilot) == []
        await pilot.press("space")
        await settle(pilot)
        assert moves(pilot)
        assert not table(pilot).paused


async def test_undo_stops_a_die_that_rolls_by_itself(arcade: MakeArcade) -> None:
    async with arcade(SHORT).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        await settle(pilot)
        assert table(pilot).match.result
        await pilot.press("u")
        await settle(pilot)
        assert table(pilot).match.result is None
        assert prompt(pilot).endswith("roll the die.")


async def test_the_die_lies_as_it_fell_while_the_pawn_walks(arcade: MakeArcade) -> None:
    async with arcade(FRIENDS + '[Setup "smugglers"]', speed=6).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("space")
        await settle(pilot)
        board = table(pilot).board
        assert table(pilot).animator.showing
        rolled = str(table(pilot).match.moves[0]).removeprefix("*")
        assert board.highlights.notes == {28: rolled}


HELD = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 2 4
% Start :
% Cave : X E 6 : Sword
% Inn : R F 1
% Castle :

*1
"""
COMPUTER = '[Seat2 "computer automatic"]'


@pytest.mark.parametrize("computer", [False, True], ids=["a friend", "a computer"])
async def test_a_game_that_can_never_end_says_so_and_ends_as_a_draw(
    arcade: MakeArcade, computer: bool
) -> None:
    text = HELD.replace("[Player2", f"{COMPUTER}[Player2") if computer else HELD
    text += "*1\n"
    async with arcade(text).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "a question")
        assert isinstance(pilot.app.screen, QuestionDialog)
        assert "square 1 waits for a 6, and the die has 2 sides" in pilot.app.screen.text
        await pilot.press("n")
        await until(pilot, lambda: "never end" in prompt(pilot), "the reason")
        await pilot.press("space")
        await until(pilot, lambda: len(moves(pilot)) > 2, "a roll")
        await pilot.press("u")
        await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "a question")
        await pilot.press("y")
        if not computer:
            await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "a question")
            await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, GetawayScreen), "the table")
        await until(pilot, lambda: table(pilot).match.result is not None, "the end")
        result = table(pilot).match.result
        assert result
        assert (result.winners, result.reason) == ((), "agreed")


def test_a_narrow_board_has_three_squares_in_a_row() -> None:
    assert lay_out(36, 16, 28, 0).across == 3


async def test_seats_tell_what_everybody_has(arcade: MakeArcade) -> None:
    record = FRIENDS + '[Setup "smugglers"]\n\n*3 *1'
    async with arcade(record).run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert table(pilot).query_one(Seats).notes == ("25 ¤\nDark Lantern", "31 ¤")
        assert not table(pilot).query(Moves)


async def test_two_travel_unless_another_number_is_chosen(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("3", "enter")
        await settle(pilot)
        assert len(table(pilot).match.seats) == 2


async def test_six_can_be_set_up(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("3")
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, SetUp)
        await pilot.press(*"++++", *"++")  # six at most
        await settle(pilot)
        assert screen.query_one(SeatsPicker).count == 6
        await pilot.press("enter")
        await settle(pilot)
        assert len(table(pilot).match.seats) == 6
        assert len(table(pilot).query_one(Seats).notes) == 6


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
