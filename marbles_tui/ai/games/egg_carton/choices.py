"""The best selections beside the best one, each proved as that was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.games.egg_carton.provers import Lengths, Prover
from marbles_tui.games.egg_carton.kernel import SowingKernel


@dataclass(frozen=True, slots=True)
class Judge:
    """Knows what a selection leads to; `distances` are counted for each seat as the winner."""

    kernel: SowingKernel
    proof: Prover
    distances: Sequence[Lengths]

    def wins(self, state: int, move: int) -> bool:
        """Whether a selection wins for certain; else it loses. Raises SearchStopped."""
        kernel = self.kernel
        after = kernel.play(state, move)
        if kernel.outcome(after) is not None:
            return True
        return self.proof.prove(after) == (kernel.turn(after) == kernel.turn(state))

    def length(self, state: int, move: int, wins: bool) -> int:
        """The winner's selections to the end, this one included where it is the winner's. Raises
        SearchStopped."""
        kernel = self.kernel
        seat, after = kernel.turn(state), kernel.play(state, move)
        if kernel.outcome(after) is not None:
            return 1
        length = 0
        while not self.distances[seat if wins else 1 - seat].within(after, length):
            length += 1
        return length + wins


def with_others(
    state: int,
    first: Analysis,
    guesses: Iterable[Analysis],
    judge: Judge,
    budget: Budget,
    multipv: int,
    report: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The analysis about the best selection, with the next best beside it, up to `multipv` in all: as `guesses`
    has them, then which of them win, then in how many selections, as far as the limit allows."""
    moves = {judge.kernel.notation(state, move): move for move in judge.kernel.moves(state)}
    found = {guess.move: guess for guess in guesses}
    found[first.move] = first
    others = [word for word in moves if word != first.move]

    def told() -> Analysis:
        ranking = sorted(found.values(), key=lambda choice: (choice is not first, -choice.value))
        analysis = replace(first, nodes=budget.nodes, seconds=budget.seconds, pvs=tuple(ranking[:multipv]))
        if report:
            report(analysis)
        return analysis

    told()
    for learn in (_proved, _measured):
        for word in others:
            # What is not found out is not told.
            with suppress(SearchStopped, RecursionError):
                found[word] = learn(judge, state, moves[word], found.get(word) or Analysis(word, 0.0))
        told()
    return told()


def _proved(judge: Judge, state: int, move: int, analysis: Analysis) -> Analysis:
    """The analysis with the outcome."""
    value = CERTAIN - 1 if judge.wins(state, move) else 1 - CERTAIN
    return replace(analysis, value=value, pv=analysis.pv or (analysis.move or "",), proved=True)


def _measured(judge: Judge, state: int, move: int, analysis: Analysis) -> Analysis:
    """The analysis with the length of a proved win or loss."""
    if not analysis.proved:
        return analysis
    wins = analysis.value > 0
    length = judge.length(state, move, wins)
    certain = CERTAIN - length / 100
    return replace(
        analysis,
        value=certain if wins else -certain,
        wins_in=length if wins else None,
        loses_in=None if wins else length,
    )
