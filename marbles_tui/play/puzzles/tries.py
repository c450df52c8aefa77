"""What comes of the tries at puzzles: ratings, what is due again, streaks, puzzles like one that was missed.

And what is to be solved on a day, a puzzle or a match: the same for everybody, from the date in UTC and the edition
of the puzzles alone."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Final, NamedTuple

from marbles_tui.core import CHANCE, AnyPosition, DayMatch, Game, Move
from marbles_tui.core.text import ordinal, plural
from marbles_tui.play.match import Match, Seat
from marbles_tui.play.puzzles.puzzle import EDITION, Puzzle, for_days, shipped, with_puzzles
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


FIRST: Final = date(2026, 1, 1)
"""The day whose number is 0."""

TRIES: Final = 200
"""So many rows of dice are tried until there is one with which better choices than those of the house bring more."""

MOST_PLIES: Final = 2_000


class Daily(NamedTuple):
    """A day's puzzle, and its number: the days since the first."""

    day: date
    number: int
    puzzle: Puzzle

    @property
    def game(self) -> Game:
        """The game it is of."""
        return self.puzzle.game

    @property
    def title(self) -> str:
        """Game and task in a line."""
        return self.puzzle.title

    @property
    def date(self) -> str:
        """The day as records and JSON write it: `2026-11-22`."""
        return self.day.isoformat()

    def as_json(self) -> dict[str, object]:
        """The puzzle as the command line prints it, with its date and number."""
        return {**self.puzzle.as_json(), "date": self.date, "number": self.number}


class DailyMatch(NamedTuple):
    """A day's start and the seed of its dice; `score` is what the house reaches, which is to be beaten, and `best`
    the most that any choices reach."""

    day: date
    number: int
    game: Game
    setup: str
    seed: str
    score: int
    best: int

    @property
    def rules(self) -> DayMatch:
        """What its game says of it."""
        return _rules(self.game)

    @property
    def date(self) -> str:
        """The day as records and JSON write it."""
        return self.day.isoformat()

    @property
    def id(self) -> str:
        """The name by which a try at it is kept."""
        return f"{self.game.key}-{self.date}"

    def match(self, name: str = "") -> Match:
        """The match before its first move."""
        date, options = f"{self.day:%Y.%m.%d}", self.rules.options
        return Match.new(self.game, setup=self.setup, options=options, seats=[Seat(name)], date=date)

    def drawn(self, match: Match) -> Move:
        """What chance draws at a ply: by how often it has drawn before, whatever was decided in between."""
        before = sum(position.turn == CHANCE for position in match.positions[:-1])
        return _drawn(self.seed, match.position, before)

    def reached(self, match: Match) -> int:
        """What counts of a match that is over."""
        return self.rules.score(match.position)

    @property
    def title(self) -> str:
        """Game and task in a line."""
        return f"{self.game.title}: more than {self.score} {self.rules.counted}"

    def as_json(self) -> dict[str, object]:
        """The match as the command line prints it."""
        return {
            "id": self.id,
            "game": self.game.key,
            "options": dict(self.match().options),
            "position": None,
            "setup": self.setup,
            "seat": 1,
            "goal": {"kind": self.rules.counted, "more_than": self.score},
            "date": self.date,
            "number": self.number,
        }


def _rules(game: Game) -> DayMatch:
    assert game.day_match, "its puzzle of the day is a match"
    return game.day_match


@cache
def daily_match(game: Game, day: date) -> DailyMatch:
    """The day's match of a game. Raises ValueError for a day before the first."""
    number, rules = number_of(day), _rules(game)
    setups: Sequence[str] = list(game.setups)
    for attempt in range(TRIES):
        seed = f"{EDITION}/{day.isoformat()}/{attempt}"
        setup = setups[_hash(seed) % len(setups)]
        start = game.start(setup, 1, game.fill(setup, game.choose(rules.options)))
        score, best = _of_the_house(start, seed, rules), _best(start, seed, rules)
        if score and best > score:
            return DailyMatch(day, number, game, setup, seed, score, best)
    raise ValueError(f"no {rules.called} can be found for {day.isoformat()}")


