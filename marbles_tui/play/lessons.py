"""A lesson and its steps, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, Final, NamedTuple

from marbles_tui.core import CHANCE, Event, Game, Move
from marbles_tui.core.boards import asset_folder
from marbles_tui.play.match import Match, NoChance, Seat


def worded(words: str, names: Sequence[str]) -> str:
    """What a lesson says, with the names of the sides: `{1}` is that of the first."""
    for number, name in enumerate(names, 1):
        words = words.replace(f"{{{number}}}", name)
    return words


class ShownMoves(NamedTuple):
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

    def play(self, move: Move) -> tuple[ShownMoves, ...]:
        """A legal move, and after a right one what is played in reply."""
        moves = (move, *self.replies) if move in self.right else (move,)
        shown: list[ShownMoves] = []
        match = self.match
        for ply in moves:
            after, events = match.play(ply)
            shown.append(ShownMoves(match, after, events))
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


# Lessons in their files:
#
#     [[step]]
#     setup = "3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"
#     moves = "D A"                   played before it
#     mark = true                     shows the right move, and lets no other be made
#     say = "What is so, in one line."
#     task = "What to do, in one line."
#     play = "D F"                    what is right: any of these moves
#     wrong.A = "Why that is not it."
#     wrong."C*" = "Why no move is right that begins so."
#     wrong."*" = "What is said to any other move."
#     reply = "J"                     what is played then
#     done = "What it has shown."
#
# A step without a setup goes on from where the one before it ended. `options = { NAME = "VALUE" }` belongs to a
# setup, which is a name, a position or the lines of a board. `play = "*"` is any move that is not wrong. In words
# `{1}` is the name of the first side.

KEYS: Final = ("setup", "options", "moves", "mark", "say", "task", "play", "wrong", "reply", "done")
NEEDED: Final = ("say", "task", "play", "done")
ANY: Final = "*"
"""Behind the beginning of a move: all that begin so."""


class BadLesson(ValueError):
    """A lesson that cannot be read: the step, or the line that is no TOML, and what is wrong in it."""


def read_lesson(text: str, game: Game) -> Lesson:
    """A lesson from the text of its file, every move of it found legal. Raises BadLesson."""
    from tomllib import loads  # not for the first paint

    steps: list[Step] = []
    where = ""
    try:
        for number, told in enumerate(loads(text).get("step", ()), 1):
            where = f"step {number}: "
            steps.append(_step(game, told, steps[-1] if steps else None))
    except ValueError as error:
        raise BadLesson(f"{where}{error}") from error
    return Lesson(game, tuple(steps))


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The first lesson of a game; None if there is none. Raises BadLesson, with the file and the step."""
    folder = asset_folder("lessons")
    file = folder.joinpath(f"{game.key}.toml") if folder else None
    if file is None or not file.is_file():
        return None
    try:
        return read_lesson(file.read_text(encoding="utf-8"), game)
    except BadLesson as error:
        raise BadLesson(f"assets/lessons/{file.name}, {error}") from error


def _step(game: Game, told: Mapping[str, Any], before: Step | None) -> Step:
    """A step as its file tells it. Raises ValueError."""
    if strange := sorted(told.keys() - set(KEYS)):
        raise ValueError(f"expected one of {', '.join(KEYS)}, found {strange[0]}")
    if missing := [key for key in NEEDED if not told.get(key)]:
        raise ValueError(f"expected {missing[0]}")
    match = _begun(game, told, before)
    wrong: dict[str, str] = {}
    # What begins with less tells less: it comes first, and what names a move last.
    for word in sorted(told.get("wrong", ()), key=lambda word: not word.endswith(ANY)):
        named = [ANY] if word == ANY else map(str, _named(match, word))
        wrong |= dict.fromkeys(named, told["wrong"][word])
    right = tuple(
        move
        for word in told["play"].split()
        for move in _named(match, word)
        if not word.endswith(ANY) or str(move) not in wrong
    )
    if both := [str(move) for move in right if str(move) in told.get("wrong", ())]:
        raise ValueError(f"{both[0]} is right")
    otherwise = wrong.pop(ANY, "")
    left = (move for move in match.position.moves() if move not in right and str(move) not in wrong)
    if not otherwise and match.turn != CHANCE and any(left):
        raise ValueError('expected wrong."*": other moves are legal too')
    after = match.play(right[0])[0]
    answered = reduce(Match.read, told.get("reply", "").split(), after)
    return Step(
        match=match,
        says=told["say"],
        task=told["task"],
        right=right,
        wrong=wrong,
        otherwise=otherwise,
        replies=tuple(answered.moves[after.plies :]),
        done=told["done"],
        marked=told.get("mark", False),
    )


def _begun(game: Game, told: Mapping[str, Any], before: Step | None) -> Match:
    """The match of a step."""
    if "setup" in told:
        options = told.get("options", {})
        match = Match.new(game, setup=told["setup"], options=options, random=NoChance())
        names = tuple(Seat(side) for side in game.sides[: len(match.seats)])
        match = Match.new(game, setup=match.setup, options=options, seats=names)
    elif before is None:
        raise ValueError("expected a setup in the first step")
    else:
        match = before.play(before.right[0])[-1].after
    match = reduce(Match.read, told.get("moves", "").split(), match)
    if match.turn is None:
        raise ValueError("the game is over here: expected a setup")
    return match


def _named(match: Match, word: str) -> list[Move]:
    """The moves that a word means: one, or all legal ones that begin so."""
    if not word.endswith(ANY):
        return [match.game.find(match.position, word)]
    begun = word.removesuffix(ANY)
    found = [move for move in match.position.moves() if str(move).startswith(begun)]
    if not found:
        raise ValueError(f"no legal move begins with {begun!r}")
    return found
