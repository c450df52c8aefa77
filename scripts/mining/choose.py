"""Which puzzles of many to ship: different ones, of all lengths and themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from marbles_tui.play.puzzles.puzzle import Puzzle
from scripts.mining.symmetry import KEYS, difference

ALIKE = 2
"""Positions that differ in no more places are the same puzzle."""


def chosen(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """At most so many, no two alike: again and again one of the kind, by goal and themes, of which there are
    fewest so far, a longer one before a shorter one."""
    rest = sorted(different(puzzles), key=lambda puzzle: (-len(puzzle.solution), puzzle.id))
    taken: list[Puzzle] = []
    kinds: Counter[object] = Counter()
    while rest and len(taken) < count:
        best = min(rest, key=lambda puzzle: kinds[_kind(puzzle)] + kinds[puzzle.goal] / 4)
        rest.remove(best)
        taken.append(best)
        kinds.update((_kind(best), best.goal))
    return taken


def different(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Those unlike all before them: seen from every side, and up to a place or two."""
    kept: list[Puzzle] = []
    keys: list[object] = []
    for puzzle in puzzles:
        key = KEYS[puzzle.game.key](puzzle.start())
        if all(difference(key, other) > ALIKE for other in keys):
            kept.append(puzzle)
            keys.append(key)
    return kept


def _kind(puzzle: Puzzle) -> object:
    return puzzle.goal, puzzle.themes[:1]
