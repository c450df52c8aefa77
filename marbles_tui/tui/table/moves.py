"""The moves of a match: the last ones in a line, and all of a record as a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.play import Match
from marbles_tui.play.record import fill

NUMBER: Final = re.compile(r"\d+\.+ ")


class Moves(Widget):
    """The latest moves, as many as there is room for; the last one stands out."""

    DEFAULT_CSS = """
    Moves { height: 1; width: 1fr; color: $text-muted; }
    """

    match: reactive[Match | None] = reactive(None)
    """The match at this table."""

    def render(self) -> Content:
        """Lines of numbered moves, ending with the last; in a tall panel a round to a line."""
        match = self.match
        if not match or not match.moves:
            return Content("")
        width, height = self.content_size
        words = list(words_of(match))
        if height > 3:
            lines = rounds(words, width)[-height:]
        else:
            lines = fill(words, max(8, width - 2)).split("\n")[-height:]
            if height == 1:
                lines = [_tail(words, width)]
        last = str(match.moves[-1])
        if not lines[-1].endswith(last):
            return Content("\n".join(lines))
        head = "\n".join(lines)[: -len(last)]
        return Content.assemble(head, (last, "bold $foreground"))


def words_of(match: Match) -> Iterator[str]:
    """The numbered moves; where a seat may move several times in a row, a stroke stands where the turn changes within
    a round."""
    actors = [position.actor for position in match.positions][: match.plies]
    runs = any(one == other for one, other in pairwise(actors)) and len(match.seats) > 1
    for at, word in enumerate(match.numbered()):
        changes = runs and at and actors[at] != actors[at - 1] and not NUMBER.match(word)
        yield f"/ {word}" if changes else word


def rounds(words: list[str], width: int) -> list[str]:
    """Words in lines, a new one at each number that begins a round."""
    lines: list[str] = []
    for word in words:
        if not lines or NUMBER.match(word):
            lines.append(word)
        elif cell_len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append("   " + word)
    return lines


def _tail(words: list[str], width: int) -> str:
    """As many of the last words as fit, after an ellipsis if some are left out."""
    line = ""
    for at in range(len(words) - 1, -1, -1):
        longer = f"{words[at]} {line}".rstrip()
        if len(longer) + 4 > width:
            return f"... {line}"
        line = longer
    return line


class MoveList(Widget):
    """As many moves around the one that is shown as there is room for, no line broken within a round that fits it; a
    click goes to one."""

    DEFAULT_CSS = """
    MoveList { height: 2; width: 1fr; color: $text-muted;
        link-color: $text-muted; link-style: none; link-background-hover: $primary; link-color-hover: $foreground; }
    .side MoveList { height: 1fr; }
    """

    ply: reactive[int] = reactive(0)
    """How many plies lie before what is shown."""

    signs: reactive[Mapping[int, str]] = reactive({})
    """The marks of moves, by the plies before them."""

    def __init__(self, record: Match) -> None:
        super().__init__()
        self._words = tuple(record.numbered())
        self._turns: list[list[int]] = []
        for at, word in enumerate(self._words):
            if not self._turns or " " in word:  # the first of each round carries its number
                self._turns.append([])
            self._turns[-1].append(at)

    def render(self) -> Content:
        """The lines around the move that is shown."""
        width, height = self.content_size
        lines, here = self._lines(max(8, width))
        first = max(0, min(here - height // 2, len(lines) - height))
        return Content("\n").join(
            Content(" ").join(self._word(at) for at in line) for line in lines[first : first + height]
        )

    def _lines(self, width: int) -> tuple[list[list[int]], int]:
        """The words that stand in each line, by number, and the line of the move that is shown."""
        lines: list[list[int]] = [[]]
        room, here = width, 0
        for turn in self._turns:
            needed = [cell_len(self._words[at]) + len(self.signs.get(at, "")) + 1 for at in turn]
            if sum(needed) <= width + 1:
                needed = [sum(needed), *(0 for _ in turn[1:])]  # a round that fits a line stays whole
            for at, columns in zip(turn, needed, strict=True):
                if columns > room + 1 and lines[-1]:
                    lines.append([])
                    room = width
                lines[-1].append(at)
                room -= columns
                if at + 1 == self.ply:
                    here = len(lines) - 1
        return lines, here

    def _word(self, at: int) -> Content:
        sign = self.signs.get(at, "")
        word = self._words[at] + sign
        marked = "" if not sign else "$text-success" if sign == "!" else "$text-error"
        look = "b reverse" if at + 1 == self.ply else marked
        styled = f"[{look}]$word[/]" if look else "$word"
        return Content.from_markup(f"[@click=screen.do('go','{at + 1}')]{styled}[/]", word=word)
