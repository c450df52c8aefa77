"""Moves that are a letter each are typed, whatever the game: the keys for that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from marbles_tui.core import Game, Move

if TYPE_CHECKING:
    from marbles_tui.tui.kit.board_view import BoardView

FREE: Final = "".join(sorted(set(ascii_lowercase) - set("ghpqrstuy")))
"""Letters that are no command of every table."""

ALSO: Final = {"b": ",ctrl+left", "f": ",ctrl+right"}
"""What a legacy terminal sends for Alt with these letters, after the habit of readline."""


def letters(moves: Iterable[Move]) -> str:
    """The keys of moves whose notations are a letter each, in order; "" where one is longer, or there are none."""
    words = [str(move) for move in moves]
    by_letter = all(len(word) == 1 and word.isascii() and word.isalpha() for word in words)
    return "".join(sorted(words)).lower() if by_letter else ""


def bind_letters(board: BoardView) -> None:
    """Have the moves of a game typed on its board, if each is a letter: all letters that are no command of every
    table, in either case, with Alt as without."""
    if typed_by_letters(board.GAME):
        for letter in FREE:
            keys = f"{letter},{letter.upper()},alt+{letter}{ALSO.get(letter, '')}"
            board._bindings.bind(keys, f"type('{letter}')", f"Move {letter.upper()}", show=False)


@cache
def typed_by_letters(game: Game) -> bool:
    """Whether the moves of a game are a letter each, as those of its usual start show."""
    options, seats = game.choose({}), game.seats.start
    setup = game.resolve_setup(None, seats, options, Random(1))
    return bool(letters(game.start(setup, seats, options).moves()))
