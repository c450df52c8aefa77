"""The lines of a text in Markdown, laid out once for all who read it in the same colours and columns.

Headings, paragraphs, lists, tables without lines, and code in lines of its own; other marks show what they hold.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import ClassVar, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.cache import LRUCache
from textual.content import Content, Span
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions
from textual.widget import Widget

KEYS: Final = 26
NARROW_KEYS: Final = 18
"""Columns for the first column of a table, so that the tables of a sheet stand in line; and in a narrow window."""

GAP: Final = 2
"""Columns between those of a table."""

BULLETS: Final = ("• ", "▪ ", "‣ ")
"""What stands before an entry, by how deep it lies."""

FENCE: Final = (2, 1)
"""Columns and lines around code in lines of its own."""

MOST: Final = 60
"""Texts that are kept as they were laid out: some hundred lines each."""


class Inks(NamedTuple):
    """What the parts of a text look like; `code` is laid on what is around it."""

    text: Style
    heading: Style
    bullet: Style
    code: Style
    cell: Style
    fence: Style


class Block(NamedTuple):
    """Some lines, and how many stay empty above and below them at least."""

    lines: list[Strip]
    above: int = 0
    below: int = 1


_laid: Final[LRUCache[Hashable, list[Strip]]] = LRUCache(MOST)

_PLAIN: Final = RenderOptions(
    lambda style: style if isinstance(style, Style) else Style.parse(style), RulesMap()
)


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("gfm-like")


@lru_cache(maxsize=MOST)
def _read(text: str) -> SyntaxTreeNode:
    return SyntaxTreeNode(_reader().parse(text))


def lines_of(text: str, width: int, keys: int, inks: Inks) -> list[Strip]:
    """The lines of a text in so many columns, `keys` of them for the first column of a table. Nobody changes them."""
    key = (text, width, keys, inks)
    lines = _laid.get(key)
    if lines is None:
        lines = _laid[key] = _Layout(keys, inks).lines(_read(text).children, width)
    return lines


class _Layout:
    def __init__(self, keys: int, inks: Inks) -> None:
        self._keys, self._inks = keys, inks

    def lines(self, nodes: Iterable[SyntaxTreeNode], width: int) -> list[Strip]:
        """The lines of parts, one below the other."""
        laid: list[Strip] = []
        space = 0
        for node in nodes:
            lines, above, below = self._block(node, width)
            laid += [Strip([])] * max(space, above)
            laid += lines
            space = below
        return laid + [Strip([])] * space

    def _block(self, node: SyntaxTreeNode, width: int) -> Block:
        inks = self._inks
        match node.type:
            case "heading":
                return Block(self._written(node, width, inks.heading), above=1)
            case "bullet_list" | "ordered_list":
                return Block(self._list(node, width), below=int(not _depth(node)))
            case "table":
                return Block(self._table(node, width))
            case "code_block" | "fence":
                return Block(self._code(node.content, width), above=1)
            case _:
                return Block(self._written(node, width, inks.text), below=int(not _depth(node)))

    def _written(self, node: SyntaxTreeNode, width: int, ink: Style) -> list[Strip]:
        return _folded(_content(node, self._inks.code), width, ink)

    def _list(self, node: SyntaxTreeNode, width: int) -> list[Strip]:
        ordered = node.type == "ordered_list"
        bullet = BULLETS[_bullets(node) % len(BULLETS)]
        first = int(node.attrs.get("start", 1))
        signs = [f"{first + at}. " if ordered else bullet for at in range(len(node.children))]
        indent = max(map(len, signs)) + ordered
        # says more than it shows: in a picture of the screen the space before a text is a piece of its own
        blank = RichStyle(bgcolor=self._inks.text.rich_style.bgcolor, bold=False)
        lines: list[Strip] = []
        for sign, item in zip(signs, node.children, strict=True):
            before = Segment(sign.rjust(indent), self._inks.bullet.rich_style)
            for strip in self.lines(item.children, width - indent):
                lines.append(Strip([before, *strip]))
                before = Segment(" " * indent, blank)
        return lines

    def _table(self, node: SyntaxTreeNode, width: int) -> list[Strip]:
        """A line for each row, which is folded where it is too long. All that is marked is code."""
        rows = [row.children for part in node.children for row in part.children]
        cells = [[_content(cell, self._inks.cell, marked=True) for cell in row] for row in rows]
        widths = [max(cell.cell_length for cell in column) for column in zip(*cells, strict=True)]
        if max(cell.cell_length for cell in [row[0] for row in cells[1:]]) > 1:
            widths[0] = self._keys
        widths[-1] = min(widths[-1], width - sum(widths[:-1]) - GAP * len(widths))
        lines: list[Strip] = []
        for at, row in enumerate(cells):
            ink = self._inks.text if at else self._inks.text + Style(dim=True)
            folded = [_folded(cell, columns, ink) for cell, columns in zip(row, widths, strict=True)]
            lines += _beside(folded, widths, ink.rich_style)
        return lines

    def _code(self, text: str, width: int) -> list[Strip]:
        across, down = FENCE
        ink = self._inks.fence
        empty = Strip.blank(width, ink.rich_style)
        margin = Segment(" " * across, ink.rich_style)
        lines = [
            Strip([margin, *strip]).adjust_cell_length(width, ink.rich_style)
            for strip in _folded(Content(text.rstrip()), width - 2 * across, ink)
        ]
        return [*[empty] * down, *lines, *[empty] * down]


def _folded(content: Content, width: int, ink: Style) -> list[Strip]:
    return [strip.discard_meta() for strip in content.render_strips(max(1, width), None, ink, _PLAIN)]


def _beside(cells: Sequence[list[Strip]], widths: Sequence[int], ink: RichStyle) -> list[Strip]:
    empty = Strip([])
    lines = []
    for y in range(max(map(len, cells))):
        row = [cell[y] if y < len(cell) else empty for cell in cells]
        parts = [part.adjust_cell_length(each + GAP, ink) for part, each in zip(row, widths, strict=True)]
        lines.append(Strip(chain.from_iterable(parts)))
    return lines


def _ancestors(node: SyntaxTreeNode) -> Iterable[SyntaxTreeNode]:
    above = node.parent
    while above:
        yield above
        above = above.parent


def _depth(node: SyntaxTreeNode) -> int:
    return sum(above.type == "list_item" for above in _ancestors(node))


def _bullets(node: SyntaxTreeNode) -> int:
    return sum(above.type == "bullet_list" for above in _ancestors(node))


def _content(node: SyntaxTreeNode, code: Style, *, marked: bool = False) -> Content:
    """What is written in a part; `marked`: whatever is marked looks like code."""
    texts: list[str] = []
    spans: list[Span] = []
    looks = (
        {"code_inline": code} | dict.fromkeys(("strong", "em", "s"), code)
        if marked
        else {
            "code_inline": code,
            "strong": Style(bold=True),
            "em": Style(italic=True),
            "s": Style(strike=True),
        }
    )

    def write(part: SyntaxTreeNode) -> None:
        start = sum(map(len, texts))
        if part.type in ("text", "code_inline"):
            texts.append(part.content if part.type == "code_inline" else re.sub(r"\s+", " ", part.content))
        elif part.type in ("softbreak", "hardbreak"):
            texts.append(" " if part.type == "softbreak" else "\n")
        for child in part.children:
            write(child)
        if look := looks.get(part.type):
            spans.append(Span(start, sum(map(len, texts)), look))

    write(node)
    return Content("".join(texts), spans=spans)


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
        return len(self._lines(width))

    def render_line(self, y: int) -> Strip:
        """A line of it."""
        width = self.content_size.width
        lines = self._lines(width)
        return lines[y] if y < len(lines) else Strip.blank(width)
