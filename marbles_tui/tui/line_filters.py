"""What every line goes through on its way to the terminal, as one."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, get_character_cell_size, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter

from marbles_tui.core.text import MARK, MOST_MARKS, SELECTORS, UNSHOWABLE
from marbles_tui.tui.kit.fit import OCTANTS


@lru_cache(maxsize=4096)
def _is_true(style: Style) -> bool:
    """Whether a style names its colours themselves, and not those of a terminal."""
    inks = (style.color, style.bgcolor)
    return not style.dim and all(ink is None or ink.triplet is not None for ink in inks)


class Chain(LineFilter):
    """Filters one after another. The line that comes out is the very one that went in where nothing has changed."""

    def __init__(self, filters: Sequence[LineFilter]) -> None:
        super().__init__()
        self.filters = tuple(filters)
        self.guards_only = all(isinstance(each, ANSIToTruecolor | SanitizeFilter) for each in filters)
        """Whether a clean line in colours of its own comes out as it went in."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line as it is to be seen."""
        for each in self.filters:
            if not (isinstance(each, ANSIToTruecolor) and _plain(segments)):
                segments = each.apply(segments, background)
        return segments


def _plain(segments: list[Segment]) -> bool:
    """Whether there are no colours of a terminal in a line."""
    return all(not control and (style is None or _is_true(style)) for _, style, control in segments)


SIGNS: Final[Mapping[str, str]] = {
    **dict.fromkeys("─━═╌╍┄┅▔▁╴╶╸╺", "-"), **dict.fromkeys("│┃║╎╏┆┇▏▎▍▌▐▕", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"),
    **dict.fromkeys("█▉▊▮▓■▇▆", "#"), **dict.fromkeys("▀▄▂▃▅░▒▯", " "),
    **dict.fromkeys("•‣◦▪⭑●◉⬤", "*"), **dict.fromkeys("○◯", "o"), **dict.fromkeys("–—‒−", "-"),
    **dict.fromkeys("←◀◂", "<"), **dict.fromkeys("→▶▸⏎", ">"), **dict.fromkeys("↑▲▴", "^"),
    **dict.fromkeys("↓▼▾⌄", "v"), **dict.fromkeys("‘’‚", "'"), **dict.fromkeys("“”„", '"'),
    "×": "x", "·": ".", "…": ".", "«": "<", "»": ">", "✓": "x", "✗": "x", "⌂": "^", "¤": "$", "Π": "%",
    "▣": "&", "╳": "#", "♜": "M",
}  # fmt: skip
"""Signs that have something like them in ASCII, each of one column. Those of the trail are as its board has
them, so that its help speaks of what is seen."""


@lru_cache(maxsize=1024)
def ascii_for(character: str) -> str:
    """A character as ASCII, in as many columns."""
    if character.isascii():
        return character
    width = cell_len(character)
    known = SIGNS.get(character)
    if known is None:
        letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
        known = letters if letters.isprintable() else ""
    return (known or "?")[:width].ljust(width) if width else ""


class AsciiFilter(LineFilter):
    """Turns every line of the screen into ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line in as many columns; lines that are ASCII already stay as they are."""
        if all(text.isascii() for text, _, _ in segments):
            return segments
        return [Segment("".join(map(ascii_for, text)), style, control) for text, style, control in segments]


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
