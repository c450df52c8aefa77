"""Gobblet played at its table, and matches gone on with by paste."""

from __future__ import annotations

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from marbles_tui.games.gobblet.position import NUMBERS
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.look import BLOCKS, THEMES, Look
from marbles_tui.tui.table.beside import Status
from tests.at_table import table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, settle

FRIENDS = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'
THREE = FRIENDS + " W1A1 K1B1 W2A2 K2B2 W3A3 K3C1"


async def click(pilot: Pilot[None], name: str) -> None:
    board = table(pilot).board
    region = board.places()[NUMBERS[name]]
    await pilot.click("#board", offset=(region.x + region.width // 2, region.y + region.height // 2))
    await settle(pilot)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_why_a_pick_is_refused_can_be_read_to_its_end(
    arcade: MakeArcade, size: tuple[int, int]
) -> None:
    async with opened(arcade(FRIENDS), size) as pilot:
        await press(pilot, "1", "b", "2")
        await press(pilot, "1", "b", "2")
        lines = (
            table(pilot).query_one(Status).render_lines(Region(0, 0, *table(pilot).query_one(Status).size))
        )
        shown = " ".join(" ".join(strip.text for strip in lines).split())
        assert "cover one of Ann's three in a line." in shown


def test_sides_are_called_as_they_are_seen() -> None:
    called = [VIEWS["gobblet"].side_names(Look.of(BLOCKS, theme)) for theme in THEMES[:3]]
    assert called == [("White", "Purple"), ("White", "Brown"), ("White", "Blue")]
    assert VIEWS["gobblet"].side_names(Look.of(BLOCKS, THEMES[0], coloured=False)) == ("White", "Black")
