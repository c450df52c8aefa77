"""The perfect player: proves what can be proved within its time, searches where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from marbles_tui.ai.analysis import CERTAIN, Analysis, analysis_of
from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.games.egg_carton.choices import Judge, with_others
from marbles_tui.ai.games.egg_carton.provers import Lengths, Prover, lengths_for, prover_for
from marbles_tui.ai.native import search_from
from marbles_tui.ai.native.proof import NativeProof
from marbles_tui.games.egg_carton.kernel import SowingKernel
from marbles_tui.games.egg_carton.one_turn import wins_within

PROVING: Final = 0.7
"""The share of the limit that is spent on a proof before search is asked instead."""

ESTIMATING: Final = 0.1
"""The share of the rest that search may spend on selections beside the best, before these are proved too."""

GUESSES: Final = 4 << 20
"""Bytes of memory for that search: the proof is kept in mind meanwhile."""

LONGEST_LINE: Final = 80

TURN_STATES: Final = 20_000
"""How much of the turn is looked through for a win that needs no other."""


def perfect(
    kernel: SowingKernel,
    state: int,
    budget: Budget,
    seed: int = 0,
    report: Callable[[Analysis], None] | None = None,
    patience: float = 1.0,
    multipv: int = 1,
) -> Analysis:
    """The best selection of a running game, and how it stands, for certain if the limit allows.

    Winning, it takes the way that needs fewest selections; losing, the one that makes the winner need most.
    `multipv` is how many of the best selections to tell of.
    `patience` is the share of the limit that may be spent on that count once the outcome is proved.
    """
    proof = prover_for(kernel, state, budget)
    budget.allow(PROVING)
    wins = None
    with suppress(SearchStopped):
        wins = proof.prove(state)
    if wins is None:
        del proof  # room for what the search remembers
        budget.allow(1.0)
        result = search_from(kernel, state, budget, seed=seed).run(
            state, multipv, report and (lambda found: report(analysis_of(kernel, state, found, budget)))
        )
        return analysis_of(kernel, state, result, budget)
    seat = kernel.turn(state)
    distances = lengths_for(proof, kernel, budget)
    way = Way(kernel, proof, distances[seat if wins else 1 - seat], wins)
    enough = way.within_turn(state) if wins else None
    if report:
        report(way.analysis(state, enough, budget))
    budget.allow(min(1.0, budget.spent + patience))
    length = 1 if wins else 0
    try:
        while length != enough and not way.distance.within(state, length):
            length += 1
    except (SearchStopped, RecursionError):
        return way.analysis(state, enough, budget)
    analysis = way.analysis(state, length, budget, exact=True)
    if multipv == 1:
        return analysis
    if report:
        report(analysis)
    budget.allow(budget.spent + ESTIMATING * (1 - budget.spent))
    result = search_from(kernel, state, budget, seed=seed, table=GUESSES).run(state, len(kernel.moves(state)))
    budget.allow(1.0)
    guesses = analysis_of(kernel, state, result, budget).pvs or (analysis,)
    return with_others(state, analysis, guesses, Judge(kernel, proof, distances), budget, multipv, report)


class Way:
    """The way to a proved end, as far as it is known."""

    def __init__(self, kernel: SowingKernel, proof: Prover, distance: Lengths, wins: bool) -> None:
        self.distance = distance
        self._kernel = kernel
        self._proof = proof
        self._wins = wins

    def within_turn(self, state: int) -> int | None:
        """How many selections win within this turn, if any do."""
        found = wins_within(self._kernel, state, TURN_STATES)
        if not found or not found[0]:
            return None
        path = found[1]
        for rest in range(len(path), 0, -1):
            self.distance.learn(state, rest)
            state = self._kernel.play(state, path[-rest])
        return len(path)

    def analysis(self, state: int, length: int | None, budget: Budget, exact: bool = False) -> Analysis:
        """What is to be said of `state`; `length` is a number of the winner's selections that suffices, if
        one is known, and `exact` says that no smaller one does."""
        line = self._line(state, length)
        certain = CERTAIN - length / 100 if exact and length is not None else CERTAIN - 1
        return Analysis(
            move=line[0],
            value=certain if self._wins else -certain,
            depth=len(line),
            nodes=budget.nodes,
            seconds=budget.seconds,
            pv=line,
            wins_in=length if exact and self._wins else None,
            loses_in=length if exact and not self._wins else None,
            proved=True,
            native=isinstance(self._proof, NativeProof),
        )

    def _line(self, state: int, length: int | None) -> tuple[str, ...]:
        kernel = self._kernel
        line: list[str] = []
        mover_wins = self._wins
        while len(line) < LONGEST_LINE and kernel.outcome(state) is None:
            move = self._winning(state, length) if mover_wins else self._delaying(state)
            if move is None:
                break
            line.append(kernel.notation(state, move))
            if mover_wins and length is not None:
                length -= 1
            after = kernel.play(state, move)
            mover_wins = mover_wins == (kernel.turn(after) == kernel.turn(state))
            state = after
        return tuple(line)

    def _winning(self, state: int, length: int | None) -> int | None:
        """The winner's selection: one that keeps to the length, or one that is known to win."""
        kernel = self._kernel
        turn = kernel.turn(state)
        for move in kernel.moves(state):
            after = kernel.play(state, move)
            if kernel.outcome(after) is not None:
                return move
            if length is not None:
                if self.distance.shown(after, length - 1):
                    return move
            elif self._proof.known(after) is (kernel.turn(after) == turn):
                return move
        return None

    def _delaying(self, state: int) -> int | None:
        """The loser's selection: the one that is known to hold out longest."""
        kernel = self._kernel
        return max(
            kernel.moves(state),
            key=lambda move: self.distance.fails(kernel.play(state, move)),
            default=None,
        )
