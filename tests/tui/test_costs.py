"""What is not done again: rules of style that are known already, and drawing what is not seen or has not changed."""

from __future__ import annotations

import pytest
from textual._compositor import ChopsUpdate
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.textual_fixes import parsed_styles
from marbles_tui.tui.textual_fixes.parsed_styles import Choice, share_rules
from marbles_tui.tui.textual_fixes.seen_parts import render_what_is_seen

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


async def test_what_rules_say_of_a_place_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[DOMNode] = []
    said_of = Choice.said_of

    def counted(choice: Choice, node: DOMNode) -> RulesMap:
        worked_out.append(node)
        return said_of(choice, node)

    monkeypatch.setattr(Choice, "said_of", counted)
    async with Two().run_test(size=(20, 8)):
        pass
    worked_out.clear()
    app = Two()
    async with app.run_test(size=(20, 8)) as pilot:
        assert not worked_out
        above = app.query_one("#above", Lines)
        calm = above.styles.color
        above.add_class("loud")
        await pilot.pause()
        assert above.styles.color != calm
        above.remove_class("loud")
        await pilot.pause()
        assert above.styles.color == calm


async def test_apps_share_their_rules_and_themes_have_their_own() -> None:
    sheets: list[Stylesheet] = []
    for theme in ("textual-dark", "textual-dark", "textual-light"):
        app = Two()
        async with app.run_test(size=(20, 8)) as pilot:
            app.theme = theme
            await pilot.pause()
            sheets.append(app.stylesheet)
    first, second, other = (sheet.rules for sheet in sheets)
    assert first is second
    assert first is not other
    assert isinstance(first, parsed_styles.Rules)
