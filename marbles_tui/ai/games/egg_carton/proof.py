"""Proof-number search on cartons: no position repeats, games are finite, and none is drawn."""

from __future__ import annotations

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.search.proof_number import MEMORY, Children, Numbers, ProofNumberSearch
from marbles_tui.games.egg_carton.kernel import MASKS, SLOTS, TURN, SowingKernel


class CartonProof(ProofNumberSearch[int]):
    """Expands packed cartons without a detour, and guesses by the marbles on each side."""

    def __init__(self, kernel: SowingKernel, budget: Budget, memory: int = MEMORY) -> None:
        super().__init__(kernel, budget, memory)
        self._guesses: dict[Numbers, Numbers] = {}

    def expand(self, state: int) -> Children[int] | None:
        """The states after each selection."""
        self.count()
        numbers, play = self._numbers, self._kernel.play
        turn = state & TURN
        seat = 1 if turn else 0
        own, other = MASKS[seat], MASKS[1 - seat]
        again: list[int] = []
        over: list[int] = []
        for move, field in SLOTS[seat]:
            if state & field:
                child = play(state, move)
                mine = child & own
                if not mine:
                    return None
                if child & TURN == turn:
                    again.append(child)
                    if child not in numbers:
                        numbers[child] = self._guess(mine, child & other)
                else:
                    over.append(child)
                    if child not in numbers:
                        numbers[child] = self._guess(child & other, mine)
        return tuple(again), tuple(over)

    def _guess(self, winner: int, loser: int) -> Numbers:
        """First numbers by the marbles of two sides, as the more a side holds, the more is to be done to clear
        it; the same object for the same numbers, as most stay so."""
        numbers = (1 + winner % 1023 // 3, 1 + loser % 1023 // 3)
        return self._guesses.setdefault(numbers, numbers)
