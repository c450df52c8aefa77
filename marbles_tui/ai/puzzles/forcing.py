"""What a seat can force within so many turns, by exhaustive search over a game's kernel."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any, Final, Protocol, TypeAlias

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.native.library import Finding, Library, Request, installed_library
from marbles_tui.ai.native.proof import NativeProof
from marbles_tui.ai.native.search import Callbacks, as_words
from marbles_tui.ai.native.states import packing_of
from marbles_tui.ai.search.result import WIN
from marbles_tui.core import Game, Kernel
from marbles_tui.core.kernel import StagedMoves
from marbles_tui.games.abacus.kernel import HexagonKernel
from marbles_tui.games.beadmaster.kernel import BarsKernel
from marbles_tui.games.egg_carton.kernel import FIELD, MASKS, SowingKernel
from marbles_tui.games.gobblet.kernel import MaskKernel
from marbles_tui.play.puzzles.puzzle import Kind

State: TypeAlias = Any

ALTERNATING: Final = (HexagonKernel, MaskKernel, BarsKernel)
"""The kernels, of two seats, in which a turn is one ply: there plies are as good as turns, and the native search
counts those."""

TABLE: Final = 1 << 20
"""Bytes that the native search may remember positions in: calls are many and short."""


MEMORY: Final = 1_000_000
"""States that a plain proof remembers, some 200 MB; one that needs more is given up."""


SPARSE: Final = 16
"""With more marbles it takes too long to prove who wins a carton."""


class Forcing(Protocol):
    """What a seat, the solver, can force."""

    def holds(self, state: State, turns: int) -> bool:
        """Whether the solver reaches the goal from a state with so many turns to go, the one that has begun among
        them; the other side's counts with the solver's before it. Raises SearchStopped."""
        ...


def forcing(kernel: Kernel, state: State, solver: int, kind: Kind, budget: Budget | None = None) -> Forcing:
    """The fastest exhaustive search for a game: the native one where it is there and counts as turns do."""
    budget = budget or Budget(Limit())
    library = installed_library()
    placing = isinstance(kernel, BarsKernel) and state[-1]
    if library and isinstance(kernel, ALTERNATING) and not placing and packing_of(kernel, state):
        return NativeForcing(library, kernel, solver, kind, budget)
    if library and isinstance(kernel, SowingKernel) and packing_of(kernel, state):
        return SowingForcing(library, kernel, solver, kind, budget)
    return PlainForcing(kernel, solver, kind, budget)


def kernel_of(game: Game) -> Kernel:
    """The kernel that a game's puzzles are proved on. Raises ValueError for a game that has none."""
    kernel = game.kernel()
    if kernel is None:
        raise ValueError(f"nothing can be proved of {game.key}: no computer plays it")
    return kernel


def ended(kernel: Kernel, state: State, solver: int, kind: Kind) -> bool | None:
    """Whether a game that is over has reached the goal; None while it runs."""
    outcome = kernel.outcome(state)
    if outcome is None:
        return None
    own = outcome if kernel.turn(state) == solver else -outcome
    return own == 1 if kind == "win" else own >= 0


def turns_after(kernel: Kernel, before: State, after: State, solver: int, kind: Kind, turns: int) -> int:
    """How many turns are left after a ply: the solver's own turn ends theirs, the other side's ends the round."""
    mover = kernel.turn(before)
    if kernel.turn(after) == mover:
        return turns
    return turns - 1 if (mover == solver) == (kind == "win") else turns


class Remembering:
    """What all searches share: games that are over, turns that are used up, and what has been found before."""

    def __init__(self, kernel: Kernel, solver: int, kind: Kind, budget: Budget) -> None:
        self._kernel = kernel
        self._solver = solver
        self._kind = kind
        self._budget = budget
        self._known: dict[tuple[State, int], bool] = {}

    def holds(self, state: State, turns: int) -> bool:
        """See Forcing."""
        return self._holds(state, turns)

    def _holds(self, state: State, turns: int) -> bool:
        done = ended(self._kernel, state, self._solver, self._kind)
        if done is not None:
            return done
        if not turns:
            return self._kind == "survive"
        key = (state, turns)
        known = self._known.get(key)
        if known is None:
            self._known[key] = known = self._found(state, turns)
        return known

    def _found(self, state: State, turns: int) -> bool:
        """The same for a running game with turns to go that has not been looked at."""
        raise NotImplementedError


