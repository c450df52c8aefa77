"""The moves played so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
