"""The library's proofs: who wins a carton and how soon, and what a seat can force within so many turns."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.native.library import UNKNOWN, NativeLibrary, Words, as_words
from marbles_tui.ai.native.search import Callbacks, packed_for_sure
from marbles_tui.core import AnyPosition
from marbles_tui.games.egg_carton import Carton

STATES: Final = 1 << 20
"""Room for so many states at the most, 24 bytes each, and half as many more while it grows; a proof that needs more
is given up."""

LENGTHS: Final = 1 << 19
"""The same for the distances of each seat."""


class Handle:
    """Something of the library's that remembers what it has found; gone with this object."""

    kind: ClassVar[str]
    """What its functions begin with."""

    def __init__(self, library: NativeLibrary, budget: Budget, *arguments: int) -> None:
        self._library = library
        self._budget = budget
        self._handle = library.call(f"{self.kind}_new", *arguments)
        if not self._handle:
            raise MemoryError("there is no memory for a proof")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.call(f"{self.kind}_free", self._handle)

    def look(self, name: str, *arguments: Any) -> int:
        """Call a function that does no thinking."""
        found: int = self._library.call(f"{self.kind}_{name}", self._handle, *arguments)
        return found

    def work(self, name: str, *arguments: Any) -> bool:
        """Call a function that thinks within the budget. Raises SearchStopped."""
        budget = self._budget
        callbacks, (seconds, nodes) = Callbacks(budget), budget.remaining()
        before = self.look("nodes")
        self.look("limit", -1.0 if seconds is None else seconds, nodes or 0, callbacks.stop)
        try:
            found = callbacks.call(self._library, f"{self.kind}_{name}", self._handle, *arguments)
        finally:
            budget.nodes += self.look("nodes") - before
        if found == UNKNOWN:
            raise SearchStopped
        return bool(found)


class CartonProof(Handle):
    """Proves cartons won or lost; all but `known`, `shown` and `fails` raise SearchStopped when the limit or the
    memory ends the search first."""

    kind = "proof"

    def __init__(
        self, library: NativeLibrary, budget: Budget, states: int = STATES, lengths: int = LENGTHS
    ) -> None:
        super().__init__(library, budget, states, lengths)

    def known(self, carton: Carton) -> bool | None:
        """Whether the mover of a running game wins; None if that is not proved yet."""
        known = self.look("known", _words(carton))
        return None if known == UNKNOWN else bool(known)

    def prove(self, carton: Carton) -> bool:
        """Whether the mover of a running game wins."""
        return self.work("prove", _words(carton))

    def within(self, carton: Carton, winner: int, selections: int) -> bool:
        """Whether a seat forces the end of a running game with so many selections of its own."""
        return self.work("within", winner, _words(carton), selections)

    def shown(self, carton: Carton, winner: int, selections: int) -> bool:
        """Whether so many selections are known to suffice."""
        return self.look("suffices", winner, _words(carton)) <= selections

    def fails(self, carton: Carton, winner: int) -> int:
        """The greatest number of selections that is known not to suffice, -1 for none."""
        return self.look("fails", winner, _words(carton))


class NativeForcing(Handle):
    """What the solver can force: see `Forcing`."""

    kind = "forcing"

    def __init__(
        self, library: NativeLibrary, position: AnyPosition, solver: int, survive: bool, budget: Budget
    ) -> None:
        super().__init__(library, budget, packed_for_sure(position)[0], solver, survive)

    def holds(self, position: AnyPosition, turns: int) -> bool:
        """See Forcing."""
        return self.work("holds", _words(position), turns)


def _words(position: AnyPosition) -> Words:
    return as_words(packed_for_sure(position)[1])
