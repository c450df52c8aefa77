"""A suggestion as a sentence."""

from __future__ import annotations

from typing import Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.play import Match
from marbles_tui.table import phrases as phrases


def advice(match: Match, move: Any, thought: Analysis, unit: str) -> str:
    """The move, what it is good for, and how the game stands if that is certain."""
    purpose = match.game.explain_move(match.position, move, phrases.names(match))
    said = thought.words(unit) if thought.proved else ""
    if thought.wins_in == 1 and purpose:
        said = ""  # the purpose tells of the win
    parts = "; ".join(part for part in (purpose, said) if part)
    return f"Try {move}: {parts}." if parts else f"Try {move}."
