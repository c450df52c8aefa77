"""The arcade's own themes, beside Textual's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

THEMES: Final = (
    Theme(
        "felt", dark=True, primary="#C9A24A", secondary="#7FB08A", accent="#E8C468", warning="#E8A33A",
        error="#E06A5A", success="#5E9F63", foreground="#EDE7D3", background="#0F2A20", surface="#15372A",
        panel="#1B4333",
    ),
    Theme(
        "parchment", dark=False, primary="#7A4A21", secondary="#52693F", accent="#8C2F1E", warning="#8A5A00",
        error="#A32D20", success="#4D7A34", foreground="#33271A", background="#F3E9D0", surface="#EADDBE",
        panel="#DFCFA8",
    ),
    Theme(
        "clear", dark=True, primary="#648FFF", secondary="#56B4E9", accent="#FFB000", warning="#FFB000",
        error="#DC267F", success="#2C6FBB", foreground="#F2F2F2", background="#101216", surface="#191C22",
        panel="#22262E",
    ),
)  # fmt: skip
"""Dark felt, light parchment, and one whose colours do not depend on telling red from green or blue from
yellow."""

MARKS: Final[Mapping[str, tuple[int, int, int]]] = {
    "parchment": (0x1C7A38, 0xB86E00, 0xB8241A),
    "clear": (0x648FFF, 0xFFB000, 0xDC267F),
}
"""Target, flash and threat in themes for which the usual colours of marks will not do."""
