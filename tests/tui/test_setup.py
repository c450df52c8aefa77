"""The set-up: a board, three choices in front, everything else folded away; Enter plays."""

from __future__ import annotations

import re

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input, Label, Static

from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match
from marbles_tui.play.match import HUMAN
from marbles_tui.store import MatchStore
from marbles_tui.tui.games.getaway.road import Road
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.puzzles.made import NOT_IN_ONE_TURN, open_one_turn
from marbles_tui.tui.screens.match import MatchScreen
from marbles_tui.tui.screens.menu import Menu
from marbles_tui.tui.screens.puzzle import PuzzleScreen
from marbles_tui.tui.screens.setup import SetUp
from marbles_tui.tui.setup.more import MoreOptions
from marbles_tui.tui.setup.picker import Picker
from marbles_tui.tui.setup.plan import CHANCE_BEGINS
from marbles_tui.tui.setup.play_button import PlayButton
from marbles_tui.tui.setup.seats_picker import SeatsPicker
from marbles_tui.tui.setup.sheet import SHEET
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.preview import Preview
from tests.tui.conftest import MakeArcade, match_of, notices
from tests.tui.waiting import screen_text, settle, until

GAME = {game.key: game for game in GAMES}
SIZES = [(60, 18), (80, 24), (109, 40), (110, 36), (200, 60)]
"""The smallest, the usual, those on both sides of where cards are laid out, and a large one."""
LOST = '[Game "egg-carton"][Player1 "Ann"][Seat2 "computer novice"][Player2 "Novice"][Result "0-1"] A #1'


async def set_up(pilot: Pilot[None], key: str) -> SetUp:
    pilot.app.set_up(GAME[key])  # type: ignore[attr-defined]
    await settle(pilot)
    assert isinstance(pilot.app.screen, SetUp)
    return pilot.app.screen


def table(pilot: Pilot[None]) -> MatchScreen:
    assert isinstance(pilot.app.screen, MatchScreen)
    return pilot.app.screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", list(GAME))
async def test_play_and_the_choices_are_always_on_the_screen(
    arcade: MakeArcade, size: tuple[int, int], key: str
) -> None:
    async with arcade().run_test(size=size) as pilot:
        form = await set_up(pilot, key)
        for _ in ("folded", "unfolded"):
            for widget in (*form.query("#choices Picker"), form.query_one(PlayButton)):
                assert widget.region.width > 10
                assert form.region.contains_region(widget.region), f"{widget} is not on the screen"
            await pilot.press("o")
            await settle(pilot)
        for board in form.query(BoardView):
            assert not board.visible or form.region.contains_region(board.region)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_arrows_choose_and_enter_plays_from_anywhere(arcade: MakeArcade, size: tuple[int, int]) -> None:
    cards = size[0] >= 110
    along, across = ("down", "right") if cards else ("right", "down")
    async with arcade().run_test(size=size) as pilot:
        form = await set_up(pilot, "egg-carton")
        await pilot.press(along, across, along, "tab", along)
        await settle(pilot)
        assert form.query_one("#player-2", Choice).value == "amateur"
        assert form.query_one("#begins", Choice).value == "2"
        assert form.query_one("#start", Choice).value == "even"
        await pilot.press("enter")
        await settle(pilot)
        match = table(pilot).match
        assert [seat.level for seat in match.seats] == ["amateur", None]
        assert match.tag("Drawn") == "even"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_values_and_play_can_be_clicked(arcade: MakeArcade, size: tuple[int, int]) -> None:
    async with arcade().run_test(size=size) as pilot:
        form = await set_up(pilot, "abacus")
        opponent = form.query_one("#player-2", Picker)
        lines = [text.index("Novice") if "Novice" in text else -1 for text in screen_text(pilot).splitlines()]
        row = next(y for y, x in enumerate(lines) if x >= 0 and y >= opponent.region.y)
        await pilot.click(offset=(lines[row] + 1, row))
        await settle(pilot)
        assert opponent.value == "novice"
        await pilot.click(PlayButton)
        await settle(pilot)
        assert table(pilot).match.seats[1].level == "novice"


async def test_the_whole_choice_is_said(arcade: MakeArcade) -> None:
    async with arcade(name="Ann").run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "egg-carton")
        said = form.query_one("#said", Static)
        assert (
            str(said.render()) == "Ann against Novice. Ann begins. Classic start. Rated: win +98, lose -304."
        )
        form.query_one("#begins", Choice).value = CHANCE_BEGINS
        form.query_one("#player-2", Choice).value = HUMAN
        await settle(pilot)
        assert str(said.render()) == "Ann against Player 2. Who begins is random. Classic start."
        form = await set_up(pilot, "getaway")
        said = form.query_one("#said", Static)
        assert str(said.render()) == (
            "Ann against Mabel. Ann begins. Smugglers' Coast. Not rated: dice decide."
        )


