"""Gary's Great Getaway as a picture."""

from __future__ import annotations

from collections.abc import Collection
from textwrap import wrap
from typing import Final

from marbles_tui.core.svg import FAINT, INK, MARK, Drawing, mix
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games.getaway.journey import Journey

PAWNS: Final = (0xE5544B, 0x4F8FE8, 0x58BD62, 0xE9C445, 0xB76BE0, 0xE88A3C)
KINDS: Final = {
    "start": 0x7A8694,
    "treasure": 0xD6A93A,
    "teleporter": 0x4F8CDC,
    "toll": 0xBF4650,
    "trinkets": 0xB5713F,
    "trap": 0x9562BE,
    "plain": 0x5E6A5E,
    "castle": 0xE4E0D2,
}
PATH: Final = 0x8C7757

ACROSS: Final = 6
WIDE, TALL, GAP, FALL = 96.0, 74.0, 14.0, 22.0
LINE: Final = 22.0


def svg(position: Journey, marked: Collection[int] = (), caption: str = "") -> str:
    """The trail, winding from Start to Castle, with the pawns on it and their purses below."""
    trail = position.course.trail
    count = len(trail.squares)
    rows = -(-count // ACROSS)
    height = rows * (TALL + FALL) - FALL
    drawing = Drawing(ACROSS * (WIDE + GAP) - GAP, height + 14 + LINE * -(-position.seats // 2))
    middles = [(x + WIDE / 2, y + TALL / 2) for x, y in map(_corner, range(count))]
    drawing.line(middles, PATH, 9)
    for number, square in enumerate(trail.squares):
        (x, y), colour = _corner(number), KINDS[trail.kind(number)]
        rim = MARK if number in marked else mix(colour, 0, 0.35)
        drawing.rect(x, y, WIDE, TALL, mix(colour, 0, 0.68), round=7, rim=rim)
        drawing.rect(x, y, WIDE, 18, colour, round=6)
        drawing.text(x + 7, y + 13, str(number), size=12, ink=0x101216, anchor="start", bold=True)
        drawing.text(x + WIDE - 6, y + 13, trail.kind(number), size=10, ink=0x101216, anchor="end")
        words = wrap(sanitize_line(square.name, 60), 12, max_lines=2, placeholder="…")
        for line, part in enumerate(words):
            drawing.text(x + 7, y + 33 + 14 * line, part, size=12, anchor="start")
    for number in range(count):
        here = [seat for seat, traveller in enumerate(position.travellers) if traveller.square == number]
        for place, seat in enumerate(here):
            x, y = _corner(number)
            drawing.marble(x + 12 + 15 * place, y + TALL - 11, 8, PAWNS[seat])
    for seat, traveller in enumerate(position.travellers):
        x, y = 8 + seat % 2 * drawing.width / 2, height + 24 + LINE * (seat // 2)
        drawing.marble(x, y - 4, 7, PAWNS[seat])
        purse = f"{traveller.gold:,} gold"
        ink = INK if seat == position.actor and position.result is None else FAINT
        carried = f", {plural(len(traveller.backpack), 'trinket')}" if traveller.backpack else ""
        drawing.text(x + 14, y, purse + carried, ink=ink, anchor="start")
    return drawing.document("Gary's Great Getaway", caption)


def _corner(number: int) -> tuple[float, float]:
    """The upper left corner of a square: rows turn at each end."""
    row, column = divmod(number, ACROSS)
    if row % 2:
        column = ACROSS - 1 - column
    return column * (WIDE + GAP), row * (TALL + FALL)
