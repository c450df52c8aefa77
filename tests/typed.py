"""Positions by their type: a match knows only that it has some."""

from __future__ import annotations

from typing import TypeVar

from marbles_tui.core import AnyPosition

P = TypeVar("P", bound=AnyPosition)


def typed(position: AnyPosition, kind: type[P]) -> P:
    """The position as what it is."""
    assert isinstance(position, kind)
    return position
