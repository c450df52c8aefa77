"""A first lesson: its steps, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from marbles_tui.core import Move
from marbles_tui.play import Match, Seat
from marbles_tui.play.lessons import Lesson, Step, steps_done, worded
from marbles_tui.table.players import Act, Choice
from marbles_tui.table.tasks.task import Action, Situation, Task, holding, key_line

BETWEEN: Final = 0.4
"""Seconds between a move and its reply, at normal speed."""

LOOK: Final = 1.2
"""Seconds for which the outcome of a wrong move is shown."""

NEXT: Final = Action("go_on", "", "Next step", "next step", shown="enter")
PLAY: Final = NEXT._replace(label="Play the game", short="play the game")
BACK: Final = Action("back", "backspace,shift+tab", "Step back", "step back")
SKIP: Final = Action("skip", "tab", "Skip the step", "skip the step")


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning(Situation):
    """The state of a lesson."""

    step: int
    """From 1."""

    steps: int
    done: bool
    """Whether what the step asks for was done."""


class Learn(Task[Learning]):
    """A lesson, begun at the step that comes next by what is kept of it. A step that was done stays done, however
    often one goes back."""

    actions: ClassVar = (NEXT, BACK, SKIP)

    def __init__(
        self, lesson: Lesson, kept: str, keep: Callable[[int], None], leads_on: Callable[[str], object]
    ) -> None:
        """`kept` of the lesson. `keep` hears which step was done, from 0; `leads_on` is called for what comes after
        the last one."""
        super().__init__(lesson.game, leads_on)
        self.lesson = lesson
        self.at = steps_done(kept, lesson.steps) % len(lesson.steps)
        self._keep = keep
        self._number = 0
        self._shown: Match | None = None
        """The match as a right move has left it, once the step is done."""
        self._ask()

    @property
    def step(self) -> Step:
        """The step on the board."""
        return self.lesson.steps[self.at]

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.at + 1 == len(self.lesson.steps)

    @property
    def situation(self) -> Learning:
        step, done = self.step, self._shown is not None
        match = self._shown or step.match
        seats = tuple(Seat(name) for name in self.names[: len(match.seats)])
        asked = not (done or self._showing)
        prompt = step.task if not done else "Enter: play a game." if self.is_last else "Enter: the next step."
        result = match.result
        return Learning(
            match=replace(match, seats=seats),
            number=self._number,
            asked=asked,
            showing=self._showing,
            said=worded(self._said, self.names),
            warning=self._warning,
            prompt=worded(prompt, self.names),
            wanted=self._wanted if asked else (),
            guided=step.marked,
            otherwise=worded(step.otherwise, self.names) if step.marked else "",
            winners=self.game.winning_cells(match.position, result) if result else frozenset(),
            actions=key_line(self._actions(), showing=self._showing, asked=asked),
            step=self.at + 1,
            steps=len(self.lesson.steps),
            done=done,
        )

    @property
    def _wanted(self) -> tuple[tuple[int, ...], ...]:
        step = self.step
        return tuple(path for move in step.right for path in move.paths) if step.marked else ()

    def _actions(self) -> list[Action]:
        follows, done, last = PLAY if self.is_last else NEXT, self._shown, self.is_last
        return holding((done, [follows]), (self.at or done, [BACK]), (not last, [SKIP]))

    def _ask(self) -> None:
        """Put the step on the board anew."""
        self._number += 1
        self._showing, self._shown = False, None
        self._said, self._warning = self.step.says, False

    def answer(self, choice: Choice) -> None:
        move: Move = (
            self.step.right[0] if isinstance(choice, Act) else choice
        )  # it is rolled as it is written
        answer = self.step.answer(move)
        if answer and self.step.marked:
            self._number += 1
            raise ValueError(worded(answer, self.names))
        self._perform(partial(self._moved, move, answer))

    async def _moved(self, move: Move, answer: str) -> None:
        """Show a move and its replies; after a wrong one put the step back on the board."""
        step = self.step
        plies = step.play(move)
        for number, ply in enumerate(plies):
            if number:
                await self.face.wait(BETWEEN)
            await self.face.show(ply.before.position.board, ply.events)
        if answer:
            self.tell(answer)
            await self.face.wait(LOOK)
            self._ask()
            self._said = answer
            self.face.changed()
        else:
            self._showing, self._shown = False, plies[-1].after
            self._keep(self.at)
            self.tell(step.done)

    def do_go_on(self) -> None:
        """From a step that is done to the next one, or on from the lesson."""
        if self._shown and self.is_last:
            self._leads_on("game")
        elif self._shown:
            self._turn(1)

    def do_skip(self) -> None:
        """The next step; this one is not done then."""
        if not self.is_last:
            self._turn(1)
        elif self._shown:
            self._leads_on("game")
        else:
            self.tell("This is the last step; once you have done it, the lesson is done.", warning=True)

    def do_back(self) -> None:
        """A step that was done once more, or the one before."""
        self._turn(0 if self._shown else -1)

    def _turn(self, by: int) -> None:
        self.face.stop()
        self.at = max(0, self.at + by)
        self._ask()
        self.face.changed()
