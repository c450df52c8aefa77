"""The starts of Abacus: sixteen layouts, or any position or layout typed in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from marbles_tui.core import BadSetup
from marbles_tui.core.boards import board_text
from marbles_tui.games.abacus.layout import read_layout
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.abacus.text import read, write

DEFAULT: Final = "standard"

SETUPS: Final[Mapping[str, str]] = {
    "standard": "the classic start, face to face; often drawn by good players",
    "belgian-daisy": "two flowers on each side, crosswise; the players' favourite",
    "german-daisy": "the Belgian flowers, one row in from the edge",
    "dutch-daisy": "flowers with a heart of the other colour",
    "swiss-daisy": "the Dutch flowers, one row in from the edge",
    "wall": "a wall of eight, guarded in front and behind",
    "alien": "invaders with antennae",
    "domination": "both sides spread out, crosswise, round an empty middle",
    "snakes": "both sides wind from an edge inwards",
    "star": "single marbles and pairs, all over the board",
    "fujiyama": "two mountains, their tops to each other",
    "face-to-face": "left against right, a broad front in the middle",
    "alliances": "scattered diamonds side by side",
    "pyramid": "two pyramids on opposite corners",
    "infiltration": "an agent of each side behind the lines",
    "beginners": "the Belgian flowers, seven marbles a side",
}
"""A line about each layout in assets/boards/abacus, in the order of the menu."""

SHORT: Final = {
    "classic": "standard",
    "belgian": "belgian-daisy",
    "german": "german-daisy",
    "dutch": "dutch-daisy",
    "swiss": "swiss-daisy",
    "alienattack": "alien",
    "aliens": "alien",
    "snake": "snakes",
    "snakesvariant": "snakes",
    "fuji": "fujiyama",
    "mountfuji": "fujiyama",
    "alliance": "alliances",
    "beginner": "beginners",
}
"""Other names in use, without their blanks and hyphens."""


def name_of(text: str) -> str:
    """The name of a layout from any of the forms in use.

    Raises BadSetup if there is no such layout.
    """
    folded = "".join(char for char in text.lower() if char not in " -_\t").removeprefix("the")
    for name in SETUPS:
        if folded == name.replace("-", ""):
            return name
    if folded in SHORT:
        return SHORT[folded]
    raise BadSetup(f"abacus has no setup {text!r}: it has {', '.join(SETUPS)}, or a position text")


def resolve_setup(setup: str | None, options: Mapping[str, str]) -> str | None:
    """The setup as a record keeps it; see core.Game."""
    if setup is None:
        return None
    if _is_drawn(setup):
        return write(_position(setup, options))
    name = name_of(setup)
    return None if name == DEFAULT else name


def start(setup: str | None, options: Mapping[str, str]) -> Abacus:
    """The first position of a settled setup; see core.Game."""
    if setup is not None and _is_drawn(setup):
        return _position(setup, options)
    return layout(name_of(setup or DEFAULT))._replace(lose=int(options["lose"]))


@cache
def layout(name: str) -> Abacus:
    """The first position of a layout that comes with the game."""
    return read_layout(board_text("abacus", name))


def _is_drawn(setup: str) -> bool:
    return "/" in setup or "\n" in setup.strip()


def _position(text: str, options: Mapping[str, str]) -> Abacus:
    lose = int(options["lose"])
    return read_layout(text, lose) if "\n" in text.strip() else read(text, lose)
