"""Depth-first proof-number search (df-pn): who wins, following what is cheapest to prove or to disprove.

Every state has two numbers for its seat to move: how much is still to be shown for a win (the proof number),
and for a loss (the disproof number). A win needs the cheapest of the moves, a loss needs all of them together.

Source: Ayumu Nagai, "Df-pn Algorithm for Searching AND/OR Trees", 2002.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeAlias, TypeVar

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.core import Kernel

S = TypeVar("S")

INFINITE: Final = 1 << 40
"""The proof number of what is disproved, and the other way round."""

MEMORY: Final = 240_000
"""How many states are remembered, some 45 MB; a proof that needs more is given up."""

Numbers: TypeAlias = tuple[int, int]
"""Proof and disproof number for the mover; one is 0 and the other INFINITE where the outcome is settled."""

WON: Final[Numbers] = (0, INFINITE)
LOST: Final[Numbers] = (INFINITE, 0)
UNKNOWN: Final[Numbers] = (1, 1)

Children: TypeAlias = tuple[tuple[S, ...], tuple[S, ...]]
"""The states after the moves: those in which the same seat moves again, those in which the turn passes."""


class ProofNumberSearch(Generic[S]):
    """Proves states of a game without draws and repetitions won or lost, and remembers them.

    A seat may move several times running. A game may override `expand` with a faster one that guesses better.
    """

    def __init__(self, kernel: Kernel, budget: Budget, memory: int = MEMORY) -> None:
        self._kernel = kernel
        self._budget = budget
        self._memory = memory
        self._numbers: dict[S, Numbers] = {}
        self._children: dict[S, Children[S]] = {}

    def known(self, state: S) -> bool | None:
        """Whether the mover of a running game wins; None if that is not proved yet."""
        numbers = self._numbers.get(state)
        if numbers is None or (numbers[0] and numbers[1]):
            return None
        return not numbers[0]

    def prove(self, state: S) -> bool:
        """Whether the mover of a running game wins.

        Raises SearchStopped when the limit or the memory ends the search first.
        """
        try:
            self._search(state, INFINITE, INFINITE)
        except RecursionError:
            # A game may last longer than Python calls go deep.
            raise SearchStopped from None
        return not self._numbers[state][0]

    def expand(self, state: S) -> Children[S] | None:
        """The states after each move of a running game, each with first numbers; None where a move wins.

        Raises SearchStopped as `count`.
        """
        self.count()
        kernel = self._kernel
        turn = kernel.turn(state)
        same: list[S] = []
        other: list[S] = []
        for move in kernel.moves(state):
            child: Any = kernel.play(state, move)
            passed = kernel.turn(child) != turn
            outcome = kernel.outcome(child)
            if outcome is None:
                self._numbers.setdefault(child, UNKNOWN)
            elif (outcome > 0) != passed:
                return None
            else:
                self._numbers[child] = WON if outcome > 0 else LOST
            (other if passed else same).append(child)
        return tuple(same), tuple(other)

    def count(self) -> None:
        """Count a state that is expanded. Raises SearchStopped at the end of the limit or the memory."""
        budget = self._budget
        budget.nodes += 1
        if budget.nodes >= budget.due:
            budget.check()
        if len(self._numbers) > self._memory:
            raise SearchStopped

    def _search(self, state: S, proof_limit: int, disproof_limit: int) -> None:
        """Work on a state until one of its numbers reaches its limit, or it is settled."""
        numbers = self._numbers
        children = self._children.get(state)
        if children is None:
            children = self.expand(state)
            if children is None:
                numbers[state] = WON
                return
            self._children[state] = children
        same, other = children
        while True:
            proof = second = INFINITE
            disproof = best_disproof = 0
            best, best_is_same = state, True
            for child in same:
                child_proof, child_disproof = numbers[child]
                if child_proof < proof:
                    second, proof = proof, child_proof
                    best, best_disproof = child, child_disproof
                elif child_proof < second:
                    second = child_proof
                disproof += child_disproof
            for child in other:
                child_disproof, child_proof = numbers[child]
                if child_proof < proof:
                    second, proof = proof, child_proof
                    best, best_disproof, best_is_same = child, child_disproof, False
                elif child_proof < second:
                    second = child_proof
                disproof += child_disproof
            disproof = min(disproof, INFINITE)
            if not proof or not disproof:
                numbers[state] = LOST if proof else WON
                del self._children[state]  # nobody looks behind what is settled
                return
            if proof >= proof_limit or disproof >= disproof_limit:
                numbers[state] = (proof, disproof)
                return
            # Half as much again as the next best, lest the search swing between the two.
            reach = min(proof_limit, second + 1 + (second >> 1))
            rest = disproof_limit - disproof + best_disproof
            if best_is_same:
                self._search(best, reach, rest)
            else:
                self._search(best, rest, reach)
