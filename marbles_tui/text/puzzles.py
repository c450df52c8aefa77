"""Puzzles and the days' matches line by line, and what is kept of them."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from random import Random
from typing import Any, ClassVar, Final

from marbles_tui.ai.budget import Limit
from marbles_tui.core import Event, Game
from marbles_tui.core.text import plural
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.daily import Daily, DailyMatch, game_of_the_day, time_of
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.text import find_puzzle, shipped
from marbles_tui.play.puzzles.tries import Best, Run, Try
from marbles_tui.store import MatchStore
from marbles_tui.table import puzzle_words
from marbles_tui.table.players import Here, SearchService
from marbles_tui.table.puzzle_day import computers_at, of_today, time_left
from marbles_tui.table.tasks.day import DayScore
from marbles_tui.table.tasks.solve import Hurry, Solve, Solved
from marbles_tui.table.utc import utc_day
from marbles_tui.text import words
from marbles_tui.text.line_face import LineFace
from marbles_tui.text.table import DayText
from marbles_tui.text.talk import Ask, Drawn, Put

REPLY: Final = Limit(1.0)
"""How long the computer looks for each move, where a position is explored."""


SIGNS: Final = {True: "*", False: "x", None: "."}
"""A day's puzzle solved, missed, not tried on its day."""

UNSURE: Final = ". It is still uncertain: each of your first puzzles moves it far."


def task_lines(puzzle: Puzzle) -> Iterator[str]:
    """The task and the position in words."""
    start = puzzle.start()
    match = puzzle_words.match_of(puzzle)
    yield f"{puzzle.game.title}, puzzle {puzzle.id}. {puzzle.goal.sentence}"
    if puzzle.idea:
        yield puzzle.idea
    yield puzzle_words.meaning(puzzle)
    yield puzzle_words.roles(puzzle, start.turn)
    if rules := puzzle_words.rules(puzzle):
        yield rules
    yield f"Difficulty {puzzle.marks} of 5. Half of the tries succeed for a player rated {puzzle.difficulty:,}."
    yield from words.board(match)


def how_to_move(puzzle: Puzzle) -> Iterator[str]:
    """How the diagram is read, and what to type, with a legal move that is not the solution as an example."""
    if puzzle.game.reading:
        yield puzzle.game.reading
    right = {puzzle.solution[0], *puzzle.also}
    other = next((str(move) for move in puzzle.start().moves() if str(move) not in right), "")
    yield f"Type a move{f', such as {other}' if other else ''}: your first try counts."
    yield "Or type moves (all that are legal), what and a move (what it would do), rules, help or quit."


def solution_lines(puzzle: Puzzle) -> Iterator[str]:
    """The solution, a move a line, with what each does."""
    game, position = puzzle.game, puzzle.start()
    names, solver = game.sides, position.turn
    for number, word in enumerate(puzzle.solution, 1):
        move = game.find(position, word)
        does = game.explain_move(position, move, names)
        if position.turn != solver:
            does = puzzle_words.of_other(does)
        yield f"{number}. {names[position.turn]} {word}{': ' + does if does else ''}"
        position = position.play(move)
    if puzzle.also:
        yield f"Also to begin with: {', '.join(puzzle.also)}."
    if puzzle.themes:
        yield f"Themes: {', '.join(puzzle.themes)}."
    yield puzzle.describe_proof()


class PuzzleFace(LineFace[Solved]):
    """A puzzle, whatever it is solved for."""

    def rules(self) -> Iterator[str]:
        """The task, then the rules of the game."""
        goal = self.now.puzzle.goal
        yield f"The task: {goal.sentence} {puzzle_words.meaning(self.now.puzzle)}"
        yield from super().rules()


