"""The native proof of Egg Carton behind the interfaces of the one in Python."""

from __future__ import annotations

from typing import Any, Final

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.native.library import Library
from marbles_tui.ai.native.search import Callbacks, as_words
from marbles_tui.ai.native.states import PACKINGS
from marbles_tui.games.egg_carton.kernel import SowingKernel

STATES: Final = 1 << 20
"""Room for so many states at the most, 24 bytes each, and half as many more while it grows; a proof that needs more
is given up."""

LENGTHS: Final = 1 << 19
"""The same for the distances of each seat."""

UNKNOWN: Final = -1

_words = PACKINGS[SowingKernel].words


class NativeProof:
    """Proves states won or lost, and remembers them."""

    def __init__(
        self, library: Library, budget: Budget, states: int = STATES, lengths: int = LENGTHS
    ) -> None:
        self._library = library
        self._budget = budget
        self._proof = library.call("proof_new", states, lengths)
        if not self._proof:
            raise MemoryError("there is no memory for a proof")

    def __del__(self) -> None:
        if getattr(self, "_proof", None):
            self._library.call("proof_free", self._proof)

    def known(self, state: int) -> bool | None:
        """Whether the mover of a running game wins; None if that is not proved yet."""
        known = self.note("known", as_words(_words(state)))
        return None if known == UNKNOWN else bool(known)

    def prove(self, state: int) -> bool:
        """Whether the mover of a running game wins.

        Raises SearchStopped when the limit or the memory ends the search first.
        """
        return self.work("prove", as_words(_words(state)))

    def lengths(self, winner: int) -> NativeLengths:
        """Counts the selections to the end of what a seat wins."""
        return NativeLengths(self, winner)

    def note(self, name: str, *arguments: Any) -> int | None:
        """Call a function that does no thinking."""
        found: int | None = self._library.call(f"proof_{name}", self._proof, *arguments)
        return found

    def work(self, name: str, *arguments: Any) -> bool:
        """Call a function that thinks within the budget. Raises SearchStopped."""
        budget, library = self._budget, self._library
        callbacks = Callbacks(budget)
        seconds, nodes = budget.remaining()
        before = library.call("proof_nodes", self._proof)
        library.call(
            "proof_limit", self._proof, -1.0 if seconds is None else seconds, nodes or 0, callbacks.stop
        )
        try:
            found = callbacks.call(library, f"proof_{name}", self._proof, *arguments)
        finally:
            budget.nodes += library.call("proof_nodes", self._proof) - before
        if found == UNKNOWN:
            raise SearchStopped
        return bool(found)


class NativeLengths:
    """Shows within how many selections of its own a seat can force the end."""

    def __init__(self, proof: NativeProof, winner: int) -> None:
        self._proof = proof
        self._winner = winner

    def fails(self, state: int) -> int:
        """The greatest number of selections that is known not to suffice, -1 for none."""
        return self._proof.note("fails", self._winner, as_words(_words(state))) or 0

    def learn(self, state: int, selections: int) -> None:
        """Take it from elsewhere that so many selections suffice."""
        self._proof.note("learn", self._winner, as_words(_words(state)), selections)

    def shown(self, state: int, selections: int) -> bool:
        """Whether so many selections are known to suffice."""
        return (self._proof.note("suffices", self._winner, as_words(_words(state))) or 0) <= selections

    def within(self, state: int, selections: int) -> bool:
        """Whether the winner forces the end of a running game with so many selections of its own.

        Raises SearchStopped when the limit or the memory ends the search.
        """
        return self._proof.work("within", self._winner, as_words(_words(state)), selections)
