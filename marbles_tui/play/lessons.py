"""A lesson and its steps, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, NoReturn

from marbles_tui.core import CHANCE, Event, Game, IllegalMove, Move
from marbles_tui.core.boards import asset_folder
from marbles_tui.core.text import sanitize_line
from marbles_tui.play.match import Match, Seat


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


# Reads lessons from their files: a keyword and words on each line; `step` begins the next step.
#
#     step
#     setup 3,3,3,3,3,3/3,3,3,3,3,3/0,0/1
#     moves D A                   played before it
#     mark                        shows the right move, and lets no other be made
#     say   What is so, in one line.
#     task  What to do, in one line.
#     play  D F                   what is right: any of these moves
#     wrong A Why that is not it.
#     wrong C* Why no move is right that begins so.
#     wrong * What is said to any other move.
#     reply J                     what is played then
#     done  What it has shown.
#
# A step without a setup goes on from where the one before it ended. `option NAME=VALUE` belongs to a setup; lines
# that begin with `%` are the text of a board, in place of a setup's name. `play *` is any move that is not wrong.
# In words `{1}` is the name of the first side. `#` begins a line that is not read.

LARGEST: Final = 64_000
"""Characters of a lesson that is read."""

WIDEST: Final = 76
"""Columns of a line of words: as much as is read at a glance, at eighty columns beside the margins."""

NAME: Final = "Yellow"
"""As long as the name of a side may be."""

STEPS: Final = range(2, 13)
"""How many steps a lesson may have."""

LONGEST: Final = 40
"""Plies before a step, and in reply."""

KEYWORDS: Final = (
    "step",
    "setup",
    "option",
    "moves",
    "mark",
    "say",
    "task",
    "play",
    "wrong",
    "reply",
    "done",
)
SAID: Final = ("say", "task", "done")
NEEDED: Final = ("say", "task", "play", "done")
ANY: Final = "*"
"""Behind the beginning of a move: all that begin so."""


class BadLesson(ValueError):
    """A lesson that cannot be read: the line, what was expected and what was found."""


class Line(NamedTuple):
    """A line of a lesson that says something."""

    number: int
    keyword: str
    words: str


class NoChance:
    """Stands where chance would draw a start: a lesson begins the same every time."""

    def randrange(self, stop: int, /) -> int:
        """Raises ValueError."""
        del stop
        raise ValueError("this start is left to chance: write the position that is meant")


def read_lesson(text: str, game: Game) -> Lesson:
    """A lesson from the text of its file, every move of it found legal. Raises BadLesson."""
    if len(text) > LARGEST:
        raise BadLesson(f"the lesson has more than {LARGEST:,} characters")
    steps: list[Step] = []
    for lines in _blocks(text):
        if len(steps) + 1 == STEPS.stop:
            _refuse(lines[0], f"expected at most {STEPS.stop - 1} steps")
        steps.append(_Block(game, lines, steps[-1] if steps else None).step())
    if len(steps) not in STEPS:
        raise BadLesson(f"expected at least {STEPS.start} steps, found {len(steps)}")
    return Lesson(game, tuple(steps))


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The first lesson of a game; None if there is none. Raises BadLesson, with the file and the line."""
    folder = asset_folder("lessons")
    name = f"{game.key}.txt"
    file = next((file for file in folder.iterdir() if file.name == name), None) if folder else None
    if file is None:
        return None
    try:
        return read_lesson(file.read_text(encoding="utf-8"), game)
    except BadLesson as error:
        raise BadLesson(f"assets/lessons/{name}, {error}") from error


def _blocks(text: str) -> Iterator[list[Line]]:
    """The lines of each step, the one that begins it first."""
    block: list[Line] = []
    for number, written in enumerate(text.split("\n"), 1):
        line = written.strip()
        if not line or line.startswith("#"):
            continue
        keyword, _, words = ("%", "", line[1:]) if line.startswith("%") else line.partition(" ")
        found = Line(number, keyword, words.strip())
        if not line.isprintable():
            _refuse(found, "expected characters that can be seen")
        if keyword == "step":
            if block:
                yield block
            block = []
        elif not block:
            _refuse(found, f"expected step, found {_shown(keyword)}")
        elif keyword not in (*KEYWORDS, "%"):
            _refuse(found, f"expected one of {', '.join(KEYWORDS)}, found {_shown(keyword)}")
        block.append(found)
    if block:
        yield block


def _refuse(line: Line, why: str) -> NoReturn:
    raise BadLesson(f"line {line.number}: {why}")


def _shown(words: str) -> str:
    return repr(sanitize_line(words, 40))


