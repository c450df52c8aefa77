"""The arcade's line to the thinking process: players, hints, analysis, puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from marbles_tui.play import Match
from marbles_tui.play.players import Player

if TYPE_CHECKING:
    from marbles_tui.ai.thinker import Thinker

HINT_SECONDS: Final = 1.5
"""How long the computer looks for a hint."""

ANALYSIS_SECONDS: Final = 60.0
"""How long the computer looks at a position that stays on the table."""


class Opponent:
    """A computer at a table; the thinking process need not run before it is asked."""

    def __init__(self, counsellor: Counsellor, level: str) -> None:
        self._counsellor = counsellor
        self._level = level

    async def choose(self, match: Match) -> Any:
        """The move of a computer of its level."""
        from marbles_tui.ai.computer import Computer

        return await Computer(self._level, await self._counsellor.process()).choose(match)


class Counsellor:
    """Asks the thinking process on behalf of tables; starts it after the first paint, or when it is needed."""

    def __init__(self) -> None:
        self._thinker: Thinker | None = None

    async def start(self) -> None:
        """Begin the thinking process if it does not run yet."""
        await self.process()

    async def close(self) -> None:
        """End the thinking process."""
        if self._thinker:
            await self._thinker.close()

    async def process(self) -> Thinker:
        """The thinking process, running."""
        if not self._thinker:
            from marbles_tui.ai.thinker import Thinker

            self._thinker = Thinker()
        await self._thinker.start()
        return self._thinker

    def player(self, level: str) -> Player:
        """A computer player of that level."""
        return Opponent(self, level)

    def move_now(self) -> None:
        """The computer plays the best it has found so far."""
        if self._thinker:
            self._thinker.move_now()
