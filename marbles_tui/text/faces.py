"""Matches, puzzles, the days' matches and lessons, line by line, and what is kept of them."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from random import Random
from typing import Final, cast

from marbles_tui.ai.analysis import Limit
from marbles_tui.core import CHANCE, Event, Game
from marbles_tui.core.text import capitalized, plural
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.lessons import Lesson, with_step
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.puzzle import Puzzle, find_puzzle, shipped
from marbles_tui.play.puzzles.tries import BestRun, Daily, DailyMatch, Run, Try, game_of_the_day, time_of
from marbles_tui.store import MatchStore, load, save, save_copy
from marbles_tui.store.files import expanded, write_file
from marbles_tui.store.thread import SavedMatch
from marbles_tui.table import phrases, puzzle_words
from marbles_tui.table.ending import EndingLine
from marbles_tui.table.game_words import GameWords
from marbles_tui.table.live import News, Trouble
from marbles_tui.table.players import Here, SearchService, seated
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.day import DayScore, computers_at, day_session, of_today, time_left
from marbles_tui.table.tasks.learn import Learn, Learning
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.playing import Advisor, Occasion, Outside, Playing
from marbles_tui.table.tasks.solve import Hurry, Solve, Solved
from marbles_tui.table.utc import utc_day
from marbles_tui.text import words
from marbles_tui.text.line_face import LineFace

TOLD: Final = ("how", "finest", "places")
"""The groups of an end's lines that are told in text; what others say its last events, or a command, has told."""


class MatchText(LineFace[Playing]):
    """A match that is played by what `ask` gives."""

    commands: Mapping[str, str] = words.COMMANDS

    def __init__(
        self, task: Play, ask: words.Ask, put: words.Put, show: Callable[[str], str] | None = None
    ) -> None:
        """`show`: what `save` does where there are no files: it is given the record, and says where that is."""
        super().__init__(task, ask, put)
        self._show = show
        self.commands = words.TO_COPY if show else self.commands
        self._stands = _stand(task.match)
        self._over = False

    def opening(self) -> Iterator[str]:
        match = self.now.match
        yield from words.opening(match)
        yield from words.board(match)
        self._told = phrases.first_turn(match), self.task.told  # the question says it

    def rests(self, now: Playing) -> bool:
        if now.question or now.over:
            return True
        return (now.held or (now.asked and not now.state.offer)) and "hint" not in self._work

    def asks(self, now: Playing) -> str:
        return "Paused: press Enter to go on." if now.held else words.question(now.match)

    def unasked(self) -> str:
        return "The game is over." if self.now.over else super().unasked()

    def aid(self) -> Iterator[str]:
        match = self.now.match
        yield "Type a move as records write it, or one of these:"
        yield from super().aid()
        if match.turn == CHANCE:
            yield "Where the die decides, type roll, or just press Enter."
        elif match.turn is not None:
            yield f"A move looks like this: {match.position.moves()[0]}"

    def changed(self) -> None:
        """Tell what happened: how it ended, and what stands on the board where it is no move further."""
        super().changed()
        now = self.now
        stands = _stand(now.match)
        if stands != self._stands and not now.showing and not now.match.ending:
            self.tell(words.board(now.match))
        if now.over and not self._over:
            self.tell(self.verdict(now.match))
        self._stands, self._over = stands, now.over

    def verdict(self, match: Match) -> Iterable[str]:
        """How it ended, unless the last move has told that; what was left then, and what was finest."""
        shown, report = self._seen and match.position.result, self.now.report
        ended = phrases.standings(match).strip() if shown else phrases.verdict(match)
        lines = [line for line in report.lines if line.group in TOLD] if report else []
        return [*filter(None, (ended,)), *map(_end_line, lines)]

    def _do(self, typed: str) -> None:
        if self.now.held and not typed:
            self.task.do("pause")
        else:
            super()._do(typed)

    def write(self, name: str) -> Iterator[str]:
        """Write the record; a file that is there already is left alone."""
        record = str(self.now.match)
        if self._show:
            yield self._show(record)
        elif not name:
            copy = save_copy(record)
            yield f"The record is in {copy}." if copy else "The record cannot be written."
        else:
            try:
                file = expanded(name)
                write_file(file, record, wait=True)
            except ValueError as error:
                yield f"{error}."
            else:
                yield f"The record is in {file}."

    def tells(self, command: str, rest: str) -> Iterable[str] | None:
        return self.write(rest) if command == "save" else super().tells(command, rest)


