"""Messages that reach a screen before its widgets are there, or after they are gone.

Textual 8.2.8, message_pump.py and screen.py: handlers of a screen go on running while it is dismissed, and every
`query_one` in them then raises NoMatches, and every `mount` MountError, which ends the app. `Screen` looks up the
widget under a mouse event again and raises NoWidget where the window has become smaller meanwhile. A Resize that
is handled late lays the screen out in an old size, which is answered by another Resize, and so on.

To be filed: docs/upstream/late-messages.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.events import MouseEvent, Resize
from textual.message import Message
from textual.screen import Screen
from textual.widget import MountError

R = TypeVar("R")

if TYPE_CHECKING:
    Base = Screen
else:
    Base = Generic  # as in redraw.py


class LateMessages(Base[R]):
    """A screen that drops what it hears too late, and is as large as the window is now."""

    async def _dispatch_message(self, message: Message) -> None:
        if isinstance(message, Resize):  # an old size, handled late, would be answered by another, and so on
            message = Resize(self.app.size, message.virtual_size, message.container_size)
        try:
            await super()._dispatch_message(message)
        except (NoMatches, MountError):
            if is_there(self):
                raise
        except NoWidget:
            if not isinstance(message, MouseEvent):  # the window may be smaller than where it was clicked on
                raise


def is_there(screen: Screen[R]) -> bool:
    """Whether a screen has been left neither by itself nor with the whole program."""
    goes = screen._closing or screen._pruning or screen.app._exit  # it gets no widgets any more
    return screen.is_attached and screen in screen.app.screen_stack and not goes
