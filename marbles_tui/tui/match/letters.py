"""Moves that are a letter each are typed, whatever the game: the keys for that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, TypeVar, cast

from textual.binding import Binding, BindingType

from marbles_tui.core import Game, Move

if TYPE_CHECKING:
    from marbles_tui.tui.arcade_screen import ArcadeScreen

S = TypeVar("S", bound="ArcadeScreen[None]")

ALSO: Final = {"b": ",ctrl+left", "f": ",ctrl+right"}
"""What a legacy terminal sends for Alt with these letters, after the habit of readline."""


def letters(moves: Iterable[Move]) -> str:
    """The keys of moves whose notations are a letter each, in order; "" where one is longer, or there are none."""
    words = [str(move) for move in moves]
    by_letter = all(len(word) == 1 and word.isascii() and word.isalpha() for word in words)
    return "".join(sorted(words)).lower() if by_letter else ""


def with_letters(screen: type[S], game: Game) -> type[S]:
    """A screen on which the moves of a game are typed too, if each is a letter: all letters that are no command of
    every table."""
    return cast("type[S]", _with_letters(screen)) if typed_by_letters(game) else screen


@cache
def typed_by_letters(game: Game) -> bool:
    """Whether the moves of a game are a letter each, as those of its usual start show."""
    options, seats = game.choose({}), game.seats.start
    setup = game.resolve_setup(None, seats, options, Random(1))
    return bool(letters(game.start(setup, seats, options).moves()))


@cache
def _with_letters(screen: type[ArcadeScreen[None]]) -> type[ArcadeScreen[None]]:
    return type(screen.__name__, (screen,), {"BINDINGS": list(_bindings())})


def _bindings() -> Iterator[BindingType]:
    """A key for each letter that is free, in either case, with Alt as without."""
    from marbles_tui.tui.match.keys import KEYS

    taken = {
        key for binding in KEYS if isinstance(binding, Binding) for key in binding.key.lower().split(",")
    }
    for letter in ascii_lowercase:
        if letter not in taken:
            keys = f"{letter},{letter.upper()},alt+{letter}{ALSO.get(letter, '')}"
            yield Binding(
                keys, f"type('{letter}')", f"Move {letter.upper()}", show=False, id=f"letter.{letter}"
            )
