"""A yardstick: the player who takes what can be had at once and looks no further."""

from __future__ import annotations

from random import Random
from typing import Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Budget
from marbles_tui.core.kernel import SeatedKernel


def greedy(kernel: SeatedKernel, state: Any, budget: Budget, seed: int) -> Analysis:
    """The move with the largest gain; among equal ones chance decides."""
    moves = kernel.moves(state)
    gains = [kernel.gain(state, move) for move in moves]
    budget.nodes += len(moves)
    most = max(gains)
    move = Random(f"greedy/{seed}").choice(
        [one for one, gain in zip(moves, gains, strict=True) if gain == most]
    )
    word = kernel.notation(state, move)
    return Analysis(word, float(most), depth=1, nodes=budget.nodes, seconds=budget.seconds, pv=(word,))
