"""A yardstick: the player who takes what can be had at once and looks no further."""

from __future__ import annotations

from random import Random
from typing import Any

from marbles_tui.ai.limit import Meter
from marbles_tui.ai.thought import Thought
from marbles_tui.core.kernel import SeatedKernel


def greedy(kernel: SeatedKernel, state: Any, meter: Meter, seed: int) -> Thought:
    """The move with the largest gain; among equal ones chance decides."""
    moves = kernel.moves(state)
    gains = [kernel.gain(state, move) for move in moves]
    meter.nodes += len(moves)
    most = max(gains)
    move = Random(f"greedy/{seed}").choice(
        [one for one, gain in zip(moves, gains, strict=True) if gain == most]
    )
    word = kernel.notation(state, move)
    return Thought(word, float(most), depth=1, nodes=meter.nodes, seconds=meter.seconds, line=(word,))
