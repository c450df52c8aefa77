"""A terminal that goes away while the arcade runs, or sends what no keyboard does.

Textual 8.2.8, drivers/linux_driver.py, drivers/web_driver.py and _writer_thread.py:

- The writer thread ends with the first OSError, and `App.exit` then waits for ever for a queue that nobody empties.
  A stream that swallows the error and tells the app once keeps the thread alive.
- A closing terminal sends SIGHUP and SIGCONT. `_sigcont_application` starts application mode a second time, with a
  second input thread that reads a dead terminal.
- The input thread spins at the end of its input (Textualize/textual#6690): where nobody sends the arcade a signal, as
  below make, it went on for ever without its terminal.
- In a browser, `run_input_thread` returns at the end of its input, and the app runs on for ever without its server;
  writing to the closed pipe then ends it with a traceback.
- Both drivers decode strictly: one byte that is no UTF-8, as from a Latin-1 terminal or an old mouse report of a
  column above 95, ends the thread that reads, and with it the app. So does the number of no character
  (_xterm_parser.py).
- Nothing bounds what is typed ahead: see `type_ahead`.

To be filed: docs/upstream/driver.md.
"""

from __future__ import annotations

import codecs
import logging
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

from textual.message import Message

from marbles_tui.tui.textual_patches.replies import AnsweringParser
from marbles_tui.tui.textual_patches.type_ahead import TypeAhead

if TYPE_CHECKING:
    from textual.driver import Driver

log = logging.getLogger(__name__)


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
        module.XTermParser = LenientParser

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


class LenientParser(AnsweringParser):
    """Goes on after a sequence with numbers that no terminal sends; what came in one piece with it is dropped."""

    def feed(self, data: str) -> Iterable[Message]:
        """What a text stands for."""
        return self._tried(super().feed(data))

    def tick(self) -> Iterable[Message]:
        """What an unfinished sequence stands for, when its time is up."""
        return self._tried(super().tick())

    def _tried(self, messages: Iterable[Message]) -> Iterable[Message]:
        try:
            yield from messages
        except (ArithmeticError, ValueError):
            log.debug("a sequence that nobody understands", exc_info=True)
            self._gen = self.parse(self._tokens.append)
            self._awaiting = next(self._gen)
            self._timeout_time = None
