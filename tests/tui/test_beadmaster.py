"""BeadMaster played at its table, by keys and mouse."""

from __future__ import annotations

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from marbles_tui.core.scene import Label
from marbles_tui.games.beadmaster.position import BeadGrid
from marbles_tui.tui.games.beadmaster.match import BeadMasterBoard
from marbles_tui.tui.table.beside import Status
from tests.at_table import moves, table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import click, opened, press

FRIENDS = '[Game "beadmaster"][Player1 "Ann"][Player2 "Ben"]'


REST = "0" * 28


SLIDING = FRIENDS + f'[Setup "2 1 0000000 0000000 1200000 1002002 0010200 {REST}"]'


def grid(pilot: Pilot[None]) -> BeadGrid:
    position = table(pilot).match.position
    assert isinstance(position, BeadGrid)
    return position


def prompt(pilot: Pilot[None]) -> str:
    return table(pilot).query_one(Status).prompt


@pytest.mark.parametrize(("name", "size"), [("h4", (60, 18)), ("v2", (120, 40))])
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
