"""What helps to choose: all values in a row, keys in the menu, the board of the match pointed at."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, Seat
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.kit.lines import TopLine
from marbles_tui.tui.kit.look import SKINS, Skin
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.table.beside import Seats
from tests.tui.conftest import MakeArcade
from tests.tui.shelf import fill, open_library
from tests.tui.waiting import click, opened, press, settle

PAIR = '[Game "abacus"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n\n1. a1b2'


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("orbit", "orbit · speed ▮▮▮▮▮▮ instant"),
        ("orbit · not saved yet", "orbit · not saved yet"),
        (40 * "x", "speed ▮▮▮▮▮▮ instant"),
    ],
)
async def test_the_speed_makes_room_for_the_note_of_a_match(
    arcade: MakeArcade, note: str, shown: str
) -> None:
    async with opened(arcade('[Game "getaway"]'), (60, 18)) as pilot:
        line = pilot.app.screen.query_one(TopLine)
        line.note = note
        assert " ".join(str(line.render()).split()) == f"Gary's Great Getaway {shown}"


async def test_the_library_shows_the_board_of_the_match_pointed_at(arcade: MakeArcade) -> None:
    fill(2)
    app = arcade()
    async with app.run_test(size=(120, 40)) as pilot:
        await open_library(pilot)
        shown = []
        for _ in range(2):
            await app.workers.wait_for_complete()
            await settle(pilot)
            shown.append(type(app.screen.query_one(SmallBoard).board))
            await pilot.press("down")
        assert shown == [type(Match.new(game).position.board) for game in (ABACUS, EGG_CARTON)]


@pytest.mark.parametrize("width", [24, 34])
async def test_beside_a_board_seats_stand_one_below_the_other(arcade: MakeArcade, width: int) -> None:
    app = arcade(PAIR)
    async with opened(app, (80, 24) if width == 24 else (120, 40)):
        seats = app.screen.query_one(Seats)
        seats.match = Match.new(app.games[0], seats=[Seat("Ann"), Seat("Automaton", "computer novice")])
        seats.notes = ()
        lines = str(seats.render()).splitlines()
        assert [line.split()[-1] for line in lines if "A" in line][:1] == ["Ann"]
        assert all(len(line) <= seats.content_size.width for line in lines)


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: skin.key)
def test_marks_differ_by_their_shape_alone(skin: Skin) -> None:
    assert len({box[0] for box in (skin.traced, skin.endangered, skin.box, skin.bright)}) == 4


async def test_a_value_too_long_for_its_row_leaves_its_arrow_in_sight(arcade: MakeArcade) -> None:
    async with opened(arcade(), (60, 18)) as pilot:
        pilot.app.push_screen(Editor(draft_of("smugglers")))
        await settle(pilot)
        await press(pilot, "down")
        row = pilot.app.screen.query_one("#kind", Filters)
        shown = str(row.render()).splitlines()[0]
        assert "treasure" in shown
        assert cell_len(shown) <= row.content_size.width
        await click(pilot, "#kind", offset=(shown.index("▶"), 0))
        assert row.only == "teleporter"


async def test_seats_take_no_more_lines_than_they_need(arcade: MakeArcade) -> None:
    """Also in a window that was wide, and the seats in a column beside the moves."""
    record = '[Game "egg-carton"][Player2 "Amateur"][Seat2 "computer amateur"][Rated "no"] A'
    async with opened(arcade(record), (120, 40)) as pilot:
        await pilot.press("y")
        for size in ((300, 100), (80, 12), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert pilot.app.screen.query_one(Seats).region.height == 1
