"""BeadMaster in words: a position, and what a move is good for or why it is not legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from marbles_tui.core.text import enumerated, plural
from marbles_tui.games.beadmaster.position import (
    BARS,
    BEADS,
    COVERS,
    HOLE_NAMES,
    HOLES,
    NAMES,
    OUTER,
    POSITIONS,
    SIZE,
    SLIDES,
    SLOTS,
    Grid,
    Placement,
    Ply,
    covered,
    end_at,
    gone,
)

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
