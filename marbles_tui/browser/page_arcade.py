"""A page's arcade: that of a guest, at home in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from textual import events
from textual.widget import Widget

from marbles_tui.browser.address import PUZZLE, RECORD, address_of, record_in
from marbles_tui.browser.store import InlineStore
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.host.guest import GuestArcade
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import find_puzzle
from marbles_tui.play.record import tag_line
from marbles_tui.store.thread import Saver
from marbles_tui.table.start import Start, saved_match
from marbles_tui.tui.arcade_screen import ArcadeScreen

if TYPE_CHECKING:
    from marbles_tui.tui.table.board_screen import BoardScreen  # not for the first paint

TAG: Final = re.compile(r'^\s*\[\s*Game\s*"', re.MULTILINE | re.IGNORECASE)
"""Begins the record of a match among others."""


LONGEST: Final = 300
"""Characters of what is said of a trouble, which may name a file."""


class PageScript(Protocol):
    """What the page's script does for the arcade's screens."""

    def seated(self, match: str) -> None:
        """Remember the id of the match on the screen, "" where there is none, until the tab is closed."""

    def hold(self, unsaved: bool) -> None:
        """Ask before the tab is closed, while there is work that would be lost."""


class PageArcade(GuestArcade):
    """An arcade in a page, which is told what to come back to when it is loaded anew."""

    store: InlineStore
    frames: ClassVar[int] = 12  # nobody shares its core, but Python is slower there than at home

    def __init__(self, script: PageScript, *args: Any, table: str = "", **named: Any) -> None:
        """`table`: the match that the script comes back to, as far as it knows; the others as for a GuestArcade,
        with an InlineStore."""
        self._script = script
        self._table: tuple[BoardScreen, Saver | None] | None = None
        self._told = table
        self._held = False
        self.here = ""
        """The page's own address; "" where it has none."""
        self._touched: Widget | None = None
        self._finger = 0.0
        super().__init__(*args, **named)
        self.store.on_done = self._tell

    def match_screen(self, match: Match, saved: int | None = None) -> BoardScreen:
        """The screen of a match, which the page comes back to."""
        screen = super().match_screen(match, saved)
        self._table = screen, self.store.latest
        return screen

    async def on_event(self, event: events.Event) -> None:
        """A finger that moves up or down scrolls what it is on, and picks nothing there; on a board it drags."""
        from marbles_tui.tui.kit.board_view import BoardView  # not for the first paint

        own = isinstance(event, events.MouseEvent) and not event.is_forwarded and self.face.touch
        await super().on_event(event)
        if own and isinstance(event, events.MouseDown):
            self._touched, self._finger = self._mouse_down_widget, event.screen_y
        elif own and isinstance(event, events.MouseMove) and event.button and self._touched:
            by, self._finger = self._finger - event.screen_y, event.screen_y
            parts = (part for part in self._touched.ancestors_with_self if isinstance(part, Widget))
            scrolled = next((part for part in parts if part.allow_vertical_scroll), None)
            if by and scrolled and not isinstance(self._touched, BoardView):
                self._mouse_down_widget = None  # it is no click any more
                scrolled.scroll_relative(y=by, animate=False)

    def take_dropped(self, text: str) -> None:
        """Take the text of a file that was dropped: on the screen as if it was pasted; where it holds several
        matches, into the library."""
        from marbles_tui.tui.pages.library import LibraryScreen  # not for the first paint

        if len(TAG.findall(text)) > 1 and not isinstance(self.screen, LibraryScreen):
            self.run_worker(self._import(text), group="import")
        else:
            self.screen.post_message(events.Paste(text))

    def copy_to_clipboard(self, text: str) -> None:
        """A record goes with a link that opens it, in a line that readers of records skip."""
        if self.here and (found := TAG.search(text)):
            text = f"; {self.here}#{address_of(text[found.start() :].strip())}\n{text}"
        super().copy_to_clipboard(text)

    def go_to(self, address: str) -> None:
        """Open what an address names: a game, a puzzle, or a position or a record, which are taken as if pasted."""
        kind, _, data = address.partition("=")
        game = next((game for game in self.games if game.key == kind), None)
        puzzle = find_puzzle(self.games, data) if kind == PUZZLE else None
        try:
            if kind == RECORD:
                self.take_dropped(record_in(data))
            elif game and data:
                self.take_dropped("\n".join((tag_line("Game", kind), tag_line("Setup", data), "")))
            elif game:
                self.set_up(game)
            elif puzzle:
                from marbles_tui.tui.puzzles import puzzle_screen  # not for the first paint

                self.push_screen(puzzle_screen(self, puzzle))
            else:
                raise ValueError(f"The address names nothing here: {address}")
        except ValueError as error:
            self.say_trouble(str(error))

    def say_trouble(self, told: str) -> None:
        """Say what the browser could not do."""
        self.notify(sanitize_line(told, LONGEST), severity="warning", markup=False)

    async def _import(self, text: str) -> None:
        done = await self.store.ask(lambda store: store.library.import_(text, self.games))
        faults = f" {done.faults[0]}" if done.faults else ""
        self.notify(f"{done.words}{faults}", title="Library", markup=False)

    def _tell(self) -> None:
        """Tell the script which match is on the screen, if that is another one than before, and what is unsaved."""
        found = ""
        if self._table:
            screen, saver = self._table
            found = str(saver.id) if saver and saver.id and screen in self.screen_stack else ""
        if found != self._told:
            self._told = found
            self._script.seated(found)
        self.tell_unsaved()

    def tell_unsaved(self) -> None:
        """Tell the script whether there is work that would be lost with the page, if that has changed."""
        held = self.store.passing or self.store.waiting > 0 or any(screen.unsaved for screen in self._ours)
        if held != self._held:
            self._held = held
            self._script.hold(held)

    def leave_now(self) -> None:
        """Leave without a question; what is not saved is kept as well as can be."""
        for screen in self._ours:
            screen.rescue()
        self.exit()

    @property
    def _ours(self) -> list[ArcadeScreen[object]]:
        return [screen for screen in self.screen_stack if isinstance(screen, ArcadeScreen)]

    def call_from_thread(self, callback: Callable[..., object], *args: object, **named: object) -> Any:
        """There are no threads: what a worker wants to be called is called after it, and its answer is not waited
        for."""
        self.call_later(callback, *args, **named)


def unfinished(store: InlineStore, table: str, name: str) -> Start | None:
    """The match of an id, to be gone on with under a name; None where it is over or cannot be read."""
    with suppress(ValueError):
        start = store.do(lambda matches: saved_match(matches, GAMES, table, name)).result()
        return None if start.match.result else start
    return None
