"""Texts in Markdown, with tables that are there at once."""

from __future__ import annotations

from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock

from marbles_tui.tui.textual_fixes.markdown_table import MarkdownRows


class MarkdownPage(Markdown):
    """A text for reading."""

    DEFAULT_CSS = """
    MarkdownPage {
        margin: 0; padding: 0 1 0 0; max-width: 90;
        MarkdownH2 { margin: 1 0; }
        MarkdownRows { margin: 0 0 1 0; }
    }
    """

    def get_block_class(self, block_name: str) -> type[MarkdownBlock]:
        """What shows a part of it."""
        return MarkdownRows if block_name == "table_open" else super().get_block_class(block_name)
