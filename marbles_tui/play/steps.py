"""Back and forth in a match, from one decision of a person to another."""

from __future__ import annotations

from marbles_tui.core import CHANCE
from marbles_tui.play.match import Match


def take_back(match: Match) -> Match | None:
    """The match as it stood before the last decision of a person, or before it was given up or agreed; None
    where nobody has decided anything."""
    if match.ending:
        return match.back(0)
    decisions = [ply for ply in range(match.plies) if person_decides(match, ply)]
    return match.back(match.plies - decisions[-1]) if decisions else None


def next_decision(match: Match) -> Match | None:
    """The match played again up to the next decision of a person; None where nothing was taken back."""
    if not match.undone:
        return None
    match = match.forward()
    while match.undone and not person_decides(match, match.plies):
        match = match.forward()
    return match


def person_decides(match: Match, ply: int) -> bool:
    """Whether a person had to decide after that many plies."""
    turn = match.positions[ply].turn
    return turn != CHANCE and match.seats[turn].level is None