class DayText(MatchText):
    """A day's match: what is asked are its choices, chance draws by itself; it ends with what is to be shared."""

    commands: Mapping[str, str] = {
        **{
            name: words.COMMANDS[name]
            for name in ("board", "moves", "what MOVE", "save [FILE]", "rules", "help")
        },
        "quit": "leave",
    }

    def __init__(self, score: DayScore, ask: words.Ask, put: words.Put) -> None:
        self._score = score
        live, outside = day_session(score.daily, rolls=False), Outside(advisor=Here(), random=Random())
        super().__init__(Play(live, GameWords(), outside, score.occasion()), ask, put)

    def opening(self) -> Iterator[str]:
        daily, rules = self._score.daily, self._score.daily.rules
        yield f"The {rules.called} of {daily.date}, no. {daily.number}. {daily.game.blurb}"
        yield f"{rules.advice} {rules.aim.format(daily.score)}"
        yield "Type what a question names, help or quit."

    def verdict(self, match: Match) -> Iterator[str]:
        for line in self._score.lines(match):
            yield line.text
        yield ""
        yield from self._score.shared(match).split("\n")

    def end(self, now: Playing) -> bool | None:
        return self._over or None


def _end_line(line: EndingLine) -> str:
    """A line of an end as a sentence: "1st Ann: 63 gold, dice +31"."""
    told = [text.strip() for text, _ in line.parts]
    if line.unit:
        told[0] += f" {line.unit}"
    return f"{line.label}: {', '.join(told).removesuffix('.')}."


def _stand(match: Match) -> tuple[int, object]:
    return match.plies, match.ending


class TextTable:
    """A table where one match after another is played by what `ask` gives. Everything is saved as soon as it is
    played."""

    def __init__(
        self,
        match: Match,
        store: MatchStore,
        ask: words.Ask,
        put: words.Put,
        saved: int | None = None,
        *,
        advisor: Advisor | None = None,
        show_record: Callable[[str], str] | None = None,
    ) -> None:
        """`advisor`: where computers think, if not here. `show_record`: see `MatchText`."""
        self.match = match
        """The one on the table, as it stands."""
        self._store, self._ask, self._put = store, ask, put
        self._advisor = advisor or Here()
        self._show_record = show_record
        self._kept = [SavedMatch(saved)]
        self._next: Match | None = match
        self._face: MatchText | None = None

    @property
    def saved(self) -> int | None:
        """The id of the match in the store, None until it is saved."""
        return self._kept[-1].id

    @property
    def unsaved(self) -> list[str]:
        """The records of what is not saved as it stands."""
        return [kept.record for kept in self._kept if kept.waiting]

    def save_again(self) -> None:
        """Try once more to save what is not saved."""
        for kept in self._kept:
            kept.write(self._store)

    def leave(self) -> None:
        """Leave, also while a computer thinks."""
        if self._face:
            self._face.leave()

    async def play(self) -> None:
        """Play until the player leaves or has nothing more to say."""
        while match := self._next:
            self._next = None
            await self._play(match)
            if self._next:
                self._kept.append(SavedMatch(None))

    async def _play(self, match: Match) -> None:
        kept = self._kept[-1]

        def keep(now: Match) -> None:
            self.match = now
            kept.put(now)
            if not kept.write(self._store):
                raise OSError(self._store.trouble)

        self.match = match
        if self.saved is None:
            with suppress(OSError):
                keep(match)

        def heard(news: News) -> None:
            if isinstance(news, Trouble) and news.message:
                face.tell([news.message])

        def follow(after: Match) -> None:
            self._next = after
            face.leave()

        session = Session(match, seated(match.seats, self._advisor), keep)
        session.listen(heard)
        outside = Outside(advisor=self._advisor, random=Random(), name=lambda: load()[0].name, play=follow)
        face = self._face = MatchText(
            Play(session, GameWords(), outside, Occasion(offers=lambda *_: ())),
            self._ask,
            self._put,
            self._show_record,
        )
        await face.run()


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
    for number, move in enumerate(puzzle.moves(), 1):
        yield f"{number}. {puzzle_words.of_solution(game, position, move, game.sides)}"
        position = position.play(move)
    if puzzle.also:
        yield f"Also to begin with: {', '.join(puzzle.also)}."
    if puzzle.themes:
        yield f"Themes: {', '.join(puzzle.themes)}."
    if puzzle.proof:
        yield puzzle.describe_proof()


