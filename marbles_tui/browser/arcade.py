"""The arcade of a page, that of a guest who is at home in the browser, and the page as its own script sees it: with
files that it hands over and takes, and what stands behind the # of its address, a game, a position, a puzzle, or a
whole record, compressed."""

from __future__ import annotations

import asyncio
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from textual import events
from textual.widget import Widget

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue
from marbles_tui.browser.loop import PageWaker, ScriptedPage
from marbles_tui.browser.store import InlineStore
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.host.guest import GuestArcade
from marbles_tui.host.limits import LARGEST, HostLimits
from marbles_tui.host.terminal import Terminal
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import find_puzzle
from marbles_tui.play.record import tag_line
from marbles_tui.store import load
from marbles_tui.store.matches import FILE as MATCHES
from marbles_tui.store.settings import FILE as SETTINGS
from marbles_tui.store.thread import Saver
from marbles_tui.table.start import Start, saved_match
from marbles_tui.tui import face
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.face import PickedFile
from marbles_tui.tui.styled_app import NAMES

if TYPE_CHECKING:
    from marbles_tui.tui.table.board_screen import BoardScreen  # not for the first paint


class ExchangeScript(Protocol):
    """What the page's script does about files."""

    def offer(self, name: str, text: str) -> None:
        """Have the browser save a text as a file of that name."""

    def pick(self) -> None:
        """Ask which file; the answer comes by `picked`."""


class PageExchange:
    """The files of a page's user."""

    def __init__(self, script: ExchangeScript) -> None:
        self._script = script
        self._waiting: asyncio.Future[PickedFile | None] | None = None

    def offer(self, name: str, text: str) -> None:
        """Hand over a text as a file of that name."""
        self._script.offer(name, text)

    async def pick(self) -> PickedFile | None:
        """The file that is chosen; None if none is, or another is asked for. Raises ValueError with the reason for
        one that cannot be read."""
        self._answer(None)
        self._waiting = asyncio.get_running_loop().create_future()
        self._script.pick()
        return await self._waiting

    def picked(self, name: str, text: str, fault: str) -> None:
        """A file was chosen, or none ("" for its name), or one that cannot be read for the reason `fault`."""
        if fault and self._waiting and not self._waiting.done():
            self._waiting.set_exception(ValueError(f"{name}: {fault}"))
        else:
            self._answer(PickedFile(name, text) if name else None)

    def _answer(self, picked: PickedFile | None) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(picked)


RECORD: Final = "record"
PUZZLE: Final = "puzzle"

MOST: Final = 4_000_000
"""Characters of a record, as of one that is pasted."""


def address_of(record: str) -> str:
    """The part of an address that opens a record."""
    data = urlsafe_b64encode(zlib.compress(record.encode(), 9)).decode().rstrip("=")
    return f"{RECORD}={data}"


def record_in(data: str) -> str:
    """The record in such a part, from anybody. Raises ValueError where there is none, or a far too long one."""
    unpacked = zlib.decompressobj()
    try:
        packed = urlsafe_b64decode(data.encode() + b"=" * (-len(data) % 4))
        text = unpacked.decompress(packed, MOST).decode()
    except (NoBase64, zlib.error, ValueError) as error:
        raise ValueError("The link is damaged: the game in it cannot be read.") from error
    if not unpacked.eof:
        raise ValueError("The link is damaged, or the game in it is too long.")
    return text


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


HOME: Final = Path("/home/marbles")
"""The folder that the browser keeps."""

AFTERWARDS: Final = 0.3
"""Seconds from a key to a look at what it has left unsaved."""

LIMITS: Final = HostLimits(paste=4_000_000, width=LARGEST, height=LARGEST, patience=LARGEST)
"""Nobody else is there to be kept waiting: the terminal is as large as the window, and is not given up where it shows
nothing for minutes, as in a page that is hidden."""


class ArcadeScript(PageWaker, PageScript, ExchangeScript, Protocol):
    """What the page's script does for the arcade."""

    def write(self, text: str) -> None:
        """Show a text in the terminal."""

    def left(self, farewell: str) -> None:
        """The arcade has been left; the farewell is a sentence."""


