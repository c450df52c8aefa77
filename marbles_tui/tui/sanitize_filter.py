"""The last look at every line before the terminal gets it: whatever a text holds, only signs go out."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, get_character_cell_size, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from marbles_tui.core.text import MARK, MOST_MARKS, SELECTORS, UNSHOWABLE
from marbles_tui.tui.kit.fit import OCTANTS

OWN: Final = frozenset(OCTANTS.signs)
"""Signs that we draw with, and that Python may be too old to know."""


@lru_cache(maxsize=4096)
def guarded(text: str) -> str:
    """A text in as many columns, without what would move the cursor or turn the writing, or flood a cell."""
    out: list[str] = []
    marks = 0
    for char in text:
        wide = get_character_cell_size(char)
        if unicodedata.category(char) in UNSHOWABLE and char not in OWN:
            out.append(MARK * wide)
        elif wide:
            out.append(char)
            marks = 0
        elif marks < MOST_MARKS and out and ord(char) not in SELECTORS:
            out.append(char)
            marks += 1
    return set_cell_size("".join(out), cell_len(text))


class SanitizeFilter(LineFilter):
    """Lets no control character, no bidirectional sign and no flood of accents through."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line in as many columns; lines that are clean already stay as they are."""
        if all((text.isascii() and text.isprintable()) or guarded(text) == text for text, _, _ in segments):
            return segments
        return [Segment(guarded(text), style, control) for text, style, control in segments]