def of_the_day(games: Sequence[Game], day: date, game: Game | None = None) -> Daily | DailyMatch:
    """The day's of a game, or the puzzle of the game whose turn it is. Raises ValueError as `daily`."""
    return daily_match(game, day) if game and game.day_match else daily(games, day, game)


def _drawn(seed: str, position: AnyPosition, before: int) -> Move:
    """The draw after so many."""
    moves = position.moves()
    return moves[_hash(f"{seed}/{before}") % len(moves)]


def _of_the_house(position: AnyPosition, seed: str, rules: DayMatch) -> int:
    """What the house reaches; 0 where it comes to no end."""
    draws = 0
    for _ in range(MOST_PLIES):
        if position.result is not None:
            return rules.score(position)
        chance = position.turn == CHANCE
        position = position.play(_drawn(seed, position, draws) if chance else rules.choose(position))
        draws += chance
    return 0


def _best(start: AnyPosition, seed: str, rules: DayMatch) -> int:
    """The most that any choices reach, as far as MOST_PLIES plies show."""
    best, plies = 0, 0
    open_ones = [(start, 0)]
    while open_ones and plies < MOST_PLIES:
        position, draws = open_ones.pop()
        plies += 1
        if position.result is not None:
            best = max(best, rules.score(position))
        elif position.turn == CHANCE:
            open_ones.append((position.play(_drawn(seed, position, draws)), draws + 1))
        else:
            open_ones += [(position.play(move), draws) for move in position.moves()]
    return best


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def number_of(day: date) -> int:
    """The days since the first. Raises ValueError for a day before it."""
    number = (day - FIRST).days
    if number < 0:
        raise ValueError(f"the first daily puzzle was on {FIRST.isoformat()}, not {day.isoformat()}")
    return number


def daily(games: Sequence[Game], day: date, game: Game | None = None) -> Daily:
    """The day's puzzle of a game, or of the game whose turn it is that day.

    Raises ValueError for a day before the first, and for a game without puzzles.
    """
    number = number_of(day)
    chosen = game or game_of_the_day(games, day)
    puzzles = in_order(for_days(chosen))
    if not puzzles:
        raise ValueError(f"there are no puzzles of {chosen.key}")
    return Daily(day, number, puzzles[number % len(puzzles)])


def game_of_the_day(games: Sequence[Game], day: date) -> Game:
    """The game whose puzzle is the day's: one after another. Raises ValueError for a day before the first."""
    played = with_puzzles(games)
    if not played:
        raise ValueError("no puzzles are installed")
    return played[number_of(day) % len(played)]


def in_order(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """A game's puzzles in the order of the days: shuffled by a hash of their names, the same on every machine."""
    return sorted(puzzles, key=lambda puzzle: _digest(f"{EDITION} {puzzle.id}"))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


RIGHT: Final = "●"
MISSED: Final = "○"
MOST_SIGNS: Final = 24


def share(daily: Daily, marks: str, number: int, hints: int, seconds: float, streak: Streak) -> str:
    """What to tell others. `marks` has one RIGHT or MISSED for each of the solver's moves, `number` is that of the
    try that solved it, 0 if none did."""
    title = f"Marbles daily {daily.number}, {daily.puzzle.title}"
    signs = marks if len(marks) <= MOST_SIGNS else f"{marks[:MOST_SIGNS]}…"
    told = f"{ordinal(number)} try" if number else "not yet"
    helped = f", {plural(hints, 'hint')}" if hints else ""
    clock = f", {time_of(seconds)}" if number else ""
    return "\n".join([title, f"{signs} {told}{helped}{clock}".strip(), *_days(streak)])


def share_match(daily: DailyMatch, reached: int, streak: Streak) -> str:
    """The same of a day's match."""
    told = f"{reached} {daily.rules.counted}, the house {daily.score}"
    signs = RIGHT if reached > daily.score else MISSED
    return "\n".join([f"Marbles daily {daily.number}, {daily.game.title}", f"{signs} {told}", *_days(streak)])


def time_of(seconds: float) -> str:
    """Minutes and seconds: 0:48."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _days(streak: Streak) -> list[str]:
    if streak.days < 2:
        return []
    week = "".join(RIGHT if day else MISSED for day in streak.week)
    return [f"{streak.days} days running", week]
