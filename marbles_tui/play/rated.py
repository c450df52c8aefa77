"""Matches that count: those of a person with a name against a computer, without its help."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marbles_tui.play.match import Match
from marbles_tui.play.series import ANALYSIS
from marbles_tui.play.statistics import named

USED: Final = "used"
"""What the tag says."""


def rated(match: Match) -> bool:
    """Whether the match is one of people with names against computers, for no goal, and still runs."""
    people = [seat for seat in match.seats if seat.level is None]
    mixed = 0 < len(people) < len(match.seats)
    running = match.result is None and not match.has_goal
    return mixed and running and all(map(named, people))


def analysed(match: Match) -> bool:
    """Whether its record says that the analysis was used."""
    return bool(match.tag(ANALYSIS))


def with_analysis(match: Match) -> Match:
    """The match with a record that says so."""
    return replace(match, tags=(*match.tags, (ANALYSIS, USED)))
