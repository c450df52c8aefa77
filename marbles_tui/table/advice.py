"""A suggestion as a sentence."""

from __future__ import annotations

from typing import Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core.text import plural
from marbles_tui.play import Match
from marbles_tui.table import phrases as phrases


def advice(match: Match, move: Any, thought: Analysis, unit: str = "move") -> str:
    """The move, what it is good for, and how the game ends if that is certain."""
    purpose = match.game.explain_move(match.position, move, phrases.names(match))
    end = "" if thought.wins_in == 1 and purpose else _end(thought, unit)  # the purpose tells of the win
    parts = "; ".join(part for part in (purpose, end) if part)
    return f"Try {move}: {parts}." if parts else f"Try {move}."


def _end(thought: Analysis, unit: str) -> str:
    if not thought.proved:
        return ""
    if thought.wins_in is not None:
        return f"you can win in {plural(thought.wins_in, unit)}"
    if thought.loses_in is not None:
        return f"you lose in {plural(thought.loses_in, unit)}, whatever you play"
    if thought.value > 0:
        return "then you can force a win"
    return "you lose, whatever you play" if thought.value < 0 else "then you can force a draw"
