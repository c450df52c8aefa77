"""Counting the ways a game can go: the first test of any rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from marbles_tui.core import AnyPosition

BIT: Final = 3
"""Plies of what is counted at one go."""


class Bit(NamedTuple):
    """A part of a count, and the share of the whole that it stands for where all moves weigh alike."""

    sequences: int
    share: float


def perft(position: AnyPosition, depth: int) -> int:
    """How many sequences of exactly `depth` plies follow `position`.

    A finished game has no continuation; what chance draws counts as a ply. The last ply is counted without
    being played.
    """
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    if depth == 2:
        return sum([len(position.play(move).moves()) for move in moves])
    return sum([perft(position.play(move), depth - 1) for move in moves])


def bits(position: AnyPosition, depth: int, share: float = 1.0) -> Iterator[Bit]:
    """The same count bit by bit, so that somebody can be told how it goes, and stop it."""
    if depth <= BIT:
        yield Bit(perft(position, depth), share)
        return
    moves = position.moves()
    if not moves:
        yield Bit(0, share)
    for move in moves:
        yield from bits(position.play(move), depth - 1, share / len(moves))
