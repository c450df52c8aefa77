"""How long a proved game still lasts, counted in the winner's selections, if the loser delays its end."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.games.egg_carton.proof import CartonProof
from marbles_tui.games.egg_carton.kernel import MASKS, SLOTS, TURN, SowingKernel

MOST: Final = 150_000
"""How many states are kept in mind."""


class Distance:
    """Shows within how many selections of its own a seat can force the end.

    For every state it keeps a number of selections that suffices, and one that does not.
    """

    def __init__(self, kernel: SowingKernel, budget: Budget, winner: int, proof: CartonProof) -> None:
        self._kernel = kernel
        self._budget = budget
        self._proof = proof
        self._turn = TURN if winner else 0
        self._suffices: dict[int, int] = {}
        self._fails: dict[int, int] = {}

    def fails(self, state: int) -> int:
        """The greatest number of selections that is known not to suffice, -1 for none."""
        return self._fails.get(state, -1)

    def learn(self, state: int, selections: int) -> None:
        """Take it from elsewhere that so many selections suffice."""
        self._suffices[state] = min(selections, self._suffices.get(state, selections))

    def shown(self, state: int, selections: int) -> bool:
        """Whether so many selections are known to suffice."""
        return self._suffices.get(state, selections + 1) <= selections

    def within(self, state: int, selections: int) -> bool:
        """Whether the winner forces the end of a running game with so many selections of its own.

        Raises SearchStopped when the limit or the memory ends the search.
        """
        suffices, fails = self._suffices, self._fails
        if self.shown(state, selections):
            return True
        if fails.get(state, -1) >= selections:
            return False
        mine = state & TURN == self._turn
        if not selections or self._proof.known(state) is (not mine):
            return False
        budget = self._budget
        budget.nodes += 1
        if budget.nodes >= budget.due:
            budget.check()
        if len(fails) + len(suffices) > MOST:
            raise SearchStopped
        found = self._attack(state, selections) if mine else self._defend(state, selections)
        (suffices if found else fails)[state] = selections
        return found

    def _attack(self, state: int, selections: int) -> bool:
        """Whether one of the winner's selections leads to the end in time."""
        after = self._after(state)
        own = MASKS[1 if self._turn else 0]
        if not all(child & own for child in after):
            return True
        rest = selections - 1
        if not rest:
            return False
        if any(self._suffices.get(child, selections) <= rest for child in after):
            return True
        # Going on selecting first, then what leaves little on the own side.
        after.sort(key=lambda child: (child & TURN != self._turn, (child & own) % 1023))
        return any(self.within(child, rest) for child in after)

    def _defend(self, state: int, selections: int) -> bool:
        """Whether the end comes in time whatever the loser selects."""
        after = self._after(state)
        own = MASKS[0 if self._turn else 1]
        if not all(child & own for child in after):
            return False
        fails = self._fails
        if any(fails.get(child, -1) >= selections for child in after):
            return False
        # What has held out longest so far may hold out again.
        after.sort(key=lambda child: -fails.get(child, -1))
        return all(self.within(child, selections) for child in after)

    def _after(self, state: int) -> list[int]:
        play = self._kernel.play
        return [play(state, move) for move, field in SLOTS[1 if state & TURN else 0] if state & field]
