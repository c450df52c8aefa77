"""A terminal that goes away while the arcade runs, or sends what no keyboard does.

Textual 8.2.8, drivers/linux_driver.py, drivers/web_driver.py and _writer_thread.py:

- The writer thread ends with the first OSError, and `App.exit` then waits for ever for a queue that nobody empties. A
  stream that swallows the error and tells the app once keeps the thread alive.
- A closing terminal sends SIGHUP and SIGCONT. `_sigcont_application` starts application mode a second time, with a
  second input thread that reads a dead terminal.
- The input thread spins at the end of its input (Textualize/textual#6690): where nobody sends the arcade a signal, as
  below make, it went on for ever without its terminal.
- In a browser, `run_input_thread` returns at the end of its input, and the app runs on for ever without its server;
  writing to the closed pipe then ends it with a traceback.
- Both drivers decode strictly: one byte that is no UTF-8, as from a Latin-1 terminal or an old mouse report of a
  column above 95, ends the thread that reads, and with it the app. So does the number of no character
  (_xterm_parser.py).
- The thread that reads makes a task of every key, as many as there are; a signal or Ctrl-Q is heard after all of them
  (driver.py). A text pasted where pastes are not marked (GNU screen, the Linux console) is such a flood.
- Whatever the parser does not know, it takes for keys, letter by letter (_xterm_parser.py). So replies of the
  terminal are taken out of what it is fed, however they are cut. So is a paste: an escape in it made keys of what
  follows there.

To be filed: docs/upstream/driver.md, type-ahead.md and replies.md.
"""

from __future__ import annotations

import asyncio
import codecs
import logging
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import inf
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TextIO

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.events import InputEvent, Key, MouseMove
from textual.message import Message

if TYPE_CHECKING:
    from textual.app import App
    from textual.dom import DOMNode
    from textual.driver import Driver

log = logging.getLogger(__name__)

REPLY: Final = (
    r"\x1b(?:\[(?:\?[\d;]{0,60}c|[46];\d{1,5};\d{1,5}t)|P>\|[^\x1b\x07]{0,80}\x1b\\|_G[^\x1b]{0,120}\x1b\\)"
)
"""Who it is (XTVERSION), what it is (DA1), sizes in pixels, and what became of an image."""

PASTE: Final = "\x1b[200~"
PASTED: Final = "\x1b[201~"
"""Around a paste."""

TOLD: Final = f"({REPLY}|{re.escape(PASTE)})"
"""What stands between keys."""

BEGUN: Final = (
    r"\x1b(?:\[(?:\?[\d;]{0,60}|[46](?:;\d{0,5}){0,2}|2(?:00?)?)?"
    r"|P(?:>(?:\|[^\x1b\x07]{0,80}\x1b?)?)?|_(?:G[^\x1b]{0,120}\x1b?)?)?\Z"
)
"""How that begins."""

ENDING: Final = r"\x1b(?:\[(?:2(?:01?)?)?)?\Z"
"""How the end of a paste begins."""

PATIENCE: Final = 0.25
"""Seconds that the rest of a reply may take."""


class TerminalReply(Message):
    """The terminal has replied to a question."""

    bubble = False

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class TooLong(Message):
    """A paste was longer than is allowed, and is dropped."""


