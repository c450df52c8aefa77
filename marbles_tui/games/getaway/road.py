"""The road: where each square of the way lies, in rows that lie above each other.

A unit is the way from one square to the next.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import cos, pi, sin, sqrt
from typing import Final, NamedTuple

from marbles_tui.core.scene import Point

BEND, MARGIN = 0.92, 0.55
"""How far a bend reaches beyond the last column, and the road beyond its squares."""


class Road(NamedTuple):
    """Squares in rows that lie above each other, the first one lowest, with one square in each bend."""

    squares: int
    rows: int
    across: int
    pitch: float
    wave: float
    first: int = 0
    """The square it begins with."""

    @property
    def end(self) -> int:
        """The square behind its last one."""
        return self.first + self.squares

    def at(self, s: float) -> Point:
        """Where a step of the way lies, also between two squares."""
        s -= self.first
        row = max(0, min(int(s // (self.across + 1)), self.rows - 1))
        step, last = s - row * (self.across + 1), self.across - 1
        if step <= last:
            x, y = step, 0.0
        else:
            turn = (step - last) / 2 * pi
            x, y = last + BEND * sin(turn), (1 - cos(turn)) / 2
        if row % 2:
            x = last - x
        level = (self.rows - 1 - row - y) * self.pitch
        return x, level + self.wave * sin(x / max(1, last) * 2 * pi * (1.5 if self.across > 6 else 1))

    @property
    def reach(self) -> float:
        """How far the road goes beyond its first and last columns."""
        return MARGIN + (BEND if self.rows > 1 else 0)


PITCHES: Final = ((1.2, 0.0, 0.9), (1.35, 0.0, 0.97), (1.55, 0.0, 1.0), (1.55, 0.15, 1.05))
"""From one row to the next at least, how far each bends up and down, and what that counts."""

FEW: Final = 4
"""Squares in a row up to which it does not bend."""

LARGE: Final = 12
"""Points to a unit from which larger squares count little."""

WIDEST_PITCH, ABOVE, BELOW = 2.2, 0.78, 0.62
"""That distance at most; what the road takes above its first row, and below its last."""


@lru_cache(maxsize=32)
def lay(count: int, shape: float, below: float, holds: float = 1e9) -> Road:
    """The road for a room of so many times its height and so many marbles, in which the squares are largest, and lie
    evenly; `below` it a strip so high."""
    best: tuple[float, Road] | None = None
    points = 4 * sqrt(holds / shape)
    for rows, (pitch, wave, counts) in product(range(1, 40), PITCHES):
        across = max(2, -(-(count - rows + 1) // rows))
        wide = across - 1 + 2 * (BEND if rows > 1 else 0) + 2 * MARGIN
        high = (rows - 1) * pitch + 2 * wave + ABOVE + BELOW + below
        unit = max(1, int(points * min(shape / wide, 1 / high)))
        worth = counts * (unit if unit < LARGE else LARGE + (unit - LARGE) / 4)
        if best is None or worth > best[0]:
            spare = points / unit - high
            more = min(0.32 - wave, spare / 4) if spare > 0.4 and across > FEW else 0.0
            wave += more
            pitch = min(WIDEST_PITCH, pitch + (spare - 2 * more) / max(1, rows - 1))
            cells = int(pitch * unit / 2 + 0.02)
            pitch = max(1.1, cells * 2 / unit)
            best = worth, Road(count, rows, across, pitch, wave)
    assert best
    return best[1]
