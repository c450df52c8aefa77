"""Every screen, to be looked at in every size and skin. A new screen is one more line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from scripts.screenshots import (
    BEADS,
    DAISY,
    HOME,
    PUSHING,
    SOURCE,
    SWALLOWING,
    WON,
    Picture,
    boards,
    editor,
    library,
    show,
    statistics,
    watching,
    welcome,
)

SCREENS: Final[Mapping[str, Picture]] = {
    "menu": Picture(),
    "show": Picture(prepare=show),
    "welcome": Picture(prepare=welcome),
    "set-up": Picture(keys=("enter",)),
    "more-options": Picture(keys=("2", "o")),
    "won": Picture(record=WON, keys=("f",)),
    "settings": Picture(keys=("s",)),
    "help-rules": Picture(record=SOURCE, keys=("question_mark", "2")),
    "help-example": Picture(record=SOURCE, keys=("question_mark", "3")),
    "help-keys": Picture(keys=("question_mark",)),
    "game-menu": Picture(record=SOURCE, keys=("g",)),
    "egg-carton": Picture(record=SOURCE, keys=("right", "t", "y")),
    "abacus": Picture(record=DAISY, keys=("right", "space")),
    "gobblet": Picture(record=SWALLOWING, keys=("t", "2")),
    "beadmaster": Picture(record=BEADS, keys=("h", "7", "t")),
    "getaway": Picture(record=HOME),
    "boards": Picture(prepare=boards),
    "editor": Picture(prepare=editor),
    "analysis": Picture(record=PUSHING, keys=("y",)),
    "library": Picture(prepare=library),
    "replay": Picture(record=SOURCE, prepare=watching("A J", 1)),
    "statistics": Picture(prepare=statistics),
    "puzzle": Picture(keys=("d",)),
    "puzzles": Picture(keys=("u",)),
    "palette": Picture(keys=("ctrl+p",)),
}


def variants(
    sizes: Iterable[tuple[int, int]], skins: Iterable[str], names: Iterable[str] = SCREENS
) -> dict[str, Picture]:
    """Every screen, or those of some names, in some sizes and skins."""
    return {
        f"{name}-{size[0]}x{size[1]}-{skin}": replace(SCREENS[name], size=size, skin=skin)
        for name in names
        for size in sizes
        for skin in skins
    }