async def test_what_was_done_against_a_level_stands_beside_it(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    for _ in range(2):
        store.begin(match_of(LOST))
    store.close()
    async with arcade(name="Ann").run_test(size=(120, 40)) as pilot:
        form = await set_up(pilot, "egg-carton")
        await until(pilot, lambda: "won 0 of 2" in screen_text(pilot), "the record against Novice")
        assert "not met yet" in screen_text(pilot)
        assert form.query_one("#player-2", Picker).value == "novice"


async def test_options_are_folded_marked_and_set_back(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        form = await set_up(pilot, "getaway")
        more = form.query_one(MoreOptions)
        assert not more.display
        toll = form.query_one("#option-toll", Choice)
        assert (toll.value, more.changed) == ("choose", [])
        await pilot.press("o")
        await settle(pilot)
        assert more.display
        toll.value = "pay"
        form.query_one("#option-sides", Input).value = "8"
        await settle(pilot)
        assert "2 changed   r resets all" in screen_text(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert pilot.app.screen is form
        assert not more.display
        assert "Tolls, Die" in screen_text(pilot)
        await pilot.press("r")
        await settle(pilot)
        assert (toll.value, more.changed) == ("choose", [])
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Menu)


async def test_tolls_are_chosen_unless_something_else_is(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "getaway")
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).match.options["toll"] == "choose"
        form = await set_up(pilot, "getaway")
        form.query_one("#option-toll", Choice).value = "pay"
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).match.options["toll"] == "pay"
        assert "Toll" not in str(table(pilot).match)


async def test_one_traveller_is_asked_neither_who_begins_nor_for_a_series(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        form = await set_up(pilot, "getaway")
        form.query_one("#mode", Choice).value = "series"
        await pilot.press("-")
        await settle(pilot)
        assert not form.query_one("#begins").display
        await pilot.press("o")
        await settle(pilot)
        assert not form.query_one("#mode").display
        await pilot.press("enter")
        await settle(pilot)
        match = table(pilot).match
        assert len(match.seats) == 1
        assert not match.tag("Series")


async def test_space_changes_who_sits_on_a_seat(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "getaway")
        seats = form.query_one(SeatsPicker)
        await pilot.press("+", "3", "space")
        await settle(pilot)
        assert seats.chosen.note == "computer"
        assert seats.chosen.title == "Otto"
        assert seats.chosen.about.startswith("Careful. Weighs")
        assert "h: human" in screen_text(pilot)
        await pilot.press("h")
        await settle(pilot)
        assert seats.chosen.note == "human"
        await pilot.press("h", "space", "space", "space", "space")
        await settle(pilot)
        assert seats.chosen.note == "human"
        assert "h: computer" in screen_text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert [seat.level for seat in table(pilot).match.seats] == [None, "automatic", None]


async def test_touch_move_belongs_to_the_official_rules(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        form = await set_up(pilot, "gobblet")
        form.query_one("#option-touch", Choice).value = "on"
        await pilot.press("o")
        await settle(pilot)
        assert form.query_one("#option-touch").display
        form.query_one("#option-rules", Choice).value = "rogers"
        await settle(pilot)
        assert not form.query_one("#option-touch").display
        await pilot.press("enter")
        await settle(pilot)
        assert table(pilot).match.options == {"rules": "rogers", "touch": "off", "memory": "off"}


async def test_a_puzzle_is_a_start(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "egg-carton")
        form.query_one("#start", Choice).value = "goal-puzzle"
        await settle(pilot)
        assert not form.query_one("#player-2").display
        assert not form.query_one("#begins").display
        await pilot.press("o", "o")
        await settle(pilot)
        assert isinstance(form.focused, Picker)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen), "the puzzle")
        await settle(pilot)
        assert "Win in this turn." in screen_text(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Menu)


async def test_a_start_that_cannot_be_won_in_one_turn_is_no_puzzle(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "egg-carton")
        no_way = Match.new(EGG_CARTON, setup="1,0,0,0,0,1/1,1,1,1,1,1/0,0/1")
        await open_one_turn(pilot.app, EGG_CARTON, no_way)  # type: ignore[arg-type]
        await settle(pilot)
        assert notices(pilot) == [NOT_IN_ONE_TURN]
        assert pilot.app.screen is form


