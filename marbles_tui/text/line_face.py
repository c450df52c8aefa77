"""A task in plain lines: what happens is told, what is asked is answered by a line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from marbles_tui.core import CHANCE, Event, IllegalMove, Move
from marbles_tui.core.text import sanitize_line
from marbles_tui.table.players import Act
from marbles_tui.table.tasks.task import NO, YES, Situation, Task
from marbles_tui.text import words
from marbles_tui.text.talk import Ask, Put, tell

ANSWERS: Final = {"yes": YES, "y": YES, "no": NO, "n": NO}

LEAVES: Final = ("quit", "q")

SAME: Final = {"r": "again", "?": "help"}
"""Short forms of commands."""


class LineFace:
    """Shows a task, and hands it what `ask` gives. Each kind of task has a subclass with its own words."""

    commands: ClassVar[Mapping[str, str]]
    """What can be typed besides a move, and what it does. What is not told below is an action of the task."""

    def __init__(self, task: Task, ask: Ask, put: Put) -> None:
        self.task = task
        self._ask, self._put = ask, put
        self._work: dict[str, asyncio.Task[None]] = {}
        self._told = ("", 0)

    # What a kind of task says

    def opening(self) -> Iterable[str]:
        """What is told before anything else."""
        return ()

    def asks(self, situation: Situation) -> str:
        """What is asked for now."""
        raise NotImplementedError

    def end(self, situation: Situation) -> bool | None:
        """Whether it was done, where nothing more is asked; None while it goes on."""
        raise NotImplementedError

    def said(self, situation: Situation) -> str:
        """What has just happened."""
        return situation.said

    def unasked(self) -> str:
        """What is said to a move that is not asked for."""
        return "No move is asked for now."

    def rules(self) -> Iterable[str]:
        """How the game is played."""
        return words.rules(self.task.situation.match)

    def aid(self) -> Iterable[str]:
        """The commands."""
        yield from (f"  {name}: {does}" for name, does in self.commands.items())
        if self.task.game.reading:
            yield self.task.game.reading

    # The face

    def changed(self) -> None:
        """Tell what has happened, once."""
        said = self.said(self.task.situation)
        told = said, self.task.told
        if said and told != self._told:
            self.tell([said])
        self._told = told

    def begin(self, work: Coroutine[Any, Any, None], group: str = "show") -> None:
        """Do something that takes its time."""
        self.stop(group)
        self._work[group] = asyncio.create_task(work)

    def stop(self, group: str = "show") -> None:
        """Drop it."""
        if work := self._work.pop(group, None):
            work.cancel()

    async def show(
        self, before: Any, events: Sequence[Event], sides: Sequence[str] | None = None, **how: Any
    ) -> None:
        """Tell what happened, step by step."""
        del before, how
        names = self.task.names if sides is None else sides
        self.tell(filter(None, (self.task.game.told(event, names) for event in events)))

    async def rewind(self, before: Any, happened: Sequence[Event]) -> None:
        """Lines only go on."""
        del before, happened

    async def wait(self, seconds: float) -> None:
        """What was told can be read as long as anybody likes."""
        del seconds

    def tell(self, lines: Iterable[str]) -> None:
        """Show lines."""
        tell(self._put, lines)

    # What is typed

    async def run(self) -> bool:
        """Go on until it is done, or left; whether it is done."""
        self.tell(self.opening())
        self.task.open(self)
        while True:
            while self._work:
                group, work = next(iter(self._work.items()))
                await work
                if self._work.get(group) is work:
                    del self._work[group]
            done = self.end(self.task.situation)
            if done is not None:
                return done
            if self._work:
                continue
            question = self.task.situation.question
            self.tell([f"{question.text} Yes or no?" if question else self.asks(self.task.situation)])
            line = await self._ask()
            if line is None or line.strip().lower() in LEAVES:
                self.stop()
                return False
            if question:
                self._answer(line.strip().lower())
            else:
                self._do(sanitize_line(line.strip(), words.WORD))

    def _answer(self, word: str) -> None:
        if word in ANSWERS:
            self.task.do(ANSWERS[word])
        else:
            self.tell(["Type yes or no."])

    def _do(self, typed: str) -> None:
        """Do what was typed: a command, a roll, or a move."""
        word, _, rest = SAME.get(typed.lower(), typed).partition(" ")
        told = TOLD.get(word.lower())
        if told:
            self.tell(told(self, rest.strip()))
        elif word.lower() in self.commands:
            self.task.do(word.lower())
        elif self.task.situation.asked:
            self._choose(typed)
        elif typed:
            self.tell([self.unasked()])

    def _choose(self, typed: str) -> None:
        match = self.task.situation.match
        try:
            if match.turn == CHANCE:
                if typed.lower() in ("", "r", "roll"):
                    self.task.answer(Act.ROLL)
                else:
                    self.tell(["The die decides: type roll, or just press Enter."])
            elif typed:
                move: Move = match.game.find(match.position, typed)
                self.task.answer(move)
        except (IllegalMove, ValueError) as error:
            self.tell([f"{str(error).removesuffix('.')}."])


def _match(face: LineFace) -> Any:
    return face.task.situation.match


TOLD: Final[Mapping[str, Callable[[LineFace, str], Iterable[str]]]] = {
    "board": lambda face, _: words.board(_match(face)),
    "moves": lambda face, _: words.legal(_match(face)),
    "what": lambda face, rest: words.tried(_match(face), rest),
    "rules": lambda face, _: face.rules(),
    "help": lambda face, _: face.aid(),
}
"""Commands that only tell something."""
