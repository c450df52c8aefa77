"""The arcade's line to the thinking process: players, hints, analysis, puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from marbles_tui.core import Game
from marbles_tui.play import Match
from marbles_tui.play.players import Player

if TYPE_CHECKING:
    from marbles_tui.ai.thinker import Thinker
    from marbles_tui.ai.thought import Thought

HINT_SECONDS: Final = 1.5
"""How long the computer looks for a hint."""

ANALYSIS_SECONDS: Final = 60.0
"""How long the computer looks at a position that stays on the table."""


class Counsellor:
    """Asks the thinking process on behalf of tables; starts it after the first paint, or when it is needed."""

    def __init__(self) -> None:
        self._thinker: Thinker | None = None

    async def start(self) -> None:
        """Begin the thinking process if it does not run yet."""
        await self._process()

    async def close(self) -> None:
        """End the thinking process."""
        if self._thinker:
            await self._thinker.close()

    async def _process(self) -> Thinker:
        if not self._thinker:
            from marbles_tui.ai.thinker import Thinker

            self._thinker = Thinker()
        await self._thinker.start()
        return self._thinker

    def player(self, level: str) -> Player:
        """A computer player of that level."""
        return _Opponent(self, level)
