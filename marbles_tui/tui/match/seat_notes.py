"""What stands beside each name at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marbles_tui.play import Match
from marbles_tui.table.players import Engine, Player
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.match.view import MatchView


def seat_notes(
    match: Match, view: MatchView, players: Sequence[Player], board: Any, room: int, look: Look
) -> tuple[str, ...]:
    """A word for each seat in `room` columns: what it holds on the board, and what a computer has proved."""
    own = view.seat_notes(match, board, room, look)
    proved = (
        player.verdict(match.game, view.unit) if isinstance(player, Engine) and not match.result else ""
        for player in players
    )
    return tuple("  ".join(filter(None, words)) for words in zip(own, proved, strict=True))