class PuzzleText(PuzzleFace):
    """One puzzle, solved by what `ask` gives."""

    commands: ClassVar = {
        "board": "the position, in words and as a diagram",
        "moves": "the moves that are legal now",
        "what MOVE": "what a move would do; it is not played",
        "hint": "the next move",
        "solution": "the moves of the solution",
        "again": "start again",
        "back": "take back a move that missed",
        "explore": "play on after a miss, against the computer; nothing of it counts",
        "return": "back to the puzzle",
        "rules": "how the game is played",
        "help": "these commands",
        "quit": "leave",
    }

    def __init__(self, task: Solve, ask: Ask, put: Put) -> None:
        super().__init__(task, ask, put)
        self._number = -1
        self._practice = True

    def opening(self) -> Iterator[str]:
        yield from task_lines(self.now.puzzle)
        yield from how_to_move(self.now.puzzle)

    def aid(self) -> Iterator[str]:
        yield from super().aid()
        yield "A hint, the solution or a second try ends the scored try: you are asked first."

    def said(self, now: Solved) -> str:
        if now.shown:
            return ""
        if now.verdict == "solved" and not now.exploring and now.seconds:
            return f"Solved. {puzzle_words.solved(now.tried, now.hints, time_of(now.seconds))}"
        return f"Missed. {now.said}" if now.warning and now.verdict == "wrong" and now.said else now.said

    def unasked(self) -> str:
        if self.now.exploring:
            return "The game is over here. Type return to go back to the puzzle."
        return "This try has missed. Type back to take the move back, or again to start again."

    async def show(
        self, before: Any, events: Sequence[Event], sides: Sequence[str] | None = None, **how: Any
    ) -> None:
        """Tell what happened; a solution is told in lines of its own."""
        if not self.now.shown:
            await super().show(before, events, sides, **how)

    def changed(self) -> None:
        """Tell what happened; what came of a scored try; and what stands on the board where it is another."""
        super().changed()
        now = self.now
        if now.practice and not self._practice:
            self.tell(_rating(now))
        self._practice = now.practice
        back = now.asked and now.number != self._number and not now.last
        if back and self._number >= 0:
            self.tell(words.board(now.match))
        self._number = now.number if now.asked else self._number

    def end(self, now: Solved) -> bool | None:
        """Once it is solved; a solution that was shown does not end it in words."""
        if now.verdict == "solved" and not now.shown:
            return True
        if now.shown and now.seconds:
            self.tell(solution_lines(now.puzzle))
            return False
        return None

    def asks(self, now: Solved) -> str:
        if now.exploring:
            return "Your move, or return?" if now.asked else "Return or quit?"
        if now.verdict == "wrong":
            return "Again, back, explore, solution or quit?"
        left = f" ({plural(now.turns, 'turn')} left)" if now.puzzle.goal.turns > 1 else ""
        return f"{now.names[now.solver]}, your move{left}?"


class HurryText(PuzzleFace):
    """A puzzle of a run against the clock."""

    commands: ClassVar = {
        "board": "the position, in words and as a diagram",
        "moves": "the moves that are legal now",
        "what MOVE": "what a move would do; it is not played",
        "rules": "how the game is played",
        "help": "these commands",
        "quit": "leave; the run does not count",
    }

    def opening(self) -> Iterator[str]:
        now = self.now
        assert now.run
        yield ""
        yield f"{now.puzzle.game.title}. {now.puzzle.goal.sentence}"
        yield f"{int(now.run.left)} seconds left, {sum(now.run.went)} solved."
        yield puzzle_words.roles(now.puzzle, now.solver)
        yield from words.board(now.match)

    def asks(self, now: Solved) -> str:
        left = int(now.run.left) if now.run else 0
        return f"{now.names[now.solver]}, your move ({left} s)?"


def _keep(store: MatchStore, put: Put, made: Try) -> None:
    """Keep a try, or say why it is not."""
    if not store.tries.add(made):
        put(store.trouble)


async def hurry(game: Game | None, store: MatchStore, ask: Ask, put: Put) -> None:
    """Three minutes of a game's puzzles, or of all, as often as is wished."""
    again = True

    put("As many puzzles as you can in three minutes, from easy to hard; three misses end it. It is unrated.")
    while again:
        run, where = Run(game, GAMES, Random()), "next"
        best = tries.best(store.tries.all(), game, utc_day())
        while where == "next" and (puzzle := run.next()):
            where = await _hurried(run, puzzle, best, partial(_keep, store, put), ask, put)
        again = where == "again"


async def _hurried(
    run: Run, puzzle: Puzzle, best: Best, keep: Callable[[Try], None], ask: Ask, put: Put
) -> str:
    """One puzzle of a run; where it leads: "next", "again", "enough", or "" when it was left."""
    heard: list[str] = []

    def leads_on(where: str) -> None:
        heard.append(where)
        face.leave()

    face = HurryText(Hurry(run, puzzle, best, today=utc_day(), keep=keep, leads_on=leads_on), ask, put)
    await face.run()
    return heard[-1] if heard else ""


