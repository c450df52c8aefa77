"""Keys and rules, with a worked example on the real board."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import StringIO
from itertools import chain
from typing import ClassVar, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.ai.levels import ladder_of
from marbles_tui.core import Event, Game
from marbles_tui.core.scene import Highlights
from marbles_tui.core.text import sanitize_text
from marbles_tui.table.pages import TERMINAL, example, help_text, rules_page
from marbles_tui.tui.arcade_screen import OWN_KEYS, HelpTopic
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.picking import typed_by_letters
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lines import SPEEDS, Key, KeyLine, TopLine
from marbles_tui.tui.page import Page

FIRST_COLUMN: Final = 26
NARROW_COLUMN: Final = 18
"""Columns for the first column of a table, so that the tables of a sheet stand in line; and in a narrow window."""

GAP: Final = 2
"""Columns between those of a table."""

BULLET: Final = "•"
FENCE: Final = (1, 2)
DIM, BOLD, ITALIC = (Style.parse(name) for name in ("dim", "bold", "italic"))

MOST: Final = 60
"""Texts that are kept as they were laid out: some hundred lines each."""

CONSOLE: Final = Console(file=StringIO(), color_system="truecolor")
"""Lays out; what a terminal can show of it is settled later."""


class Inks(NamedTuple):
    """What the parts of a text look like."""

    text: Style
    heading: Style
    bullet: Style
    code: Style
    fence: Style


@lru_cache(maxsize=MOST)
def lines_of(text: str, width: int, keys: int, inks: Inks) -> list[Strip]:
    """The lines of a text in so many columns, `keys` of them for the first column of a table. Nobody changes them."""
    tree = SyntaxTreeNode(MarkdownIt("gfm-like").parse(text))
    options = CONSOLE.options.update(width=width, height=None)
    lines = CONSOLE.render_lines(_parts(tree, keys, inks, 1), options, style=inks.text)
    return [Strip(line, width) for line in lines]


def _parts(node: SyntaxTreeNode, keys: int, inks: Inks, gap: int) -> Group:
    """Blocks below one another, each with a `gap` of lines below it."""
    return Group(*chain.from_iterable((_part(each, keys, inks), *[Text()] * gap) for each in node.children))


def _part(node: SyntaxTreeNode, keys: int, inks: Inks) -> RenderableType:
    match node.type:
        case "bullet_list" | "ordered_list":
            ordered, first = node.type == "ordered_list", int(node.attrs.get("start", 1))
            lists = Table.grid(padding=(0, 1, 0, 0))
            lists.add_column(justify="right", style=inks.bullet)
            for at, item in enumerate(node.children, first):
                lists.add_row(f" {at}." if ordered else BULLET, _parts(item, keys, inks, 0))
            return lists
        case "table":
            rows = [
                [_words(cell, inks) for cell in row.children]
                for part in node.children
                for row in part.children
            ]
            table, wide = Table.grid(padding=(0, GAP, 0, 0)), max(row[0].cell_len for row in rows[1:]) > 1
            table.add_column(width=keys if wide else None)
            for at, row in enumerate(rows):
                table.add_row(*row, style=None if at else DIM)
            return table
        case "code_block" | "fence":
            return Padding(Text(node.content.rstrip()), FENCE, style=inks.fence)
        case "heading":
            return _words(node, inks, inks.heading)
        case _:
            return _words(node, inks)


def _words(node: SyntaxTreeNode, inks: Inks, ink: Style = Style.null()) -> Text:  # noqa: B008
    """What is written in a part, and in those within it."""
    ink += {"code_inline": inks.code, "strong": BOLD, "em": ITALIC}.get(node.type, Style.null())
    written = {"text": node.content, "code_inline": node.content, "softbreak": " ", "hardbreak": "\n"}
    found = Text(written.get(node.type, ""), ink)
    return (
        found.join([found, *(_words(each, inks, ink) for each in node.children)]) if node.children else found
    )


NARROW: Final = 72
"""Columns below which a window is narrow."""

PARTS: Final = Inks._fields[1:]


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
            parts = (self.get_visual_style(f"markdown-page--{part}") for part in PARTS)
            self._inks = Inks(*(part.rich_style for part in (self.visual_style, *parts)))
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
    if not ladder_of(game):
        yield "`s`"
    if not game.has_kernel:
        yield from ("`y`", "`[`, `]` or `,`, `.`")
    if not view.tips:
        yield "`h`"


def _own_keys(game: Game) -> list[str]:
    keys = VIEWS[game.key].keys or ((("its letter", "make a move"),) if typed_by_letters(game) else ())
    rows = [f"| {key} | {does} |" for key, does in keys]
    return ["\n".join((f"## {game.title}\n", "| key | does |", "|---|---|", *rows))] if rows else []


class Sheet(VerticalScroll):
    """What is read by scrolling."""

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Nothing in it looks otherwise for that, and to style it anew takes long."""


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
                yield Sheet(id=page, classes="sheet")
            elif self._match:
                with Container(id=EXAMPLE, classes="sheet"):
                    view = VIEWS[self._match.game.key]
                    board = view.board()(self._match.positions[0].board, id="example-board")
                    board.can_focus = False
                    yield board
                    yield Static(id="said", markup=False)

    def on_mount(self) -> None:
        """Show the keys."""
        several = len(self._pages) > 1
        self.query_one(KeyLine).keys = (
            *((Key(f"1-{len(self._pages)}", "page"),) if several else ()),
            Key("arrows", "turn, scroll" if several else "scroll"),
            Key("esc", "back", "screen.back"),
        )
        self.action_show(1)

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
        self.note(self.game.author if self.game and not at_menu else "")
        tabs = []
        for at, page in enumerate(self._pages, 1):
            self.query_one(f"#{page}").display = page == shown
            here = "b reverse" if page == shown else f"@click=screen.show({at})"
            tabs.append(f"[{here}] {at} {self._titled(page)} [/]")
        self.query_one("#tabs", Static).update("  ".join(tabs))
        self.workers.cancel_group(self, "example")
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
        said, board = self.query_one("#said", Static), self.query_one(BoardView)
        animator = Animator(board, lambda: max(0.5, SPEEDS[self.app.settings.speed].tempo))
        names = VIEWS[match.game.key].named(match.names, self.app.look)

        def told(event: Event) -> None:
            sentence = match.game.told(event, names)
            if sentence:
                said.update(sentence)

        try:
            while True:
                board.rest(match.positions[0].board, Highlights(names=names))
                said.update(f"{names[match.positions[0].actor]} to move.")
                await asyncio.sleep(2)
                for at, move in enumerate(match.moves):
                    before = match.positions[at]
                    _, happened = match.game.tell(before, move)
                    await animator.show(before.board, happened, told)
                    await asyncio.sleep(1.2)
                await asyncio.sleep(3)
        finally:
            animator.cancel()
