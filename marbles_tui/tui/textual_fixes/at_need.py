"""Parts that few screens ever show are made when they are needed.

Textual 8.2.8:

- screen.py: every screen has a widget for tooltips, which the arcade has none of, and one for notifications, most of
  them for none. Each widget more takes a millisecond to make, to lay out, and to end.
- widget.py: `mount` starts a task for every widget that it waits for, though nothing depends on which is there first.
- screen.py: every widget that is to be drawn or laid out tells its screen by a message, up to fifty of them when one
  opens; all that such a message does is to note it.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import suppress
from typing import Any, Final, TypeVar

from textual.app import App, ScreenStackError
from textual.dom import NoScreen
from textual.message import Message
from textual.messages import Layout, Update
from textual.screen import Screen
from textual.widget import AwaitMount, Widget
from textual.widgets._toast import ToastRack

R = TypeVar("R")

RACK: Final = "textual-toastrack"


class NoticesAtNeed(App[None]):
    """An app whose screens get a place for notifications with the first of them."""

    def _refresh_notifications(self) -> None:
        with suppress(ScreenStackError):
            screen = self.screen
            needed = (
                isinstance(screen, PartsAtNeed) and self._notifications and not self._disable_notifications
            )
            if needed and screen.is_attached and not screen.query_children(ToastRack):
                screen.mount(ToastRack(id=RACK), before=0 if screen.children else None)
        super()._refresh_notifications()


class PartsAtNeed(Screen[R]):
    """A screen with its own widgets, which notes at once what they ask for."""

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Nothing is added."""

    def post_message(self, message: Message) -> bool:
        """Send it a message."""
        note = type(message) is Update or type(message) is Layout
        if not note or self._closing or self._closed or self._thread_id != threading.get_ident():
            return super().post_message(message)
        noting: Any = self._on_update(message) if isinstance(message, Update) else self._on_layout(message)  # type: ignore[arg-type]
        with suppress(StopIteration):
            noting.send(None)  # it waits for nothing
        return True


def _wait(self: AwaitMount) -> Generator[None, None, None]:
    return _all_mounted(self).__await__()


async def _all_mounted(mounting: AwaitMount) -> None:
    for widget in mounting._widgets:
        await widget._mounted_event.wait()
    if mounting._widgets:
        mounting._parent.refresh(layout=True)
        with suppress(NoScreen):
            mounting._parent.app._update_mouse_over(mounting._parent.screen)


def wait_without_tasks() -> None:
    """Do so in all apps of the process."""
    AwaitMount.__await__ = _wait  # type: ignore[method-assign]
