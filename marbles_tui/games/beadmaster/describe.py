"""BeadMaster for those who do not see the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from marbles_tui.core.text import enumerated
from marbles_tui.games.beadmaster.bars import (
    BARS,
    COVERS,
    HOLE_NAMES,
    HOLES,
    NAMES,
    POSITIONS,
    SIZE,
    SLOTS,
    covered,
)
from marbles_tui.games.beadmaster.position import BEADS, Grid

LEGEND: Final = (
    "The bars, slot by slot, from the left or the top: x is filled, o is holed.",
    "The seven slots that stand together lie under the holes; i moves the bar right or",
    "down by one slot, o left or up.",
)


def describe(grid: Grid, names: Sequence[str]) -> str:
    """Where each player's beads lie and what holds them, the slots of each bar, and which bars are inhibited."""
    lines = []
    for seat, who in enumerate(names):
        holes = [hole for hole, bead in enumerate(grid.beads) if bead == seat + 1]
        if holes:
            lines.append(f"{who} has beads on {', '.join(_held(grid, hole) for hole in holes)}.")
        else:
            lines.append(f"{who} has {'no bead placed yet' if grid.placing else 'no bead left'}.")
    lines += [" ".join(LEGEND), *_bars(grid)]
    if grid.placing:
        free = [
            HOLE_NAMES[hole] for hole in range(HOLES) if not grid.beads[hole] and covered(grid.bars, hole)
        ]
        left = BEADS - grid.beads.count(grid.turn + 1)
        lines.append(
            f"{names[grid.turn]} has {left} of {BEADS} beads to place; covered and free: {' '.join(free)}."
        )
    elif grid.result is None and grid.blocked:
        held = ", ".join(f"{NAMES[bar]} by {names[seat]}" for bar, seat in sorted(grid.blocked.items()))
        lines.append(f"Blocked, as they were slid last: {held}.")
    return "\n".join(lines)


def _held(grid: Grid, hole: int) -> str:
    """A hole and the bars that cover it: "C4 held by h4 and v3"."""
    row, column = divmod(hole, SIZE)
    bars = [NAMES[bar] for bar in (row, SIZE + column) if hole in COVERS[bar][grid.bars[bar]]]
    return f"{HOLE_NAMES[hole]} held by {enumerated(bars)}"


def _bars(grid: Grid) -> Iterator[str]:
    """The nine slots of each bar: "h1 central: x oxoxoxo x"."""
    for bar in range(BARS):
        slots, at = SLOTS[bar], grid.bars[bar]
        parts = slots[:at], slots[at : at + SIZE], slots[at + SIZE :]
        yield f"{NAMES[bar]} {POSITIONS[at]}: {' '.join(filter(None, parts))}"
