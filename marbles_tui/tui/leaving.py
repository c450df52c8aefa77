"""Leaving screens: keys may come faster than screens change."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import Screen

R = TypeVar("R")


class Room(Screen[R]):
    """A screen that can be left at any time: what it hears when parts of it are gone already is dropped."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if is_there(self):
                raise


def is_there(screen: Screen[Any]) -> bool:
    """Whether a screen has been left neither by itself nor with the whole program."""
    return screen.is_attached and screen in screen.app.screen_stack


def leave(screen: Screen[R], result: R | None = None) -> None:
    """Dismiss a screen with a result; nothing if it was left already, which a key typed twice would ask for."""
    if screen.is_active:
        screen.dismiss(result)
