"""A board in words, as forms and board files have them; one that is being made need not make sense yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from marbles_tui.games.getaway.board import (
    DIE,
    DRAWN,
    FIXED_AMOUNT,
    GOLD,
    JUMP,
    USUAL_GOLD,
    USUAL_SIDES,
    WAIT,
    Board,
    Square,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinkets,
)
from marbles_tui.games.getaway.read import SILENT, BoardReading, BoardStory, escaped, read_board, story_lines

KINDS: Final = ("plain", "treasure", "teleporter", "toll", "trinkets", "trap")
"""What is on a square between Start and Castle."""


@dataclass(frozen=True, slots=True)
class SquareSketch:
    """A square in the words of a form. Which of them count depends on its kind."""

    name: str
    kind: str = "plain"
    once: bool = False
    amount_way: str = "F"
    amount: str = "5"
    jump_way: str = "F"
    jump: str = "-2"
    event: bool = False
    wait: str = "2"
    trinket: str = ""
    things: tuple[str, ...] = ()
    """A line for each trinket: name : description : value."""

    @classmethod
    def of(cls, square: Square) -> SquareSketch:
        """A square of a board, in the words of a form."""
        blank = cls(square.name)
        match square.encounter:
            case Treasure(amount, once):
                way, _, size = str(amount).partition(" ")
                return replace(blank, kind="treasure", once=once, amount_way=way, amount=size)
            case Teleporter(jump, once):
                way, _, size = str(jump).partition(" ")
                return replace(blank, kind="teleporter", once=once, jump_way=way, jump=size)
            case Toll(jump, amount, once):
                way, _, size = str(jump).partition(" ")
                gold_way, _, gold = str(amount).partition(" ")
                return replace(
                    blank, kind="toll", once=once, jump_way=way, jump=size, amount_way=gold_way, amount=gold
                )
            case Trinkets(items):
                things = tuple(f"{item.name} : {item.description} : {item.value}" for item in items)
                return replace(blank, kind="trinkets", things=things)
            case Trap(event, number, trinket):
                return replace(blank, kind="trap", event=event, wait=str(number), trinket=trinket)
        return blank

    @property
    def lines(self) -> list[str]:
        """Its lines in a board file, whether they make sense or not."""
        once, amount, jump = self.once, f"{self.amount_way} {self.amount}", f"{self.jump_way} {self.jump}"
        spec = {
            "treasure": f"{'S' if once else 'R'} {amount}",
            "teleporter": f"{'T' if once else 'Q'} {jump}",
            "toll": f"Y {'T' if once else 'Q'} {jump} {amount}",
            "trinkets": "Z",
            "trap": f"X {'E' if self.event else 'D'} {self.wait} : {escaped(self.trinket)}",
        }.get(self.kind, "")
        head = f"{escaped(self.name)} : {spec}".rstrip()
        return [head, *map(escaped, self.things), "Z"] if self.kind == "trinkets" else [head]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A board in the words of forms."""

    story: BoardStory = SILENT
    gold: str = str(USUAL_GOLD)
    sides: str = str(USUAL_SIDES)
    squares: tuple[SquareSketch, ...] = (SquareSketch("Start"), SquareSketch("Castle"))

    @classmethod
    def of(cls, board: Board, story: BoardStory = SILENT) -> Sketch:
        """A board with its story, to be changed."""
        squares = tuple(map(SquareSketch.of, board.squares))
        return cls(story, str(board.gold), str(board.sides), squares)

    @property
    def text(self) -> str:
        """The board file, whether it can be read or not."""
        header = f"{self.gold} {self.sides} {len(self.squares)}"
        lines = [line for square in self.squares for line in square.lines]
        return "\n".join((*story_lines(self.story), header, *lines)) + "\n"

    @property
    def reading(self) -> BoardReading:
        """What comes of reading it: the board, or what is wrong; and warnings."""
        return read_board(self.text)

    # Changes: each gives another sketch

    def put(self, at: int, square: SquareSketch) -> Sketch:
        """Another square in the place of one."""
        return replace(self, squares=(*self.squares[:at], square, *self.squares[at + 1 :]))

    def add(self, at: int) -> Sketch:
        """A plain square more behind square `at`, before the castle at the latest."""
        at = min(at + 1, len(self.squares) - 1)
        fresh = SquareSketch(f"Square {at}", kind="treasure")
        return replace(self, squares=(*self.squares[:at], fresh, *self.squares[at:]))

    def remove(self, at: int) -> Sketch:
        """Without square `at`; Start and Castle stay."""
        if not 0 < at < len(self.squares) - 1:
            return self
        return replace(self, squares=(*self.squares[:at], *self.squares[at + 1 :]))

    def move(self, at: int, step: int) -> Sketch:
        """With square `at` a place further on (1) or back (-1), between Start and Castle."""
        to = at + step
        last = len(self.squares) - 1
        if not (0 < at < last and 0 < to < last):
            return self
        squares = list(self.squares)
        squares[at], squares[to] = squares[to], squares[at]
        return replace(self, squares=tuple(squares))


def write_board(board: Board) -> str:
    """The board file of a board; reading it gives the board back."""
    return Sketch.of(board).text


WIDEST: Final = 6
"""Digits of a number that need looking at; no range has more in it than seven."""


class SketchFault(NamedTuple):
    """What a row of the form should say instead, and on which square: None for the whole board."""

    square: int | None
    text: str


def faults(sketch: Sketch) -> Iterator[SketchFault]:
    """What keeps the board from being played, the board's own rows first, then square by square."""
    if not _is_in(sketch.gold, GOLD):
        yield SketchFault(None, f"Gold: type a number from {_span(GOLD)}.")
    if not _is_in(sketch.sides, DIE):
        yield SketchFault(None, f"Die: type a number of sides from {_span(DIE)}.")
    last = len(sketch.squares) - 1
    for number, square in enumerate(sketch.squares):
        if not square.name or ":" in square.name:
            yield SketchFault(number, "Name: type a name without a colon.")
        if 0 < number < last:
            yield from (SketchFault(number, text) for text in _faults(square))


def _faults(square: SquareSketch) -> Iterator[str]:
    drawn, to = square.amount_way == "M", square.jump_way == "A"
    amounts = DRAWN if drawn else FIXED_AMOUNT
    if square.kind in ("treasure", "toll") and not _is_in(square.amount, amounts):
        yield f"Gold: type a number from {_span(amounts)}."
    if square.kind in ("teleporter", "toll"):
        if not _is_in(square.jump, JUMP):
            yield f"Moves: type {'a square' if to else 'a number of squares'} from {_span(JUMP)}."
        elif square.jump_way == "M" and not int(square.jump):
            yield "Moves: type at least 1 square, or -1 for back."
    if square.kind == "trap":
        if not _is_in(square.wait, WAIT):
            what = "a roll" if square.event else "a number of turns"
            yield f"Lasts: type {what} from {_span(WAIT)}."
        if not square.trinket:
            yield "Safe with: type the name of the trinket that avoids the trap."
    if square.kind == "trinkets":
        for row, thing in enumerate(square.things, 1):
            parts = [part.strip() for part in thing.split(":")]
            if len(parts) != 3 or not parts[0] or not _is_in(parts[2], GOLD):
                yield f"Thing {row}: type name : description : value in gold."


def _is_in(word: str, values: range) -> bool:
    digits = word.lstrip("+-")
    if len(word) - len(digits) > 1 or not (digits.isascii() and digits.isdecimal()):
        return False
    return len(digits.lstrip("0")) <= WIDEST + 1 and int(word) in values


def _span(values: range) -> str:
    return f"{values.start:,} to {values.stop - 1:,}"
