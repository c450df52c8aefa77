"""How strong a player is: Elo ratings, and the matches that change them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marbles_tui.play.match import Match
from marbles_tui.play.series import CHANGED, RATED

START: Final = 1000.0
"""The rating before the first match."""

UNKNOWN_LEVEL: Final = 800.0
"""The rating of a level of which nothing is known any more."""

FIRST_K: Final = 40.0
LATER_K: Final = 20.0
SETTLED: Final = 20
"""What a match can change at most: FIRST_K in a player's first SETTLED matches, LATER_K afterwards."""

NOT: Final = "no"
"""What the tag about the rating says where help or a move back was taken."""


def expected_score(own: float, other: float) -> float:
    """The share of the points, from 0 to 1, that a rating promises against another.

    Source: Arpad Elo, "The Rating of Chessplayers", 1978, with the logistic curve that is usual today.
    """
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def updated_rating(own: float, other: float, score: float, matches: int) -> float:
    """The rating after a match that scored 0, 0.5 or 1, with `matches` played before it."""
    return own + (FIRST_K if matches < SETTLED else LATER_K) * (score - expected_score(own, other))


def is_rated(match: Match) -> bool:
    """Whether a running match will change a rating."""
    return match.result is None and changes_rating(match)


def changes_rating(match: Match) -> bool:
    """Whether a match changes a rating once it is over: one person against computers, for no goal, without
    help and with no move taken back."""
    people = sum(seat.level is None for seat in match.seats)
    return people == 1 < len(match.seats) and match.game.rated and not match.has_goal and counts(match)


def unrated(match: Match, changed: str = "") -> Match:
    """The match with a record that says that it counts for no rating; `changed` as in CHANGED, "" for help. The first
    reason stays."""
    if not counts(match):
        return match
    return replace(match, tags=(*match.tags, (RATED, NOT), *([(CHANGED, changed)] if changed else [])))


def counts(match: Match) -> bool:
    """Whether its record says nothing that keeps it from counting for a rating."""
    return match.tag(RATED) != NOT
