"""What is to be solved on a day, a puzzle or a match: the same for everybody, from the date in UTC and the edition of
the puzzles alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final, NamedTuple

from marbles_tui.core import CHANCE, AnyPosition, DayMatch, Game, Move
from marbles_tui.core.text import ordinal, plural
from marbles_tui.play.match import Match, Seat
from marbles_tui.play.puzzles.puzzle import EDITION, Puzzle, for_days, with_puzzles
from marbles_tui.play.puzzles.tries import Streak

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
