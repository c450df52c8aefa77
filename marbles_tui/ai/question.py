"""What a computer is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Budget
from marbles_tui.play import Match

if TYPE_CHECKING:
    from marbles_tui.ai.level import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A running match in which a player, not chance, is to move, and how to think about it."""

    match: Match
    level: Level
    budget: Budget
    seed: int = 0
    """The same seed, and a limit in nodes, give the same answer."""

    multipv: int = 1
    """How many of the best moves to tell of."""

    patience: float = 1.0
    """The share of the limit that may be spent on the length of a win or loss once it is proved."""

    report: Callable[[Analysis], None] | None = None
    """Hears of what is found on the way."""

    @property
    def position(self) -> Any:
        """The position to think about, of the game's own type."""
        return self.match.position
