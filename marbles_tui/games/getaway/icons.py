"""The pictures on the squares of a trail, dot by dot, and the pips of a die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Picture = tuple[str, ...]


def _rows(drawn: str) -> Picture:
    return tuple(drawn.split())


COARSE: Final[Mapping[str, Picture]] = {
    "start": _rows("...##... .######. .##..##. .##..##."),
    "treasure": _rows(".######. ##.##.## ##.##.## .######."),
    "teleporter": _rows("....##.. ######## ######## ....##.."),
    "toll": _rows("##....## ######## ##....## ##....##"),
    "trinkets": _rows("..#..#.. ######## .##..##. .######."),
    "trap": _rows("######## #.#..#.# #.#..#.# ########"),
    "castle": _rows("##.##.## ######## .##..##. .##..##."),
}
"""Of eight by four dots, each half a cell wide and half a cell high."""

FINE: Final[Mapping[str, Picture]] = {
    "start": _rows("....##.... ...####... ..######.. ########## .########. .###..###. .###..###. .###..###."),
    "treasure": _rows(
        "..######.. .##....##. ##..##..## ##..##..## ##..##..## ##..##..## .##....##. ..######.."
    ),
    "teleporter": _rows(
        "....##.... ....####.. #########. ########## ########## #########. ....####.. ....##...."
    ),
    "toll": _rows("##......## ########## ##.##.##.# ########## ##......## ##......## ##......## ##......##"),
    "trinkets": _rows(
        "..##..##.. ...####... ########## ####..#### .###..###. .###..###. .###..###. .########."
    ),
    "trap": _rows("########## #.##..##.# #.##..##.# #.##..##.# #.##..##.# #.##..##.# #.##..##.# ##########"),
    "castle": _rows(
        "##.####.## ##.####.## ########## .########. .###..###. .##....##. .##....##. ###....###"
    ),
}
"""Of ten by eight dots, each half a cell wide and a quarter of a cell high: a house, a coin, an arrow, a gate, a
present, a cage, a tower."""

PIPS: Final = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""The pips of each number, on places from 0, upper left, to 8, lower right."""