async def test_a_line_to_type_in_shows_that_it_has_the_focus(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "egg-carton")
        await pilot.press("o", "down", "down")
        await settle(pilot)
        line = form.query_one("#position", Input)
        assert form.focused is line
        assert not line.cursor_blink
        labels = {field.label.strip(): field.query_one(Label) for field in form.query(Field)}
        assert labels["Position"].rich_style.bold
        assert not labels["Your name"].rich_style.bold
        await pilot.press("up")
        await settle(pilot)
        assert labels["Your name"].rich_style.bold
        assert not labels["Position"].rich_style.bold


async def test_a_sentence_goes_before_the_note_beside_it(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "egg-carton")
        assert "As in 1992: three marbles in each of the twelve slots." in str(
            form.query_one("#start", Picker).render()
        )


async def test_all_ways_to_play_stand_side_by_side(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        await set_up(pilot, "egg-carton")
        await pilot.press("o")
        await settle(pilot)
        row = next(line for line in screen_text(pilot).splitlines() if "Games" in line)
        assert "one" in row
        assert "a series, taking turns" in row
        assert "a puzzle" in row


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("key", ["egg-carton", "abacus", "beadmaster"])
async def test_no_word_about_a_choice_is_cut(arcade: MakeArcade, size: tuple[int, int], key: str) -> None:
    async with arcade().run_test(size=size) as pilot:
        form = await set_up(pilot, key)
        for picker in form.query(Picker):
            for value, _ in picker.values:
                picker.value = value
                assert "…" not in str(picker.render()), value
            await pilot.pause()  # what a choice leads to may change the next picker


async def test_the_road_is_the_picture_of_a_board(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "getaway")
        road = form.query_one(Road)
        assert road.visible
        assert len(road.places()) == 28


async def test_a_start_that_is_decided_says_so_and_gives_way_to_a_fair_one(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "egg-carton")
        start, opponent = form.query_one("#start", Picker), form.query_one("#player-2", Choice)
        assert start.value == "classic"
        opponent.value = "perfect"
        await settle(pilot)
        assert start.value == "even"
        opponent.value = "amateur"
        await settle(pilot)
        assert start.value == "classic"
        start.value = "3"  # asked for, it stays
        opponent.value = "perfect"
        await settle(pilot)
        assert start.value == "3"
        assert "Going first wins from 3, and Perfect knows how." in screen_text(pilot)


async def test_letters_are_keys_in_the_options_until_a_line_is_picked(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("3")
        await settle(pilot)
        name = pilot.app.screen.query_one("#name-1", Input)
        before = name.value
        await pilot.press("o", "o")
        await settle(pilot)
        assert not pilot.app.screen.has_class("-more")
        await pilot.press("o")
        name.focus()
        await settle(pilot)
        assert "o fewer" not in screen_text(pilot)
        await pilot.press("o")
        assert name.value == before + "o"


@pytest.mark.parametrize("key", list(GAME))
async def test_the_smallest_window_has_room_for_the_board(arcade: MakeArcade, key: str) -> None:
    async with arcade().run_test(size=(60, 18)) as pilot:
        screen = await set_up(pilot, key)
        board = screen.query_one(Preview).query_one(BoardView)
        assert board.visible
        assert board.size.height >= 10
        places = board.places().values()
        assert all(Region(0, 0, *board.size).contains_region(place) for place in places)


async def test_in_a_low_window_too_one_click_chooses(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(60, 18)) as pilot:
        await set_up(pilot, "egg-carton")
        start = pilot.app.screen.query_one("#start", Picker)
        assert start.size.height == 1
        at = screen_text(pilot).splitlines()[start.region.y].index("Even")
        await pilot.click(offset=(at + 1, start.region.y))
        await settle(pilot)
        assert start.size.height == 2
        assert start.value == "even"


async def test_in_a_low_window_only_the_band_with_the_focus_tells_of_its_value(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(60, 18)) as pilot:
        await set_up(pilot, "abacus")
        assert "You make the first move." not in screen_text(pilot)
        await pilot.press("down")
        await settle(pilot)
        assert "You make the first move." in screen_text(pilot)


def test_all_that_looks_otherwise_beside_an_offered_lesson_is_named() -> None:
    told = set(re.findall(r"-offered (\S+)", SHEET))
    assert told == set(SetUp.BESIDE_OFFER.split(", "))
