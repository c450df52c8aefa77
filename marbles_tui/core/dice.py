"""A die, and how it tumbles. For the scenes of all games with one, whose palettes have `ivory` and `pip`."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from marbles_tui.core.scene import Box, Disc, Label, Part, Piece, Point, Polygon

FORMS: Final = 24
"""In so many a die is seen while it tumbles: each may be an image."""

SIDE: Final = 0.3
"""How much of its side is seen below it in the air."""

PIPS: Final = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""The pips of each number, on places from 0, upper left, to 8, lower right."""


def die(at: Point, r: float, number: int, tumble: float, sides: int) -> Piece:
    """A die with a number on top, 0 for none; while it tumbles, 1 to 0, it turns in the air."""
    x, y = at[0] + tumble * 0.3, at[1] - tumble * 0.8 - abs(sin(tumble * 2 * pi)) * 0.3
    tumble = round(tumble * FORMS) / FORMS
    turn = tumble * 2.2 * pi
    if tumble:  # on an edge it is higher, and it has a side below
        y -= r * (abs(cos(turn)) + abs(sin(turn)) - 1 + SIDE)

    def on(dx: float, dy: float) -> Point:
        return r * (dx * cos(turn) - dy * sin(turn)), r * (dx * sin(turn) + dy * cos(turn))

    shown = int(tumble * 97) % sides + 1 if tumble > 0.25 else number
    words = str(shown) if shown else "?" if sides <= 6 else f"d{sides}"
    parts: list[Part] = [Box((0.0, 0.0), (r, r), "ivory", r * 0.4, r * 0.22)]
    if tumble:
        corners = tuple(on(dx, dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        parts = [
            Polygon(tuple((a, b + r * SIDE) for a, b in corners), "ivory:0.7"),
            Polygon(corners, "ivory"),
        ]
    pips = PIPS.get(shown, ()) if sides <= 6 else ()
    parts += [Disc(on((n % 3 - 1) * 0.571, (n // 3 - 1) * 0.571), r * 0.22, "pip") for n in pips]
    told, most = (f" {words} ", 5.4) if pips else (words, 1e9)  # small ones have a number
    parts.append(Label((0.0, 0.0), told, "pip", bold=True, on="ivory", most=most))
    return Piece("die", (x, y), tuple(parts), r=r, sign=words)
