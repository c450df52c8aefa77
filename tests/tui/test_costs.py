"""What is not done again: rules of style, texts of the help, and drawing what is not seen or has not changed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from marbles_tui.tui.app import Arcade
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.colour import style
from marbles_tui.tui.kit.palette256 import nearest, show_in_256
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.help import Inks, lines_of
from marbles_tui.tui.pages.settings import SettingsPage
from marbles_tui.tui.textual_patches.parsed_rules import share_rules
from marbles_tui.tui.textual_patches.seen_parts import render_what_is_seen
from marbles_tui.tui.textual_patches.shared_process import ColourSystem, tell_terminals_apart
from tests.tui.conftest import MakeArcade, menu_of
from tests.tui.waiting import PATIENCE, opened, press, settle, until

pytestmark = pytest.mark.sent

render_what_is_seen()
share_rules()


class Lines(Widget):
    """A widget that remembers which of its lines were asked for."""

    DEFAULT_CSS = "Lines { height: 1fr; color: $text; }  Lines.loud { color: $error; }"

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.asked: list[int] = []

    def render_line(self, y: int) -> Strip:
        """Its number."""
        self.asked.append(y)
        return Strip.blank(self.size.width)


class Around(Vertical):
    """A container that remembers how often it was drawn."""

    drawn = 0

    def render_lines(self, crop: Region) -> list[Strip]:
        """As any other."""
        self.drawn += 1
        return super().render_lines(crop)


class Two(App[None]):
    """One widget above another."""

    def compose(self) -> ComposeResult:
        """Both in a container that they cover."""
        with Around():
            yield Lines("above")
            yield Lines("below")


async def test_only_what_has_changed_is_drawn() -> None:
    app = Two()
    async with app.run_test(size=(20, 8)) as pilot:
        await pilot.pause()
        above, below, around = (
            app.query_one("#above", Lines),
            app.query_one("#below", Lines),
            app.query_one(Around),
        )
        assert around.drawn == 0
        above.asked.clear()
        below.asked.clear()
        below.refresh(Region(3, 2, 4, 1))
        await pilot.pause()
        assert (above.asked, below.asked, around.drawn) == ([], [2], 0)


async def test_a_line_is_sent_from_where_it_has_changed() -> None:
    app = Two()
    async with app.run_test(size=(20, 8)) as pilot:
        await pilot.pause()
        compositor = app.screen._compositor
        compositor._dirty_regions.add(Region(3, 2, 4, 1))
        update = compositor.render_partial_update()
        assert isinstance(update, ChopsUpdate)
        assert update.render_segments(app.console) == "\x1b[3;4H" + " " * 4


def test_a_wide_sign_is_drawn_whole() -> None:
    before, after = Canvas(8, 1, 0), Canvas(8, 1, 0)
    before.text(2, 0, "馬", 0xFFFFFF)
    after.text(2, 0, "馬", 0xFFFFFF)
    after.fill(3, 0, 1, 2, 0x808080)
    assert after.difference(before, 0) == (2, 4)


async def test_apps_share_their_rules_and_themes_have_their_own() -> None:
    sheets: list[Stylesheet] = []
    for theme in ("textual-dark", "textual-dark", "textual-light"):
        app = Two()
        async with app.run_test(size=(20, 8)) as pilot:
            app.theme = theme
            await pilot.pause()
            sheets.append(app.stylesheet)
    first, second, other = ([id(rule) for rule in sheet.rules] for sheet in sheets)
    assert first == second
    assert not set(first) & set(other)


def counted_drawings(monkeypatch: pytest.MonkeyPatch) -> list[LayoutUpdate]:
    """A list to which each drawing of a whole screen is added from now on."""
    drawn: list[LayoutUpdate] = []
    render = Compositor.render_full_update

    def counted(compositor: Compositor, simplify: bool = False) -> LayoutUpdate:
        drawn.append(render(compositor, simplify))
        return drawn[-1]

    monkeypatch.setattr(Compositor, "render_full_update", counted)
    return drawn


async def test_a_screen_is_drawn_once_when_it_opens_and_the_menu_once_when_it_is_left(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(arcade()) as pilot:
        drawn = counted_drawings(monkeypatch)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsPage), "the settings")
        await settle(pilot)
        assert len(drawn) == 1
        await press(pilot, "down")
        assert len(drawn) == 1
        assert getattr(pilot.app.screen.query_one("#questions", RowList).picked, "key", "") == "skin"
        await press(pilot, "escape")
        await settle(pilot)
        assert len(drawn) == 2


class Mistaken(Widget):
    """A widget that cannot be drawn."""

    def render_line(self, y: int) -> Strip:
        """There is none."""
        raise KeyError("no such marble")


class Opened(ArcadeScreen[None]):
    """A screen with such a widget."""

    def compose(self) -> ComposeResult:
        """It alone."""
        yield Mistaken()


async def open_mistaken(app: Arcade) -> None:
    """Open such a screen, and see the end of it."""
    async with opened(app):
        app.push_screen(Opened())
        await asyncio.wait_for(app._exception_event.wait(), PATIENCE)


@pytest.mark.long
async def test_a_mistake_in_a_drawing_that_was_waited_for_ends_the_arcade(arcade: MakeArcade) -> None:
    with pytest.raises(KeyError, match="no such marble"):
        await open_mistaken(arcade())


async def test_the_menu_draws_only_what_has_changed(arcade: MakeArcade) -> None:
    async with opened(arcade(), (80, 24)) as pilot:
        drawn: list[str] = []
        cards = menu_of(pilot).cards
        for at, card in enumerate(cards):
            card.render = partial(_noted, card.render, drawn, str(at))  # type: ignore[method-assign]
        await press(pilot, "down")
        assert set(drawn) == {"0", "1"}


def _noted(render: Callable[[], Any], drawn: list[str], name: str) -> Any:
    drawn.append(name)
    return render()


def inks(colour: str) -> Inks:
    """Every part in one colour."""
    return Inks(*[RichStyle.parse(colour)] * len(Inks._fields))


def test_a_text_of_the_help_is_laid_out_with_lists_and_tables() -> None:
    text = """
