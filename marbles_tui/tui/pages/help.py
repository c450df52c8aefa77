"""Keys and rules, with a worked example on the real board."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
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
from marbles_tui.tui.pages.markdown import MarkdownPage

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
