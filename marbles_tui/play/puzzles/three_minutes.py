"""Three minutes: as many puzzles as can be solved, from easy to hard; three misses end it. It changes no rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from random import Random
from typing import Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.shipped import shipped
from marbles_tui.play.puzzles.tries import Try

NAME: Final = "three-minutes"
"""What a run is kept as, beside the tries at puzzles."""

SECONDS: Final = 180.0
MISSES: Final = 3
STEPS: Final = 60
"""How many puzzles lead from the easiest to the hardest."""


class Run:
    """One run, over its puzzles. Only the time in which a move is asked for counts, not that in which it is shown."""

    def __init__(self, game: Game | None, games: Sequence[Game], random: Random) -> None:
        """`game`: whose puzzles; None for those of all games."""
        self.game = game
        chosen = (game,) if game else games
        self._puzzles = rising([puzzle for each in chosen for puzzle in shipped(each)], random)
        self.went: list[bool] = []
        self.spent = 0.0

    def next(self) -> Puzzle | None:
        """The puzzle to go on with; None once the run is over."""
        return None if self.over else self._puzzles[len(self.went)]

    @property
    def solved(self) -> int:
        """How many were solved."""
        return sum(self.went)

    @property
    def misses(self) -> int:
        """How many were missed."""
        return len(self.went) - self.solved

    @property
    def left(self) -> float:
        """The seconds that are left when nothing is asked for."""
        return max(0.0, SECONDS - self.spent)

    @property
    def over(self) -> bool:
        """Whether time, misses or the last puzzle have ended it."""
        return not self.left or self.misses >= MISSES or len(self.went) == len(self._puzzles)

    def as_try(self, today: date) -> Try:
        """What is kept of it."""
        key = self.game.key if self.game else ""
        return Try(
            NAME, key, 0, False, today, hints=self.misses, seconds=min(self.spent, SECONDS), score=self.solved
        )


class Best(NamedTuple):
    """The most that was solved in a run, ever and on a day; None before the first."""

    ever: int | None
    today: int | None


def best(tries: Iterable[Try], game: Game | None, today: date) -> Best:
    """The best runs of a game's puzzles, or of all."""
    own = [each for each in tries if each.puzzle == NAME and each.game == (game.key if game else "")]
    ever = max((each.score or 0 for each in own), default=None)
    return Best(ever, max((each.score or 0 for each in own if each.tried == today), default=None))


def rising(puzzles: Sequence[Puzzle], random: Random) -> list[Puzzle]:
    """One puzzle of each step from the easiest to the hardest, by chance."""
    by_difficulty = sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    steps = min(STEPS, len(puzzles))
    return [
        random.choice(by_difficulty[at * len(puzzles) // steps : (at + 1) * len(puzzles) // steps])
        for at in range(steps)
    ]
