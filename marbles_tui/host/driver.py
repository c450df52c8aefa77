"""Textual's way to a terminal elsewhere: what is drawn there, and the keys, the mouse and the pastes it sends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, TextIO

from textual import constants, events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from marbles_tui.host.terminal import Size as TerminalSize
from marbles_tui.tui.textual_patches.replies import AnsweringParser, TerminalReply

if TYPE_CHECKING:
    from marbles_tui.host.guest import GuestArcade

PASTE: Final = "\x1b[200~"
PASTED: Final = "\x1b[201~"
"""Around a paste."""

WELCOME: Final = (
    events.Key,
    events.MouseEvent,
    events.AppFocus,
    events.AppBlur,
    TerminalSupportsSynchronizedOutput,
    TerminalReply,
)
"""What a terminal may say. Sizes come from the connection alone."""

log = logging.getLogger(__name__)


class TooLong(Message):
    """A paste was longer than is allowed, and is dropped."""


class Keyboard:
    """Reads the text that a terminal sends. A paste is gathered here: the parser would look at it letter by letter,
    and hold all of one that never ends."""

    def __init__(self, longest: int) -> None:
        """`longest`: the characters of a paste."""
        self._longest = longest
        self._parser = AnsweringParser()
        self._begun = ""  # what the parser has of PASTE
        self._held = ""  # what may be the beginning of PASTED
        self._paste: list[str] | None = None
        self._length = 0

    @property
    def pasting(self) -> bool:
        """Whether the end of a paste is waited for."""
        return self._paste is not None

    @property
    def waits(self) -> bool:
        """Whether a tick is to come."""
        return self._parser.waits

    def feed(self, text: str) -> Iterator[Message]:
        """What a text stands for."""
        if self._begun:
            whole, self._begun = self._begun + text, ""
            if whole.startswith(PASTE):
                self._parser, text = AnsweringParser(), whole  # it forgets the beginning
            elif PASTE.startswith(whole):
                self._begun = whole
                yield from self._parse(text)
                return
        while text:
            if self._paste is None:
                keys, mark, text = text.partition(PASTE)
                yield from self._parse(keys)
                if mark:
                    self._paste, self._length, self._held = [], 0, ""
                else:
                    self._begun = _beginning(keys, PASTE)
            else:
                part, mark, text = (self._held + text).partition(PASTED)
                self._held = "" if mark else _beginning(part, PASTED)
                self._gather(part[: len(part) - len(self._held)])
                if mark:
                    yield self._pasted()

    def tick(self) -> Iterator[Message]:
        """What an unfinished sequence stands for, when its time is up."""
        self._begun = ""
        try:
            self._parser.hurry()  # it would wait as long as at a terminal of this machine
            yield from self._welcome(self._parser.tick())
        except Exception:  # as below
            log.debug("a sequence that nobody understands", exc_info=True)
            self._parser = AnsweringParser()

    def _gather(self, part: str) -> None:
        assert self._paste is not None
        self._length += len(part)
        if self._length > self._longest:
            self._paste.clear()
        else:
            self._paste.append(part)

    def _pasted(self) -> Message:
        text, self._paste = "".join(self._paste or ()), None
        return TooLong() if self._length > self._longest else events.Paste(text.replace("\x00", ""))

    def _parse(self, keys: str) -> Iterator[Message]:
        if not keys:
            return  # to the parser that is the end of everything
        try:
            yield from self._welcome(self._parser.feed(keys))
        except Exception:  # numbers that no terminal sends; the parser is of no use any more
            log.debug("a sequence that nobody understands", exc_info=True)
            self._parser = AnsweringParser()

    def _welcome(self, messages: Iterable[Message]) -> Iterator[Message]:
        for message in messages:
            if isinstance(message, WELCOME):
                yield message


def _beginning(text: str, mark: str) -> str:
    """How `text` ends, as far as `mark` begins so; "" if it does not."""
    return next((mark[:length] for length in range(len(mark) - 1, 0, -1) if text.endswith(mark[:length])), "")


SLICE: Final = 256
"""Characters that are looked at before others go on."""

MOST_WAITING: Final = 1024
"""Characters that wait here; what comes then waits at the other end."""

MOMENT: Final = 0.01
"""Seconds at the most between two looks whether a screen is ready for the next key."""

DRAWN: Final = 0.1
"""Seconds in which all that another size brings with it is drawn."""

ALONE: Final = 0.01
"""Seconds after which an escape was nothing but that: all that one key sends comes in one packet. As with tmux."""

KITTY_KEYS: Final = "\x1b[>25u"
"""Keys told apart, all of them, with their text: as on any other terminal. It holds for the screen of our own alone:
whoever is left there by a host that was killed types as ever on the usual one."""

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
        app: Any,
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
        """Pass on what is typed, as fast as the screen takes it and as much as the guest's share allows."""
        while True:
            await self._heard.wait()
            self._heard.clear()
            texts, self._texts, self._waiting = "".join(self._texts), [], 0
            share = self._terminal.share
            began = share.used() if share else 0.0
            for heard in self._passed_on(texts):
                await heard
                if share:
                    await share.wait(share.take(share.used() - began))
                    began = share.used()
            if not self._texts:
                self._terminal.hold(False)
            if self._ticking:
                self._ticking.cancel()
            self._ticking = asyncio.get_running_loop().call_later(ALONE, self._tick)

    def _passed_on(self, texts: str) -> Iterator[Coroutine[Any, Any, None]]:
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
        while self._events:
            await asyncio.sleep(moment)
            moment = min(MOMENT, moment + 0.001)

    @property
    def _events(self) -> int:
        """How many keys wait."""
        app = self._app
        screen = app.screen_stack[-1] if app.screen_stack else None
        heard = [app, *([screen, screen.focused] if screen else [])]
        return max(node.message_queue_size for node in heard if node is not None)

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
