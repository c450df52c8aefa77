"""The travellers' pawns."""

from __future__ import annotations

from typing import Final

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import contrast, mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.getaway.colours import PAWNS
from marbles_tui.tui.games.getaway.icons import as_text, pixels

LARGE: Final = ".###. .###. .###. ..#.. .###. ##### ##### #####"
"""The pixels of a large pawn."""

LARGE_PLAIN: Final = (" (_) ", "  |  ", " / \\ ", "/___\\")
"""The same in ASCII."""

LARGE_WIDE, LARGE_TALL = 5, 4
WIDE, TALL = 3, 2
"""Columns and rows of pawns."""


def pawn_size(large: bool, room: int, count: int) -> tuple[int, int]:
    """Columns and rows of each of so many pawns that share `room` columns."""
    if large and LARGE_WIDE * count <= room:
        return LARGE_WIDE, LARGE_TALL
    return (WIDE, TALL) if WIDE * count <= room else (max(1, min(2, room // count)), 1)


def paint_pawn(
    canvas: Canvas, x: int, bottom: int, seat: int, size: tuple[int, int], held: bool, look: Look
) -> None:
    """A pawn with its player's number on its foot, the lowest row of it in line `bottom`; one that is trapped is
    in brackets."""
    colour = look.pieces(PAWNS)[seat]
    ink = max((0x101014, 0xFFFFFF), key=lambda ink: contrast(ink, colour))
    number, (wide, tall) = str(seat + 1), size
    if tall == LARGE_TALL and not (look.skin.shaded and look.coloured):
        _draw_large(canvas, x, bottom, number, held, colour, ink, look)
        return
    if not look.skin.shaded or not look.coloured or tall < TALL:
        _draw_pawn(canvas, x, bottom, number, wide, held, colour, ink, look)
        return
    canvas.erase(x, bottom - tall + 1, wide, tall)
    shades = [
        mix(colour, 0xFFFFFF, 0.12),
        mix(colour, 0xFFFFFF, 0.35),
        colour,
        mix(colour, 0, 0.22),
        mix(colour, 0, 0.3),
    ]
    if tall == LARGE_TALL:
        for dx, dy in pixels(LARGE):
            shade = shades[dx]
            canvas.dot(x + dx, 2 * (bottom - tall + 1) + dy, mix(shade, 0, 0.15) if dy == 4 else shade)
    else:
        canvas.text(x, bottom - 1, "▐", shades[2])
        canvas.fill(x + 1, 2 * bottom - 2, 1, 2, shades[1])
        canvas.text(x + 2, bottom - 1, "▌", shades[3])
        for dx, shade in enumerate((colour, colour, shades[3])):
            canvas.fill(x + dx, 2 * bottom, 1, 2, shade)
    canvas.text(x + wide // 2, bottom, number, ink, colour, bold=True)
    if held:
        canvas.text(x + wide // 2 - 1, bottom, "[", ink, colour, bold=True)
        canvas.text(x + wide // 2 + 1, bottom, "]", ink, shades[3], bold=True)


def _draw_large(
    canvas: Canvas, x: int, bottom: int, number: str, held: bool, colour: int, ink: int, look: Look
) -> None:
    """A large pawn in signs, with its number on its foot, in brackets if it is trapped."""
    plain, foot = look.skin.plain, bottom - LARGE_TALL + 1
    body = look.material_ink(colour) if look.coloured else look.text
    canvas.erase(x, foot, LARGE_WIDE, LARGE_TALL)
    for down, line in enumerate(LARGE_PLAIN if plain else as_text(LARGE, plain)):
        canvas.text(x, foot + down, line, body, bold=True)
    text = f"[{number}]" if held else f" {number} "
    if plain:
        canvas.text(x + 1, bottom, text, look.text, bold=True)
    else:
        canvas.text(x + 1, bottom, text, ink if look.coloured else look.ground, body, bold=True)


def _draw_pawn(
    canvas: Canvas, x: int, y: int, number: str, wide: int, held: bool, colour: int, ink: int, look: Look
) -> None:
    """A number, in brackets where there is room."""
    sides = "[]" if held else "  " if look.skin.shaded and look.coloured else "<>"
    text = f"{sides[0]}{number}{sides[1]}" if wide >= WIDE else number
    if look.skin.plain or not look.coloured:
        canvas.text(x, y, text, look.material_ink(colour), bold=True)
    else:
        canvas.text(x, y, text, ink, colour, bold=True)
