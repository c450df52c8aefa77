"""The computer that plays about as well as its opponent: a mixture of its game's levels, by a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.level import Level, Question
from marbles_tui.play.adaptive import KEY, Adapted

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis

SIMPLEST: Final = 600
"""So much below the first level's number it only plays by instinct."""


def adapting(question: Question) -> Analysis:
    """Play this move as one of the two levels next to the number, the nearer one more often; but do not run
    away from an opponent who is behind."""
    from marbles_tui.ai.levels import ladder_of

    number = Adapted.read(question.level.key).number
    level = mixed(ladder_of(question.match.game), number, Random(f"adaptive/{question.seed}"))
    return level.play(replace(question, level=level, budget=question.budget.within(level.limit)))


def mixed(levels: Sequence[Level], number: float, random: Random) -> Level:
    """The level to play a move by; `levels` are a game's, weakest first."""
    first, last = levels[0], levels[-1]
    unit = max(level.blunder_margin for level in levels)
    if number <= first.rating:
        share = min(1.0, (first.rating - number) / SIMPLEST)
        rate = first.instinct_rate + share * (1 - first.instinct_rate)
        return replace(first, instinct_rate=rate, mercy=unit // 2)
    for lower, upper in pairwise(levels):
        if number < upper.rating:
            share = (number - lower.rating) / (upper.rating - lower.rating)
            chosen = upper if random.random() < share else lower
            # What never slips searches too deep to compare all its moves.
            return replace(chosen, mercy=unit // 2 if chosen.blunder_rate else 0)
    return last


def adaptive_level(text: str = KEY) -> Level:
    """The level that a record names so."""
    return Level(
        key=text,
        title="Adaptive",
        character="About as strong as you, by your last games.",
        rating=float(Adapted.read(text).number),
        strength=0,
        limit=Limit(),
        play=adapting,
    )


ADAPTIVE: Final = adaptive_level()
