"""What a terminal sends, as the keys, the mouse and the pastes it stands for, however it is cut."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Final

from textual import events
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from marbles_tui.tui.textual_fixes.replies import AnsweringParser, TerminalReply

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
