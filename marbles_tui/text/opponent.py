"""The computer at a plain table: it thinks in this process, while nobody needs a screen."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import nearest_level
from marbles_tui.ai.think import consider
from marbles_tui.core import BadOption
from marbles_tui.play import Match
from marbles_tui.play.players import Act
from marbles_tui.play.series import seed_of

HINT: Final = Limit(1.5)
"""How long the computer looks for a hint."""


def choose(match: Match, level: str) -> Any:
    """The move of a computer of that level, or its claim of a draw. Raises BadOption where none plays."""
    seed = Random(f"{seed_of(match)}/{match.plies}").randrange(1 << 32)
    thought = consider(match, nearest_level(match.game.key, level).key, seed=seed)
    if match.claimable and thought.value <= 0:
        return Act.CLAIM
    return match.game.find(match.position, thought.move or "")


def advise(match: Match) -> Analysis | None:
    """What the strongest level would play; None if no computer knows this game."""
    try:
        return consider(match, limit=HINT)
    except BadOption:
        return None


def content(match: Match) -> bool:
    """Whether the computers at the table take a draw: one that stands no better than even does, against one
    person."""
    computers = [seat for seat, who in enumerate(match.seats) if who.level is not None]
    if not computers:
        return True
    thought = advise(match) if len(match.seats) == 2 and len(computers) == 1 else None
    if thought is None:
        return False
    return (thought.value if match.position.actor in computers else -thought.value) <= 0
