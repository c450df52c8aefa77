"""A board as it is being read: squares so far, complaints so far."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

from marbles_tui.games.getaway.board import (
    DIE,
    GOLD,
    SQUARES,
    USUAL_GOLD,
    USUAL_SIDES,
    Board,
    Encounter,
    Square,
)
from marbles_tui.games.getaway.cursor import Complaint, Cursor, Unreadable

HEADER: Final = re.compile(r"\s*[+-]?[0-9]+[^\S\n]+[+-]?[0-9]+[^\S\n]+[+-]?[0-9]+(?=\s*\n|\s*\Z|\s+[^\s:])")
MOST_COMPLAINTS: Final = 50
"""After these it is no use to go on."""


@dataclass(slots=True)
class PartialBoard:
    """What has been read of a board. `announced` is the count of the header, None without one; `places` tells
    where in the text each square's encounter stands."""

    text: str
    gold: int = USUAL_GOLD
    sides: int = USUAL_SIDES
    announced: int | None = None
    squares: list[Square] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Whether it is no use to read on."""
        return len(self.complaints) >= MOST_COMPLAINTS or len(self.squares) > SQUARES.stop - 1

    def header(self, cursor: Cursor) -> None:
        """Take the header, if one stands there."""
        if not HEADER.match(cursor.text, cursor.at):
            return
        while cursor.text[cursor.blanks()] == "\n":
            cursor.at += 1
        for name, wanted, values in (
            ("gold", "the starting gold", GOLD),
            ("sides", "the sides of the die", DIE),
            ("announced", "the number of squares", range(1_000_000_000)),
        ):
            try:
                setattr(self, name, cursor.number(wanted, values))
            except Unreadable as error:
                self.complain(error.at, "", error.text)

    def complain(self, at: int, square: str, text: str) -> None:
        """Note what is wrong at a place of the text."""
        if not self._ends:
            self._ends = [found.start() for found in re.finditer("\n", self.text)]
        line = bisect_right(self._ends, at - 1)
        column = at - (self._ends[line - 1] if line else -1)
        self.complaints.append(Complaint(line + 1, column, square, text))

    def add(self, name: str, encounter: Encounter | None, place: int) -> None:
        """Add a square whose encounter stands at `place`."""
        self.squares.append(Square(name, encounter))
        self.places.append(place)

    def check_ends(self) -> None:
        """Complain about anything that stands behind Start and Castle; the last square that could be read is
        the castle only if all could."""
        ends = ((0, "first"),) if self.complaints else ((0, "first"), (len(self.squares) - 1, "last"))
        for number, which in ends:
            if self.squares and self.squares[number].encounter and not self.full:
                text = f"expected nothing after the colon of the {which} square"
                self.complain(self.places[number], self.squares[number].name, text)

    def board(self) -> Board | None:
        """The board, if there is nothing to complain about."""
        count = len(self.squares)
        if not self.complaints and count not in SQUARES:
            most = f"at most {SQUARES.stop - 1}" if count > 2 else "at least two, Start and Castle"
            found = f"more than {SQUARES.stop - 1}" if count > 2 else str(count)
            self.complaints.append(Complaint(0, 0, "", f"expected squares, {most}; found {found}"))
        if self.complaints:
            return None
        return Board(tuple(self.squares), self.gold, self.sides)
