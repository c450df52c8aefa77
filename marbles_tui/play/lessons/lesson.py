"""A lesson and its steps, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from marbles_tui.core import CHANCE, Event, Game, Move
from marbles_tui.play.match import Match


def worded(words: str, names: Sequence[str]) -> str:
    """What a lesson says, with the names of the sides: `{1}` is that of the first."""
    for number, name in enumerate(names, 1):
        words = words.replace(f"{{{number}}}", name)
    return words


class Shown(NamedTuple):
    """A ply of a step: the match before it and after it, and what is to be seen of it."""

    before: Match
    after: Match
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to do on the board: the match as it stands, two lines of words, the moves that are right, and what is
    answered to all others."""

    match: Match
    says: str
    """What is so."""

    task: str
    """What to do."""

    right: tuple[Move, ...]
    wrong: Mapping[str, str]
    """What is answered to a wrong move, by its notation."""

    otherwise: str
    """What is answered to any other wrong move."""

    replies: tuple[Move, ...]
    """What is played after a right move: by the other side, or by chance."""

    done: str
    """What a right move has shown."""

    marked: bool
    """Whether the right move is shown, and no other can be made."""

    @property
    def rolls(self) -> bool:
        """Whether the step is to throw the die, which then shows what the step wants."""
        return self.match.turn == CHANCE

    def answer(self, move: Move) -> str:
        """What is said to a wrong move; "" to a right one."""
        return "" if move in self.right else self.wrong.get(str(move), self.otherwise)

    def play(self, move: Move) -> tuple[Shown, ...]:
        """A legal move, and after a right one what is played in reply."""
        moves = (move, *self.replies) if move in self.right else (move,)
        shown: list[Shown] = []
        match = self.match
        for ply in moves:
            after, events = match.play(ply)
            shown.append(Shown(match, after, events))
            match = after
        return tuple(shown)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a game's first lesson."""

    game: Game
    steps: tuple[Step, ...]


DONE = "done"
DECLINED = "declined"
"""What is kept of a lesson that was done to its end, or that nobody wants; else the number of steps done."""


def steps_done(kept: str, steps: Sequence[Step]) -> int:
    """How many steps are done, from what is kept of a lesson."""
    if kept == DONE:
        return len(steps)
    return min(int(kept), len(steps) - 1) if kept.isascii() and kept.isdigit() and len(kept) < 4 else 0


def with_step(kept: Mapping[str, str], lesson: Lesson, at: int) -> dict[str, str]:
    """What is kept of all lessons once somebody has done, not skipped, a step of one: how far they ever came. Its
    last step makes a lesson done, and it stays so."""
    key = lesson.game.key
    done = max(at + 1, steps_done(kept.get(key, ""), lesson.steps))
    return {**kept, key: DONE if done == len(lesson.steps) else str(done)}


def is_open(kept: str) -> bool:
    """Whether a lesson is still to be offered, from what is kept of it."""
    return kept not in (DONE, DECLINED)
