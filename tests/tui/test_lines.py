"""What is drawn, and kept, of a screen: no more than is seen."""

from __future__ import annotations

from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.color import Color
from textual.events import Resize
from textual.geometry import Size
from textual.strip import Strip

from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.screens.game_menu import GameMenu
from marbles_tui.tui.widgets.panels import KeyLine
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, settle, until

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


async def test_a_screen_that_is_left_keeps_no_lines(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        await press(pilot, "question_mark")
        left = [app.screen, *app.screen.query("*")]
        assert any(widget._styles_cache._cache for widget in left if isinstance(widget, KeyLine))
        await press(pilot, "escape")
        await until(
            pilot, lambda: not any(widget._styles_cache._cache for widget in left), "no lines are kept"
        )


async def test_a_line_in_which_nothing_changes_is_not_copied(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app):
        (chain,) = app.get_line_filters()
        ground = Color.parse("#202020")
        true, ansi = Style.parse("#ff8800 on #202020"), Style.parse("red")
        plain = Strip([Segment("a ▀▀ é", true), Segment(" ", None)])
        assert plain.apply_filter(chain, ground) is plain.apply_filter(chain, ground) is plain
        coloured = Strip([Segment("a", ansi)]).apply_filter(chain, ground)
        assert [style and style.color and style.color.triplet for _, style, _ in coloured] != [None]
        assert Strip([Segment("a\x1b[2Jb", true)]).apply_filter(chain, ground).text.isprintable()