class _Block:
    """The lines of one step, read one after the other."""

    def __init__(self, game: Game, lines: Sequence[Line], before: Step | None) -> None:
        self._game = game
        self._lines = lines
        self._before = before

    def step(self) -> Step:
        """The step. Raises BadLesson."""
        for keyword in NEEDED:
            self._one(keyword)
        match = self._match()
        play, wrong = self._one("play"), self._wrong(match)
        right = tuple(
            move
            for word in play.words.split()
            for move in self._named(match, play, word)
            if not word.endswith(ANY) or str(move) not in wrong
        )
        if not right:
            _refuse(play, "expected a move")
        for line in self._all("wrong"):
            if any(line.words.split(" ")[0] == str(move) for move in right):
                _refuse(line, "this move is right")
        after = match.play(right[0])[0]
        replies: list[Move] = []
        for line, word in self._words("reply"):
            replies.append(self._move(after, line, word))
            after = after.play(replies[-1])[0]
        otherwise = wrong.pop(ANY, "")
        left = (move for move in match.position.moves() if move not in right and str(move) not in wrong)
        if not otherwise and match.turn != CHANCE and any(left):
            _refuse(self._lines[0], "expected `wrong * WORDS`: other moves are legal too")
        mark = self._maybe("mark")
        if mark and mark.words:
            _refuse(mark, f"expected nothing behind mark, found {_shown(mark.words)}")
        says, task, done = (self._said(self._one(keyword)) for keyword in SAID)
        return Step(
            match=match,
            says=says,
            task=task,
            right=right,
            wrong=wrong,
            otherwise=otherwise,
            replies=tuple(replies),
            done=done,
            marked=mark is not None,
        )

    # Where it begins

    def _match(self) -> Match:
        setup, board = self._maybe("setup"), [line for line in self._lines if line.keyword == "%"]
        if setup or board:
            match = self._set_up(setup or board[0], "\n".join(line.words for line in board))
        elif self._before is None:
            _refuse(self._lines[0], "expected a setup in the first step")
        else:
            match = self._before.play(self._before.right[0])[-1].after
        for line, word in self._words("moves"):
            match = match.play(self._move(match, line, word))[0]
        if match.turn is None:
            _refuse(self._lines[0], "the game is over here: expected a setup")
        return match

    def _set_up(self, line: Line, board: str) -> Match:
        options: dict[str, str] = {}
        for option in self._all("option"):
            name, sign, value = option.words.partition("=")
            if not sign:
                _refuse(option, f"expected NAME=VALUE, found {_shown(option.words)}")
            options[name.strip()] = value.strip()
        try:
            match = Match.new(self._game, setup=board or line.words, options=options, random=NoChance())
        except ValueError as error:
            _refuse(line, str(error))
        names = tuple(Seat(side) for side in self._game.sides[: len(match.seats)])
        return Match.new(self._game, setup=match.setup, options=options, seats=names)

    # Its parts

    def _wrong(self, match: Match) -> dict[str, str]:
        """What is said to each wrong move; ANY for all others."""
        told: dict[str, str] = {}
        # What begins with less tells less: it comes first, and what names a move last.
        for line in sorted(self._all("wrong"), key=lambda line: not line.words.split(" ")[0].endswith(ANY)):
            word, _, words = line.words.partition(" ")
            said = self._said(line._replace(words=words.strip()))
            named = [ANY] if word == ANY else map(str, self._named(match, line, word))
            for move in named:
                told[move] = said
        return told

    def _named(self, match: Match, line: Line, word: str) -> list[Move]:
        """The moves that a word means: one, or all legal ones that begin so."""
        if not word.endswith(ANY):
            return [self._move(match, line, word)]
        begun = word.removesuffix(ANY)
        found = [move for move in match.position.moves() if str(move).startswith(begun)]
        if not found:
            _refuse(line, f"no legal move begins with {_shown(begun)}")
        return found

    def _move(self, match: Match, line: Line, word: str) -> Move:
        if match.turn is None:
            _refuse(line, f"{_shown(word)} comes after the end of the game")
        try:
            move: Move = self._game.find(match.position, word[:WIDEST])
        except IllegalMove as error:
            _refuse(line, str(error))
        return move

    def _words(self, keyword: str) -> list[tuple[Line, str]]:
        line = self._maybe(keyword)
        words = line.words.split() if line else []
        if line and not 0 < len(words) <= LONGEST:
            _refuse(line, f"expected 1 to {LONGEST} moves, found {len(words)}")
        return [(line, word) for word in words] if line else []

    def _said(self, line: Line) -> str:
        count = len(worded(line.words, [NAME] * len(self._game.sides)))
        if not 0 < count <= WIDEST:
            _refuse(line, f"expected 1 to {WIDEST} characters, found {count}")
        return line.words

    def _all(self, keyword: str) -> list[Line]:
        return [line for line in self._lines if line.keyword == keyword]

    def _maybe(self, keyword: str) -> Line | None:
        found = self._all(keyword)
        if len(found) > 1:
            _refuse(found[1], f"expected one line of {keyword} in a step")
        return found[0] if found else None

    def _one(self, keyword: str) -> Line:
        line = self._maybe(keyword)
        if line is None:
            _refuse(self._lines[0], f"expected a line of {keyword} in this step")
        return line