class AnsweringParser(XTermParser):
    """Tells replies and pastes apart from keys, and goes on after a key with numbers that no terminal sends."""

    def __init__(self, debug: bool = False, longest: float = inf) -> None:
        """`longest`: the characters of a paste; nothing is held of one that has more."""
        super().__init__(debug)
        self._held = ""
        self._until = 0.0
        self._longest = longest
        self._paste: list[str] | None = None
        self._length = 0

    @property
    def pasting(self) -> bool:
        """Whether the end of a paste is waited for."""
        return self._paste is not None

    def feed(self, data: str) -> Iterable[Message]:
        """What a text stands for."""
        if not data:
            yield from super().feed(data)
            return
        text, self._held = self._held + data, ""
        while text:
            if self._paste is None:
                keys, told, text = (*re.split(TOLD, text, maxsplit=1), "", "")[:3]
                yield from self._keys(keys if told else self._without(BEGUN, keys))
                if told:
                    yield from self._no_more()
                if told == PASTE:
                    self._paste, self._length = [], 0
                elif told:
                    yield TerminalReply(told)
            else:
                part, mark, text = text.partition(PASTED)
                self._gather(part if mark else self._without(ENDING, part))
                if mark:
                    yield self._pasted()

    def _without(self, begun: str, text: str) -> str:
        """A text without what it ends with where that is the beginning of something; that is held."""
        if found := re.search(begun, text):
            text, self._held = text[: found.start()], found[0]
            self._until = monotonic() + (constants.ESCAPE_DELAY if found[0] == "\x1b" else PATIENCE)
        return text

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

    @property
    def waits(self) -> bool:
        """Whether something is unfinished, and a tick is to come."""
        return bool(self._held and not self.pasting) or self._timeout_time is not None

    def hurry(self) -> None:
        """The time of what is unfinished is up, unless it can only be a reply."""
        if self._held == "\x1b":
            self._until = 0.0
        if self._timeout_time is not None:
            self._timeout_time = 0.0

    def tick(self) -> Iterable[Message]:
        """What an unfinished sequence stands for, when its time is up."""
        if self._held and not self.pasting and monotonic() >= self._until:  # of a paste it may be the end
            held, self._held = self._held, ""
            yield from self._keys(held)
            yield from self._no_more()
        yield from super().tick()

    def _no_more(self) -> Iterable[Message]:
        """A key that has begun is over: with what follows the parser might take it for a mark of a paste."""
        if self._timeout_time is not None:
            self._timeout_time = 0.0
            yield from super().tick()

    def _keys(self, text: str) -> Iterable[Message]:
        for letter in text:  # all that came in one piece would be lost with a key that nobody understands
            try:
                yield from super().feed(letter)
            except Exception:
                log.debug("a sequence that nobody understands", exc_info=True)
                self._gen = self.parse(self._tokens.append)
                self._awaiting = next(self._gen)
                self._timeout_time = None


MOST: Final = 256
"""Keys and clicks that wait for the app; more are a flood, and dropped until it is over."""

QUIET: Final = 0.25
"""Seconds without a key after which a flood is over."""

MOMENT: Final = 0.002
"""Seconds between two looks whether the app is ready for more."""

QUIT: Final = "ctrl+q"
"""The key that no flood may bury."""


class TypeAhead:
    """What was typed and waits for the app. `add` is called by the thread that reads, all else runs in the loop."""

    def __init__(self, app: App[None], loop: asyncio.AbstractEventLoop) -> None:
        self._app, self._loop = app, loop
        self._lock = Lock()
        self._waiting: deque[Message] = deque()
        self._handing = False
        self._flood = False
        self._heard = 0.0

    def add(self, message: Message) -> bool:
        """Have a message handed to the app in its turn; whether it begins a flood and is the first one dropped."""
        with self._lock:
            if isinstance(message, InputEvent):
                now = monotonic()
                flood = self._flood and now - self._heard < QUIET
                self._heard = now
                self._flood = flood or len(self._waiting) >= MOST
                if self._flood:
                    if not isinstance(message, Key) or message.key != QUIT:
                        return not flood
                    self._waiting.clear()
                elif self._waiting and _same_way(self._waiting[-1], message):
                    self._waiting.pop()  # where the mouse is counts, not the way there
            self._waiting.append(message)
            if not self._handing:
                self._handing = True
                self._loop.call_soon_threadsafe(self._hand)
        return False

    def _hand(self) -> None:
        """Give the app one after the other: what a key does may decide who hears the next one."""
        while not unheard(self._app):
            with self._lock:
                if not self._waiting:
                    self._handing = False
                    return
                message = self._waiting.popleft()
            self._app.post_message(message)
        self._loop.call_later(MOMENT, self._hand)


