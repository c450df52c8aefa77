"""Matches that count: those of a person with a name against a computer, without its help."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marbles_tui.play.match import Match
from marbles_tui.play.sequel import ANALYSIS, tag

USED: Final = "used"
"""What the tag says."""


def rated(match: Match) -> bool:
    """Whether the match is one of people with names against computers, and still runs."""
    people = [(number, seat.name) for number, seat in enumerate(match.seats, 1) if seat.level is None]
    named = all(name not in ("", f"Player {number}") for number, name in people)
    return match.result is None and 0 < len(people) < len(match.seats) and named


def analysed(match: Match) -> bool:
    """Whether its record says that the analysis was used."""
    return bool(tag(match, ANALYSIS))


def with_analysis(match: Match) -> Match:
    """The match with a record that says so."""
    return replace(match, tags=(*match.tags, (ANALYSIS, USED)))
