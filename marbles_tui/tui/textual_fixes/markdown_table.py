"""Tables of a Markdown text, each in one widget.

Textual 8.2.8, widgets/_markdown.py: every cell of a table is a widget, and `MarkdownTable` shows one more for each;
the keys page of the help took 0.7 seconds to open, and left five megabytes behind until somebody looked for garbage.
Here the cells are values, drawn by one rich table, once for all who see it in the same colours and columns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from typing import Final, cast

from markdown_it.token import Token
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.cache import LRUCache
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.visual import RenderOptions, RichVisual, Visual
from textual.widgets.markdown import Markdown, MarkdownBlock

KEYS: Final = 26
NARROW_KEYS: Final = 18
"""Columns for the first column of a table, so that the tables of a sheet stand in line; and in a narrow window."""

NARROW: Final = 72
"""Columns below which a window is narrow."""

MOST: Final = 100
"""Tables that are kept as they were drawn: some hundred lines each."""

_heights: Final[LRUCache[Hashable, int]] = LRUCache(MOST)
_drawn: Final[LRUCache[Hashable, list[Strip]]] = LRUCache(MOST)


class KeptTable(Visual):
    """A table that is drawn once."""

    def __init__(self, key: Hashable, make: Callable[[], Visual]) -> None:
        """`key`: all that it looks like by."""
        self._key, self._make = key, make

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """The columns that it would like to have."""
        return self._make().get_optimal_width(rules, container_width)

    def get_minimal_width(self, rules: RulesMap) -> int:
        """The columns that it has to have."""
        return self._make().get_minimal_width(rules)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Its lines in so many columns."""
        key = (self._key, width)
        height = _heights.get(key)
        if height is None:
            height = _heights[key] = self._make().get_height(rules, width)
        return height

    def render_strips(
        self, width: int, height: int | None, style: VisualStyle, options: RenderOptions
    ) -> list[Strip]:
        """Its lines, in the colours around it."""
        key = (self._key, width, height, style)
        strips = _drawn.get(key)
        if strips is None:
            strips = _drawn[key] = self._make().render_strips(width, height, style, options)
        return strips


class Part:
    """A part of a table that is no widget: head, body, row or cell. Textual makes it and fills it."""

    def __init__(self, markdown: Markdown, token: Token) -> None:
        del markdown
        self.name = token.type
        self.content = Content()
        self._blocks: list[Part] = []

    def build_from_token(self, token: Token) -> None:
        """Hold what is written there."""
        self.content = MarkdownBlock._token_to_content(cast("MarkdownBlock", self), token)

    def compose(self) -> Iterable[Part]:
        """The parts of it."""
        return self._blocks


PARTS: Final = ("thead_open", "tbody_open", "tr_open", "th_open", "td_open")
"""What Textual calls them."""


class MarkdownRows(MarkdownBlock):
    """A table without lines. It is one widget: a widget for each cell takes a noticeable time to lay out."""

    @cached_property
    def cells(self) -> list[list[Content]]:
        """What is in it, row by row, the header first."""
        return [[cell.content for cell in row.compose()] for row in rows(cast("list[Part]", self._blocks))]

    def compose(self) -> ComposeResult:
        """No widgets: what they would show is drawn here."""
        yield from ()

    def render(self) -> KeptTable:
        """A line for each row, which is folded where it is too long."""
        code = self.get_component_rich_style("code_inline")
        keys = KEYS if self.app.size.width >= NARROW else NARROW_KEYS
        return KeptTable((self.key, code, keys), lambda: RichVisual(self, table_of(self.cells, code, keys)))

    @cached_property
    def key(self) -> Hashable:
        """What is written in it."""
        return tuple(tuple((cell.plain, tuple(cell.spans)) for cell in row) for row in self.cells)


def table_of(cells: list[list[Content]], code: Style, keys: int) -> Table:
    """A table of cells without lines; what is marked in them is code, and the first column has `keys` columns."""
    headers, *lines = [[written(cell, code) for cell in row] for row in cells]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=Style(dim=True))
    for at, header in enumerate(headers):
        width = max(len(line[at]) for line in lines)
        table.add_column(header, width=keys if at == 0 and width > 1 else None)
    for line in lines:
        table.add_row(*line)
    return table


def rows(parts: Iterable[Part]) -> Iterator[Part]:
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
