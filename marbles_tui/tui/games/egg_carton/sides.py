"""The words around the carton: a line for each side; in the first games the way round and what a pick would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hollows import HollowsLayout, Rows
from marbles_tui.tui.drawing.look import Look

NAMES: Final = (16, 36)
"""The fewest and the most columns for names."""

INDENT: Final = 4
"""Columns from the edge of the carton to the words beside it."""

LAST_DROP: Final = ("last", "drop")

ON_CARD, IN_HOLLOW = 0x063B1B, 0x9CFFB6
"""What is written of the last drop on the carton, and in the dark of an end."""


class Lines(NamedTuple):
    """The rows of the words, from the uppermost."""

    upper: int
    way: int
    deed: int
    lower: int


def _lines(canvas: Canvas, layout: HollowsLayout) -> Lines:
    """As far apart as there is room."""
    top, bottom = layout.slab.y, layout.slab.bottom
    above, below = top, canvas.height - bottom
    way = top - 1 - (above >= 5)
    deed = bottom + (below >= 4)
    return Lines(way - 1 - (above >= 4), way, deed, deed + 1 + (below >= 5))


def write_sides(
    canvas: Canvas, layout: HollowsLayout, rows: Rows, frame: Frame, ring: Sequence[int], look: Look
) -> None:
    """Each side's name, a pip for each marble that it has to clear, and their number; the mover's stand out."""
    lines = _lines(canvas, layout)
    for seat, (row, line) in enumerate(((rows.lower, lines.lower), (rows.upper, lines.upper))):
        _write_side(canvas, layout, frame, look, seat, line, sum(ring[slot] for slot in row))
    if frame.highlights.guided and frame.event is None and not frame.highlights.finale:
        left, right = layout.places[rows.upper[0]].x, layout.places[rows.upper[-1]].right
        _write_way(canvas, left, right, lines.way, look)
        _write_deed(canvas, left, right, lines.deed, frame.highlights.deed, look)
        _write_last_drop(canvas, layout, rows, frame, look)


def _write_side(
    canvas: Canvas, layout: HollowsLayout, frame: Frame, look: Look, seat: int, line: int, count: int
) -> None:
    moves = frame.turn == seat
    x, right = layout.slab.x + INDENT, layout.slab.right - INDENT
    ink = look.accent if moves else look.muted
    names = frame.highlights.names
    if seat < len(names):
        if moves:
            canvas.text(x - 2, line, look.skin.turn, look.accent, bold=True)
        wide = max(NAMES[0], min(NAMES[1], max(map(cell_len, names))))
        canvas.text(x, line, _cut(names[seat], wide), look.bright if moves else look.text, bold=True)
        x += wide + 2
    words = f"{count} to clear"
    room = right - x - len(words) - 2
    pitch = max(1, min(3, room // max(1, count)))
    for at in range(min(count, room // pitch)):
        canvas.text(x + at * pitch, line, look.skin.marble, ink)
    canvas.text(right - len(words), line, words, ink, bold=True)


def _cut(name: str, room: int) -> str:
    return name if cell_len(name) <= room else f"{set_cell_size(name, room - 1).rstrip()}~"


def _write_way(canvas: Canvas, left: int, right: int, line: int, look: Look) -> None:
    """Above the carton the way leads to the left."""
    told = " the way round "
    head, dash = (look.skin.left, "-") if look.skin.plain else (look.skin.left, "─")
    before = (right - left - len(told) - 2) // 2
    after = right - left - len(told) - 2 - before
    canvas.text(left, line, f"{head}{dash * before}{told}{dash * after}{head}", look.muted)


def _write_deed(canvas: Canvas, left: int, right: int, line: int, deed: str, look: Look) -> None:
    """Below it to the right: what the pick would do, or the way alone."""
    head, dash = (look.skin.right, "-") if look.skin.plain else (look.skin.right, "─")
    words = f" {deed.removesuffix('.')} " if deed else ""
    across = right - left - cell_len(words) - 2
    if across < 2:
        canvas.text(left, line, _cut(deed, right - left), look.accent, bold=True)
        return
    before = min(2, across) if words else 0
    ink = look.accent if deed else look.muted
    canvas.text(left, line, f"{head}{dash * before}", ink)
    canvas.text(left + 1 + before, line, words, ink, bold=True)
    canvas.text(left + 1 + before + cell_len(words), line, f"{dash * (across - before)}{head}", ink)


def _write_last_drop(canvas: Canvas, layout: HollowsLayout, rows: Rows, frame: Frame, look: Look) -> None:
    """Which place the last marble falls into: written in an end, and beside a slot where the carton is free."""
    shaded = look.skin.shaded
    for place in frame.highlights.landing if frame.highlights.deed else ():
        region = layout.places[place]
        middle = region.x + region.width // 2
        if place in rows.ends:
            for at, word in enumerate(LAST_DROP):
                ink = IN_HOLLOW if shaded else look.target
                canvas.text(middle - 2, region.y + region.height // 2 + at, word, ink, bold=True)
        else:
            line = region.bottom if place in rows.upper else region.y - 1
            words = " ".join(LAST_DROP)
            canvas.text(middle - len(words) // 2, line, words, ON_CARD if shaded else look.target, bold=True)
