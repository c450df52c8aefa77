"""Who wins: depth-first proof-number search, which follows what is cheapest to prove or to refute.

Every state has two costs for its mover: how much is still to be shown for a win, and for a loss. A win costs
what its cheapest move costs, a loss what all moves cost together. No position repeats and games are finite,
so the costs need no care for cycles.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.games.egg_carton.kernel import MASKS, SLOTS, TURN, SowingKernel

NEVER: Final = 1 << 40
"""The cost of what is refuted."""

MOST: Final = 240_000
"""How many states are kept in mind, some 45 MB; a proof that needs more is given up."""

Costs: TypeAlias = tuple[int, int]
"""Of a win and of a loss for the mover; one is 0 and the other NEVER where the outcome is settled."""

WON: Final[Costs] = (0, NEVER)
LOST: Final[Costs] = (NEVER, 0)

After: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The states after a selection: those in which the mover selects again, those in which the turn is over."""


class ProofNumberSearch:
    """Proves states won or lost, and remembers them."""

    def __init__(self, kernel: SowingKernel, meter: Budget, most: int = MOST) -> None:
        self._kernel = kernel
        self._meter = meter
        self._most = most
        self._costs: dict[int, Costs] = {}
        self._after: dict[int, After] = {}
        self._guesses: dict[Costs, Costs] = {}

    def known(self, state: int) -> bool | None:
        """Whether the mover of a running game wins; None if that is not proved yet."""
        costs = self._costs.get(state)
        if costs is None or (costs[0] and costs[1]):
            return None
        return not costs[0]

    def prove(self, state: int) -> bool:
        """Whether the mover of a running game wins.

        Raises OutOfThought when the limit or the memory ends the search first.
        """
        try:
            self._search(state, NEVER, NEVER)
        except RecursionError:
            # A carton with many hundreds of marbles may be played longer than Python calls go deep.
            raise SearchStopped from None
        return not self._costs[state][0]

    def _search(self, state: int, win_limit: int, loss_limit: int) -> None:
        """Work on a state until its win or its loss costs as much as the limits, or is settled."""
        costs = self._costs
        after = self._after.get(state) or self._expand(state)
        if after is None:
            costs[state] = WON
            return
        again, over = after
        while True:
            win = second = NEVER
            loss = best = best_loss = 0
            for child in again:
                child_win, child_loss = costs[child]
                if child_win < win:
                    second, win = win, child_win
                    best, best_loss = child, child_loss
                elif child_win < second:
                    second = child_win
                loss += child_loss
            same = True
            for child in over:
                child_loss, child_win = costs[child]
                if child_win < win:
                    second, win = win, child_win
                    best, best_loss, same = child, child_loss, False
                elif child_win < second:
                    second = child_win
                loss += child_loss
            loss = min(loss, NEVER)
            if not win or not loss:
                costs[state] = LOST if win else WON
                del self._after[state]  # nobody looks behind what is settled
                return
            if win >= win_limit or loss >= loss_limit:
                costs[state] = (win, loss)
                return
            # Half as much again as the next best, lest the search swing between the two.
            reach = min(win_limit, second + 1 + (second >> 1))
            rest = loss_limit - loss + best_loss
            if same:
                self._search(best, reach, rest)
            else:
                self._search(best, rest, reach)

    def _expand(self, state: int) -> After | None:
        """The states after each selection, first guesses of their costs set; None where one of them wins."""
        meter, costs, play = self._meter, self._costs, self._kernel.play
        meter.nodes += 1
        if meter.nodes >= meter.due:
            meter.check()
        if len(costs) > self._most:
            raise SearchStopped
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
                # The more marbles a side holds, the more is to be done to clear it.
                if child & TURN == turn:
                    again.append(child)
                    if child not in costs:
                        costs[child] = self._guess(mine, child & other)
                else:
                    over.append(child)
                    if child not in costs:
                        costs[child] = self._guess(child & other, mine)
        found = self._after[state] = (tuple(again), tuple(over))
        return found

    def _guess(self, winner: int, loser: int) -> Costs:
        """First costs by the marbles of two sides; the same object for the same costs, as most stay so."""
        costs = (1 + winner % 1023 // 3, 1 + loser % 1023 // 3)
        return self._guesses.setdefault(costs, costs)
