"""Abacus on bit boards, for search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from marbles_tui.games.abacus.bits import BOARD, POWERS, RIM, SHIFTS, mask
from marbles_tui.games.abacus.changes import CHANGES, NEEDS, NOTATIONS
from marbles_tui.games.abacus.evaluate import evaluate
from marbles_tui.games.abacus.generate import Group, aims, count, pushes, steps
from marbles_tui.games.abacus.hexagon import CELLS
from marbles_tui.games.abacus.position import Abacus

State: TypeAlias = tuple[int, int, int, int, int]
"""The marbles of the seat to move and of the other as bits; how many more lost marbles would lose each of
them the game; and the seat to move."""


class HexagonKernel:
    """Abacus' rules on packed states."""

    def pack(self, position: Abacus) -> State:
        """The state of a position."""
        seat = position.turn
        own, enemy = (
            mask(cell for cell in CELLS if position.cells[cell] == side) for side in (seat, 1 - seat)
        )
        return own, enemy, position.lose - position.lost[seat], position.lose - position.lost[1 - seat], seat

    def turn(self, state: State) -> int:
        """The seat to move; after the end, the one that did not move last."""
        return state[4]

    def moves(self, state: State) -> Sequence[int]:
        """The legal moves: those that push off, other pushes, then longer rows before shorter ones."""
        own, enemy, own_left, enemy_left, _ = state
        if own_left <= 0 or enemy_left <= 0:
            return ()
        empty = BOARD ^ own ^ enemy
        pushing = _numbers(pushes(own, enemy, empty))
        if enemy & RIM and len(pushing) > 1:
            pushing.sort(key=_keeps)
        return pushing + _numbers(steps(own, empty))

    def search_moves(self, state: State) -> Iterator[int]:
        """The same one by one: most of the time a few are enough."""
        own, enemy, _, _, _ = state
        empty = BOARD ^ own ^ enemy
        pushing = _numbers(pushes(own, enemy, empty))
        if enemy & RIM and len(pushing) > 1:
            pushing.sort(key=_keeps)
        yield from pushing
        for base, first in steps(own, empty):
            while first:
                length = first.bit_length()
                yield base + length
                first ^= POWERS[length]

    def legal(self, state: State, move: int) -> bool:
        """Whether the row is there, what it pushes, and the room it needs."""
        own, enemy, _, _, _ = state
        row, pushed, room = NEEDS[move]
        return own & row == row and enemy & pushed == pushed and not (own | enemy) & room

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        own, enemy, own_left, enemy_left, seat = state
        mine, theirs, lost = CHANGES[move]
        return enemy ^ theirs, own ^ mine, enemy_left - lost, own_left, 1 - seat

    def outcome(self, state: State) -> int | None:
        """1 or -1 where a side has lost too many marbles, or the seat to move cannot; else None."""
        own, enemy, own_left, enemy_left, _ = state
        if own_left <= 0:
            return -1
        if enemy_left <= 0:
            return 1
        empty = BOARD ^ own ^ enemy
        for shift in SHIFTS[:3]:
            if own & (empty >> shift | empty << shift):
                return None
        return None if pushes(own, enemy, empty) else -1

    def evaluate(self, state: State) -> int:
        """How much better the seat to move stands, in hundredths of a marble."""
        return evaluate(*state[:4])

    def noisy(self, state: State) -> Sequence[int]:
        """The moves that push a marble off the board."""
        own, enemy, own_left, enemy_left, _ = state
        if own_left <= 0 or enemy_left <= 0 or not enemy & aims(own):
            return ()
        return _numbers(pushes(own, enemy, 0))

    def count(self, state: State) -> int:
        """How many legal moves there are, counted without listing them."""
        own, enemy, own_left, enemy_left, _ = state
        return count(own, enemy) if own_left > 0 and enemy_left > 0 else 0

    def notation(self, state: State, move: int) -> str:
        """The move in ABA-PRO notation."""
        del state
        return NOTATIONS[move]


def _numbers(groups: Iterable[Group]) -> list[int]:
    moves: list[int] = []
    for base, first in groups:
        while first:
            length = first.bit_length()
            moves.append(base + length)
            first ^= POWERS[length]
    return moves


def _keeps(move: int) -> bool:
    return not CHANGES[move].lost
