"""The egg carton in small, for the menu."""

from __future__ import annotations

from typing import Any, Final

from marbles_tui.games.egg_carton.ring import SIDES
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import MARBLES, Look
from marbles_tui.tui.drawing.pictures import Box, material, put_sign, sign_ink, small_marble
from marbles_tui.tui.drawing.sprites import hollow, pile

CARTON: Final = 0x80786A
SHADOW: Final = 0x1E1B18
LIGHT: Final = 0x4A443C

COLUMNS: Final = 6
FLATTEST: Final = 0.62
"""The height of a carton is at most this share of its width."""

FLAT: Final = 5
"""Pixels across a cup below which it is flat."""

RED, BLUE, YELLOW, GREEN = MARBLES[:4]
EGGS: Final = ((RED, YELLOW, None), (BLUE, None, GREEN))


def picture(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """Twelve cups with their marbles in heaps, or counted."""
    if not look.skin.shaded:
        _count(canvas, box, board, look)
        return
    cup = max(2, min((box.width - 2) // COLUMNS, int((box.height - 2) / FLATTEST - 2) // COLUMNS))
    width = COLUMNS * cup + 2
    height = min(box.height - 2, int(width * FLATTEST))
    tall = (height - 4) // 2
    left, top = box.middle(width, 2 * tall + 4)
    _slab(canvas, left, top, width, 2 * tall + 4, look)
    for side, slots in enumerate(SIDES):
        y = top + (tall + 2 if side == 0 else 1)
        for at, slot in enumerate(slots):
            x = left + 1 + cup * (at if side == 0 else COLUMNS - 1 - at)
            colours = [MARBLES[(slot * 3 + number * 5) % len(MARBLES)] for number in range(board.ring[slot])]
            _cup(canvas, Box(x, y, cup, tall + 1), colours, look)


def _cup(canvas: Canvas, box: Box, colours: list[int], look: Look) -> None:
    """A hollow with the marbles in it, as many as can be seen."""
    gap = 1 if box.width < 9 else 2
    wide, tall = box.width - gap, box.height - 1
    x, y = box.x + gap // 2 + (gap == 1), box.y
    if wide < FLAT - 1:
        canvas.fill(x, y, wide, tall, material(look, SHADOW))
    else:
        board = material(look, CARTON)
        for dx, dy, inside, rim, light in hollow(wide, tall):
            canvas.dot(x + dx, y + dy, mix(material(look, SHADOW), material(look, LIGHT), light), inside)
            canvas.dot(x + dx, y + dy, mix(mix(board, 0, 0.42), mix(board, 0xFFFFFF, 0.24), light), rim)
    if not colours:
        return
    edge = 0 if wide < FLAT else 1
    inner_wide, inner_tall = wide - 2 * edge, tall - 2 * edge
    size = max(2, min(9, round((inner_wide * inner_tall / 6) ** 0.5)))
    while size > 2 and (inner_wide // size) * (inner_tall // size) < len(colours):
        size -= 1
    seen = colours[: max(1, inner_wide // size) * max(1, inner_tall // size)]
    for (dx, dy), colour in zip(pile(len(seen), inner_wide, inner_tall, size), seen, strict=True):
        canvas.blit(small_marble(size, colour), x + edge + dx, y + edge + dy)


def _count(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """The counts of the cups in two rows."""
    pitch = max(2, min(10, box.width // COLUMNS))
    apart = max(2, min(12, box.height // 4)) // 2 * 2
    left, top = box.middle(COLUMNS * pitch, apart + 2)
    for side, slots in enumerate(SIDES):
        for at, slot in enumerate(slots):
            count = board.ring[slot]
            sign = str(count) if count else look.skin.empty
            ink = sign_ink(look, MARBLES[slot % len(MARBLES)]) if count else look.muted
            x = left + pitch * (at if side == 0 else COLUMNS - 1 - at) + pitch // 2
            put_sign(canvas, x, top + (apart if side == 0 else 0), f"({sign})" if pitch >= 5 else sign, ink)


def emblem(canvas: Canvas, box: Box, look: Look) -> None:
    """Three cups by two."""
    size = max(1, min((box.width - 4) // 3, (box.height - 2) // 2))
    gap = 1 if 2 * size + 3 <= box.height else 0
    width, height = 3 * size + 4, 2 * size + gap + 2
    left, top = box.middle(width, height)
    _slab(canvas, left, top, width, height, look)
    for row, eggs in enumerate(EGGS):
        for column, colour in enumerate(eggs):
            x, y = left + 1 + column * (size + 1), top + 1 + row * (size + gap)
            canvas.fill(x, y, size, size, material(look, 0x262320))
            if colour is not None:
                canvas.blit(small_marble(size, colour), x, y)


def _slab(canvas: Canvas, x: int, y: int, width: int, height: int, look: Look) -> None:
    board = material(look, CARTON)
    for line in range(height):
        canvas.fill(x, y + line, width, 1, mix(board, mix(board, 0, 0.18), line / height))
    canvas.fill(x, y, width, 1, mix(board, 0xFFFFFF, 0.14))
    canvas.fill(x, y + height - 1, width, 1, mix(board, 0, 0.4))