class LineToPage:
    """The way to the terminal in the page."""

    def __init__(self, script: ArcadeScript) -> None:
        self.unread = 0
        """Characters that the terminal has not shown yet."""
        self._script = script

    def write(self, text: str) -> None:
        """Send a text."""
        self.unread += len(text)
        self._script.write(text)

    def hold(self, held: bool) -> None:
        """Nothing can wait at the other end, which is a keyboard."""


class BrowserPage(ScriptedPage):
    """An arcade and the loop that it runs in."""

    def __init__(
        self,
        script: ArcadeScript,
        columns: int,
        rows: int,
        shortcoming: str = "",
        table: str = "",
        touch: bool = False,
        here: str = "",
    ) -> None:
        """A page whose terminal has so many columns and rows. `shortcoming`: why nothing is kept, if that is so;
        `table`: the id of the match to come back to, "" for none; `touch`: whether fingers play; `here`: the
        page's own address."""
        super().__init__(script)
        settings, problems = load(NAMES, HOME / SETTINGS)
        self._script, self._shortcoming = script, shortcoming
        self._exchange = PageExchange(script)
        store = InlineStore(HOME / MATCHES, shortcoming)
        self._line = LineToPage(script)
        self._terminal = Terminal(self._line, LIMITS, (columns, rows), lambda _: None)
        self.arcade = PageArcade(
            script,
            self._terminal,
            LIMITS,
            "truecolor",
            term="marbles",
            engine=EngineClient(JobQueue(self.thinking)),
            settings=settings,
            problems=problems,
            store=store,
            table=table,
            opening=unfinished(store, table, settings.name) if table else None,
            face=face.page(HOME, self._exchange, touch),
        )
        self.arcade.here = here
        self._looking: asyncio.TimerHandle | None = None
        self.running = self.loop.begin(self.arcade.run_async(size=self._terminal.size))
        """The task that ends when the arcade has been left."""
        self.running.add_done_callback(self._left)

    def close(self) -> None:
        """Leave the arcade without a question; what is not saved is kept as well as can be."""
        self.loop.hear(self.arcade.leave_now)

    def _left(self, run: asyncio.Task[object]) -> None:
        kept = "" if self._shortcoming else " Your games are kept in this browser."
        told = "You have left the arcade."
        if run.cancelled() or run.exception() or self.arcade.return_code:
            told = "The arcade was stopped by a mistake."
            self._script.seated("")  # to come back to what has stopped it would stop it again
        self._script.left(f"{told}{kept}")

    def typed(self, text: str) -> None:
        """The terminal has sent something."""
        self.loop.hear(self._terminal.receive, text)
        if self._looking is None:
            self._looking = self.loop.call_later(AFTERWARDS, self._look)

    def _look(self) -> None:
        """When all keys before have been heard, however slow the machine is."""
        self._looking, arcade = None, self.arcade
        arcade.call_later(lambda: (arcade.focused or arcade.screen).call_later(arcade.tell_unsaved))

    def resized(self, columns: int, rows: int) -> None:
        """The terminal has another size."""
        self.loop.hear(self._terminal.resize, (columns, rows))

    def picked(self, name: str, text: str, fault: str) -> None:
        """The file that was asked for; see PageExchange."""
        self.loop.hear(self._exchange.picked, name, text, fault)

    def went(self, address: str) -> None:
        """What stands behind the # of the address; see PageArcade."""
        self.loop.hear(self.arcade.call_later, self.arcade.go_to, address)

    def dropped(self, text: str) -> None:
        """A file with that text was dropped on the page."""
        self.loop.hear(self.arcade.call_later, self.arcade.take_dropped, text)

    def trouble(self, told: str) -> None:
        """The browser could not do what was asked of it; a sentence says what and why."""
        self.loop.hear(self.arcade.call_later, self.arcade.say_trouble, told)

    def read(self, count: int) -> None:
        """The terminal has shown so many characters more."""
        self._line.unread -= count
