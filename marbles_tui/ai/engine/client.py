"""The arcade's line to the engine process: players, hints, analysis, puzzles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.engine.job import CountSolutions, FindPuzzle, Job, MakePuzzle, Priority, Think
from marbles_tui.ai.engine.job_queue import JobQueue, ThinkingFailedError
from marbles_tui.ai.levels import computers_of, consider
from marbles_tui.core import Game, Solutions
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import Puzzle, read_puzzles

if TYPE_CHECKING:
    from marbles_tui.ai.review import Judgement

HINT_SECONDS: Final = 1.5
"""How long the computer looks for a hint."""

GONE: Final = "the program was updated: quit and open it again"
"""What is said where modules that thinking needs are not there any more."""

R = TypeVar("R")

BEST: Final = 3
"""How many of the best moves an analysis tells of."""

ANALYSIS_SECONDS: Final = 60.0
"""How long the computer looks at a position that stays on the table."""


class EngineClient:
    """Asks an engine on behalf of tables: a process of its own, which starts after the first paint, or when it is
    needed; or one that is shared, in the name of an account."""

    def __init__(self, engine: JobQueue | None = None, account: str = "") -> None:
        self._engine, self._account = engine, account

    async def start(self) -> None:
        """Begin the engine process if it does not run yet; if the system has no room for it now, it is tried
        again when somebody asks."""
        with suppress(ThinkingFailedError):
            await self.process()

    async def close(self) -> None:
        """End the engine process; one that is shared goes on for others."""
        if self._engine:
            await self._engine.leave(self._account)

    async def process(self) -> JobQueue:
        """The engine process, running."""
        if not self._engine:
            from marbles_tui.ai.engine.process import ProcessLink

            self._engine = JobQueue(ProcessLink())
        await self._engine.start()
        return self._engine

    def move_now(self) -> None:
        """The computer plays the best it has found so far."""
        if self._engine:
            self._engine.move_now(self._account)

    async def think(
        self,
        match: Match,
        level: str | None = None,
        limit: Limit | None = None,
        seed: int = 0,
        priority: Priority = Priority.MOVE,
    ) -> Analysis:
        """What a level, or the strongest, finds in a running match. Where no process can be had it is found in
        this one, and the screen may stutter. Raises BadOption where no computer plays, and ThinkingFailedError where
        that can be done no more."""
        job = Think(match.game.key, str(match), level, limit, seed)
        try:
            return await (await self.process()).think(job, priority, account=self._account)
        except ThinkingFailedError:
            try:
                return await asyncio.to_thread(consider, match, level, limit, seed)
            except ImportError as error:
                raise ThinkingFailedError(GONE) from error

    async def hint(self, match: Match) -> Analysis | None:
        """What the strongest level would play, None if no computer knows this game."""
        job = Think(match.game.key, str(match), limit=Limit(HINT_SECONDS))
        return await self._ask(job, Priority.HINT)

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        """How a position stands; `report` hears of every step to it."""
        job = Think(match.game.key, str(match), limit=Limit(ANALYSIS_SECONDS), multipv=BEST)
        return await self._ask(job, Priority.ANALYSIS, report)

    async def review(self, match: Match, deep: bool = False) -> Judgement | None:
        """How a position of a match that is gone through stands, at a first look or a `deep`
        one; None if no computer knows this game."""
        from marbles_tui.ai.review import DEEPER, Judgement

        computers = computers_of(match.game)
        if not computers.levels:
            return None
        limit = computers.review.times(DEEPER) if deep else computers.review
        job = Think(match.game.key, str(match), limit=limit, multipv=2)
        thought = await self._ask(job, Priority.REVIEW)
        return Judgement.of(thought, deep) if thought else None

    async def solutions(self, match: Match) -> Solutions | None:
        """The ways to reach the goal that the match is played for; None where they cannot be counted."""
        return await self._ask(CountSolutions(match.game.key, str(match)), Priority.MOVE)

    async def puzzle(self, game: Game, seed: int) -> str | None:
        """The text of a start drawn from a seed from which the game's goal can be reached; None if there is none."""
        return await self._ask(MakePuzzle(game.key, seed), Priority.MOVE)

    async def find_puzzle(self, match: Match, one_turn: bool = False) -> Puzzle | None:
        """The puzzle that the position of a match holds, or the one to win in the turn that begins there; None where
        none is found in some seconds."""

        text = await self._ask(FindPuzzle(match.game.key, str(match), one_turn), Priority.HINT)
        return next((reading.puzzle for reading in read_puzzles(text or "", (match.game,))), None)

    async def _ask(
        self, job: Job[R], priority: Priority, report: Callable[[R], None] | None = None
    ) -> R | None:
        try:
            return await (await self.process()).think(job, priority, report, self._account)
        except ThinkingFailedError:
            return None
