"""The trail in small, for the menu."""

from __future__ import annotations

from typing import Any, Final

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box, material, put_marble, put_sign, sign_ink
from marbles_tui.tui.games.getaway.colours import PAWNS

PATH: Final = 0x93805E
CASTLE: Final = 0xF2D268
GATE: Final = 0x8A6A10
TILES: Final = {
    "start": 0x76818E,
    "treasure": 0xD9B13C,
    "teleporter": 0x4F8FE8,
    "toll": 0x9464C8,
    "trinkets": 0xB36B36,
    "trap": 0xC24A4F,
    "plain": 0x6E7A70,
}
LARGEST: Final = 10
"""Pixels across a square, at most."""


def picture(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """The squares from the lower left corner to the castle, and the travellers."""
    count = len(board.trail.squares)
    signs = not look.skin.shaded
    fit = [
        (min(box.width // columns, (box.height - 1) // -(-count // columns)), -columns)
        for columns in range(1, count + 1)
    ]
    pitch, columns = max(fit)
    columns, pitch = -columns, max(2 if signs else 1, min(pitch, LARGEST * 3 // 2))
    if signs:
        pitch -= pitch % 2
    rows = -(-count // columns)
    gap = 0 if pitch < 3 else max(1, pitch // 3)
    tile = pitch - gap
    left, top = box.middle(columns * pitch - gap, rows * pitch - gap)

    def corner(square: int) -> tuple[int, int]:
        row, column = divmod(square, columns)
        return left + (columns - 1 - column if row % 2 else column) * pitch, top + (rows - 1 - row) * pitch

    if signs:
        _draw(canvas, [corner(square) for square in range(count)], board, look)
        return
    road = max(1, tile // 3)
    for square in range(1, count):
        (x, y), (old_x, old_y) = corner(square), corner(square - 1)
        middle = (tile - road) // 2
        first, upper = min(x, old_x) + middle, min(y, old_y) + middle
        canvas.fill(first, upper, abs(x - old_x) + road, abs(y - old_y) + road, material(look, PATH))
    for square in range(count):
        x, y = corner(square)
        kind = board.trail.kind(square)
        if kind == "castle":
            paint_castle(canvas, x, y, tile, look)
            continue
        colour = material(look, TILES[kind]) if look.dark else mix(TILES[kind], 0xFFFFFF, 0.2)
        canvas.fill(x, y, tile, tile, colour)
        if tile >= 4:
            canvas.fill(x, y, tile, 1, mix(colour, 0xFFFFFF, 0.25))
            canvas.fill(x, y + tile - 1, tile, 1, mix(colour, 0, 0.25))
    for seat, traveller in reversed(list(enumerate(board.travellers))):
        x, y = corner(traveller.square)
        size = tile + 1 if tile >= 2 else 2
        put_marble(canvas, x + (tile - size) // 2, y - 1, size, look.pieces(PAWNS)[seat])


def _draw(canvas: Canvas, corners: list[tuple[int, int]], board: Any, look: Look) -> None:
    """The same in signs: a dot for a square, `#` for the castle, a number for a traveller."""
    for square, (x, y) in enumerate(corners):
        last = square == len(corners) - 1
        sign, ink = ("#", sign_ink(look, CASTLE)) if last else (look.skin.empty, look.text)
        put_sign(canvas, x, y, sign, ink)
    for seat, traveller in reversed(list(enumerate(board.travellers))):
        x, y = corners[traveller.square]
        put_sign(canvas, x, y, str(seat + 1), sign_ink(look, look.pieces(PAWNS)[seat]))


def paint_castle(canvas: Canvas, x: int, y: int, size: int, look: Look) -> None:
    """Battlements, and a gate where there is room for one."""
    colour = CASTLE if look.dark else mix(CASTLE, 0, 0.12)
    canvas.fill(x, y, size, size, colour)
    if size >= 3:
        for notch in range(1, size - 1, 2):
            canvas.dot(x + notch, y, look.ground)
    if size >= 4:
        canvas.fill(x + (size - 1) // 2, y + size - size // 3, max(1, size // 4), size // 3, GATE)


def emblem(canvas: Canvas, box: Box, look: Look) -> None:
    """A trail like an S with a few squares, a pawn and a castle."""
    road = 1 if box.height < 14 else 3
    width, height = min(box.width - 1, box.height * 3 // 2), box.height - (box.height - 3 * road) % 2
    left, top = box.middle(width, height)
    middle, low = top + (height - road) // 2, top + height - road
    path = material(look, PATH)
    for y in (top, middle, low):
        canvas.fill(left, y, width, road, path)
    canvas.fill(left, top, road, middle - top, path)
    canvas.fill(left + width - road, middle, road, low - middle, path)
    square = max(2, road)
    tiles = (
        (0.5, top, "treasure"), (0.3, low, "treasure"), (0.62, low, "teleporter"),
        (0.75, middle, "toll"), (0.4, middle, "trap"),
    )  # fmt: skip
    for share, y, kind in tiles:
        canvas.fill(left + int(share * width), y, square, road, material(look, TILES[kind]))
    keep = max(3, height // 3)
    paint_castle(canvas, left + width - keep, top, keep, look)
    pawn = max(2, height // 4)
    put_marble(canvas, left, middle - (pawn - road) // 2, pawn, look.pieces(PAWNS)[0])
