"""A task in plain lines: what happens is told, what is asked is answered by a line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import ClassVar, Final, Generic, TypeVar

from marbles_tui.core import CHANCE, Event, IllegalMove, Move
from marbles_tui.core.text import alike, sanitize_line
from marbles_tui.play import Match
from marbles_tui.table.clock import Clock
from marbles_tui.table.players import Act
from marbles_tui.table.tasks.task import NO, YES, Situation, Task, Work
from marbles_tui.text import words

ANSWERS: Final = {"yes": YES, "y": YES, "no": NO, "n": NO}

LEAVES: Final = ("quit", "q")

SAME: Final = {"r": "again", "?": "help"}
"""Short forms of commands."""

OF_MOVES: Final = ("moves", "hint", "redo")
"""Commands that do nothing where no move is asked for."""

ROLLS: Final = ("", "r", "roll")


S = TypeVar("S", bound=Situation)


class LineFace(Generic[S]):
    """Shows a task, and hands it what `ask` gives. Each kind of task has a subclass with its own words."""

    commands: Mapping[str, str]
    """What can be typed besides a move, and what it does. What is not told is an action of the task."""

    every: ClassVar[set[str]] = set()
    """The commands of all faces."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        LineFace.every.update(name.split()[0] for name in vars(cls).get("commands", ()))

    def __init__(self, task: Task[S], ask: words.Ask, put: words.Put) -> None:
        self.task = task
        self._ask, self._put = ask, put
        self._work: dict[str, asyncio.Task[None]] = {}
        self._told = ("", 0)
        self._seen = False
        """Whether what was told last is what happened on the board: at the end that says how it ended."""
        self._news = asyncio.Event()
        self._left = False
        self._failure: BaseException | None = None

    @property
    def now(self) -> S:
        """The task's state."""
        return self.task.situation

    # What a kind of task says

    def opening(self) -> Iterable[str]:
        """What is told before anything else."""
        return ()

    def asks(self, now: S) -> str:
        """What is asked for now."""
        raise NotImplementedError

    def end(self, now: S) -> bool | None:
        """Whether it was done, where nothing more is asked; None while it goes on: until somebody leaves, if nothing
        ends it."""
        return None

    def rests(self, now: S) -> bool:
        """Whether a line is waited for: nothing is being shown or looked for."""
        return not self._work

    def said(self, now: S) -> str:
        """What has just happened."""
        return now.said

    def unasked(self) -> str:
        """What is said to a move that is not asked for."""
        return "No move is asked for now."

    def tells(self, command: str, rest: str) -> Iterable[str] | None:
        """What a command tells that only tells something; None of any other."""
        match command:
            case "board":
                return words.board(self.now.match)
            case "moves":
                return words.legal(self.now.match)
            case "what":
                return words.tried(self.now.match, rest)
            case "rules":
                return words.rules(self.now.match)
            case "help":
                return self.aid()
        return None

    def aid(self) -> Iterable[str]:
        """The commands."""
        yield from (f"  {name}: {does}" for name, does in self.commands.items())
        if self.task.game.reading:
            yield self.task.game.reading

    # The face

    def changed(self) -> None:
        """Tell what has happened, once."""
        said = self.said(self.now)
        told = said, self.task.told
        if said and told != self._told:
            self.tell([said])
        self._told = told
        self._news.set()

    def ticked(self, clock: Clock) -> None:
        """Who wants to know the time asks."""

    def begin(self, work: Work, group: str = "show") -> None:
        """Do something that takes its time."""
        self.stop(group)
        self._work[group] = task = asyncio.create_task(work())
        task.add_done_callback(lambda task: self._finished(group, task))

    def _finished(self, group: str, task: asyncio.Task[None]) -> None:
        if self._work.get(group) is task:
            del self._work[group]
        if not task.cancelled():
            self._failure = self._failure or task.exception()
        self._news.set()

    def stop(self, group: str = "show") -> None:
        """Drop it."""
        if work := self._work.pop(group, None):
            work.cancel()

    async def show(
        self, before: object, events: Sequence[Event], sides: Sequence[str] | None = None, **how: object
    ) -> None:
        """Tell what happened, step by step; who is next the question says."""
        game, names = self.task.game, self.task.names if sides is None else sides
        happened = (event for event in events if event.kind != game.names_next)
        told = [*filter(None, (game.told(event, names) for event in happened))]
        self.tell(told)
        self._seen = bool(told)

    async def rewind(self, before: object, happened: Sequence[Event]) -> None:
        """Lines only go on."""

    async def wait(self, seconds: float) -> None:
        """What was told can be read as long as anybody likes."""

    def tell(self, lines: Iterable[str]) -> None:
        """Show lines."""
        self._seen = False
        words.tell(self._put, lines)

    # What is typed

    def leave(self) -> None:
        """Leave, also while nothing is asked for."""
        self._left = True
        self._news.set()

    async def run(self) -> bool:
        """Go on until it is done, or left; whether it is done."""
        self.tell(self.opening())
        self.task.open(self)
        try:
            while not self._left:
                done = await self._go_on()
                if done is not None:
                    return done
        finally:
            self.task.close()
            for group in [*self._work]:
                self.stop(group)
        return False

    async def _go_on(self) -> bool | None:
        """Wait until something is asked for, and do what is typed; as `end`."""
        while not (self._left or self._failure or self.rests(self.now)):
            self._news.clear()
            await self._news.wait()
        if self._failure:
            raise self._failure
        done = self.end(self.now)
        now = self.now
        if self._left or done is not None or not self.rests(now):
            return done
        question = now.question
        self.tell([f"{question.asked} Yes or no?" if question else self.asks(now)])
        line = await self._ask(self.choices(now))
        if line is None or line.strip().lower() in LEAVES:
            self._left = True
        elif question:
            self._answer(line.strip().lower())
        else:
            self._do(line.strip())
        return None

    def choices(self, now: S) -> words.LineChoices:
        """What may be typed now."""
        match = now.match
        if now.question:
            return words.LineChoices((("", ("yes", "no")),), (), match)
        commands = tuple(name for name in type(self).commands if name.isalpha() and not now.refusal(name))
        if not now.asked:
            return words.LineChoices((), tuple(name for name in commands if name not in OF_MOVES), match)
        moves = grouped(match.position.moves()) if match.turn != CHANCE else (("", ("roll",)),)
        return words.LineChoices(moves, commands, match)

    def _answer(self, word: str) -> None:
        if word in ANSWERS:
            self.task.do(ANSWERS[word])
        else:
            self.tell(["Type yes or no."])

    def _do(self, typed: str) -> None:
        """Do what was typed: a roll, a command, or a move."""
        if self.now.asked and self.now.match.turn == CHANCE and typed.lower() in ROLLS:
            self.task.answer(Act.ROLL)
            return
        word, _, rest = SAME.get(typed.lower(), typed).partition(" ")
        word = word.lower()
        told = self.tells(word, rest.strip())
        if told is not None:
            self.tell(told)
        elif word in self.commands or (word in self.every and self.now.refusal(word)):
            self.task.do(word)
        elif word in self.every:
            self.tell([f"{word} does nothing here: help lists what does."])
        elif self.now.asked:
            self._choose(typed)
        elif typed:
            self.tell([self.unasked()])

    def _choose(self, typed: str) -> None:
        match = self.now.match
        try:
            if match.turn == CHANCE:
                self.tell(["The die decides: type roll, or just press Enter."])
            elif typed:
                self.task.answer(found(match, sanitize_line(typed, words.WORD)))
            else:
                self.tell([words.what_to_type(match)])
        except (IllegalMove, ValueError) as error:
            self.tell([f"{str(error).removesuffix('.')}."])


def found(match: Match, typed: str) -> Move:
    """The move that was typed, be it with spaces in it, or begun, where there are few. Raises IllegalMove."""
    begun = [move for move in words.few_moves(match) if str(move).startswith(typed.lower())]
    if len(begun) == 1:
        return begun[0]
    joined = typed.replace(" ", "")
    try:
        return match.find(joined)
    except IllegalMove:
        if joined == typed:
            raise
        return match.find(typed)


def grouped(moves: Sequence[Move]) -> tuple[words.Group, ...]:
    """Moves by where they begin, each group below what its moves have in common; all together where that tells none
    apart."""
    for begins in (lambda move: move.paths[0][:1] if move.paths else (), lambda move: str(move)[:1]):
        groups = [tuple(map(str, group)) for _, group in groupby(sorted(moves, key=begins), begins)]
        if 1 < len(groups) < len(moves):
            return tuple((group[0][: alike(min(group), max(group))], group) for group in groups)
    return (("", tuple(map(str, moves))),)