def unheard(app: App[None]) -> int:
    """How many messages wait in an app, where it passes keys on to, and on a key's way back up."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    way: Iterable[DOMNode] = (screen.focused or screen).ancestors_with_self if screen else ()
    return max(node.message_queue_size for node in (app, *way))


def _same_way(last: Message, message: Message) -> bool:
    """Whether both tell of the mouse on one way."""
    return isinstance(last, MouseMove) and isinstance(message, MouseMove) and last.button == message.button


class Lasting:
    """A stream that may lose its terminal: what is written to it then is dropped, and `lost` is called once."""

    def __init__(self, stream: TextIO, lost: Callable[[], object]) -> None:
        self._stream = stream
        self._lost: Callable[[], object] | None = lost

    def write(self, text: str) -> None:
        """Write what can be written."""
        self._try(lambda: self._stream.write(text))

    def flush(self) -> None:
        """Send it on."""
        self._try(self._stream.flush)

    def __getattr__(self, name: str) -> object:
        """What else the stream knows: its number, and whether it is a terminal."""
        return getattr(self._stream, name)

    def _try(self, act: Callable[[], object]) -> None:
        if self._lost is None:
            return
        try:
            act()
        except OSError:
            lost, self._lost = self._lost, None
            lost()


def lasting(driver: type[Driver]) -> type[Driver]:
    """A driver like `driver` that takes any bytes and resumes only after it was suspended, whose app is told, by
    `lose_terminal`, when its terminal is gone, and, by `say_flood`, when keys are dropped."""
    module: Any = sys.modules[driver.__module__]
    if hasattr(module, "getincrementaldecoder"):
        module.getincrementaldecoder = lenient_decoder
        module.XTermParser = AnsweringParser

    class LastingDriver(driver):  # type: ignore[misc, valid-type]
        """A driver that outlives its terminal."""

        def __init__(self, app: Any, **options: Any) -> None:
            super().__init__(app, **options)
            self._type_ahead = TypeAhead(app, self._loop)
            lost = partial(app.call_later, app.lose_terminal)
            stream: TextIO | None = getattr(self, "_file", None)
            if stream is not None:
                self._file: Any = Lasting(stream, lost)
            elif (write := getattr(self, "_write", None)) is not None:
                self._write: Any = dropping(write, lost)

        def _sigcont_application(self, *told: object) -> None:
            if self._must_signal_resume:
                super()._sigcont_application(*told)

        def send_message(self, message: Message) -> None:
            if self._type_ahead.add(message):
                self._app.call_later(self._app.say_flood)

        def stop_application_mode(self) -> None:
            if images := self._app.free_images():
                self.write(images)
            super().stop_application_mode()

        def run_input_thread(self, *told: object) -> None:
            with suppress(EOFError):
                super().run_input_thread(*told)
            if not self.exit_event.is_set():
                self._app.call_later(self._app.lose_terminal)

    return LastingDriver


def dropping(write: Callable[[bytes], int], lost: Callable[[], object]) -> Callable[[bytes], int]:
    """What writes bytes until the other end is gone; then `lost` is called, and they are dropped."""

    def write_if_there(data: bytes) -> int:
        try:
            return write(data)
        except OSError:
            lost()
            return len(data)

    return write_if_there


def lenient_decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    """A decoder that has a sign for what it cannot read. Raises EOFError where there is nothing to read and never
    will be, which a terminal that is gone says by no bytes at all."""
    decoder: Any = codecs.getincrementaldecoder(encoding)

    class Lenient(decoder):  # type: ignore[misc]
        def decode(self, data: bytes, final: bool = False) -> str:
            if not data and not final:
                raise EOFError
            text: str = super().decode(data, final)
            return text

    return partial(Lenient, errors="replace")
