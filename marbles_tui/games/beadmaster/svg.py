"""BeadMaster as a picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from marbles_tui.core.svg import FAINT, MARK, Drawing, mix
from marbles_tui.games.beadmaster.bars import BARS, ENDS, HOLES, NAMES, SIZE, SLOTS, cover
from marbles_tui.games.beadmaster.position import Grid

BEADS: Final = (0xF2B233, 0x46C96A, 0xE9E9EE, 0xC07CF2)
COVERS: Final = {"blue": 0x3558B4, "red": 0xA83A40, "black": 0x0A0B0E}
BARS_SEEN: Final = (0xB9484E, 0x4A6CCB)
"""Of a horizontal and a vertical bar, where it sticks out."""

WOOD: Final = 0x5F5444
STEP: Final = 44.0
HOLE: Final = 18.0
OUT: Final = 2 * STEP + 26
"""What a bar may stick out, and its name."""

GRID: Final = SIZE * STEP
WIDTH: Final = GRID + 2 * OUT


def svg(position: Grid, marked: Collection[int] = (), caption: str = "") -> str:
    """The grid from above with the ends of all bars; a bar that may not be slid now is dark."""
    drawing = Drawing(WIDTH, WIDTH)
    blocked = position.blocked if position.result is None else {}
    for bar in range(BARS):
        _bar(drawing, bar, position.bars[bar], bar in blocked)
    drawing.rect(OUT - 4, OUT - 4, GRID + 8, GRID + 8, WOOD, round=8, rim=mix(WOOD, 0, 0.4))
    for hole in range(HOLES):
        row, column = divmod(hole, SIZE)
        x, y = OUT + (column + 0.5) * STEP, OUT + (row + 0.5) * STEP
        drawing.circle(x, y, HOLE, COVERS[cover(position.bars, hole)], rim=mix(WOOD, 0, 0.45))
        if position.beads[hole]:
            drawing.marble(x, y, HOLE - 3, BEADS[position.beads[hole] - 1])
        if hole in marked:
            drawing.circle(x, y, HOLE, None, rim=MARK, wide=3)
    for end in ENDS:
        if end.cell in marked:
            x, y = _beside(end.bar, -0.22 if end.step < 0 else SIZE + 0.22)
            drawing.circle(x, y, 5, MARK)
    for column in range(SIZE):
        drawing.text(OUT + (column + 0.5) * STEP, WIDTH - 4, "ABCDEFG"[column], size=11, ink=FAINT)
        drawing.text(WIDTH - 6, OUT + (column + 0.5) * STEP + 4, str(column + 1), size=11, ink=FAINT)
    return drawing.document("BeadMaster", caption)


def _bar(drawing: Drawing, bar: int, at: int, blocked: bool) -> None:
    """The slots of a bar that are not below the grid, and its name before its first end."""
    colour = BARS_SEEN[bar >= SIZE]
    if blocked:
        colour = mix(colour, 0, 0.55)
    for slot, sign in enumerate(SLOTS[bar]):
        if 0 <= slot - at < SIZE:
            continue
        x, y = _beside(bar, slot - at + 0.5)
        half = STEP / 2 - 3
        drawing.rect(x - half, y - half, 2 * half, 2 * half, colour, round=4)
        if sign == "o":
            drawing.circle(x, y, HOLE - 5, mix(colour, 0, 0.62))
    x, y = (11.0, OUT + (bar + 0.5) * STEP + 4) if bar < SIZE else (OUT + (bar - SIZE + 0.5) * STEP, 14.0)
    drawing.text(x, y, NAMES[bar], size=12, ink=mix(BARS_SEEN[bar >= SIZE], 0xFFFFFF, 0.35))


def _beside(bar: int, along: float) -> tuple[float, float]:
    """A point on a bar, so many slots from the edge of the grid."""
    if bar < SIZE:
        return OUT + along * STEP, OUT + (bar + 0.5) * STEP
    return OUT + (bar - SIZE + 0.5) * STEP, OUT + along * STEP
