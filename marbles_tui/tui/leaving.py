"""Leaving screens: keys may come faster than screens change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from textual.css.query import NoMatches
from textual.screen import Screen

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound=Screen[Any])


def leave(screen: Screen[R], result: R | None = None) -> None:
    """Dismiss a screen with a result; nothing if it was left already, which a key typed twice would ask for."""
    if screen.is_active:
        screen.dismiss(result)


def unless_left(prepare: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """Let a screen that is left before it is there be prepared as far as that can be done: what it is made of
    may be gone."""

    @wraps(prepare)
    def prepared(screen: S, /, *args: P.args, **named: P.kwargs) -> None:
        try:
            prepare(screen, *args, **named)
        except NoMatches:
            if screen.is_active and screen.is_attached:  # else it was left, or the program is
                raise

    return prepared
