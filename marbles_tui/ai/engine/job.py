"""What the engine process is asked: jobs, as values that can be sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import Any

from marbles_tui.ai.budget import Limit
from marbles_tui.core import Game


class Priority(IntEnum):
    """How urgent a job is; a lower number goes first and takes the place of a higher one."""

    MOVE = 0
    """A move that a table waits for."""

    HINT = 1
    ANALYSIS = 2
    REVIEW = 3


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do in a game."""

    game: str
    """The game's key."""

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[Any], None]) -> Any:
        """Do it, in the engine process. `stop` says whether the answer is wanted now; `report` tells what is
        found on the way. Raises ValueError for what cannot be done."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Think(Job):
    """Think about the position at the end of a record. The arguments are those of `think`; the result is an
    Analysis."""

    record: str
    level: str | None = None
    limit: Limit | None = None
    seed: int = 0
    multipv: int = 1

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[Any], None]) -> Any:
        """An Analysis; reported is one for every depth that is done."""
        from marbles_tui.ai.think import think

        return think(game, self.record, self.level, self.limit, self.seed, stop, report, self.multipv)


@dataclass(frozen=True, slots=True)
class Solve(Job):
    """Count the ways from the end of a record to the goal that its match is played for."""

    record: str

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[Any], None]) -> Any:
        """Solutions; None where there is no goal, or they cannot be counted."""
        del stop, report
        from marbles_tui.play import read_match

        match = read_match(self.record, (game,), game).whole()
        return match.goal.solutions(match.position) if match.goal else None


@dataclass(frozen=True, slots=True)
class MakePuzzle(Job):
    """Draw a start from a seed from which the game's goal can be reached."""

    seed: int

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[Any], None]) -> Any:
        """The text of the position; None where the game has no goal, or draws no starts for it."""
        del stop, report
        start = game.goals[0].draw(Random(self.seed)) if game.goals else None
        return None if start is None else game.write(start)


@dataclass(frozen=True, slots=True)
class FindPuzzle(Job):
    """Look for a puzzle in the position at the end of a record: one that is won in the turn which begins there, or
    any."""

    record: str
    one_turn: bool = False

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[Any], None]) -> Any:
        """The puzzle's text; None if none is found in some seconds, or before the stop."""
        del report
        from marbles_tui.ai.puzzles.making import one_turn, puzzle_in
        from marbles_tui.play import read_match
        from marbles_tui.play.puzzles.text import write_puzzle

        match = read_match(self.record, (game,), game).whole()
        found = (one_turn if self.one_turn else puzzle_in)(game, match.position, match.options, stop)
        return write_puzzle(found) if found else None


def perform(job: Job) -> Any:
    """The result of a job that is done here and now, to its end. Raises ValueError."""
    from marbles_tui.games import GAMES

    game = next((game for game in GAMES if game.key == job.game), None)
    if game is None:
        raise ValueError(f"there is no game {job.game!r}")
    return job.run(game, lambda: False, lambda _: None)
