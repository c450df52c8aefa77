"""Chomp in words: position texts, sentences, a diagram."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from marbles_tui.core import BadPosition, Event
from marbles_tui.core.text import plural
from tests.sixth.chomp.position import COLUMNS, ROWS, Bar, Bite


def write(bar: Bar) -> str:
    """The text of a position: `5,5,5,5/1` is the start."""
    return f"{','.join(map(str, bar.rows))}/{bar.turn + 1}"


def read(text: str) -> Bar:
    """A position from its text. Raises BadPosition."""
    rows, _, turn = "".join(text.split()).partition("/")
    words = rows.split(",")
    if len(words) != len(ROWS) or any(word not in ("0", "1", "2", "3", "4", "5") for word in words):
        raise BadPosition(f"expected the pieces of four rows, 0 to {COLUMNS}, and a player, not {text!r}")
    if turn not in ("1", "2"):
        raise BadPosition(f"the player to bite is 1 or 2, not {turn!r}")
    lengths = tuple(map(int, words))
    if any(lower > upper for upper, lower in pairwise(lengths)):
        raise BadPosition("a row cannot be longer than the one above it")
    return Bar(lengths, int(turn) - 1)


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event."""
    who = names[event.facts["seat"]]
    if event.kind == "bite":
        return f"{who} bites off {plural(event.facts['pieces'], 'piece')} at {Bite(event.cells[0])}."
    return f"The poison is eaten: {who} wins."


def diagram(bar: Bar) -> str:
    """The bar with its poisoned corner."""
    rows = ["  " + " ".join(str(column + 1) for column in range(COLUMNS))]
    for row, length in enumerate(bar.rows):
        pieces = ["!" if (row, at) == (0, 0) else "#" for at in range(length)]
        rows.append(f"{ROWS[row]} {' '.join(pieces)}".rstrip())
    return "\n".join(rows)


def describe(bar: Bar, names: Sequence[str]) -> str:
    """How long the rows are, and who bites."""
    rows = ", ".join(f"{name} {length or 'empty'}" for name, length in zip(ROWS, bar.rows, strict=True))
    return f"{' and '.join(names)} share the bar. Rows: {rows}."
