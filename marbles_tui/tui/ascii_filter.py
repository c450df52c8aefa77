"""Pure ASCII on the whole screen: what Textual draws of itself, and names, lists and texts as well."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

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
