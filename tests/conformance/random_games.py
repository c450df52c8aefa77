"""Matches played at random: every start, option and number of seats that a game has."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import MOST_PLIES

PLIES = 120
"""The most plies of a random match."""

few = settings(max_examples=12)
"""For tests that look at single plies."""


def begin(game: Game, random: Random) -> Match:
    """A match before its first ply, with everything that can be chosen drawn at random."""
    options = {
        option.name: str(random.choice(option.values))
        for option in game.options
        if option.name != "players" and random.random() < 0.5
    }
    setup = random.choice([None, None, *game.setups])
    seats = [Seat()] * random.choice(game.seats) if len(game.seats) > 1 else []
    return Match.new(game, setup=setup, options=options, seats=seats, random=random)


def stroll(game: Game, random: Random, plies: int = PLIES) -> Match:
    """A match of up to `plies` random plies, chance's own among them."""
    return wander(begin(game, random), random, random.randrange(plies))


def wander(match: Match, random: Random, plies: int = MOST_PLIES) -> Match:
    """A match so many random plies later, or at its end."""
    for _ in range(plies):
        if match.result:
            break
        match, _ = match.play(random.choice(match.position.moves()))
    return match


SEEDS = st.integers(0, 2**32)
"""What a random match grows from: the same seed gives the same match."""

IDS = [game.key for game in GAMES]
