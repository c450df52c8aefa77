"""Texts that would like to do more than be read, and what must not be found where they are shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rich.cells import get_character_cell_size
from textual.app import App
from textual.strip import Strip

from marbles_tui.core.text import UNSHOWABLE

SAMPLES: Final = {
    "csi": "a\x1b[2J\x1b[31mb",
    "osc": "a\x1b]0;owned\x07b\x1b]52;c;Zm9v\x07c",
    "c1": "a\x9b2Jb\x90c\x9d0;owned\x9c",
    "bell": "a\x07\x08\x0e\x7fb",
    "markup": "[bold red]a[/] [@click=app.bell]b[/] [/nothing] $c",
    "unclosed": "[bold [@click=",
    "override": "a\u202egnp.exe\u202c",
    "isolates": "a\u2066b\u2067c\u2069\u200f\u061cd",
    "flood": "a" + "\u0301" * 10_000,
    "melting": "\u1112" + "\u1161" * 10_000,
    "selectors": "\u2764\ufe0f\ufe0f\ufe0fa\u20e3",
    "joiners": "\U0001f469\u200d\U0001f680\u200d\u200da\u200b",
    "lines": "a\nb\r\nc\td\u2028e\x0bf\x0c",
    "private": "a\ue000\ufff9b\U000e0041\U0010ffff",
    "long": "x" * 100_000,
    "wide": "王" * 50_000,
}
"""By what they try."""

BROKEN: Final = "a\udcffb\ud800"
"""Halves of pairs: bytes of a file's name or an argument that are no UTF-8."""

ALL: Final = {**SAMPLES, "broken": BROKEN}

FEW: Final = ("csi", "markup", "flood", "lines", "long")
"""One of each kind, where every sample would take long."""


def dangers(text: str, allowed: str = "\n") -> set[str]:
    """What in a text would move the cursor, turn the writing or flood a cell, by name; empty for none."""
    found = {
        f"U+{ord(char):04X}"
        for char in text
        if char not in allowed and unicodedata.category(char) in UNSHOWABLE
    }
    runs = (
        sum(1 for _ in run) for none, run in groupby(text, lambda c: not get_character_cell_size(c)) if none
    )
    return found | ({"flood"} if max(runs, default=0) > 2 else set())


def screen_strips(app: App[None]) -> list[Strip]:
    """The lines of the screen as the terminal gets them."""
    return app.screen._compositor.render_strips()


def assert_harmless(app: App[None]) -> None:
    """The screen shows signs alone, its lines are as wide as they say, and no text leads to an action."""
    assert app.is_running
    width = app.size.width
    strips = screen_strips(app)
    assert strips
    for strip in strips:
        assert not dangers(strip.text, allowed=""), ascii(strip.text)
        assert Strip(list(strip)).cell_length == width, ascii(strip.text)
        assert "bell" not in str([segment.style.meta for segment in strip if segment.style]), ascii(
            strip.text
        )


def names(samples: Iterable[str]) -> list[tuple[str, ...]]:
    """Samples by sixes, as many as sit at one table; the last six are filled up."""
    all_of_them = list(samples)
    return [tuple((all_of_them[at:] + all_of_them)[:6]) for at in range(0, len(all_of_them), 6)]
