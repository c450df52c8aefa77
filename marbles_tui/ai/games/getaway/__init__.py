"""Getaway: who travels without a person. Dice do the rest, and there is nothing to search."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.level import Computers, Level, Question
from marbles_tui.games.getaway.journey import GO, PAY


def by_the_rule(question: Question) -> Analysis:
    """Answer a toll by the rule of the house."""
    from marbles_tui.ai.games.getaway.toll import by_the_rule

    return by_the_rule(question)


def by_playing_on(question: Question) -> Analysis:
    """Answer a toll by what comes of both answers."""
    from marbles_tui.ai.games.getaway.toll import by_playing_on

    return by_playing_on(question)


def never_paying(question: Question) -> Analysis:
    """Go where the toll leads."""
    from marbles_tui.ai.games.getaway.toll import answering

    return answering(question, GO)


def always_paying(question: Question) -> Analysis:
    """Pay what can be paid."""
    from marbles_tui.ai.games.getaway.toll import answering

    return answering(question, PAY)


GETAWAY: Final = Computers(
    levels=(
        Level(
            key="automatic",
            title="Automatic",
            character="Pays tolls of up to half its gold, where they are a choice.",
            strength=2,
            rating=800.0,
            limit=Limit(nodes=1, depth=1),
            play=by_the_rule,
        ),
        Level(
            key="careful",
            title="Careful",
            character="Weighs both ways at a toll, where there is a choice.",
            strength=4,
            rating=1000.0,
            limit=Limit(seconds=1.0),
            play=by_playing_on,
        ),
    ),
    names=("Juno", "Mabel", "Otto", "Ruby", "Silas", "Wanda"),
    styles=(
        Level(
            key="victor",
            title="Victor",
            character="I pay every toll, and stay where I am.",
            strength=2,
            rating=800.0,
            limit=Limit(nodes=1, depth=1),
            play=always_paying,
            colour=0x9AC84A,
        ),
        Level(
            key="penny",
            title="Penny",
            character="I never pay a toll.",
            strength=2,
            rating=900.0,
            limit=Limit(nodes=1, depth=1),
            play=never_paying,
            colour=0xC8884A,
        ),
    ),
)
