"""What is wrong with a board that is being made, in the words of its form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from marbles_tui.games.getaway.board import DIE, DRAWN, FIXED_AMOUNT, GOLD, JUMP, WAIT
from marbles_tui.games.getaway.sketch import Sketch, SquareSketch

WIDEST: Final = 6
"""Digits of a number that need looking at; no range has more in it than seven."""


class Fault(NamedTuple):
    """What a row of the form should say instead, and on which square: None for the whole board."""

    square: int | None
    text: str


def faults(sketch: Sketch) -> Iterator[Fault]:
    """What keeps the board from being played, the board's own rows first, then square by square."""
    if not _is_in(sketch.gold, GOLD):
        yield Fault(None, f"Gold: type a number from {_span(GOLD)}.")
    if not _is_in(sketch.sides, DIE):
        yield Fault(None, f"Die: type a number of sides from {_span(DIE)}.")
    last = len(sketch.squares) - 1
    for number, square in enumerate(sketch.squares):
        if not square.name or ":" in square.name:
            yield Fault(number, "Name: type a name without a colon.")
        if 0 < number < last:
            yield from (Fault(number, text) for text in _faults(square))


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
