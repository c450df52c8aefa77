"""How a match ends on its screen, and what can be played next."""

from __future__ import annotations

from marbles_tui.core import Solutions
from marbles_tui.core.text import plural
from marbles_tui.play import Match
from marbles_tui.play.series import place_in_series
from marbles_tui.table import phrases


def verdict(match: Match) -> str:
    """How the match ended, or what became of its goal, in a sentence."""
    return match.goal.verdict(match) if match.goal else phrases.verdict(match)


def follows(match: Match) -> str:
    """What Enter plays after the match."""
    if match.goal:
        return "another" if match.goal.reached(match) else "from the start"
    number, count = place_in_series(match)
    return f"match {number + 1} of {count}" if number < count else "again"


def choices(match: Match) -> str:
    """What can be done after the match, for the banner. Where there was a goal the game menu offers no more."""
    menu = "" if match.goal else "   g game"
    return f"enter {follows(match)}   u undo{menu}   q leave"


def solutions(match: Match, found: Solutions, unit: str) -> str:
    """How many ways there were to the goal; how long the shortest is, only once it is reached."""
    told = {0: "There is no solution", 1: "There is one solution"}.get(
        found.number, f"There are {found.number:,} solutions"
    )
    if match.goal and match.goal.reached(match):
        return f"{told}; the shortest takes {plural(len(found.shortest), unit)}."
    return f"{told}."
