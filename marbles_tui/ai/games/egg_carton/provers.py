"""Who proves cartons: the native proof where it may serve, the one in Python elsewhere."""

from __future__ import annotations

from typing import Protocol

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.games.egg_carton.distance import Distance
from marbles_tui.ai.games.egg_carton.proof import CartonProof
from marbles_tui.ai.native import serving
from marbles_tui.ai.native.proof import NativeProof
from marbles_tui.games.egg_carton.kernel import SowingKernel


class Lengths(Protocol):
    """Shows within how many selections of its own a seat can force the end: see `Distance`."""

    def fails(self, state: int) -> int:
        """The greatest number of selections that is known not to suffice, -1 for none."""
        ...

    def learn(self, state: int, selections: int) -> None:
        """Take it from elsewhere that so many selections suffice."""
        ...

    def shown(self, state: int, selections: int) -> bool:
        """Whether so many selections are known to suffice."""
        ...

    def within(self, state: int, selections: int) -> bool:
        """Whether the winner forces the end with so many selections. Raises SearchStopped."""
        ...


class Prover(Protocol):
    """Proves states won or lost, and remembers them."""

    def known(self, state: int) -> bool | None:
        """Whether the mover of a running game wins; None if that is not proved yet."""
        ...

    def prove(self, state: int) -> bool:
        """Whether the mover of a running game wins. Raises SearchStopped."""
        ...


def prover_for(kernel: SowingKernel, state: int, budget: Budget) -> Prover:
    """The proof that is to begin at a state."""
    library = serving(kernel, state, budget)
    return NativeProof(library, budget) if library else CartonProof(kernel, budget)


def lengths_for(prover: Prover, kernel: SowingKernel, budget: Budget) -> tuple[Lengths, Lengths]:
    """The selections to the end for each seat as the winner, counted beside a proof."""
    if isinstance(prover, NativeProof):
        return prover.lengths(0), prover.lengths(1)
    assert isinstance(prover, CartonProof)
    return Distance(kernel, budget, 0, prover), Distance(kernel, budget, 1, prover)
