"""What stands beside a puzzle, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Heading(NamedTuple):
    """What stands above: the screen's name, the game, and what else tells which puzzle this is."""

    title: str
    game: str
    notes: tuple[str, ...]
    short: str
    """The notes where there is little room."""


class Row(NamedTuple):
    """A fact: what it is, what it is worth, and what else there is to say of it."""

    label: str
    value: str
    more: str = ""


class KeyRow(NamedTuple):
    """A key, what it does, and what that costs."""

    key: str
    does: str
    action: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class SideFacts:
    """What is told while a puzzle is being solved."""

    goal: str = ""
    own: str = ""
    """The solver's side, in a word or two."""
    roles: str = ""
    rules: str = ""
    rows: tuple[Row, ...] = ()
    due: int = 0
    due_key: str = "t"
    keys: tuple[KeyRow, ...] = ()
    slim: bool = False
    """Whether there are few columns beside the board, and few rows above it."""


class Day(NamedTuple):
    """A day of the week: its name, whether its puzzle was solved, and whether it is today."""

    name: str
    solved: bool | None
    today: bool


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """What is told when it is over."""

    word: str = ""
    """SOLVED, or NOT YET."""

    good: bool = False
    sentence: str = ""
    streak: str = ""
    longest: str = ""
    week: tuple[Day, ...] = ()
    rows: tuple[Row, ...] = ()
    share: tuple[str, ...] = ()
    keys: tuple[KeyRow, ...] = ()


def wrap(text: str, width: int) -> list[str]:
    """A text in lines of at most so many columns."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def signs(marks: str, *, plain: bool) -> str:
    """Signs for done and not yet as a skin has them."""
    return marks.replace("●", "*").replace("○", ".").replace("×", "x") if plain else marks


def weekdays(week: Sequence[bool | None], today: int) -> tuple[Day, ...]:
    """The last seven days, today last, whose weekday is a number from 0 for Monday."""
    return tuple(
        Day(WEEKDAYS[(today - back) % 7], solved, back == 0)
        for back, solved in zip(reversed(range(len(week))), week, strict=True)
    )
