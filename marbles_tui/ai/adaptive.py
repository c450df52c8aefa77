"""The computer that plays about as well as its opponent: a mixture of its game's levels, by a number."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.level import Level, Question
from marbles_tui.play.adaptive import KEY, Adapted

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis
    from marbles_tui.ai.level import Computers

SIMPLEST: Final = 600
"""So much below the first level's number it overlooks everything."""


def adapting(question: Question) -> Analysis:
    """Play this move as one of the two levels next to the number, the nearer one more often; but do not run
    away from an opponent who is behind."""
    from marbles_tui.ai.levels import computers_of

    number = Adapted.read(question.level.key).number
    computers = computers_of(question.match.game)
    assert computers, "it is offered where there are others"
    level = mixed(computers, number, Random(f"adaptive/{question.seed}"))
    return level.play(replace(question, level=level, budget=question.budget.within(level.limit)))


def mixed(computers: Computers, number: float, random: Random) -> Level:
    """The level to play a move by."""
    levels, mercy = computers.levels, computers.lead
    first, last = levels[0], levels[-1]
    if number <= first.rating:
        share = min(1.0, (first.rating - number) / SIMPLEST)
        return replace(first, oversight=first.oversight + share * (1 - first.oversight), mercy=mercy)
    for lower, upper in pairwise(levels):
        if number < upper.rating:
            share = (number - lower.rating) / (upper.rating - lower.rating)
            chosen = upper if random.random() < share else lower
            # What never slips searches too deep to compare all its moves.
            return replace(chosen, mercy=mercy if chosen.oversight else 0)
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
