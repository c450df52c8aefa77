"""A text in Markdown in one widget: a widget for each of its parts takes a noticeable time to lay out."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from marbles_tui.tui.widgets.markdown_lines import KEYS, NARROW_KEYS, Inks, lines_of

NARROW: Final = 72
"""Columns below which a window is narrow."""

PARTS: Final = ("heading", "bullet", "code", "fence")


class MarkdownPage(Widget):
    """A text for reading."""

    DEFAULT_CSS = """
    MarkdownPage {
        height: auto; padding: 0 1 0 0; max-width: 90; color: $foreground;
        & > .markdown-page--heading {
            color: $markdown-h2-color; background: $markdown-h2-background;
            text-style: $markdown-h2-text-style;
        }
        & > .markdown-page--bullet { color: $text-primary; }
        & > .markdown-page--code { background: $warning 10%; color: $text-warning 95%; }
        & > .markdown-page--fence { background: black 10%; color: $text; }
        &:light {
            & > .markdown-page--bullet { color: $text-secondary; }
            & > .markdown-page--code { background: $error 5%; color: $text-error 95%; }
            & > .markdown-page--fence { background: white 30%; }
        }
        &:ansi > .markdown-page--code { background: ansi_default; }
        &:ansi > .markdown-page--fence { background: transparent; }
    }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"markdown-page--{part}" for part in PARTS}

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self._inks: Inks | None = None

    def notify_style_update(self) -> None:
        """It is drawn in other colours."""
        self._inks = None
        super().notify_style_update()

    def _lines(self, width: int) -> list[Strip]:
        if self._inks is None:
            heading, bullet, fence = (
                self.get_visual_style(f"markdown-page--{part}") for part in ("heading", "bullet", "fence")
            )
            code = self.get_visual_style("markdown-page--code", partial=True)
            cell = self.get_visual_style("markdown-page--code")
            self._inks = Inks(self.visual_style, heading, bullet, code, cell, fence)
        keys = KEYS if self.app.size.width >= NARROW else NARROW_KEYS
        return lines_of(self._text, width, keys, self._inks)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it takes."""
        del container, viewport
        return len(self._lines(width))

    def render_line(self, y: int) -> Strip:
        """A line of it."""
        width = self.content_size.width
        lines = self._lines(width)
        return lines[y] if y < len(lines) else Strip.blank(width)
