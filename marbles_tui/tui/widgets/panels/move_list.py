"""The moves of a whole record, to look up and to go to."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.play import Match


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
