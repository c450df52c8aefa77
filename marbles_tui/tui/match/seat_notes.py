"""What stands beside each name at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.players import verdict
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.match.view import MatchView

LONGEST = 24
"""The most characters of a name."""


def seat_notes(
    match: Match, view: MatchView, thoughts: Sequence[Analysis | None], board: Any, room: int, look: Look
) -> tuple[str, ...]:
    """A word for each seat in `room` columns: what it holds on the board, and what a computer has proved."""
    return _paired(view.seat_notes(match, board, room, look), verdicts(match, view, thoughts))


def names_on_board(match: Match, view: MatchView, thoughts: Sequence[Analysis | None]) -> tuple[str, ...]:
    """What a board writes of each seat: the name, and what a computer has proved."""
    names = [sanitize_line(name, LONGEST) for name in phrases.names(match)]
    return _paired(names, verdicts(match, view, thoughts))


def verdicts(match: Match, view: MatchView, thoughts: Sequence[Analysis | None]) -> tuple[str, ...]:
    """What each computer has proved; "" of the others, and once the match is over."""
    return tuple(
        "" if match.result else verdict(match, seat, thought, view.unit)
        for seat, thought in enumerate(thoughts)
    )


def _paired(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple("  ".join(filter(None, words)) for words in zip(first, second, strict=True))
