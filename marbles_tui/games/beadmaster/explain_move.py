"""What a ply of BeadMaster is good for, in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from marbles_tui.core.text import plural
from marbles_tui.games.beadmaster.bars import OUTER, covered
from marbles_tui.games.beadmaster.position import SLIDES, Grid, Placement, Ply, gone

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
"""More than seven beads never lie over one bar."""


def explain_move(grid: Grid, move: Ply, names: Sequence[str]) -> str:
    """Whose beads fall, or what is safer afterwards; "" for a ply that only waits."""
    seat, after = grid.turn, grid.play(move)
    if isinstance(move, Placement):
        return "" if move.hole in exposed(after) else "no single slide can drop it"
    fallen = Counter(grid.beads[hole] - 1 for hole in gone(grid, move))
    if fallen:
        own = fallen.pop(seat, 0)
        parts = [f"{_beads(count)} of {names[owner]}" for owner, count in sorted(fallen.items())]
        said = f"drops {_and(parts)}" if parts else ""
        if own:
            said = f"{said}, for {_beads(own)} of yours" if said else f"drops {_beads(own)} of yours"
        won = after.result and seat in after.result.winners
        return f"{said} and wins" if won else said
    saved = len(_own(grid, seat) & exposed(grid)) - len(_own(after, seat) & exposed(after))
    if saved > 0:
        return f"takes {plural(saved, 'bead')} of yours out of danger"
    aimed = len(exposed(after) - _own(after, seat)) - len(exposed(grid) - _own(grid, seat))
    return f"puts {plural(aimed, 'bead')} of others in danger" if aimed > 0 else ""


def exposed(grid: Grid) -> set[int]:
    """The holes whose beads some slide of anybody would let fall."""
    slides = (slide for slide in SLIDES if 0 <= grid.bars[slide.bar] + slide.step <= OUTER)
    return {hole for slide in slides for hole in gone(grid, slide) if covered(grid.bars, hole)}


def _own(grid: Grid, seat: int) -> set[int]:
    return {hole for hole, bead in enumerate(grid.beads) if bead == seat + 1}


def _beads(count: int) -> str:
    return f"{NUMBERS[count]} bead{'' if count == 1 else 's'}"


def _and(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]
