"""Egg Carton played at its table, by keys and mouse."""

from __future__ import annotations

import pytest

from marbles_tui.tui.app import Arcade
from tests.at_table import table
from tests.tui.conftest import MakeArcade
from tests.tui.egg_tables import SOURCE
from tests.tui.waiting import opened, press, settle


@pytest.mark.parametrize(("late", "moves"), [(0.0, True), (1.0, False)])
async def test_nothing_moves_where_others_wait_too_long(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, late: float, moves: bool
) -> None:
    monkeypatch.setattr(Arcade, "late", late)
    async with opened(arcade(SOURCE, speed=6)) as pilot:
        await press(pilot, "c")
        assert table(pilot).animator.showing == moves
        assert moves or table(pilot).match.plies == 1


async def test_resizing_in_the_middle_of_a_show_is_harmless(arcade: MakeArcade) -> None:
    async with opened(arcade(SOURCE, speed=5)) as pilot:
        await pilot.press("a")
        for size in ((120, 40), (30, 10), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await press(pilot, "enter")
        assert table(pilot).board.frame.board == table(pilot).match.position.board


async def test_the_speed_changes_live_and_is_kept(arcade: MakeArcade) -> None:
    app = arcade(SOURCE, speed=3)
    async with opened(app) as pilot:
        await pilot.press("minus")
        assert app.settings.speed == 4
        await pilot.press("plus", "plus")
        assert app.settings.speed == 2


async def test_what_is_pasted_plays_nothing(arcade: MakeArcade) -> None:
    from textual.events import Paste

    async with opened(arcade(SOURCE)) as pilot:
        pilot.app.screen.post_message(Paste("a\rb\rc"))
        await settle(pilot)
        await press(pilot, "b", "c")
        assert not table(pilot).match.moves
