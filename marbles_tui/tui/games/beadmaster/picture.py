"""The grid in small, for the menu."""

from __future__ import annotations

from typing import Any, Final

from marbles_tui.games.beadmaster.bars import BARS, INNER, OUTER, SIZE, cover
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box, material, put_sign, sign_ink, small_marble
from marbles_tui.tui.games.beadmaster.colours import BEADS

BRASS: Final = 0x8A7A5C
RED: Final = 0xBE484E
BLUE: Final = 0x3E66CC
BLACK: Final = 0x08090D
BARS_BELOW: Final = {"red": RED, "blue": BLUE, "black": BLACK}
SIGNS: Final = {"red": "-", "blue": "|", "black": "."}

SMALL_EMBLEM: Final = ("1r", "b2")
EMBLEM: Final = ("b1k", "kb2", "1kb")


def picture(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """The holes, what is seen through them, the beads, and the ends of the bars that stick out."""
    if not look.skin.shaded:
        _draw(canvas, box, board, look)
        return
    room = min(box.width, box.height)
    pitch = max(2, room // (SIZE + 2))
    gap = 0 if pitch < 4 else 1 if pitch < 9 else 2
    hole = pitch - gap
    inside = SIZE * pitch - gap
    left, top = box.middle(inside, inside)
    rim = max(1, min(2, (room - inside) // 4))
    sticks = 1 if hole <= 2 else max(1, min(round(hole * 0.85), (room - inside) // 2 - rim))
    thick = max(1, hole - 1)
    for bar in range(BARS):
        across, line = bar < SIZE, bar % SIZE * pitch + (hole - thick) // 2
        colour = material(look, mix(RED if across else BLUE, 0xFFFFFF, 0.06))
        for first, out in ((True, board.bars[bar] > INNER), (False, board.bars[bar] < OUTER)):
            if out and across:
                x = left - rim - sticks if first else left + inside + rim
                canvas.fill(x, top + line, sticks, thick, colour)
            elif out:
                y = top - rim - sticks if first else top + inside + rim
                canvas.fill(left + line, y, thick, sticks, colour)
    paint_frame(canvas, left - rim, top - rim, inside + 2 * rim, look)
    beads = look.pieces(BEADS)
    for place, seat in enumerate(board.beads):
        row, column = divmod(place, SIZE)
        x, y = left + column * pitch, top + row * pitch
        paint_hole(canvas, x, y, hole, BARS_BELOW[cover(board.bars, place)], look)
        if seat:
            canvas.blit(small_marble(hole, beads[seat - 1]), x, y)


def emblem(canvas: Canvas, box: Box, look: Look) -> None:
    """Two holes by two, or three by three, and the ends of some bars."""
    rows = EMBLEM if box.height >= 9 else SMALL_EMBLEM
    count = len(rows)
    hole = max(2, (min(box.width, box.height) - 2) // (count + 1) - (box.height >= 14))
    gap = 0 if box.height < 9 else 1
    pitch, inside = hole + gap, count * (hole + gap) - gap
    left, top = box.middle(inside, inside)
    rim = gap
    ends = min(2, (box.width - 1 - inside) // 2 - rim)
    above = min(2, (box.height - inside) // 2 - rim)
    for line in range(count):
        across = (
            (left - rim - ends, top + line * pitch) if line % 2 else (left + inside + rim, top + line * pitch)
        )
        canvas.fill(*across, ends, hole, material(look, RED))
        if line != 1 or count == 2:
            down = (left + line * pitch, top - rim - above if line == 0 else top + inside + rim)
            canvas.fill(*down, hole, above, material(look, BLUE))
    if rim:
        paint_frame(canvas, left - rim, top - rim, inside + 2 * rim, look)
    beads = look.pieces(BEADS)
    for row, places in enumerate(rows):
        for column, sign in enumerate(places):
            x, y = left + column * pitch, top + row * pitch
            paint_hole(canvas, x, y, hole, {"b": BLUE, "r": RED}.get(sign, BLACK), look)
            if sign.isdigit():
                canvas.blit(small_marble(hole, beads[int(sign) - 1]), x, y)


def paint_frame(canvas: Canvas, x: int, y: int, size: int, look: Look) -> None:
    """The brass in which the holes are."""
    brass = material(look, BRASS)
    for line in range(size):
        canvas.fill(x, y + line, size, 1, mix(brass, mix(brass, 0, 0.3), line / size))


def paint_hole(canvas: Canvas, x: int, y: int, size: int, colour: int, look: Look) -> None:
    """A hole and what is seen through it."""
    shown = colour if colour == BLACK else material(look, colour)
    canvas.fill(x, y, size, size, shown)
    if size >= 4 and colour != BLACK:
        canvas.fill(x, y, size, 1, mix(shown, 0, 0.25))


def _draw(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """The same in signs: bars that are seen through holes, and the numbers of the beads' owners."""
    pitch = max(2, min(6, box.width // (SIZE + 2), box.height // (SIZE + 2) * 2) // 2 * 2)
    tall = max(2, pitch // 2 // 2 * 2)
    left, top = box.middle((SIZE - 1) * pitch + 1, (SIZE - 1) * tall + 2)
    inks = {"red": sign_ink(look, RED), "blue": sign_ink(look, mix(BLUE, 0xFFFFFF, 0.3 * look.dark))}
    for bar in range(BARS):
        line = bar % SIZE
        for end, out in ((-1, board.bars[bar] > INNER), (SIZE, board.bars[bar] < OUTER)):
            if out and bar < SIZE:
                put_sign(canvas, left + end * pitch, top + line * tall, "=", inks["red"])
            elif out:
                put_sign(canvas, left + line * pitch, top + end * tall, "|", inks["blue"])
    for place, seat in enumerate(board.beads):
        row, column = divmod(place, SIZE)
        seen = cover(board.bars, place)
        ink = sign_ink(look, look.pieces(BEADS)[seat - 1]) if seat else inks.get(seen, look.muted)
        put_sign(canvas, left + column * pitch, top + row * tall, str(seat) if seat else SIGNS[seen], ink)
