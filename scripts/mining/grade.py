"""How hard a puzzle is: which levels of its game solve it, and how deep it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import ladder_of
from marbles_tui.ai.think import consider
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.rating import Rating, expected_score

TRIES: Final = 3
"""How often a level tries that does not always play the same."""

SHORT: Final = Limit(seconds=0.05)
"""What a level may think that knows the clock: it reads the depth of every puzzle in a moment."""

BY_DEPTH: Final = {1: 900, 3: 1150, 5: 1500, 7: 1800}
"""The rating that so many plies of a solution suggest, before any level has tried."""


def graded(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rating at which its game's levels would solve as often as they do."""
    return replace(puzzle, difficulty=_rating(_results(puzzle)))


def _results(puzzle: Puzzle) -> list[tuple[float, float]]:
    """The rating of each level and the share of its tries that solved; and what the depth suggests."""
    results: list[tuple[float, float]] = []
    for level in ladder_of(puzzle.game):
        timed = level.limit.seconds is not None
        chance = level.instinct_rate or level.blunder_rate
        tries = TRIES if chance else 1
        solved = sum(_solves(puzzle, level.key, seed, SHORT if timed else None) for seed in range(tries))
        results.append((level.rating, solved / tries))
    depth = min(len(puzzle.solution), 7)
    prior = BY_DEPTH[depth] if depth in BY_DEPTH else BY_DEPTH[depth - 1]
    results.append((prior, 0.5))
    return results


def _solves(puzzle: Puzzle, level: str, seed: int, limit: Limit | None) -> bool:
    """Whether a level finds each of the solver's moves, the other side playing as the solution says."""
    match = Match.new(puzzle.game, setup=puzzle.position, options=puzzle.options)
    solver = match.position.turn
    for word in puzzle.solution:
        if match.position.turn == solver and consider(match, level, limit, seed).move != word:
            return False
        match = match.read(word)
    return True


def _rating(results: list[tuple[float, float]]) -> int:
    """The rating against which these scores are to be expected, in steps of ten."""
    low, high = 400.0, 2800.0
    scored = sum(score for _, score in results)
    solvers = [Rating(rating, 0.0) for rating, _ in results]
    while high - low > 1:
        middle = (low + high) / 2
        if sum(expected_score(solver, Rating(middle, 0.0)) for solver in solvers) > scored:
            low = middle
        else:
            high = middle
    return round(low / 10) * 10
