"""The plies of Gary's Great Getaway: what chance draws, and what a toll makes one decide."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from marbles_tui.games.getaway.board import DRAWN

PAY: Final = "pay"
GO: Final = "go"


class Draw(NamedTuple):
    """A ply of the chance seat: the number that falls. Its notation is `*n`."""

    number: int

    def __str__(self) -> str:
        return f"*{self.number}"

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """None: chance picks no squares."""
        return ()


class Decision(NamedTuple):
    """A player's answer to a toll: `pay` or `go`; picked by the toll's square, or one where `go` may lead."""

    word: str
    squares: tuple[int, ...]

    def __str__(self) -> str:
        return self.word

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """One pick: any of the squares."""
        return tuple((square,) for square in self.squares)


Ply: TypeAlias = Draw | Decision

DRAWS: Final = tuple(Draw(number) for number in range(1, DRAWN.stop))
"""Every number that a die or a draw can show, from 1."""


def normalize(text: str) -> str:
    """Notation as typed → as moves write it: `*05` is `*5`, PAY is `pay`."""
    digits = text[1:]
    if text[:1] == "*" and digits.isascii() and digits.isdigit():
        return f"*{digits.lstrip('0') or '0'}"
    return text.lower() if text.isascii() else text
