"""Why something cannot be done, in the player's words."""

from __future__ import annotations

import re
from typing import Final

from marbles_tui.games.beadmaster.bars import HOLE_NAMES, HOLES, NAMES, OUTER, covered, end_at
from marbles_tui.games.beadmaster.position import Grid

SLIDE: Final = re.compile(r"([hv][1-7])([io])")


def explain_illegal(grid: Grid, text: str) -> str:
    """Why the normalized `text` cannot be played."""
    if grid.result:
        return "the game is over"
    slide = SLIDE.fullmatch(text)
    if slide:
        return _slide(grid, NAMES.index(slide[1]), -1 if slide[2] == "i" else 1)
    if text in HOLE_NAMES:
        return _hole(grid, HOLE_NAMES.index(text))
    if grid.placing:
        return "beads are being placed: expected a hole, A1 to G7"
    return "expected a bar, h1 to h7 or v1 to v7, and i (inwards) or o (outwards)"


def explain_illegal_pick(grid: Grid, picks: tuple[int, ...]) -> str:
    """Why a hole or the end of a bar cannot be picked."""
    if grid.result:
        return "the game is over"
    cell = picks[-1]
    if cell < HOLES:
        return _hole(grid, cell)
    end = end_at(cell)
    return _slide(grid, end.bar, end.step) if end else "there is nothing"


def _hole(grid: Grid, hole: int) -> str:
    name = HOLE_NAMES[hole]
    if not grid.placing:
        return "all beads are placed: slide a bar"
    if grid.beads[hole]:
        return f"{name} is taken"
    return f"{name} is open: a bead would fall through" if not covered(grid.bars, hole) else f"{name} is free"


def _slide(grid: Grid, bar: int, step: int) -> str:
    if grid.placing:
        return "the bars are slid when all beads are placed"
    name = NAMES[bar]
    if not 0 <= grid.bars[bar] + step <= OUTER:
        where, way = ("inner", "outwards") if step < 0 else ("outer", "inwards")
        return f"{name} is in its {where} position: it can only go {way}"
    other = grid.blocked.get(bar)
    if other == grid.turn:
        return f"with two players left, nobody may slide {name} three times in a row"
    return f"{name} is blocked: player {(other or 0) + 1} just moved it"
