"""The best selections beside the best one, each proved as that was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from marbles_tui.ai.egg_carton.distance import Distance
from marbles_tui.ai.egg_carton.proof import Proof
from marbles_tui.ai.limit import Meter, OutOfThought
from marbles_tui.ai.thought import CERTAIN, Thought
from marbles_tui.games.egg_carton.kernel import SowingKernel


@dataclass(frozen=True, slots=True)
class Judge:
    """Knows what a selection leads to; `distances` are counted for each seat as the winner."""

    kernel: SowingKernel
    proof: Proof
    distances: Sequence[Distance]

    def wins(self, state: int, move: int) -> bool:
        """Whether a selection wins for certain; else it loses. Raises OutOfThought."""
        kernel = self.kernel
        after = kernel.play(state, move)
        if kernel.outcome(after) is not None:
            return True
        return self.proof.prove(after) == (kernel.turn(after) == kernel.turn(state))

    def length(self, state: int, move: int, wins: bool) -> int:
        """The winner's selections to the end, this one included where it is the winner's. Raises
        OutOfThought."""
        kernel = self.kernel
        seat, after = kernel.turn(state), kernel.play(state, move)
        if kernel.outcome(after) is not None:
            return 1
        length = 0
        while not self.distances[seat if wins else 1 - seat].within(after, length):
            length += 1
        return length + wins


def with_others(
    kernel: SowingKernel,
    state: int,
    first: Thought,
    judge: Judge,
    meter: Meter,
    best: int,
    report: Callable[[Thought], None] | None = None,
) -> Thought:
    """The thought about the best selection, with the next best beside it, up to `best` in all: first which of
    them win, then in how many selections, as far as the limit allows."""
    moves = {kernel.notation(state, move): move for move in kernel.moves(state)}
    found = {first.move or "": first}

    def told() -> Thought:
        ranking = sorted(found.values(), key=lambda one: (one is not first, -one.value))
        return replace(first, nodes=meter.nodes, seconds=meter.seconds, best=tuple(ranking[:best]))

    try:
        for word, move in moves.items():
            if word != first.move:
                value = CERTAIN - 1 if judge.wins(state, move) else 1 - CERTAIN
                found[word] = Thought(word, value, depth=1, line=(word,), proved=True)
        if report:
            report(told())
        for word, move in moves.items():
            if word != first.move:
                wins = found[word].value > 0
                length = judge.length(state, move, wins)
                certain = CERTAIN - length / 100
                found[word] = replace(
                    found[word],
                    value=certain if wins else -certain,
                    wins_in=length if wins else None,
                    loses_in=None if wins else length,
                )
    except (OutOfThought, RecursionError):
        pass  # what is not found out is not told
    return told()
