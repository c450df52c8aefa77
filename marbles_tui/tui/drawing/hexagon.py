"""A hexagon of round places in rows, each shifted by half a place from the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pieces import middle

HexagonRows = tuple[tuple[Cell, ...], ...]
"""The places of each row from left to right, the rows from the top."""


@dataclass(frozen=True, slots=True, eq=False)
class HexagonLayout:
    """Places in cells, each `pitch` wide and `tall` high."""

    rows: HexagonRows
    places: Mapping[Cell, Region]
    pitch: int
    tall: int
    hub: tuple[int, int]
    """The middle of the hexagon in pixels."""

    corners: tuple[Region, Region]
    """Room for what lies off the board: at the lower left, and at the upper right."""

    @property
    def diameter(self) -> int:
        """Of a marble, in pixels."""
        return max(2, min(self.pitch - 1, 2 * self.tall))

    def centre(self, cell: Cell) -> Point:
        """The middle of a place, in pixels."""
        return middle(self.places[cell])


@lru_cache(maxsize=16)
def lay_out_hexagon(width: int, height: int, rows: HexagonRows) -> HexagonLayout:
    """The largest hexagon that fits, in the middle; as many rows as its longest row is long."""
    across = len(rows)
    tall = max(1, min((height - 1) // across, 7))
    pitch = max(2, min(2 * ((width - 2) // (2 * across)), 2 * ((2 * tall + 4) // 2)))
    tall = min(tall, max(1, pitch // 2))
    left, top = (width - across * pitch) // 2, max(0, (height - across * tall) // 2)
    places = {
        cell: Region(left + (across - len(row)) * pitch // 2 + at * pitch, top + line * tall, pitch, tall)
        for line, row in enumerate(rows)
        for at, cell in enumerate(row)
    }
    wide = max(6, 2 * pitch - 3)
    deep = max(2, 2 * tall)
    low = Region(max(0, left), top + across * tall - deep, wide, deep)
    high = Region(left + across * pitch - wide, top, wide, deep)
    hub = (left + across * pitch // 2, 2 * top + across * tall)
    return HexagonLayout(rows, dict(sorted(places.items())), pitch, tall, hub, (low, high))


@backdrop
def paint_hexagon(canvas: Canvas, layout: HexagonLayout, colour: int, look: Look) -> None:
    """The empty hexagon, of a material in this colour."""
    material = look.material(colour)
    middle_x, middle_y = layout.hub
    across = len(layout.rows)
    tall = across * layout.tall
    for line in range(-tall, tall):
        half = across / 2 * layout.pitch + 1 - abs(line + 0.5) * layout.pitch / (4 * layout.tall)
        shade = mix(mix(material, 0xFFFFFF, 0.07), mix(material, 0, 0.18), (line + tall) / (2 * tall))
        first, last = middle_x - half, middle_x + half
        y = middle_y + line
        if not look.skin.shaded:
            canvas.fill(int(first), y, int(last) - int(first), 1, mix(look.ground, material, 0.6))
            continue
        canvas.fill(int(first) + 1, y, int(last) - int(first) - 1, 1, shade)
        edge = mix(material, 0xFFFFFF, 0.28) if line < 0 else mix(material, 0, 0.35)
        canvas.dot(int(first), y, edge, 1 - first % 1)
        canvas.dot(int(last), y, edge, last % 1)
