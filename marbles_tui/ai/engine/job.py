"""What the thinking process is asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from marbles_tui.ai.budget import Limit


class Priority(IntEnum):
    """How urgent a job is; a lower number goes first and takes the place of a higher one."""

    MOVE = 0
    """A move that a table waits for."""

    ANALYSIS = 1
    REVIEW = 2
    ATTRACT = 3
    """The menu's living pictures."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do at the end of a record, as values that can be sent."""

    game: str
    """The game's key."""

    record: str
    level: str | None = None
    limit: Limit | None = None
    seed: int = 0
    multipv: int = 1
    """How many of the best moves to tell of."""

    work: str = "think"
    """`think`; in a game with a goal also `solutions` and, from the seed alone, `puzzle`."""
