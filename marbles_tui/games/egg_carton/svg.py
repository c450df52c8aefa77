"""Egg Carton as a picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from marbles_tui.core.svg import FAINT, INK, MARK, Drawing, mix
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.ring import ENDS, LEFT_END, LETTERS, SIDES

MARBLES: Final = (0xE0524A, 0xF0BE4A, 0x4A8FE8, 0x58BD62, 0xB06AE0, 0xE88A3C, 0x46C6CC)
CARDBOARD: Final = 0x5B564E
HOLLOW: Final = 0x3A3631

WIDE, TALL, GAP, END = 68.0, 108.0, 10.0, 56.0
TOP: Final = 24.0
WIDTH: Final = 2 * END + 6 * WIDE + 9 * GAP
HEIGHT: Final = 2 * TOP + 2 * TALL + 3 * GAP

LARGEST: Final = 12.0
"""The radius of a marble where there are few."""


def svg(position: Carton, marked: Collection[int] = (), caption: str = "") -> str:
    """The carton from above, with a letter and a number beside each hollow."""
    drawing = Drawing(WIDTH, HEIGHT)
    drawing.rect(0, TOP, WIDTH, HEIGHT - 2 * TOP, CARDBOARD, round=14, rim=mix(CARDBOARD, 0xFFFFFF, 0.15))
    running = position.result is None
    for place, count in enumerate(position.ring):
        x, y, wide, tall = _hollow(place)
        to_move = running and place in SIDES[position.turn] and count > 0
        rim = MARK if place in marked else mix(CARDBOARD, 0xFFFFFF, 0.35 if to_move else 0.08)
        drawing.rect(
            x, y, wide, tall, HOLLOW, round=min(wide, tall) / 2 if place not in ENDS else 10, rim=rim
        )
        _heap(drawing, place, count)
        if place in ENDS:
            drawing.text(x + wide / 2, y + tall - 8, str(count), ink=INK, bold=True)
            continue
        baseline = HEIGHT - 6 if place in SIDES[0] else TOP - 9
        drawing.text(x + wide / 2 - 9, baseline, LETTERS[place], ink=INK if to_move else FAINT, bold=to_move)
        drawing.text(x + wide / 2 + 11, baseline, str(count), ink=INK if count else FAINT)
    return drawing.document("Egg Carton", caption)


def _hollow(place: int) -> tuple[float, float, float, float]:
    """The upper left corner of a place, its width and its height."""
    if place in ENDS:
        x = GAP if place == LEFT_END else WIDTH - GAP - END
        return x, TOP + GAP, END, 2 * TALL + GAP
    bottom = place in SIDES[0]
    column = place if bottom else 12 - place
    x = END + 2 * GAP + column * (WIDE + GAP)
    return x, TOP + GAP + (TALL + GAP if bottom else 0), WIDE, TALL


def _heap(drawing: Drawing, place: int, count: int) -> None:
    """Marbles in rows, the smaller the more there are, so that all of them can be counted."""
    x, y, wide, tall = _hollow(place)
    room, depth = wide * 0.8, tall * 0.72
    radius = LARGEST
    while count > int(room // (2 * radius)) * int(depth // (2 * radius)):
        radius -= 0.5
    across = int(room // (2 * radius))
    rows = -(-count // across)
    for number in range(count):
        row, column = divmod(number, across)
        beside = min(across, count - row * across)
        dx, dy = column - (beside - 1) / 2, row - (rows - 1) / 2
        colour = MARBLES[(place * 3 + number) % len(MARBLES)]
        drawing.marble(x + wide / 2 + 2 * radius * dx, y + tall / 2 + 2 * radius * dy, radius - 0.7, colour)
