"""What comes of the tries at puzzles: ratings, what is due again, streaks, puzzles like one that was missed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Final, NamedTuple

from marbles_tui.core import AnyPosition, Game, Move
from marbles_tui.play.puzzles.puzzle import Puzzle, shipped
from marbles_tui.play.rating import Rating

AGAIN: Final = (1, 3, 7, 14, 30)
"""After how many days a puzzle that was missed comes back, the first time and after each time it was solved."""

OF_PUZZLES: Final = 120.0
"""The deviation of a puzzle's rating before anybody has tried it."""

WEEK: Final = 7


class Try(NamedTuple):
    """The scored try at a puzzle: solved at once and without a hint, or not. `day` is the date of a daily puzzle, ""
    for others; `tried` the date in UTC on which it was made."""

    puzzle: str
    game: str
    difficulty: int
    solved: bool
    tried: date
    day: str = ""
    hints: int = 0
    seconds: float = 0.0
    score: int | None = None
    """What a day's journey brought."""


class PuzzleRatings(NamedTuple):
    """How strong the player is at each game's puzzles, and what is known by now of each puzzle."""

    players: Mapping[str, Rating]
    puzzles: Mapping[str, Rating]

    def of(self, game: str) -> Rating:
        """The player's rating at a game, that of a newcomer before the first try."""
        return self.players.get(game, Rating())


class Streak(NamedTuple):
    """Days in a row whose puzzle was solved, today's or yesterday's the last; the most ever; and the last seven days,
    today last: solved, missed, or None."""

    days: int
    longest: int
    week: tuple[bool | None, ...]


def rate(tries: Iterable[Try]) -> PuzzleRatings:
    """The ratings after the tries, oldest first: the first at each puzzle counts, for both."""
    last = deque(_rated(tries), maxlen=1)
    return last[0] if last else PuzzleRatings({}, {})


def course(tries: Iterable[Try], game: str) -> list[float]:
    """The player's rating at a game after each try at it that counts."""
    own = (each for each in tries if each.game == game)
    return [ratings.of(game).number for ratings in _rated(own)]


def _rated(tries: Iterable[Try]) -> Iterator[PuzzleRatings]:
    """The ratings after each try that counts, in the same two mappings."""
    players: dict[str, Rating] = {}
    puzzles: dict[str, Rating] = {}
    for each in tries:
        if each.puzzle in puzzles or each.score is not None:
            continue
        own = players.get(each.game, Rating())
        other = Rating(float(each.difficulty), OF_PUZZLES)
        players[each.game] = own.after(other, float(each.solved))
        puzzles[each.puzzle] = other.after(own, float(not each.solved))
        yield PuzzleRatings(players, puzzles)


def due(tries: Iterable[Try], today: date) -> list[str]:
    """The puzzles that come back today, the longest overdue first."""
    return [puzzle for day, puzzle in sorted(_waiting(tries)) if day <= today]


def _waiting(tries: Iterable[Try]) -> Iterator[tuple[date, str]]:
    """The puzzles that come back, and when."""
    steps: dict[str, int] = {}
    last: dict[str, date] = {}
    for each in tries:
        if each.score is not None:
            continue
        if not each.solved:
            steps[each.puzzle] = 0
        elif each.puzzle in steps and each.tried > last[each.puzzle]:
            steps[each.puzzle] += 1
        last[each.puzzle] = each.tried
    return (
        (last[puzzle] + timedelta(AGAIN[step]), puzzle) for puzzle, step in steps.items() if step < len(AGAIN)
    )


def streak(tries: Iterable[Try], today: date) -> Streak:
    """The streak of the daily puzzle as it stands on a day: of all games' dailies one a day is enough."""
    solved = dailies(tries)
    longest = run = 0
    before: date | None = None
    for day in sorted(solved):
        run = (run + 1 if before and day - before == timedelta(1) else 1) if solved[day] else 0
        before = day
        longest = max(longest, run)
    week = tuple(solved.get(today - timedelta(back)) for back in reversed(range(WEEK)))
    return Streak(_running(solved, today), longest, week)


