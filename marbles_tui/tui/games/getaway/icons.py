"""Large signs and figures for the squares of a trail, built of pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from marbles_tui.games.getaway.board import Kind

ICONS: Final[Mapping[Kind, str]] = {
    "start": "...#... ..###.. .#####. ####### .#.#.#. .###.#.",
    "treasure": "..###.. .#...#. #..#..# #..#..# .#...#. ..###..",
    "teleporter": "#..#... ##.##.. .##.##. .##.##. ##.##.. #..#...",
    "toll": "####### ####### .#...#. .#...#. .#...#. .#...#.",
    "trinkets": ".#####. #.....# ####### #..#..# #.....# #######",
    "trap": "#.....# .#...#. ..#.#.. ...#... ..#.#.. .#...#.",
    "castle": "#.#.#.# ####### .#####. .##.##. .##.##. .##.##.",
}
"""A sign for each kind that has one: rows of pixels, from the top."""

DIGITS: Final[Mapping[str, str]] = {
    "0": "### #.# #.# #.# #.# ###",
    "1": ".# ## .# .# .# .#",
    "2": "### ..# ..# ### #.. ###",
    "3": "### ..# .## ..# ..# ###",
    "4": "#.# #.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ..# ###",
    "6": "### #.. ### #.# #.# ###",
    "7": "### ..# ..# .#. .#. .#.",
    "8": "### #.# ### #.# #.# ###",
    "9": "### #.# #.# ### ..# ###",
    "-": ".. .. .. ## .. ..",
}
"""Figures as high as the signs."""


HALVES: Final[Mapping[str, str]] = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def pixels(rows: str) -> Iterator[tuple[int, int]]:
    """Column and row of every pixel that is set."""
    return ((x, y) for y, row in enumerate(rows.split()) for x, dot in enumerate(row) if dot == "#")


def as_text(rows: str, plain: bool) -> list[str]:
    """The pixels as lines of signs: two of them, one above the other, in a cell; in ASCII each is a sign."""
    lines = rows.split()
    if plain:
        return [line.replace(".", " ") for line in lines]
    pairs = zip(lines[::2], [*lines[1::2], "." * len(lines[0])], strict=False)
    return ["".join(HALVES[above + below] for above, below in zip(*pair, strict=True)) for pair in pairs]
