"""The computer of the Amiga's Abacus, as its sources describe it: plain alpha-beta to a fixed depth, in-line
moves only.

Source: Kai Nickel's Abacus, 1995. Its levels 4 and 5 look at 0.4 and 6 million positions a move.
"""

from __future__ import annotations

from random import Random
from typing import Final

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.level import Question
from marbles_tui.games.abacus.bits import EDGES, SHIFTS
from marbles_tui.games.abacus.changes import PAIR, base
from marbles_tui.games.abacus.kernel import HexagonKernel, State

LOST: Final = 1000
"""A marble that has been pushed off."""

PAIR_HELD: Final = 2
"""Two friendly marbles next to each other."""

AT_EDGE: Final = -4
"""A direction in which a marble's neighbour is off the board."""

INLINE: Final = base(PAIR, 0)
"""Moves with numbers below this one go in their own line."""

MOST: Final = 10_000_000


def assess(state: State) -> int:
    """What a state is worth for the side to move, as the original counts it."""
    own, enemy, own_left, enemy_left, _ = state
    return _side(own) - _side(enemy) + LOST * (own_left - enemy_left)


def _side(marbles: int) -> int:
    pairs = sum((marbles & marbles << shift).bit_count() for shift in SHIFTS[:3])
    edges = sum((marbles & edge).bit_count() for edge in EDGES)
    return PAIR_HELD * pairs + AT_EDGE * edges


def amiga(question: Question) -> Analysis:
    """The move that the original would choose at the depth of the budget's limit, its first moves tried in an
    order drawn from the seed."""
    budget, kernel = question.budget, HexagonKernel()
    state = kernel.pack(question.position)
    depth = budget.limit.depth or 1
    moves = inline(kernel, state) or list(kernel.moves(state))
    Random(f"amiga/{question.seed}").shuffle(moves)
    best, chosen = -MOST, moves[0]
    try:
        for move in moves:
            score = -_look(kernel, kernel.play(state, move), depth - 1, -MOST, -best, budget)
            if score > best:
                best, chosen = score, move
    except SearchStopped:
        pass  # the answer is wanted now: the best of the moves that were looked at
    word = kernel.notation(state, chosen)
    return Analysis(word, best / LOST, depth=depth, nodes=budget.nodes, seconds=budget.seconds, pv=(word,))


def inline(kernel: HexagonKernel, state: State) -> list[int]:
    """The legal moves that go in their own line."""
    return [move for move in kernel.moves(state) if move < INLINE]


def _look(kernel: HexagonKernel, state: State, depth: int, alpha: int, beta: int, budget: Budget) -> int:
    budget.nodes += 1
    if budget.nodes >= budget.due:
        budget.check()
    moves = inline(kernel, state) if depth else []
    if not moves:
        return assess(state)
    for move in moves:
        score = -_look(kernel, kernel.play(state, move), depth - 1, -beta, -alpha, budget)
        if score > alpha:
            alpha = score
            if alpha >= beta:
                break
    return alpha