def dailies(tries: Iterable[Try]) -> dict[date, bool]:
    """The days whose puzzle was tried on the day itself, and whether one was solved."""
    solved: dict[date, bool] = {}
    for each in tries:
        if each.day and each.tried.isoformat() == each.day:
            solved[each.tried] = solved.get(each.tried, False) or each.solved
    return solved


def comes_back(tries: Iterable[Try], puzzle: str) -> date | None:
    """The day on which a puzzle comes back; None if it does not."""
    own = [each for each in tries if each.puzzle == puzzle]
    return next((day for day, _ in _waiting(own)), None)


def _running(solved: Mapping[date, bool], today: date) -> int:
    day = today if today in solved else today - timedelta(1)
    days = 0
    while solved.get(day):
        days, day = days + 1, day - timedelta(1)
    return days


def tried_today(tries: Sequence[Try], day: str, game: str) -> Try | None:
    """The scored try at the daily puzzle of a day and game; None while it is open."""
    return next((each for each in tries if each.day == day and each.game == game), None)


def next_puzzle(puzzles: Sequence[Puzzle], tries: Sequence[Try], but: str = "") -> Puzzle | None:
    """The puzzle of a game to go on with, other than `but`: of those that were not tried yet the one whose difficulty
    is nearest to the player's rating; where all were, the one whose last try is longest ago."""
    last = {each.puzzle: at for at, each in enumerate(tries)}
    others = [puzzle for puzzle in puzzles if puzzle.id != but]
    fresh = [puzzle for puzzle in others if puzzle.id not in last]
    if fresh:
        rating = rate(tries).of(fresh[0].game.key).number
        return min(fresh, key=lambda puzzle: (abs(puzzle.difficulty - rating), puzzle.id))
    return min(others, key=lambda puzzle: last[puzzle.id], default=None)


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


class BestRun(NamedTuple):
    """The most that was solved in a run, ever and on a day; None before the first."""

    ever: int | None
    today: int | None


def best(tries: Iterable[Try], game: Game | None, today: date) -> BestRun:
    """The best runs of a game's puzzles, or of all."""
    own = [each for each in tries if each.puzzle == NAME and each.game == (game.key if game else "")]
    ever = max((each.score or 0 for each in own), default=None)
    return BestRun(ever, max((each.score or 0 for each in own if each.tried == today), default=None))


def rising(puzzles: Sequence[Puzzle], random: Random) -> list[Puzzle]:
    """One puzzle of each step from the easiest to the hardest, by chance."""
    by_difficulty = sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    steps = min(STEPS, len(puzzles))
    return [
        random.choice(by_difficulty[at * len(puzzles) // steps : (at + 1) * len(puzzles) // steps])
        for at in range(steps)
    ]


WORDS: Final = 2
"""So many words say what a move is for: "stops three", "threatens to"."""


def purpose(game: Game, position: AnyPosition, move: Move) -> str:
    """What a move is for, without places and numbers; "" where there is nothing to say."""
    words = game.explain_move(position, move, game.sides).split()
    told = [word for word in words if word.islower() and not any(map(str.isdigit, word))]
    return " ".join(told[:WORDS])


def alike(game: Game, position: AnyPosition, move: Move) -> tuple[Puzzle, ...]:
    """The puzzles of a game whose first move is for the same; none where nothing can be said of the move."""
    wanted = purpose(game, position, move)
    return tuple(puzzle for puzzle, told in _purposes(game) if told == wanted != "")


@cache
def _purposes(game: Game) -> tuple[tuple[Puzzle, str], ...]:
    def first(puzzle: Puzzle) -> str:
        start: AnyPosition = puzzle.start()
        return purpose(game, start, game.find(start, puzzle.solution[0]))

    return tuple((puzzle, first(puzzle)) for puzzle in shipped(game))
