"""Getaway: who travels without a person. A computer answers a toll by the rule of the house, or by what comes of both
answers.

Where dice decide nearly everything there is nothing to search; games are played on to their end instead, with
the same dice after either answer.
"""

from __future__ import annotations

from random import Random
from typing import Final

from marbles_tui.ai.analysis import Analysis, Budget, Limit, SearchStopped
from marbles_tui.ai.level import Computers, Level, LevelQuestion
from marbles_tui.core import CHANCE
from marbles_tui.games.getaway import Decision, Draw, Journey
from marbles_tui.games.getaway.journey import GO, PAY, decide

GAMES: Final = 300
"""Games that are played on after each answer."""

MOST_PLIES: Final = 5_000
"""A game that is longer counts as it stands."""


def by_the_rule(question: LevelQuestion) -> Analysis:
    """The answer that the rule of the house gives."""
    return _answered(question, str(decide(question.position)))


def never_paying(question: LevelQuestion) -> Analysis:
    """Go where the toll leads."""
    return _answered(question, GO)


def always_paying(question: LevelQuestion) -> Analysis:
    """Pay what can be paid."""
    return _answered(question, PAY)


def _answered(question: LevelQuestion, word: str) -> Analysis:
    """That answer, whatever comes of it."""
    return Analysis(word, 0.0, depth=1, nodes=1, seconds=question.budget.seconds, pv=(word,))


def by_playing_on(question: LevelQuestion) -> Analysis:
    """The answer after which more games are won.

    The value is how much more often than not it wins the game, -1 to 1.
    """
    position: Journey = question.position
    budget = question.budget
    moves = [move for move in position.moves() if isinstance(move, Decision)]
    won = dict.fromkeys(moves, 0.0)
    games = 0
    try:
        while games < GAMES:
            shares = [
                _played_on(position, move, budget, Random(f"{question.seed}/{games}")) for move in moves
            ]
            games += 1
            for move, share in zip(moves, shares, strict=True):
                won[move] += share
    except SearchStopped:
        pass  # pairs of games count only whole
    best = max(moves, key=won.__getitem__) if games else decide(position)
    value = 2 * won[best] / games - 1 if games else 0.0
    return Analysis(str(best), value, depth=1, nodes=budget.nodes, seconds=budget.seconds, pv=(str(best),))


def _played_on(position: Journey, move: Draw | Decision, budget: Budget, random: Random) -> float:
    """What the player who decides gets of the point when the game has come to its end."""
    seat = position.actor
    position = position.play(move)
    for _ in range(MOST_PLIES):
        if position.result:
            return position.result.scores[seat]
        budget.count()
        if position.turn == CHANCE:
            position = position.play(Draw(random.randrange(position.faces) + 1))
        else:
            position = position.play(decide(position))
    purses = [traveller.gold for traveller in position.travellers]
    return 1.0 if purses[seat] == max(purses) else 0.0


GETAWAY: Final = Computers(
    levels=(
        Level(
            key="automatic",
            character="Pays tolls of up to half its gold, where they are a choice.",
            strength=2,
            rating=800.0,
            limit=Limit(nodes=1, depth=1),
            play=by_the_rule,
        ),
        Level(
            key="careful",
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
            character="I pay every toll, and stay where I am.",
            strength=2,
            rating=800.0,
            limit=Limit(nodes=1, depth=1),
            play=always_paying,
            colour=0x9AC84A,
        ),
        Level(
            key="penny",
            character="I never pay a toll.",
            strength=2,
            rating=900.0,
            limit=Limit(nodes=1, depth=1),
            play=never_paying,
            colour=0xC8884A,
        ),
    ),
)