class PlainForcing(Remembering):
    """Every move of the solver, every answer, remembered by state: for any game of two seats without chance."""

    def holds(self, state: State, turns: int) -> bool:
        """See Forcing. A turn that goes on for hundreds of moves is given up like one that takes too long."""
        try:
            return self._holds(state, turns)
        except RecursionError:
            raise SearchStopped from None

    def _found(self, state: State, turns: int) -> bool:
        budget = self._budget
        budget.nodes += 1
        if budget.nodes >= budget.due:
            budget.check()
        if len(self._known) >= MEMORY:
            raise SearchStopped
        settled = self._settled(state, turns)
        if settled is not None:
            return settled
        own = self._kernel.turn(state) == self._solver
        return self._any(state, turns, own) is own

    def _settled(self, state: State, turns: int) -> bool | None:
        """What is known without looking at the moves; None where that is nothing."""
        del state, turns
        return None

    def _any(self, state: State, turns: int, wanted: bool) -> bool:
        """Whether some move leads to a state that holds, or does not, as `wanted`."""
        kernel, solver, kind = self._kernel, self._solver, self._kind
        after = [kernel.play(state, move) for move in moves_of(kernel, state)]
        # What ends the game at once spares the rest.
        for child in after:
            if (done := ended(kernel, child, solver, kind)) is not None and done is wanted:
                return True
        return any(
            self._holds(child, turns_after(kernel, state, child, solver, kind, turns)) is wanted
            for child in after
        )


class SowingForcing(PlainForcing):
    """The same for cartons, of which the native proof knows the winner: who loses in the end wins in no number of
    turns, and who wins in the end never loses."""

    def __init__(self, library: Library, kernel: Kernel, solver: int, kind: Kind, budget: Budget) -> None:
        super().__init__(kernel, solver, kind, budget)
        self._proof = NativeProof(library, budget)

    def _settled(self, state: State, turns: int) -> bool | None:
        if turns == 1 or sum((state & side) % FIELD for side in MASKS) > SPARSE:
            return None
        wins = self._proof.prove(state) is (self._kernel.turn(state) == self._solver)
        return wins if wins is (self._kind == "survive") else None


class NativeForcing(Remembering):
    """The same by the native search without reductions, which scores a forced win by its distance in plies."""

    def __init__(self, library: Library, kernel: Kernel, solver: int, kind: Kind, budget: Budget) -> None:
        super().__init__(kernel, solver, kind, budget)
        self._library = library
        self._finding = Finding()

    def _found(self, state: State, turns: int) -> bool:
        own = self._kernel.turn(state) == self._solver
        plies = 2 * turns - (own is (self._kind == "win"))
        score = self.score(state, plies)
        won = WIN - plies
        if self._kind == "win":
            return (score if own else -score) >= won
        return (score if own else -score) > -won

    def score(self, state: State, plies: int) -> int:
        """The best score of a running game, looking so many plies ahead; of a forced win within them WIN less its
        distance."""
        packing = packing_of(self._kernel, state)
        assert packing, "forcing has seen to it"
        moves = list(moves_of(self._kernel, state))
        noisy = set(self._kernel.noisy(state))
        moves.sort(key=lambda move: move not in noisy)
        callbacks = Callbacks(self._budget)
        seconds, nodes = self._budget.remaining()
        finding = self._finding
        request = Request(
            as_words(packing.words(state)),
            (ctypes.c_int32 * len(moves))(*moves),
            as_words(()),
            -1.0 if seconds is None else seconds,
            -1.0,
            nodes or 0,
            TABLE,
            len(moves),
            0,
            False,
            plies,
            1,
            True,
        )
        callbacks.call(
            self._library, "search", packing.game, request, finding, callbacks.report, callbacks.stop
        )
        self._budget.nodes += finding.nodes
        if not finding.move_count:
            raise MemoryError("there is no memory for a proof")
        if finding.depth < min(plies, WIN - abs(finding.scores[0])):
            raise SearchStopped
        score: int = finding.scores[0]
        return score


def moves_of(kernel: Kernel, state: State) -> Iterable[int]:
    """The moves of a running game, one of each lot that differ in name alone."""
    return kernel.search_moves(state) if isinstance(kernel, StagedMoves) else kernel.moves(state)
