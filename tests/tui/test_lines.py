"""What is drawn, and kept, of a screen: no more than is seen."""

from __future__ import annotations

from typing import Any

import pytest
from textual._compositor import LayoutUpdate
from textual.events import Resize
from textual.geometry import Size

from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.pages.menu import Menu
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, settle, until

pytestmark = pytest.mark.sent

TABLE = '[Game "egg-carton"]'


async def test_a_hidden_screen_is_not_drawn(arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch) -> None:
    app = arcade(TABLE)
    drawn: list[Any] = []
    async with opened(app) as pilot:
        menu = next(screen for screen in app.screen_stack if isinstance(screen, Menu))
        assert not menu.is_current
        monkeypatch.setattr(app, "_display", lambda *given: drawn.append(given))
        for widget in menu.query("*"):
            widget.refresh()
        await settle(pilot)
        assert drawn == []


@pytest.mark.parametrize("sizes", [[(80, 12), (80, 24)], [(80, 24)]])
async def test_what_the_terminal_has_cut_off_is_drawn_again(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, sizes: list[tuple[int, int]]
) -> None:
    """The window is as large as before when the arcade hears of it, once or twice."""
    app = arcade(TABLE)
    async with opened(app) as pilot:
        drawn: list[Any] = []
        monkeypatch.setattr(app, "_display", lambda screen, update: drawn.append(update))
        for size in sizes:
            app.post_message(Resize(Size(*size), Size(*size)))
        await until(pilot, lambda: any(isinstance(update, LayoutUpdate) for update in drawn), "all of it")


async def test_what_shines_through_is_drawn(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        table = app.screen
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, GameMenu), "the game's menu")
        assert table.is_current
