"""What stands around the board of a puzzle: the task, facts and result, the words of the moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.core import Game
from marbles_tui.core.text import ordinal, plural
from marbles_tui.play.puzzles.daily import game_of_the_day, time_of
from marbles_tui.play.puzzles.puzzle import MARKS
from marbles_tui.play.puzzles.text import name_of
from marbles_tui.play.puzzles.tries import MISSES
from marbles_tui.table import puzzle_words
from marbles_tui.table.puzzle_day import time_left
from marbles_tui.table.tasks.solve import PlayerRecord, Running, Solved
from marbles_tui.tui.kit.lettering import Lettering
from marbles_tui.tui.kit.lines import Cell, Row
from marbles_tui.tui.table.panels import Panels, Stage

LABEL: Final = 11
"""Columns of what a fact is called."""

FEW: Final = 20
"""The last puzzles of a run whose marks are shown."""

WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Fact(NamedTuple):
    """What it is, and what is to be said of it."""

    label: str
    value: str
    style: str = ""


class PuzzleTask(Static):
    """What is to be done."""


class PuzzleFacts(Static):
    """What is known of the puzzle and of the solver; once it is over, what came of it."""


class SolvePanels(Panels[Solved]):
    """The task, the board with its facts, and words; slim where the board needs all the rows."""

    help_page = "puzzles"
    title = "Puzzle"

    def __init__(self, games: Sequence[Game], slim: bool) -> None:
        super().__init__()
        self.classes = "puzzle slim" if slim else "puzzle"
        self._games = games
        self._slim = slim
        self.head = PuzzleTask(markup=False)
        self.sign = Lettering()
        self.side = PuzzleFacts(markup=False)

    def compose(self, board: Widget) -> Iterable[Widget]:
        """The words below the board, or beside it."""
        beside = (self.side, self.status) if self._slim else (self.side,)
        yield self.head
        yield self.sign
        yield Horizontal(board, Vertical(*beside, id="beside"), id="stand")
        if not self._slim:
            yield self.status

    def show(self, now: Solved, stage: Stage) -> None:
        """Show how the puzzle stands; once it is over, what came of it."""
        over = bool(now.seconds) and not now.exploring and not now.showing
        screen = self.head.screen
        screen.set_class(over, "over")
        self.head.update(Row(*_head(now, over, self._slim)))
        self.sign.text = "Solved" if now.solved else "Not yet" if over else ""
        told = _result(now, self._games) if over else _facts(now)
        ink = "$accent"
        self.side.update(
            Row(
                *(
                    [Cell(label, LABEL, "$text-muted"), Cell(value, 0, style or ("" if label else ink))]
                    if label
                    else [Cell(value, 0, style)]
                    for label, value, style in told
                )
            )
        )


def _head(now: Solved, over: bool, slim: bool) -> Iterator[Sequence[Cell | str]]:
    puzzle, daily = now.puzzle, now.daily
    title = "Three minutes" if now.run else "Today's puzzle" if daily else "Puzzle"
    if over:
        title = "SOLVED" if now.solved else "NOT YET"
    what = (
        f"{daily.day:%a} {daily.day.day} {daily.day:%b}, no. {daily.number}"
        if daily
        else f"{name_of(puzzle.id)}  {puzzle.id}"
    )
    known = Cell(what, 0 if slim else len(what), "$text-muted", right=True)
    if slim and not over:
        yield (Cell(puzzle.goal.sentence, 0, "bold"), known)
    else:
        yield (Cell(f"{title}: {puzzle.game.title}", 0, "bold $accent"), known)
    if over:
        told = "It comes back tomorrow."
        if now.solved:
            told = puzzle_words.solved(now.tried, now.hints, time_of(now.seconds))
        yield (f"{puzzle.goal.sentence} {told}",)
        return
    if not slim:
        yield (Cell(puzzle.goal.sentence, 0, "bold"),)
    roles = puzzle_words.roles(puzzle, now.solver, now.names)
    yield (Cell(" ".join(filter(None, (puzzle_words.rules(puzzle), roles))), 0, "$text-muted"),)


def _hurried(now: Running) -> Iterator[Fact]:
    """What is told in a run: the time that is left, and how it went."""
    went = "".join("●" if solved else "×" for solved in now.went[-FEW:])
    yield Fact("left", f"{int(now.left) // 60}:{int(now.left) % 60:02}", "bold")
    yield Fact("solved", str(sum(now.went)), "$accent")
    yield Fact("misses", f"{len(now.went) - sum(now.went)} of {MISSES}")
    if now.best.ever is not None:
        yield Fact(
            "best", str(now.best.ever) + (f", today {now.best.today}" if now.best.today is not None else "")
        )
    yield Fact("", "")
    yield Fact("", went, "$accent")
    if now.rival:
        signs = "".join("●" if solved else "×" for solved in now.rival.went[-FEW:])
        yield Fact("", "")
        yield Fact("against", f"{now.rival.name}: {sum(now.rival.went)}{', done' if now.rival.over else ''}")
        yield Fact("", signs, "$secondary")


def _facts(now: Solved) -> Iterator[Fact]:
    """What is told while it is solved."""
    if now.run:
        yield from _hurried(now.run)
        return
    puzzle, record = now.puzzle, now.record
    yield Fact("difficulty", f"{'●' * puzzle.marks}{'○' * (MARKS - puzzle.marks)} {puzzle.difficulty:,}")
    if now.daily:
        streak = record.streak
        # Each game's try at its daily is its own: what was missed elsewhere leaves this one open.
        state = "solved" if streak.week[-1] else "missed" if record.had else "open"
        yield Fact("streak", "".join("●" if day else "○" for day in streak.week), "$accent")
        yield Fact("today", state)
    else:
        yield Fact("rating", f"{record.rating.number:,.0f}")
    yield Fact("this try", _this_try(now))
    if puzzle.also:
        yield Fact("ways", plural(len(puzzle.also) + 1, "first move"))
    if puzzle.goal.turns > 1:
        yield Fact("turns left", str(now.turns))
    if not (now.practice or now.shown):
        yield Fact("", "")
        yield Fact("", "Help ends the try.", "$text-muted")
    if record.due:
        yield Fact("", "")
        yield Fact("due again", plural(len(record.due), "puzzle"))
        yield Fact("", "t: those you missed", "$text-muted")


def _this_try(now: Solved) -> str:
    """Which try this is, and what has helped."""
    if now.exploring:
        return "nothing counts"
    if now.shown:
        return "the solution"
    if now.practice and now.tried == 1 and not now.hints:
        return "for practice"
    return f"{ordinal(now.tried)}, {plural(now.hints, 'hint') if now.hints else 'no hint'}"


def _result(now: Solved, games: Sequence[Game]) -> Iterator[Fact]:
    """What is told once it is over."""
    puzzle, daily, record, today = now.puzzle, now.daily, now.record, now.today
    streak = record.streak
    if daily:
        running = f"{plural(streak.days, 'day')} running" if streak.days else "A new streak begins tomorrow"
        yield Fact("", running.upper(), "bold $accent")
        if streak.longest > 1:
            yield Fact("longest", plural(streak.longest, "day"))
        days = [WEEKDAYS[(today.weekday() - back) % 7] for back in reversed(range(len(streak.week)))]
        yield Fact("", " ".join(days), "$text-muted")
        yield Fact("", " ".join(" ● " if day else " ○ " for day in streak.week), "$accent")
        yield Fact("", "")
    for at, words in enumerate(_rating(record)):
        yield Fact("" if at else "rating", words)
    if puzzle.themes:
        yield Fact("themes", ", ".join(puzzle.themes))
    if daily and daily.day == today:
        following = game_of_the_day(games, daily.day.fromordinal(daily.day.toordinal() + 1))
        yield Fact("tomorrow", following.title)
        yield Fact("", time_left())
    if record.due:
        yield Fact("due again", plural(len(record.due), "puzzle"))
    if daily:
        yield Fact("", "")
        yield Fact("to share", "x copies it")
        for line in now.shared.splitlines():
            yield Fact("", line, "bold")


def _rating(record: PlayerRecord) -> Iterator[str]:
    """How the try changed the rating, where it did."""
    now, before = record.rating, record.before
    if round(before.number) == round(now.number):
        yield f"{now.number:,.0f}, unchanged"
        return
    change = round(now.number) - round(before.number)
    yield f"{before.number:,.0f} → {now.number:,.0f} ({change:+})"
    if now.provisional:  # the first tries move it far
        yield "still uncertain"
