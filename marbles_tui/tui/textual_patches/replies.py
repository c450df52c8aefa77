"""What a terminal replies to questions is told, and is no keys.

Textual 8.2.8, _xterm_parser.py: whatever the parser does not know, it takes for keys, letter by letter. So replies
are taken out of what it is fed, however they are cut.

To be filed: docs/upstream/replies.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from time import monotonic
from typing import Final

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.message import Message

REPLY: Final = (
    r"\x1b(?:\[(?:\?[\d;]{0,60}c|[46];\d{1,5};\d{1,5}t)|P>\|[^\x1b\x07]{0,80}\x1b\\|_G[^\x1b]{0,120}\x1b\\)"
)
"""Who it is (XTVERSION), what it is (DA1), sizes in pixels, and what became of an image."""

BEGUN: Final = (
    r"\x1b(?:\[(?:\?[\d;]{0,60}|[46](?:;\d{0,5}){0,2})?"
    r"|P(?:>(?:\|[^\x1b\x07]{0,80}\x1b?)?)?|_(?:G[^\x1b]{0,120}\x1b?)?)?\Z"
)
"""How one begins."""

PATIENCE: Final = 0.25
"""Seconds that the rest of a reply may take."""


class TerminalReply(Message):
    """The terminal has replied to a question."""

    bubble = False

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Replies:
    """Takes replies out of what a terminal sends."""

    def __init__(self) -> None:
        self._held = ""
        self._until = 0.0

    @property
    def holds(self) -> bool:
        """Whether something is held that may be the beginning of a reply."""
        return bool(self._held)

    def feed(self, text: str) -> tuple[str, list[TerminalReply]]:
        """What else was sent, and the replies."""
        text, self._held = self._held + text, ""
        if "\x1b" not in text:
            return text, []
        replies = [TerminalReply(found[0]) for found in re.finditer(REPLY, text)]
        text = re.sub(REPLY, "", text) if replies else text
        if begun := re.search(BEGUN, text):
            text, self._held = text[: begun.start()], begun[0]
            self._until = monotonic() + (constants.ESCAPE_DELAY if begun[0] == "\x1b" else PATIENCE)
        return text, replies

    def hurry(self) -> None:
        """An escape that is held is nothing but that."""
        if self._held == "\x1b":
            self._until = 0.0

    def release(self) -> str:
        """What was held and is no reply, for its time is up."""
        if monotonic() < self._until:
            return ""
        held, self._held = self._held, ""
        return held


class AnsweringParser(XTermParser):
    """Tells replies apart from keys."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self.replies = Replies()

    def feed(self, data: str) -> Iterable[Message]:
        """What a text stands for."""
        if not data:
            yield from super().feed(data)
            return
        text, replies = self.replies.feed(data)
        if text:
            yield from super().feed(text)
        yield from replies

    @property
    def waits(self) -> bool:
        """Whether something is unfinished, and a tick is to come."""
        return self.replies.holds or self._timeout_time is not None

    def hurry(self) -> None:
        """The time of what is unfinished is up, unless it can only be a reply."""
        self.replies.hurry()
        if self._timeout_time is not None:
            self._timeout_time = 0.0

    def tick(self) -> Iterable[Message]:
        """What an unfinished sequence stands for, when its time is up."""
        held = self.replies.release()
        if held == "\x1b" and self._timeout_time is None:
            yield events.Key("escape", held)
        elif held:
            yield from super().feed(held)
        yield from super().tick()
