"""A search kernel for games that have none of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

from marbles_tui.core.position import AnyPosition, Move

REMEMBERED: Final = 1 << 14
"""Positions whose moves are remembered."""


class Valuation(Protocol):
    """What a game says of its positions. See `Game`."""

    def evaluate(self, position: Any) -> int:
        """How good a running game is for the seat to move."""
        ...

    def noisy(self, position: Any) -> Sequence[Move]:
        """The legal moves that must be looked at before `evaluate` can be trusted."""
        ...


class PositionKernel:
    """The positions of a game as search states; a move is its place among the legal moves.

    For games of two seats without chance. A kernel on packed integers finds the same moves ten to a hundred
    times as fast.
    """

    def __init__(self, valuation: Valuation) -> None:
        self._valuation = valuation
        self._moves = lru_cache(REMEMBERED)(_moves)

    def pack(self, position: AnyPosition) -> AnyPosition:
        """The position itself."""
        return position

    def turn(self, state: AnyPosition) -> int:
        """The seat to move."""
        return state.turn

    def moves(self, state: AnyPosition) -> Sequence[int]:
        """The places of the legal moves, in the game's order."""
        return range(len(self._moves(state)))

    def play(self, state: AnyPosition, move: int) -> AnyPosition:
        """The position after a legal move."""
        return state.play(self._moves(state)[move])

    def outcome(self, state: AnyPosition) -> int | None:
        """None while the game runs; then 1, 0 or -1: won, drawn or lost for the seat that `turn` names."""
        result = state.result
        if result is None or not result.winners:
            return None if result is None else 0
        return 1 if state.turn in result.winners else -1

    def evaluate(self, state: AnyPosition) -> int:
        """What the game says the position is worth."""
        return self._valuation.evaluate(state)

    def noisy(self, state: AnyPosition) -> Sequence[int]:
        """The moves that the game calls noisy."""
        noisy = frozenset(self._valuation.noisy(state))
        return [place for place, move in enumerate(self._moves(state)) if move in noisy] if noisy else ()

    def notation(self, state: AnyPosition, move: int) -> str:
        """The move as records write it."""
        return str(self._moves(state)[move])


def _moves(position: AnyPosition) -> tuple[Move, ...]:
    return tuple(position.moves())
