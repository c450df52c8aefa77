"""A yardstick: the player who takes what can be had at once and looks no further."""

from __future__ import annotations

from random import Random

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.level import Question
from marbles_tui.games.beadmaster.kernel import BarsKernel


def greedy(question: Question) -> Analysis:
    """The move with the largest gain; among equal ones chance decides."""
    kernel, budget = BarsKernel(), question.budget
    state = kernel.pack(question.position)
    moves = kernel.moves(state)
    gains = [kernel.gain(state, move) for move in moves]
    budget.nodes += len(moves)
    most = max(gains)
    best = [move for move, gain in zip(moves, gains, strict=True) if gain == most]
    word = kernel.notation(state, Random(f"greedy/{question.seed}").choice(best))
    return Analysis(word, float(most), depth=1, nodes=budget.nodes, seconds=budget.seconds, pv=(word,))
