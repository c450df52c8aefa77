"""A guest's arcade, the same as at home in a process that many share, and Textual's way to their terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar, Final, Literal, TextIO

from rich.color import ColorSystem
from textual import constants, events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.terminal import Size as TerminalSize
from marbles_tui.host.terminal import Terminal
from marbles_tui.store import StoreThread, load
from marbles_tui.store.matches import FILE as MATCHES
from marbles_tui.store.settings import FILE as SETTINGS
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.face import guest
from marbles_tui.tui.styled_app import NAMES
from marbles_tui.tui.textual_patches.driver import AnsweringParser, TerminalReply, TooLong, unheard
from marbles_tui.tui.textual_patches.shared_process import ColourSystem, SharedProcess

if TYPE_CHECKING:
    from marbles_tui.host.resources import Pulse  # a page has neither
    from marbles_tui.rooms.visit import Visit

WELCOME: Final = (
    events.Key,
    events.MouseEvent,
    events.AppFocus,
    events.AppBlur,
    TerminalSupportsSynchronizedOutput,
    TerminalReply,
    events.Paste,
    TooLong,
)
"""What a terminal may say. Sizes come from the connection alone."""


class Keyboard:
    """Reads the text that a terminal sends."""

    def __init__(self, longest: int) -> None:
        """`longest`: the characters of a paste."""
        self._parser = AnsweringParser(longest=longest)

    @property
    def pasting(self) -> bool:
        """Whether the end of a paste is waited for."""
        return self._parser.pasting

    @property
    def waits(self) -> bool:
        """Whether a tick is to come."""
        return self._parser.waits

    def feed(self, text: str) -> Iterator[Message]:
        """The messages of a text."""
        if text:  # to the parser an empty one is the end of everything
            yield from _welcome(self._parser.feed(text))

    def tick(self) -> Iterator[Message]:
        """The messages of an unfinished sequence, when its time is up."""
        self._parser.hurry()  # it would wait as long as at a terminal of this machine
        yield from _welcome(self._parser.tick())


def _welcome(messages: Iterable[Message]) -> Iterable[Message]:
    return (message for message in messages if isinstance(message, WELCOME))


SLICE: Final = 256
"""Characters that are looked at before others go on."""

MOST_WAITING: Final = 1024
"""Characters that wait here; what comes then waits at the other end."""

KEY_EVERY: Final = 0.01
"""Seconds at the most between two looks whether a screen is ready for the next key."""

DRAWN: Final = 0.1
"""Seconds in which all that another size brings with it is drawn."""

FOLLOWS: Final = 2.0
"""Seconds after a key in which what is done for the guest is what the key has set going: a page that is drawn."""

ALONE: Final = 0.01
"""Seconds after which an escape was nothing but that: all that one key sends comes in one packet. As with tmux."""

KITTY_KEYS: Final = "\x1b[>25u"
"""Keys told apart, all of them, with their text: as on any other terminal. It holds for the screen of our own alone:
a guest whom a killed host left there types as ever on the usual one."""

BEGIN: Final = (
    "\x1b[?1049h"  # a screen of our own
    f"{'' if constants.DISABLE_KITTY_KEY else KITTY_KEYS}"
    "\x1b[?1000h\x1b[?1003h\x1b[?1006h"  # the mouse
    "\x1b[?25l"  # no cursor
    "\x1b[?1004h"  # whether the window is looked at
    "\x1b[?2004h"  # pastes are marked
    "\x1b[?7l"  # lines are not folded
    "\x1b[?2026$p"  # can it take whole frames?
)

END: Final = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"


class GuestDriver(Driver):
    """Draws on a terminal elsewhere, and hears it. No file, program or signal of this machine is ever touched."""

    _app: GuestArcade

    def __init__(
        self,
        app: GuestArcade,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        # Debugging would write what is typed to a file.
        super().__init__(app, debug=False, mouse=mouse, size=size)
        self._terminal = self._app.terminal
        self._keyboard = Keyboard(self._app.limits.paste)
        self._texts: list[str] = []
        self._waiting = 0
        self._resizing = False
        self._heard = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._ticking: asyncio.Handle | None = None
        self._batch: AbstractContextManager[None] | None = None

    # Going there

    def write(self, data: str) -> None:
        """Send it soon."""
        self._terminal.write(data)

    def flush(self) -> None:
        """Send it now."""
        self._terminal.flush()

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self.write(BEGIN)
        self.flush()
        self._terminal.listener = self
        self._reading = asyncio.get_running_loop().create_task(self._read(), name="guest's keys")
        self._resize()

    def disable_input(self) -> None:
        """Hear nothing more."""
        self._terminal.listener = None
        if self._reading:
            self._reading.cancel()
        if self._ticking:
            self._ticking.cancel()

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was."""
        self.disable_input()
        self.write(self._app.free_images() + END)
        self.flush()

    def pause(self) -> None:
        """Draw nothing while the terminal does not read."""
        if self._batch is None:
            self._batch = self._app.batch_update()
            self._batch.__enter__()

    def resume(self) -> None:
        """Draw all once, as it is now."""
        batch, self._batch = self._batch, None
        if batch:
            batch.__exit__(None, None, None)
            self._app.call_later(self._app.refresh)

    # Coming from there

    def send_message(self, message: Message) -> None:
        """Hand it to the arcade, which runs in the same loop."""
        self._app.post_message(message)

    def resized(self, size: TerminalSize) -> None:
        """The terminal has this size now."""
        self._resizing = True  # the newest size counts when its turn has come
        self._heard.set()

    def _resize(self) -> None:
        self._resizing = False
        self._size = size = self._terminal.size
        self._app.post_message(events.Resize(Size(*size), Size(*size)))

    def typed(self, text: str) -> None:
        """The terminal has sent something."""
        share = self._terminal.share
        if share is None or not share.spent:
            self._app.typed(text)
        self._texts.append(text)
        self._waiting += len(text)
        if self._waiting > MOST_WAITING:
            self._terminal.hold(True)
        self._heard.set()

    async def _read(self) -> None:
        """Pass on what is typed, as fast as the screen takes it and as much as the guest's share allows: with a key
        counts what it has set going, but not what moves by itself long after it."""
        loop, share = asyncio.get_running_loop(), self._terminal.share
        began, follows_until = 0.0, 0.0
        while True:
            await self._heard.wait()
            self._heard.clear()
            texts, self._texts, self._waiting = "".join(self._texts), [], 0
            if share and loop.time() > follows_until:
                began = share.done
            for heard in self._passed_on(texts):
                await heard
                if share:
                    await share.wait(share.take(share.done - began))
                    began = share.done
            follows_until = loop.time() + FOLLOWS
            if not self._texts:
                self._terminal.hold(False)
            if self._ticking:
                self._ticking.cancel()
            self._ticking = asyncio.get_running_loop().call_later(ALONE, self._tick)

    def _passed_on(self, texts: str) -> Iterator[Coroutine[object, object, None]]:
        """Pass on a size, and keys, one after the other; what is to be waited for before the next one."""
        if self._resizing:
            self._resize()
            yield asyncio.sleep(DRAWN)
        for at in range(0, len(texts), SLICE):
            for message in self._keyboard.feed(texts[at : at + SLICE]):
                if isinstance(message, TooLong):
                    self._app.say_paste_too_long()
                else:
                    self.process_message(message)
                yield self._taken()
            yield self._taken()

    async def _taken(self) -> None:
        """Wait until the screen is ready for more."""
        moment = 0.0
        await asyncio.sleep(0)
        while unheard(self._app):
            await asyncio.sleep(moment)
            moment = min(KEY_EVERY, moment + 0.001)

    def _tick(self) -> None:
        """An escape may have been nothing but that."""
        self._ticking = None
        for message in self._keyboard.tick():
            self.process_message(message)
        if self._keyboard.waits:  # for the rest of a reply
            self._ticking = asyncio.get_running_loop().call_later(ALONE, self._tick)

    # What only those at this machine may have

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing is opened on the host; the address goes to the guest's clipboard."""
        self._app.copy_to_clipboard(url)

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Nothing is written on the host."""
        binary.close()


TRUE_COLOUR: Final = (
    "kitty",
    "ghostty",
    "alacritty",
    "foot",
    "wezterm",
    "contour",
    "direct",
    "truecolor",
    "iterm",
    "tmux",  # which knows what is below it
)
"""Parts of the names of terminals that show any colour."""

PLAIN: Final = ("dumb", "vt", "linux", "ansi", "cons", "sun")
"""How the names of terminals begin that show few colours."""


def colours_of(term: str, all_colours: bool = False) -> ColourSystem:
    """How many colours a terminal shows, as far as the name of its kind tells; all where its environment says so
    (COLORTERM). Others may say more when they are asked who they are."""
    name = term.lower()
    if all_colours or any(part in name for part in TRUE_COLOUR):
        return "truecolor"
    if "256" not in name and name.startswith(PLAIN):
        return "standard"
    return "256"


class GuestArcade(SharedProcess, Arcade):
    """An arcade at a terminal elsewhere."""

    frames: ClassVar[int] = 10
    smooth: ClassVar[int] = 20

    def __init__(
        self,
        terminal: Terminal,
        limits: HostLimits,
        colours: ColourSystem,
        *,
        term: str = "",
        pulse: Pulse | None = None,
        **named: object,
    ) -> None:
        """`term`: what the terminal is called; `pulse`: that of the process; `named`: as for an Arcade."""
        self._term = term
        self._pulse = pulse
        self.colour_system = colours
        self.terminal, self.limits = terminal, limits
        self.shown = asyncio.Event()
        """Set when the first screen is there."""
        super().__init__(few_colours=colours == "standard", **named)
        self.driver_class = GuestDriver

    def on_ready(self) -> None:
        """The first screen is there."""
        super().on_ready()
        self.shown.set()

    def learned(self) -> None:
        """Show all colours where the terminal is one that does."""
        if self.ability.all_colours and self.colour_system == "256":
            self.colour_system = "truecolor"
            self.take_colours(ColorSystem.TRUECOLOR)
        super().learned()

    @property
    def late(self) -> float:
        """Seconds by which the guests are kept waiting."""
        return self._pulse.late() if self._pulse else 0.0

    @property
    def terminal_environ(self) -> Mapping[str, str]:
        """What is known of the guest's: its name alone."""
        return {"TERM": self._term}

    def typed(self, text: str) -> None:
        """The guest's terminal has sent something."""
        if self._pulse:
            self._pulse.typed(text)

    def deliver_screenshot(self, *args: object, **named: object) -> None:
        """No picture is made: it would be a file of the host's."""

    def say_paste_too_long(self) -> None:
        """A paste was dropped."""
        self.notify(
            f"What you pasted is longer than {self.limits.paste:,} characters, the most allowed here.",
            severity="warning",
            markup=False,
        )

    def say_farewell(self, sentence: str) -> None:
        """Leave the arcade, whatever is on the screen; the sentence is left on the terminal."""
        self.farewell = sentence
        self.exit()

    farewell = ""
    """What the terminal says in the end, besides good-bye."""


def arcade_for(
    terminal: Terminal,
    limits: HostLimits,
    term: str,
    folder: Path,
    engine: EngineClient,
    name: str,
    visit: Visit,
    pulse: Pulse,
) -> GuestArcade:
    """A guest's arcade, with the settings, games and boards of a folder; `name` is "" until they choose one."""
    settings, _ = load(NAMES, folder / SETTINGS)
    settings = settings._replace(name=name)
    return GuestArcade(
        terminal,
        limits,
        colours_of(term, terminal.all_colours),
        term=term,
        settings=settings,
        store=StoreThread(folder / MATCHES),
        engine=engine,
        face=guest(folder),
        visit=visit,
        pulse=pulse,
    )


async def play(arcade: GuestArcade, starts: asyncio.Semaphore) -> None:
    """Run an arcade until it is left; only as many as `starts` allows begin at the same time."""
    async with starts:
        running = asyncio.create_task(arcade.run_async(size=arcade.terminal.size), name="guest")
        shown = asyncio.create_task(arcade.shown.wait())
        await asyncio.wait((running, shown), return_when=asyncio.FIRST_COMPLETED)
        shown.cancel()
        with suppress(asyncio.CancelledError):
            await shown
    await running
