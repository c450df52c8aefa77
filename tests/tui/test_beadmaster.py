"""BeadMaster played at its table, by keys and mouse."""

from __future__ import annotations

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from marbles_tui.core.scene import Label
from marbles_tui.games.beadmaster import BEADMASTER, Grid
from marbles_tui.games.beadmaster.position import End
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.table.beside import Status
from tests.at_table import moves, table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import click, opened, press

FRIENDS = '[Game "beadmaster"][Player1 "Ann"][Player2 "Ben"]'


PLACING = FRIENDS + '[Setup "0000000 0000000"]'


REST = "0" * 28


SLIDING = FRIENDS + f'[Setup "2 1 0000000 0000000 1200000 1002002 0010200 {REST}"]'


def grid(pilot: Pilot[None]) -> Grid:
    position = table(pilot).match.position
    assert isinstance(position, Grid)
    return position


def prompt(pilot: Pilot[None]) -> str:
    return table(pilot).query_one(Status).prompt


@pytest.mark.parametrize(("name", "size"), [("h4", (60, 18)), ("v2", (80, 24)), ("h4", (120, 40))])
async def test_a_bar_is_named_by_a_click(arcade: MakeArcade, size: tuple[int, int], name: str) -> None:
    async with opened(arcade(SLIDING), size) as pilot:
        board = table(pilot).board
        labels = [item for item in board.scene().items if isinstance(item, Label) and item.text == name]
        x, y = board.view().cell(labels[0].at)
        await click(pilot, "#board", offset=(int(x), int(y)))
        assert table(pilot).picking.typed == name
        assert moves(pilot) == []
        await press(pilot, "o")
        assert moves(pilot) == [f"{name}o"]


async def test_the_cursor_goes_round_the_frame_and_shows_what_falls(arcade: MakeArcade) -> None:
    async with opened(arcade(SLIDING)) as pilot:
        await press(pilot, "right", "down")
        assert prompt(pilot) == "h2o: Ann loses A2, Ben loses D2, G2."
        await pilot.press("up", "up")
        assert table(pilot).board.cursor == End(13, -1).cell
        await press(pilot, "down", "enter")
        assert moves(pilot) == ["v7o"]


async def test_beads_place_themselves_where_one_slide_does_not_drop_them(arcade: MakeArcade) -> None:
    async with opened(arcade(PLACING)) as pilot:
        await press(pilot, "x")
        position = grid(pilot)
        assert not position.placing
        assert len(moves(pilot)) == 10
        assert not BEADMASTER.threats(position)
        await pilot.press("x")
        assert table(pilot).query_one(Status).said == "All beads are placed."


async def test_the_set_up_takes_two_to_four_players(arcade: MakeArcade) -> None:
    async with opened(arcade(), (120, 40)) as pilot:
        await press(pilot, "4")
        screen = pilot.app.screen
        assert isinstance(screen, SetUp)
        assert len(screen.form.players) == 2
        await press(pilot, "-", "+", "+", "+")  # from two to four
        assert len(screen.form.players) == 4
        await press(pilot, "enter")
        match = table(pilot).match
        assert len(match.seats) == 4
        assert match.options == {"quiet": "60", "players": "4"}
        assert [seat.level for seat in match.seats] == [None, "beginner", "beginner", "beginner"]


@pytest.mark.long
async def test_a_rule_with_many_values_is_typed_and_checked(arcade: MakeArcade) -> None:
    async with opened(arcade(), (120, 40)) as pilot:
        await press(pilot, "4")
        await press(pilot, "o", "down", "tab", "5", "0", "0", "0", "enter")
        assert isinstance(pilot.app.screen, SetUp)
        assert "option quiet takes 0 to 1000" in str(pilot.app.screen.query_one("#said").render())
        await press(pilot, *["backspace"] * 4, "enter")
        assert table(pilot).match.options["quiet"] == "60"


async def test_without_colour_red_and_blue_differ_by_their_signs(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(arcade(SLIDING)) as pilot:
        board = pilot.app.screen.query_one(BeadMasterBoard)
        shown = "".join(strip.text for strip in board.render_lines(Region(0, 0, *board.size)))
        assert "│  │" in shown
        assert "───" in shown
        assert {"▓", "░"} < set(shown)  # ends that are filled, and holed ones
