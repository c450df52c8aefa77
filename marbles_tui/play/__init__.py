"""Matches, their records, and those who play them."""

from marbles_tui.play.match import HUMAN, Ending, Match, Seat
from marbles_tui.play.reading import Fault, Reading, game_of, read_match, read_matches, recognise
from marbles_tui.play.record import Record, scan

__all__ = [
    "HUMAN",
    "Ending",
    "Fault",
    "Match",
    "Reading",
    "Record",
    "Seat",
    "game_of",
    "read_match",
    "read_matches",
    "recognise",
    "scan",
]
