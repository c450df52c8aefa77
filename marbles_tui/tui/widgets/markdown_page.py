"""Texts in Markdown, with tables that are there at once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock

from marbles_tui.tui.textual_fixes.markdown_table import PARTS, MarkdownRows, Part


class Parser(MarkdownIt):
    """Reads every text once."""

    @lru_cache(maxsize=100)  # noqa: B019  (there is but one)
    def parse(self, src: str, env: object = None) -> list[Token]:
        """The parts of a text, which nobody changes."""
        del env
        return super().parse(src)


@cache
def parser() -> Parser:
    """That of the process."""
    return Parser("gfm-like")


class MarkdownPage(Markdown):
    """A text for reading."""

    def __init__(self, text: str) -> None:
        super().__init__(text, parser_factory=parser)

    DEFAULT_CSS = """
    MarkdownPage {
        margin: 0; padding: 0 1 0 0; max-width: 90;
        MarkdownH2 { margin: 1 0; }
        MarkdownRows { margin: 0 0 1 0; }
    }
    """

    def get_block_class(self, block_name: str) -> type[MarkdownBlock]:
        """What shows a part of it."""
        if block_name in PARTS:
            return cast("type[MarkdownBlock]", Part)
        return MarkdownRows if block_name == "table_open" else super().get_block_class(block_name)