class PuzzleFace(LineFace[Solved]):
    """A puzzle, whatever it is solved for."""

    def tells(self, command: str, rest: str) -> Iterable[str] | None:
        """Before the rules of the game the task."""
        told, goal = super().tells(command, rest), self.now.puzzle.goal
        if told is None or command != "rules":
            return told
        return (f"The task: {goal.sentence} {puzzle_words.meaning(self.now.puzzle)}", *told)


class PuzzleText(PuzzleFace):
    """One puzzle, solved by what `ask` gives."""

    commands: Mapping[str, str] = {
        "board": "the position, in words and as a diagram",
        "moves": "the moves that are legal now",
        "what MOVE": "what a move would do; it is not played",
        "hint": "the next move",
        "solution": "the moves of the solution",
        "again": "start again",
        "back": "undo a move that missed",
        "explore": "play on after a miss, against the computer; nothing of it counts",
        "return": "back to the puzzle",
        "rules": "how the game is played",
        "help": "these commands",
        "quit": "leave",
    }

    def __init__(self, task: Solve, ask: words.Ask, put: words.Put) -> None:
        super().__init__(task, ask, put)
        self._asked: Solved | None = None
        """How it stood when a move was asked for last."""
        self._practice = True
        self._missed = "", 0
        """The signs of all moves up to the last one that missed, and when that was told."""
        self._ended = False
        """Whether it was told what came of the puzzle."""

    def opening(self) -> Iterator[str]:
        yield from task_lines(self.now.puzzle)
        yield from how_to_move(self.now.puzzle)
        self._told = self.now.said, self.task.told  # the idea

    def aid(self) -> Iterator[str]:
        yield from super().aid()
        yield "A hint, the solution or a second try ends the scored try: you are asked first."

    def tells(self, command: str, rest: str) -> Iterable[str] | None:
        if command == "solution" and self._ended and not self.now.exploring:
            return solution_lines(self.now.puzzle)
        return super().tells(command, rest)

    def said(self, now: Solved) -> str:
        if now.exploring:
            return "" if now.match.result and self._seen else now.said
        if now.shown and not self._ended:
            return ""
        if now.seconds and not self._ended:
            return f"Solved. {puzzle_words.solved(now.tried, now.hints, time_of(now.seconds))}"
        if not (now.warning and now.verdict == "wrong" and now.said):
            return now.said
        if now.marks != self._missed[0]:
            self._missed = now.marks, self.task.told
        return f"Missed. {now.said}" if self._missed[1] == self.task.told else now.said

    def unasked(self) -> str:
        if self.now.exploring:
            return "The game is over here. Type return to go back to the puzzle."
        if self._ended:
            return "The puzzle is over. Type explore to play on from here, or quit."
        return "This try has missed. Type back to undo the move, or again to start again."

    async def show(
        self, before: object, events: Sequence[Event], sides: Sequence[str] | None = None, **how: object
    ) -> None:
        """Tell what happened; a solution is told in lines of its own."""
        if not self.now.shown or self.now.exploring:
            await super().show(before, events, sides, **how)

    def changed(self) -> None:
        """Tell what happened; what came of a scored try; and what stands on the board where it is another."""
        super().changed()
        now = self.now
        if now.practice and not self._practice:
            self.tell(_rating(now))
        self._practice = now.practice
        if now.seconds and not self._ended:
            self._ended = True
            if now.shown:
                self.tell(solution_lines(now.puzzle))
            elif now.daily:
                self.tell(("", *now.shared.split("\n")))
        if now.asked:
            before, self._asked = self._asked, now
            stands_anew = before and before.number != now.number and not now.last
            explores_now = before and now.exploring and not before.exploring
            if stands_anew or explores_now:
                self.tell(words.board(now.match))

    def end(self, now: Solved) -> bool | None:
        """Once it is over, where the position leaves nothing to explore."""
        return now.solved if self._ended and now.over and now.match.result else None

    def asks(self, now: Solved) -> str:
        if now.exploring:
            return "Your move, or return?" if now.asked else "Return or quit?"
        if now.over:
            can = [word for word in ("again", "back", "explore", "solution") if not now.refusal(word)]
            return f"{capitalized(', '.join(can))} or quit?"
        left = f" ({plural(now.turns, 'turn')} left)" if now.puzzle.goal.turns > 1 else ""
        return f"{now.names[now.solver]}, your move{left}?"


