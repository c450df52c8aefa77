"""Tables of a Markdown text, each in one widget.

Textual 8.2.8, widgets/_markdown.py: `MarkdownTable` makes a widget of every cell; the keys page of the help took 0.7
seconds to open. Here the cells are read from the blocks that Textual builds and drawn by one rich table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets.markdown import MarkdownBlock

KEYS: Final = 26
NARROW_KEYS: Final = 18
"""Columns for the first column of a table, so that the tables of a sheet stand in line; and in a narrow window."""

NARROW: Final = 72
"""Columns below which a window is narrow."""


class MarkdownRows(MarkdownBlock):
    """A table without lines. It is one widget: a widget for each cell takes a noticeable time to lay out."""

    @cached_property
    def cells(self) -> list[list[Content]]:
        """What is in it, row by row, the header first."""
        return [[cell.content for cell in row.compose()] for row in rows(super().compose())]

    def compose(self) -> ComposeResult:
        """No widgets: what they would show is drawn here."""
        yield from ()

    def render(self) -> Table:
        """A line for each row, which is folded where it is too long."""
        code = self.get_component_rich_style("code_inline")
        headers, *lines = [[written(cell, code) for cell in row] for row in self.cells]
        keys = KEYS if self.app.size.width >= NARROW else NARROW_KEYS
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=Style(dim=True))
        for at, header in enumerate(headers):
            width = max(len(line[at]) for line in lines)
            table.add_column(header, width=keys if at == 0 and width > 1 else None)
        for line in lines:
            table.add_row(*line)
        return table


def rows(parts: Iterable[Any]) -> Iterator[Any]:
    """The rows of a table among its parts."""
    for part in parts:
        if part.name == "tr_open":
            yield part
        else:
            yield from rows(part.compose())


def written(cell: Content, code: Style) -> Text:
    """The text of a cell, in which all that is marked is code."""
    text = Text(cell.plain)
    for start, end, _ in cell.spans:
        text.stylize(code, start, end)
    return text
