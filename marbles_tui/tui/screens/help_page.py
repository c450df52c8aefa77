"""The help of a screen that is about no game: one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from marbles_tui.core.text import sanitize_text
from marbles_tui.table.pages import help_text
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.widgets.markdown_page import MarkdownPage
from marbles_tui.tui.widgets.panels import Key, KeyLine, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit


class HelpPage(ArcadeScreen[None]):
    """What there is to know about a screen, and its keys."""

    CSS = "HelpPage .page { height: 1fr; padding: 1 2; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "app.pop_screen", "Back", id="help.back"),
    ]

    app: Kit

    def __init__(self, page: str, title: str = "") -> None:
        """The page `table/help/<page>.md`, under a title of its own or as the help of a screen of that name."""
        super().__init__()
        self._page = page
        self._heading = title or f"Help: {page.capitalize()}"

    def compose(self) -> ComposeResult:
        """Top line, page, keys."""
        yield TopLine()
        with VerticalScroll(classes="page"):
            text = help_text(f"{self._page}.md", self.app.face.place)
            if self._page == "lobby" and self.app.visit and (rules := self.app.visit.house_rules):
                text += f"\n\n## The rules of this house\n\n{sanitize_text(rules)}\n"
            yield MarkdownPage(text)
        yield KeyLine()

    def on_mount(self) -> None:
        """Title and keys."""
        top = self.query_one(TopLine)
        top.headline, top.skin = self._heading, self.app.look.skin
        self.query_one(KeyLine).keys = (Key("arrows", "scroll"), Key("esc", "back", "app.pop_screen"))
        self.query_one(VerticalScroll).focus()
