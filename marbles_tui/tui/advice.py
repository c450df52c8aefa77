"""A suggestion as a sentence."""

from __future__ import annotations

from typing import Any

from marbles_tui.ai.thought import Thought
from marbles_tui.play import Match
from marbles_tui.tui import telling


def advice(match: Match, move: Any, thought: Thought, unit: str) -> str:
    """The move, what it is good for, and how the game stands if that is certain."""
    merit = match.game.merit(match.position, move, telling.names(match))
    said = thought.words(unit) if thought.proved else ""
    if thought.wins_in == 1 and merit:
        said = ""  # the merit tells of the win
    parts = "; ".join(part for part in (merit, said) if part)
    return f"Try {move}: {parts}." if parts else f"Try {move}."