def _rating(now: Solved) -> Iterator[str]:
    """How the scored try has changed the rating."""
    game = now.puzzle.game
    old, new = now.record.before, now.record.rating
    was, is_now = round(old.number), round(new.number)
    if was != is_now:
        yield f"Your rating at puzzles of {game.title}: {was:,} to {is_now:,}{UNSURE if new.provisional else '.'}"


async def today(made: Sequence[Try], day: date, service: SearchService | None = None) -> list[str]:
    """The day's puzzles and matches, what came of them, how the computers did, and the month."""
    lines = [f"Today, {day:%A} {day.day} {day:%B %Y}. The next ones come {time_left()}."]
    for each in of_today(GAMES, made, day):
        found = each.daily
        others = f"The house has {found.score}." if isinstance(found, DailyMatch) else ""
        if isinstance(found, Daily):
            others = await computers_at(found.puzzle, service or Here())
        lines.append(f"{found.title}: {each.told}. {others}")
    return [*lines, "", *days(made, day)]


def days(made: Iterable[Try], today: date) -> Iterator[str]:
    """The days of a month by what came of their puzzles, in words and as a calendar."""
    made = tuple(made)
    went, streak = tries.dailies(made), tries.streak(made, today)
    yield f"{today:%B %Y}, by the puzzles of the day."
    for name, solved in (("Solved", True), ("Missed", False)):
        own = [str(day.day) for day in sorted(went) if went[day] is solved and day.month == today.month]
        yield f"{name}: {', '.join(own) or 'none'}."
    yield f"In a row: {plural(streak.days, 'day')}, at most {plural(streak.longest, 'day')}."
    yield ""
    yield Drawn("Mo Tu We Th Fr Sa Su")
    for week in Calendar().monthdatescalendar(today.year, today.month):
        signs = (SIGNS[went.get(day)] if day <= today else str(day.day) for day in week)
        shown = (sign if day.month == today.month else "" for day, sign in zip(week, signs, strict=True))
        yield Drawn(" ".join(f"{sign:>2}" for sign in shown).rstrip())
    yield "* solved, x missed, . not tried on its day"


def due_or_fitting(game: Game | None, store: MatchStore) -> tuple[Puzzle, int]:
    """A puzzle that is due again today and how many are; where none is, one that suits the user, of a game or of the
    day's. Raises ValueError for a game without puzzles."""
    made = store.tries.all()
    named = (find_puzzle(GAMES, name) for name in tries.due(made, utc_day()))
    due = [puzzle for puzzle in named if puzzle and game in (None, puzzle.game)]
    if due:
        return due[0], len(due)
    chosen = game or game_of_the_day(GAMES, utc_day())
    found = tries.next_puzzle(shipped(chosen), made)
    if found is None:
        raise ValueError(f"there are no puzzles of {chosen.key}")
    return found, 0


async def solve(
    puzzle: Puzzle,
    store: MatchStore,
    ask: Ask,
    put: Put,
    daily: Daily | None = None,
    service: SearchService | None = None,
) -> None:
    """Let a puzzle be solved, and keep the scored try. `service`: where computers think, if not here."""
    before = store.tries.all()
    if daily and tries.tried_today(before, daily.date, puzzle.game.key):
        put("You have had your scored try at it: this one is for practice.")

    async def choose(match: Match) -> str | None:
        return (await (service or Here()).think(match, limit=REPLY)).move

    keep = partial(_keep, store, put)
    task = Solve(puzzle, daily, today=utc_day(), keep=keep, choose=choose, marks=False, made=before)
    table = PuzzleText(task, ask, put)
    if await table.run() and daily:
        put("")
        put(task.situation.shared)


async def solve_daily(found: Daily | DailyMatch, store: MatchStore, ask: Ask, put: Put) -> None:
    """The same for a day's puzzle or match."""
    if isinstance(found, Daily):
        put(f"The puzzle of {found.date}, no. {found.number}.")
        await solve(found.puzzle, store, ask, put, found)
    else:
        score = DayScore(found, partial(_keep, store, put), utc_day())
        score.made = store.tries.all()
        await DayText(score, ask, put).run()
