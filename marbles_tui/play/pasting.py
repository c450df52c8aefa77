"""What is said of moves that were pasted, before play goes on from there."""

from __future__ import annotations

from marbles_tui.core import CHANCE
from marbles_tui.core.text import enumerated, plural, sanitize_line
from marbles_tui.play.match import Match
from marbles_tui.play.reading import Reading


def summarise(match: Match, seated: Match | None = None) -> str:
    """How far a match has come, in a few words, with the names of those who are `seated` at it: "37 moves, Player 1
    to move"."""
    result = match.result
    names = [sanitize_line(name, 24) for name in (seated or match).names]
    if result is None:
        actor = names[match.position.actor]
        then = f"the dice to roll for {actor}" if match.turn == CHANCE else f"{actor} to move"
    elif result.winners:
        then = f"won by {enumerated([names[seat] for seat in result.winners])}"
    else:
        then = "drawn"
    return f"{plural(match.plies, 'move')}, {then}"


def explain_fault(reading: Reading) -> str:
    """What could not be read: a bad line by its number, its text, and what was legal there; "" if nothing."""
    message = reading.fault.message if reading.fault else ""
    return f"line {reading.line}: {message}" if reading.line else message
