"""Keys and rules, with a worked example on the real board."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, ClassVar, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.containers import Container, VerticalScroll
from textual.content import Content, Span
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.ai.levels import computers_of
from marbles_tui.core import Event, Game
from marbles_tui.core.text import sanitize_text
from marbles_tui.table.pages import TERMINAL, example, help_text, rules_page
from marbles_tui.tui.arcade_screen import OWN_KEYS, HelpTopic
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.picking import typed_by_letters
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.edges import Key, KeyLine, TopLine
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.page import Page

FIRST_COLUMN: Final = 26
NARROW_COLUMN: Final = 18
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
        keys = FIRST_COLUMN if self.app.size.width >= NARROW else NARROW_COLUMN
        return lines_of(self._text, width, keys, self._inks)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it takes."""
        return len(self._lines(width))

    def render_line(self, y: int) -> Strip:
        """A line of it."""
        width = self.content_size.width
        lines = self._lines(width)
        return lines[y] if y < len(lines) else Strip.blank(width)


KEYS: Final = "keys"
RULES: Final = "rules"
EXAMPLE: Final = "example"
ABOUT: Final = "about"

MOST_PAGES: Final = 3

AT_MENU: Final = "At the menu"
"""The heading of the menu's keys: a help that begins with them is the menu's, whatever is picked there."""

FIRST_AT_TABLES: Final = "At every table"
"""The heading of the keys that follow those of a game."""


def keys_page(games: Sequence[Game], topic: HelpTopic, place: str = TERMINAL) -> str:
    """All keys that there are at a place in Markdown, first those that the topic names."""
    before, *sections = help_text("keys.md", place).replace("{games}", str(len(games))).split("## ")
    texts = {text.partition("\n")[0]: f"## {text.strip()}" for text in sections}
    told = games if topic.game is None else (topic.game,)
    if topic.game:
        missing = tuple(f"| {key} |" for key in _missing(topic.game))
        rows = texts[FIRST_AT_TABLES].splitlines()
        texts[FIRST_AT_TABLES] = "\n".join(row for row in rows if not row.startswith(missing))
    texts[OWN_KEYS] = "\n\n".join(part for game in told for part in _own_keys(game))
    others = [heading for heading in texts if heading != OWN_KEYS]
    at = others.index(FIRST_AT_TABLES) if topic.game else 0
    rest = [*others[at:], *others[:at]]
    own = (OWN_KEYS, *rest) if topic.game else (*rest, OWN_KEYS)
    order = dict.fromkeys((*topic.sections, *own) if topic.game else (*filter(None, topic.sections), *own))
    return "\n\n".join(filter(None, (before, *(texts[heading] for heading in order))))


def _missing(game: Game) -> Iterator[str]:
    """The keys of every table that have nothing to do in a game."""
    view = VIEWS[game.key].match()
    if not (game.has_threats or view.threatens):
        yield "`t`"
    if not computers_of(game):
        yield "`s`"
    if not game.has_kernel:
        yield from ("`y`", "`[`, `]` or `,`, `.`")
    if not view.tips:
        yield "`h`"


def _own_keys(game: Game) -> list[str]:
    keys = VIEWS[game.key].keys or ((("its letter", "make a move"),) if typed_by_letters(game) else ())
    rows = [f"| {key} | {does} |" for key, does in keys]
    return ["\n".join((f"## {game.title}\n", "| key | does |", "|---|---|", *rows))] if rows else []


