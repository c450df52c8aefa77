"""Keys that are typed faster than the app takes them.

Textual 8.2.8, driver.py: the thread that reads makes a task of every key, as many as there are; a signal or Ctrl-Q
is heard after all of them. A text pasted where pastes are not marked (GNU screen, the Linux console) is such a flood.

To be filed: docs/upstream/type-ahead.md.
"""

from __future__ import annotations

import asyncio
from collections import deque
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual.events import InputEvent, Key, MouseMove
from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App
    from textual.dom import DOMNode

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
