"""What a terminal shows around the arcade: the title of its window, a notice where nobody looks, the pointer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NAME: Final = "Marbles"
YOURS: Final = "● "
"""Begins a title where it is the user's move."""

SAVE: Final = "\x1b[22;2t"
RESTORE: Final = "\x1b[23;2t"
"""Keep the title that there was, and bring it back (XTWINOPS)."""

NOTICES: Final[Mapping[str, str]] = {
    "kitty": "\x1b]99;i=marbles:o=unfocused;{}\x1b\\",
    **dict.fromkeys(("foot", "ghostty", "vte"), f"\x1b]777;notify;{NAME};{{}}\x1b\\"),
    **dict.fromkeys(("wezterm", "iterm2", "konsole", "windows terminal"), "\x1b]9;{}\x1b\\"),
}
"""How terminals are told to notify, by the names they give themselves; others have no such way."""

POINTERS: Final = ("kitty", "foot", "ghostty")
"""Terminals that take shapes of the pointer."""

TITLES: Final = (*NOTICES, "xterm", "contour", "mintty", "alacritty", "mlterm", "rio", "xterm.js")
"""Terminals that are known to take a title, and to show nothing of what sets it."""


def titled(words: str) -> str:
    """Sets the title, to words of our own alone."""
    return f"\x1b]2;{words}\x1b\\"


def notice(terminal: str, words: str) -> str:
    """Notifies, "" where the terminal has no way."""
    return NOTICES.get(terminal, "").format(words)