## A move

1. Pick **one**.
   * again;
   * or not, if it is
     longer.
2. Stop.

| key | does |
|---|---|
| `Esc` | back to where one came from |

End.
"""
    lines = [strip.text.rstrip() for strip in lines_of(text, 27, 6, inks("red"))]
    assert lines == [
        "A move",
        "",
        " 1. Pick one.",
        "    • again;",
        "    • or not, if it is",
        "      longer.",
        " 2. Stop.",
        "",
        "key     does",
        "Esc     back to where one",
        "        came from",
        "",
        "End.",
        "",
    ]


def terminal(system: ColourSystem) -> Console:
    """A terminal with so many colours."""
    return Console(file=StringIO(), force_terminal=True, color_system=system)


def test_each_terminal_is_sent_its_own_colours() -> None:
    tell_terminals_apart()
    show_in_256()
    line = Strip([Segment("x", style(0x123456, 0x654321))])
    systems: tuple[ColourSystem, ...] = ("truecolor", "256", "truecolor", "standard")
    sent = [line.render(terminal(system)) for system in systems]
    assert sent[0] == sent[2] == "\x1b[38;2;18;52;86;48;2;101;67;33mx\x1b[0m"
    assert sent[1] == f"\x1b[38;5;{nearest(0x123456)};48;5;{nearest(0x654321)}mx\x1b[0m"
    assert len(sent[3]) < len(sent[1])


def test_the_menu_is_painted_before_anything_that_only_games_need_is_loaded() -> None:
    said = "import sys, marbles_tui.tui.app; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, text=True, check=True
    ).stdout.split()
    for needed_later in ("ai", "play", "rooms", "table.tasks", "tui.dialogs", "tui.table", "text"):
        assert f"marbles_tui.{needed_later}" not in loaded
