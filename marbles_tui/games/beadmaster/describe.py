"""BeadMaster for those who do not see the board."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.games.beadmaster.bars import HOLE_NAMES, HOLES, NAMES, POSITIONS, SIZE, covered
from marbles_tui.games.beadmaster.position import BEADS, Grid


def describe(grid: Grid, names: Sequence[str]) -> str:
    """Where each player's beads lie and what holds them, how each bar stands, and which bars are inhibited."""
    lines = []
    for seat, who in enumerate(names):
        holes = [hole for hole, bead in enumerate(grid.beads) if bead == seat + 1]
        if holes:
            lines.append(f"{who} has beads on {' '.join(HOLE_NAMES[hole] for hole in holes)}.")
        else:
            lines.append(f"{who} has {'no bead placed yet' if grid.placing else 'no bead left'}.")
    for side, first in (("Horizontal", 0), ("Vertical", SIZE)):
        bars = [f"{NAMES[bar]} {POSITIONS[grid.bars[bar]]}" for bar in range(first, first + SIZE)]
        lines.append(f"{side} bars: {', '.join(bars)}.")
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
