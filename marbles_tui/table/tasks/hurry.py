"""A puzzle of a run against the clock: one try, no help; then comes the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from time import monotonic
from typing import ClassVar, Final

from marbles_tui.core import Move
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.tries import MISSES, Best, Run, Try
from marbles_tui.table.players import Choice
from marbles_tui.table.tasks.solve import Rival, Running, Solve
from marbles_tui.table.tasks.task import Action, Question

SEEN: Final = 0.6
"""Seconds at normal speed for which the end of a puzzle is seen."""


class Hurry(Solve):
    """One puzzle of a run. `leads_on` hears "next" when it is solved or missed, "again" or "enough" when the run is
    over; `keep` keeps the run then."""

    actions: ClassVar[tuple[Action, ...]] = ()

    def __init__(
        self,
        run: Run,
        puzzle: Puzzle,
        best: Best,
        *,
        today: date,
        keep: Callable[[Try], None],
        leads_on: Callable[[str], None],
        clock: Callable[[], float] = monotonic,
        rival: Callable[[], Rival | None] = lambda: None,
        report: Callable[[Sequence[bool], bool], None] = lambda *_: None,
    ) -> None:
        """`rival` looks how whoever runs against one stands, who is told by `report` how this one does."""
        super().__init__(puzzle, today=today, keep=keep, choose=_nobody, leads_on=leads_on, clock=clock)
        self.run, self.best = run, best
        self._rival, self._report = rival, report
        self._since, self._drawn = clock(), (0, rival())
        self._ended = False

    def _running(self, asked: bool) -> Running:
        left = max(0.0, self.run.left - (self._clock() - self._since) * asked)
        return Running(left, (*self.run.went,), self.best, self._rival())

    @property
    def _asks(self) -> bool:
        return super()._asks and not self._ended

    @property
    def _prompt(self) -> str:
        return ""

    def _actions(self) -> Sequence[Action]:
        return ()

    def answer(self, choice: Choice) -> None:
        self._stop_clock()
        if not self.run.left:
            self._finish()
        else:
            super().answer(choice)

    def tick(self) -> None:
        """Time goes by: show it where another second has begun."""
        asked = self.situation.asked
        now = self._running(asked)
        if asked and not now.left:
            self._stop_clock()
            self._finish()
        elif (int(now.left), now.rival) != self._drawn:
            self._drawn = int(now.left), now.rival
            self.face.changed()

    def _stop_clock(self) -> None:
        self.run.spent += self._clock() - self._since
        self._since = self._clock()

    async def _tried(self, move: Move) -> None:
        await super()._tried(move)
        self._since = self._clock()
        if self.solving.verdict in ("solved", "wrong"):
            self.run.went.append(self.solving.verdict == "solved")
            self._report(self.run.went, self.run.over)
            self._showing = True
            self.face.changed()
            await self.face.wait(SEEN)
            self._showing = False
            if self.run.over:
                self._finish()
            else:
                self._leads_on("next")

    def _score(self, *, solved: bool) -> None:
        """A run is unrated."""

    def _finish(self) -> None:
        """Keep the run, and ask whether there shall be another."""
        if self._ended:
            return
        self._ended = True
        self._report(self.run.went, True)
        self._keep(self.run.as_try(self._today))
        self.ask(
            Question(self.told_at_end, "Once more", "Enough"),
            lambda: self._leads_on("again"),
            lambda: self._leads_on("enough"),
        )

    @property
    def told_at_end(self) -> str:
        """What came of the run."""
        run = self.run
        over = f"{MISSES} misses" if run.misses >= MISSES else "All done" if run.left else "Time is up"
        told = f"{over}: {plural(run.solved, 'puzzle')} solved."
        if rival := self._rival():
            told += f" {sanitize_line(rival.name, 24)}: {sum(rival.went)}{'' if rival.over else ' so far'}."
        if self.best.ever is None:
            return told
        if run.solved > self.best.ever:
            return f"{told} Your best so far; before it was {self.best.ever}."
        today = f", today {max(self.best.today, run.solved)}" if self.best.today is not None else ""
        return f"{told} Your best: {self.best.ever}{today}."


async def _nobody(match: object) -> None:
    """No computer plays on here."""
    del match
