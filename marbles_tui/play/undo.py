"""Back and forth in a match, from one decision of a person to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from marbles_tui.core import CHANCE
from marbles_tui.play.match import Match


def decides(match: Match, ply: int) -> bool:
    """Whether a person had to choose a move after that many plies."""
    turn = match.positions[ply].turn
    return turn != CHANCE and match.seats[turn].level is None


def decides_or_rolls(match: Match, ply: int) -> bool:
    """Whether a person had to choose a move, or to throw a die, after that many plies."""
    position = match.positions[ply]
    rolls = position.turn != CHANCE or match.game.is_thrown(position)
    return rolls and match.seats[position.actor].level is None


Decides: TypeAlias = Callable[[Match, int], bool]


def take_back(match: Match, decides: Decides = decides) -> Match | None:
    """The match as it stood before the last decision of a person, or before it was given up or agreed; None
    where nobody has decided anything."""
    if match.ending:
        return match.back(0)
    last = next((ply for ply in reversed(range(match.plies)) if decides(match, ply)), None)
    return None if last is None else match.back(match.plies - last)


def next_decision(match: Match, decides: Decides = decides) -> Match | None:
    """The match played again up to the next decision of a person; None where nothing was taken back."""
    if not match.undone:
        return None
    match = match.forward()
    while match.undone and not decides(match, match.plies):
        match = match.forward()
    return match
