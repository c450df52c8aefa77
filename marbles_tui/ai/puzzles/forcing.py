"""What a seat can force within so many turns, by exhaustive search."""

from __future__ import annotations

from typing import Final, Protocol

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.native.proof import NativeForcing
from marbles_tui.ai.search.look_ahead import serving
from marbles_tui.core import AnyPosition
from marbles_tui.play.puzzles.puzzle import Kind

MEMORY: Final = 1_000_000
"""Positions that a plain proof remembers; one that needs more is given up."""


class Forcing(Protocol):
    """What a seat, the solver, can force."""

    def holds(self, position: AnyPosition, turns: int) -> bool:
        """Whether the solver reaches the goal from a position with so many turns to go, the one that has begun among
        them; the other side's counts with the solver's before it. Raises SearchStopped."""
        ...


def forcing(position: AnyPosition, solver: int, kind: Kind, budget: Budget) -> Forcing:
    """The search for a puzzle of two seats without chance: the native one, if that can play on from its position."""
    library = serving(position)
    if library:
        return NativeForcing(library, position, solver, kind == "survive", budget)
    return PlainForcing(solver, kind, budget)


def ended(position: AnyPosition, solver: int, kind: Kind) -> bool | None:
    """Whether a game that is over has reached the goal; None while it runs."""
    result = position.result
    if result is None:
        return None
    return result.scores[solver] >= (1 if kind == "win" else 0.5)


def turns_after(before: AnyPosition, after: AnyPosition, solver: int, kind: Kind, turns: int) -> int:
    """How many turns are left after a ply: the solver's own turn ends theirs, the other side's ends the round."""
    passed = after.turn != before.turn and after.result is None
    return turns - (passed and (before.turn == solver) == (kind == "win"))


class PlainForcing:
    """Every move of the solver, every answer, remembered by position: for any game of two seats without chance."""

    def __init__(self, solver: int, kind: Kind, budget: Budget) -> None:
        self._solver = solver
        self._kind = kind
        self._budget = budget
        self._known: dict[tuple[AnyPosition, int], bool] = {}

    def holds(self, position: AnyPosition, turns: int) -> bool:
        """See Forcing. A turn that goes on for hundreds of moves is given up like one that takes too long."""
        try:
            return self._holds(position, turns)
        except RecursionError:
            raise SearchStopped from None

    def _holds(self, position: AnyPosition, turns: int) -> bool:
        done = ended(position, self._solver, self._kind)
        if done is not None:
            return done
        if not turns:
            return self._kind == "survive"
        key = (position, turns)
        if key not in self._known:
            self._known[key] = self._found(position, turns)
        return self._known[key]

    def _found(self, position: AnyPosition, turns: int) -> bool:
        """The same for a running game with turns to go that has not been looked at."""
        budget = self._budget
        budget.nodes += 1
        if budget.nodes >= budget.due:
            budget.check()
        if len(self._known) >= MEMORY:
            raise SearchStopped
        own = position.turn == self._solver
        after = [position.play(move) for move in position.moves()]
        # What ends the game at once spares the rest.
        after.sort(key=lambda child: child.result is None)
        reached = (
            self._holds(child, turns_after(position, child, self._solver, self._kind, turns))
            for child in after
        )
        return any(reached) if own else all(reached)