class HurryText(PuzzleFace):
    """A puzzle of a run against the clock."""

    commands: Mapping[str, str] = {
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


def _keep(store: MatchStore, put: words.Put, made: Try) -> None:
    """Keep a try, or say why it is not."""
    if not store.tries.add(made):
        put(store.trouble)


async def hurry(game: Game | None, store: MatchStore, ask: words.Ask, put: words.Put) -> None:
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
    run: Run, puzzle: Puzzle, best: BestRun, keep: Callable[[Try], None], ask: words.Ask, put: words.Put
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
    month = [day for day in sorted(went) if (day.year, day.month) == (today.year, today.month)]
    for name, solved in (("Solved", True), ("Missed", False)):
        own = [str(day.day) for day in month if went[day] is solved]
        yield f"{name}: {', '.join(own) or 'none'}."
    yield f"In a row: {plural(streak.days, 'day')}, at most {plural(streak.longest, 'day')}."
    yield ""
    yield words.Drawn("Mo Tu We Th Fr Sa Su")
    for week in Calendar().monthdatescalendar(today.year, today.month):
        signs = (SIGNS[went.get(day)] if day < today or day in went else str(day.day) for day in week)
        shown = (sign if day.month == today.month else "" for day, sign in zip(week, signs, strict=True))
        yield words.Drawn(" ".join(f"{sign:>2}" for sign in shown).rstrip())
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
    ask: words.Ask,
    put: words.Put,
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
    await PuzzleText(task, ask, put).run()


async def solve_daily(found: Daily | DailyMatch, store: MatchStore, ask: words.Ask, put: words.Put) -> None:
    """The same for a day's puzzle or match."""
    if isinstance(found, Daily):
        put(f"The puzzle of {found.date}, no. {found.number}.")
        await solve(found.puzzle, store, ask, put, found)
    else:
        score = DayScore(found, partial(_keep, store, put), utc_day())
        score.made = store.tries.all()
        await DayText(score, ask, put).run()


class TextLesson(LineFace[Learning]):
    """A lesson that is done by what `ask` gives. How far somebody has come is kept in the settings."""

    commands: Mapping[str, str] = {
        "board": "the position, in words and as a diagram",
        "moves": "the moves that are legal here",
        "what MOVE": "what a move would do; it is not played",
        "back": "the step before",
        "skip": "the next step; this one is not done then",
        "help": "these commands",
        "quit": "leave; what you have done is kept",
    }

    def __init__(self, lesson: Lesson, kept: str, ask: words.Ask, put: words.Put, *, after: str = "") -> None:
        """`kept` of the lesson. `after`: how the game is played once it is done, a sentence; on the command line if
        ""."""
        self._not_kept: int | None = None
        """The furthest step that was done and is not kept."""
        self._after = after or f"To play: marbles-tui play {lesson.game.key} --text"
        self._step = 0
        self._done = False
        super().__init__(Learn(lesson, kept, self._keep, self._end), ask, put)

    def _keep(self, at: int) -> None:
        self._not_kept = max(at, self._not_kept or 0)

    def _end(self, where: str) -> None:
        self._done = True

    def keep(self) -> str:
        """Keep what was done and is not kept yet; "" or, in one line, why it is not."""
        if self._not_kept is None:
            return ""
        settings = load()[0]
        assert isinstance(self.task, Learn)
        trouble = save(
            settings._replace(lessons=with_step(settings.lessons, self.task.lesson, self._not_kept))
        )
        if not trouble:
            self._not_kept = None
        return trouble

    def opening(self) -> Iterator[str]:
        yield f"{self.task.game.title}, first lesson: {self.now.steps} steps. Type what a step asks for, or help."
        yield "Type what and a move, and you are told what it would do before you play it."
        if self.task.game.reading:
            yield self.task.game.reading

    def changed(self) -> None:
        """Tell what happened; of another step, what it asks for and what stands on the board."""
        now = self.now
        another, self._step = now.step != self._step, now.step
        super().changed()
        if another:
            if not now.guided:
                self.tell([now.prompt])
            self.tell(words.board(now.match))
        elif now.done:
            self.tell(["", *filter(None, [self.keep()])])

    def end(self, now: Learning) -> bool | None:
        """Go on to the next step once one is done."""
        if now.done:
            self.task.do("go_on")
        if self._done:
            self.tell([f"That was the lesson. {self._after}"])
        return self._done or None

    def asks(self, now: Learning) -> str:
        step = cast("Learn", self.task).step
        if step.rolls:
            wanted = "press Enter to roll, ready"
        elif step.marked:
            wanted = f"type {step.right[0]}"
        else:
            few = words.few_moves(step.match)
            wanted = f"your move, {' or '.join(map(str, few))}" if few else "your move"
        return f"Step {now.step} of {now.steps}: {wanted}?"