class Help(Page[None]):
    """The keys; and the rules of a game with an example that plays itself, or what there is to know of a door. Of a
    screen that has a page of its own that one alone."""

    AUTO_FOCUS = ""

    CSS = """
    Help #tabs { height: 1; padding: 0 2; margin: 1 0 0 0; color: $text-muted; }
    Help .sheet { height: 1fr; padding: 0 2; }
    Help.-wide .sheet, Help.-wide #tabs { padding: 0 3; }
    Help.-vast .sheet, Help.-vast #tabs { padding: 0 5; }
    Help.alone .sheet { margin: 1 0; }
    Help.alone #tabs { display: none; }
    Help #said { height: 2; padding: 0 2; text-style: bold; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "back", "Back", id="help.back"),
        Binding("left", "turn(-1)", "Previous page", show=False, id="help.previous"),
        Binding("right,tab", "turn(1)", "Next page", show=False, id="help.next"),
        *(
            Binding(str(at), f"show({at})", f"Page {at}", show=False, id=f"help.{at}")
            for at in range(1, MOST_PAGES + 1)
        ),
    ]

    def __init__(self, games: Sequence[Game], topic: HelpTopic, own: str = "") -> None:
        """`own`: the page `table/help/<own>.md`, in place of all others."""
        super().__init__(classes="alone" if own else "")
        self.game, self._topic, self._games = topic.game, topic, games
        self._match = example(topic.game) if topic.game else None
        others = (RULES, EXAMPLE) if topic.game else (ABOUT,) if topic.page else ()
        self._pages = (own,) if own else (KEYS, *others)
        self._page = 1

    @property
    def game_shown(self) -> Game | None:
        """Its game."""
        return self.game

    def body(self) -> ComposeResult:
        """Tabs and pages."""
        yield Static(id="tabs", markup=True)
        for page in self._pages:
            if page != EXAMPLE:
                yield VerticalScroll(id=page, classes="sheet")
            elif self._match:
                with Container(id=EXAMPLE, classes="sheet"):
                    view = VIEWS[self._match.game.key]
                    board: Any = view.board()(self._match.positions[0].board, id="example-board")
                    board.can_focus = False
                    yield board
                    yield Static(id="said", markup=False)

    def on_mount(self) -> None:
        """Show the keys."""
        self.note(self.game.author if self.game else "")
        several = len(self._pages) > 1
        self.query_one(KeyLine).keys = (
            *((Key(f"1-{len(self._pages)}", "page"),) if several else ()),
            Key("arrows", "turn, scroll" if several else "scroll"),
            Key("esc", "back", "screen.back"),
        )
        self.animator = Animator(self._board, lambda: max(0.5, SPEEDS[self.app.settings.speed].tempo))
        self.action_show(1)

    @property
    def _board(self) -> Any:
        return next(iter(self.query("#example-board")), None)

    def action_turn(self, step: int) -> None:
        """The next or the previous page."""
        self.action_show((self._page - 1 + step) % len(self._pages) + 1)

    def _text(self, page: str) -> str:
        """What is written on a page, in Markdown."""
        place, visit = self.app.face.place, self.app.visit
        if page == KEYS:
            return keys_page(self._games, self._topic, place)
        if self.game and page == RULES:
            return rules_page(self.game, place)
        rules = sanitize_text(visit.house_rules) if visit and page == "lobby" else ""
        house = f"\n\n## The rules of this house\n\n{rules}\n" if rules else ""
        return help_text(f"{self._topic.page if page == ABOUT else page}.md", place) + house

    def _titled(self, page: str) -> str:
        """What a page is called: by its game, where the keys are not those of a game."""
        topic = self._topic
        if page == ABOUT:
            return topic.title.lower()
        return f"{topic.game.title}: {page}" if topic.game and topic.title and page != KEYS else page

    def action_show(self, number: int) -> None:
        """A page by its number from 1. A text is laid out when it is first asked for, which takes a moment."""
        if number > len(self._pages):
            return
        self._page = number
        shown, topic = self._pages[number - 1], self._topic
        at_menu = shown == KEYS and AT_MENU in topic.sections
        own = "Menu" if at_menu else "" if topic.game and shown != KEYS else topic.title
        name = own or (topic.game.title if topic.game else shown if shown == KEYS else shown.capitalize())
        self.query_one(TopLine).headline = f"Help: {name}"
        tabs = []
        for at, page in enumerate(self._pages, 1):
            self.query_one(f"#{page}").display = page == shown
            here = "b reverse" if page == shown else f"@click=screen.show({at})"
            tabs.append(f"[{here}] {at} {self._titled(page)} [/]")
        self.query_one("#tabs", Static).update("  ".join(tabs))
        self.workers.cancel_group(self, "example")
        self.animator.cancel()
        if shown == EXAMPLE:
            self._replay()
        else:
            sheet = self.query_one(f"#{shown}")
            if not sheet.children:
                sheet.mount(MarkdownPage(self._text(shown)))
            sheet.focus()

    @work(exclusive=True, group="example")
    async def _replay(self) -> None:
        """The example, over and over."""
        match = self._match
        assert match, "only a game has an example"
        said = self.query_one("#said", Static)
        names = VIEWS[match.game.key].named(match.names, self.app.look)

        def told(event: Event) -> None:
            sentence = match.game.told(event, names)
            if sentence:
                said.update(sentence)

        while True:
            self._board.rest(match.positions[0].board)
            said.update(f"{names[match.positions[0].actor]} to move.")
            await asyncio.sleep(2)
            for at, move in enumerate(match.moves):
                before = match.positions[at]
                _, happened = match.game.tell(before, move)
                await self.animator.show(before.board, happened, told)
                await asyncio.sleep(1.2)
            await asyncio.sleep(3)
