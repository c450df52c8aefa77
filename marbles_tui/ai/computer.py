"""The computer as a player."""

from __future__ import annotations

from random import Random
from typing import Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.engine.job import Priority, Think
from marbles_tui.ai.engine.process import EngineProcess
from marbles_tui.play import Match
from marbles_tui.play.players import Act


class Computer:
    """Plays at a level, with the thoughts of the thinking process.

    The same seed gives the same game to the same opponent, at the levels that are limited by nodes.
    """

    def __init__(self, level: str, thinker: EngineProcess, seed: int = 0) -> None:
        self._level = level
        self._thinker = thinker
        self._seed = seed
        self.thought: Analysis | None = None
        """What it thought of the position in which it chose last."""

    async def choose(self, match: Match) -> Any:
        """A legal move of the match's position; or a claim, where a draw may be had and nothing better is
        in sight. Raises as `Thinker.think`."""
        seed = Random(f"{self._seed}/{match.plies}").randrange(1 << 32)
        thought = await self._thinker.think(
            Think(match.game.key, str(match), self._level, seed=seed), Priority.MOVE
        )
        self.thought = thought
        if match.claimable and thought.value <= 0:
            return Act.CLAIM
        assert thought.move, "only a running match is asked about"
        return match.game.find(match.position, thought.move)
