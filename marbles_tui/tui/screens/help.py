"""Rules and keys, with a worked example on the real board."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Static

from marbles_tui.core import Event, Game
from marbles_tui.table.pages import example, help_text, rules_page
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.drawing.animator import Animator
from marbles_tui.tui.drawing.speed import SPEEDS
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.textual_fixes.page import Page
from marbles_tui.tui.widgets.markdown_page import MarkdownPage
from marbles_tui.tui.widgets.panels import Key, KeyLine, TooSmall, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

PAGES: Final = ("rules", "example", "keys")


def keys_page(games: Sequence[Game], table: Game | None = None) -> str:
    """The keys in Markdown: at the table of a game its own first, and last those of the screens before it;
    elsewhere those that are the same everywhere, then each game's."""
    everywhere = help_text("keys.md").replace("{games}", str(len(games)))
    if table:
        before, heading, others = everywhere.partition("## At every table")
        return "\n\n".join((*_own_keys(table), heading + others, before))
    return "\n\n".join((everywhere, *(part for game in games for part in _own_keys(game))))


def _own_keys(game: Game) -> list[str]:
    rows = [f"| {key} | {does} |" for key, does in VIEWS[game.key].keys]
    return ["\n".join((f"## {game.title}\n", "| key | does |", "|---|---|", *rows))] if rows else []


class Help(ArcadeScreen[None]):
    """Three pages: the rules, an example that plays itself, the keys."""

    CSS = """
    Help #tabs { height: 1; padding: 0 2; margin: 1 0 0 0; color: $text-muted; }
    Help .page { height: 1fr; padding: 0 2; }
    Help #said { height: 2; padding: 0 2; text-style: bold; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "app.pop_screen", "Back", id="help.back"),
        Binding("left", "turn(-1)", "Previous page", show=False, id="help.previous"),
        Binding("right,tab", "turn(1)", "Next page", show=False, id="help.next"),
        *(
            Binding(str(at), f"show({at})", page, show=False, id=f"help.{at}")
            for at, page in enumerate(PAGES, 1)
        ),
    ]

    app: Arcade

    def __init__(self, games: Sequence[Game], game: Game | None = None) -> None:
        """Help on a game; on the first one if none is on the screen."""
        super().__init__()
        self.game = game or games[0]
        self._about_all = game is None
        self._match = example(self.game)
        self._page = 1

    @property
    def game_shown(self) -> Game:
        """Its game."""
        return self.game

    def compose(self) -> ComposeResult:
        """Top line, pages, keys."""
        yield TopLine()
        yield Static(id="tabs", markup=True)
        yield Page(id="rules", classes="page")
        with Container(id="example", classes="page"):
            board: Any = VIEWS[self.game.key].board()(self._match.positions[0].board, id="example-board")
            board.can_focus = False
            yield board
            yield Static(id="said", markup=False)
        yield Page(id="keys", classes="page")
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show the page that is asked for most."""
        top = self.query_one(TopLine)
        top.headline, top.note, top.skin = f"Help: {self.game.title}", self.game.author, self.app.look.skin
        self.query_one(KeyLine).keys = (
            Key("1-3", "page"),
            Key("arrows", "turn, scroll"),
            Key("esc", "back", "app.pop_screen"),
        )
        self.animator = Animator(self._board, lambda: max(0.5, SPEEDS[self.app.settings.speed].tempo))
        self.action_show(3 if self._about_all else 1)

    @property
    def _board(self) -> Any:
        return self.query_one("#example-board")

    def action_turn(self, step: int) -> None:
        """The next or the previous page."""
        self.action_show((self._page - 1 + step) % len(PAGES) + 1)

    def _text(self, page: int) -> str:
        """What is written on a page, in Markdown."""
        return (
            rules_page(self.game)
            if page == 1
            else keys_page(self.app.games, None if self._about_all else self.game)
        )

    def action_show(self, page: int) -> None:
        """A page by its number from 1. A text is laid out when it is first asked for, which takes a moment."""
        self._page = page
        for number, name in enumerate(PAGES, 1):
            self.query_one(f"#{name}").display = number == page
        tabs = [
            f"[b reverse] {number} {name} [/]"
            if number == page
            else f"[@click=screen.show({number})] {number} {name} [/]"
            for number, name in enumerate(PAGES, 1)
        ]
        self.query_one("#tabs", Static).update("  ".join(tabs))
        self.workers.cancel_group(self, "example")
        self.animator.cancel()
        if page == 2:
            self._replay()
        else:
            sheet = self.query_one(f"#{PAGES[page - 1]}")
            if not sheet.children:
                sheet.mount(MarkdownPage(self._text(page)))
            sheet.focus()

    @work(exclusive=True, group="example")
    async def _replay(self) -> None:
        """The example, over and over."""
        match = self._match
        said = self.query_one("#said", Static)
        names = VIEWS[match.game.key].named(match.names, self.app.look)

        def told(event: Event) -> None:
            sentence = match.game.say(event, names)
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
