"""The hexagon of Abacus as it is seen. A unit is the distance between two neighbours."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Final

from marbles_tui.core.palette import Palette, PieceColours
from marbles_tui.core.position import Cell
from marbles_tui.core.scene import (
    Frame,
    Hollow,
    Item,
    Label,
    Line,
    Mark,
    Piece,
    Point,
    Polygon,
    Room,
    Scene,
    Tone,
    around,
    between,
    detail,
    falling,
    glow,
    marble,
    outlines,
    part,
    smooth,
)
from marbles_tui.games.abacus.position import CELLS, EMPTY, NEXT, OFF, PLACES, ROWS
from marbles_tui.games.abacus.text import read

SIDES: Final = PieceColours(
    (0x4A74EE, 0xF0BE4A),
    {"felt": (0xC8403C, 0xEFE6D2), "parchment": (0x2F5D9C, 0xFBF2DC), "clear": (0x2F63E8, 0xFFC42E)},
    ("Blue", "Yellow"),
    {"felt": ("Red", "White"), "parchment": ("Blue", "White")},
)
"""Black and white, as the records call them: black is the darker."""

PALETTE: Final = Palette(
    {"slate": 0x33403F, "rim": 0x7A5632, "name": 0xEBDCC3, "key": 0x9CFFB6, "well": 0x1B2121},
    {"slate": 0xBE9260, "rim": 0x7A4A21, "key": 0x0A4A20, "well": 0xEFE4CC},
    SIDES,
)

ROW: Final = sqrt(3) / 2
R: Final = 0.43
RING: Final = 0.5
OUTER, INNER = 5.0, 4.6
"""How far the corners of the rim and of the slate are from the middle."""

WIDE, HIGH = 5.05, 5.29 * ROW
"""How far it must be seen to either side, and up and down, where it touches nothing."""

OVER: Final = 0.4
"""The phase of a loss at which the marble rolls over the edge."""

LANDED: Final = 0.85
"""The phase of a loss at which it is out of sight."""

TURNED_KEYS: Final = str.maketrans("dewazx", "azxdew")
"""The keys that push, as they lie on a board that is turned."""


FLAT: Final[Point] = (1.0, 0.0)
"""How the board lies: where its point (1, 0) is seen. Here its rows are level."""

TURNED: Final[Point] = (-1.0, 0.0)
"""From the other side."""

UPRIGHT: Final[Point] = (ROW, -0.5)
"""With a corner above: so all is larger in a room that is higher than wide."""


def _lying(at: Point, lie: Point) -> Point:
    """Where a point is seen on a board that lies so."""
    (x, y), (along, down) = at, lie
    return x * along - y * down, x * down + y * along


def spot(cell: Cell, lie: Point = FLAT) -> Point:
    """The middle of a cell."""
    row, digit = PLACES[cell]
    return _lying((digit - 5 - (row - 4) / 2, (4 - row) * ROW), lie)


def _step(heading: int, lie: Point) -> Point:
    return _lying((cos(heading * pi / 3), -sin(heading * pi / 3)), lie)


def _hexagon(r: float, lie: Point = FLAT) -> list[Point]:
    """Its corners from the right, clockwise."""
    return [_lying((r * cos(n * pi / 3), r * sin(n * pi / 3)), lie) for n in range(6)]


@lru_cache(maxsize=8)
def _wood(lie: Point, turned: bool, named: bool) -> tuple[Item, ...]:
    """The rim, lit from the upper left, the slate, its dents, and the names in the rim."""
    outer, inner = (_hexagon(r, lie) for r in (OUTER, INNER))
    items: list[Item] = []
    for n, light in enumerate(("0.6", "0.6", "0.8", "1", "1", "0.8")):
        m = (n + 1) % 6
        items.append(Polygon((outer[n], outer[m], inner[m], inner[n]), f"rim:{light}", "░"))
    items.append(Polygon(tuple(inner), "slate"))
    items += [Hollow(spot(cell, lie), (0.25, 0.25), "slate") for cell in CELLS]
    if named:
        for name, at in _names(lie, turned):
            items.append(Label(at, name, "name", bold=True, on="rim:0.8", least=3))
    return tuple(items)


def _names(lie: Point, turned: bool) -> list[tuple[str, Point]]:
    """The letters of the rows left of them, the digits of the diagonals at their lower ends."""
    found, beside, side = [], 0.7 if lie == FLAT else 0.6, TURNED if turned else FLAT
    for number, letter in enumerate(ROWS):
        row = [spot(cell, side) for cell in CELLS if PLACES[cell][0] == number]
        x, y = min(row)
        found.append((letter, (x - 0.8, y)))
    for digit in range(1, 10):
        x, y = max((spot(cell, side) for cell in CELLS if PLACES[cell][1] == digit), key=lambda at: at[1])
        lowest = y > 3 * ROW
        found.append((str(digit), (x + 0.4, y + ROW * 0.8) if lowest else (x + beside, y + ROW / 2)))
    return [(name, _lying(at, lie)) for name, at in found]


def scene(frame: Frame, room: Room) -> Scene:
    """The board at one instant."""
    event, shown, upright = frame.event, frame.highlights, room.upright
    lie = UPRIGHT if upright else FLAT
    seen = _lying(TURNED, lie) if room.turned else lie
    moving = event.cells[1] if event and event.kind == "push" and frame.phase < 1 else None
    apart = (ROW, 0.5) if upright else (1.0, ROW)
    half = (ROW / 2, 0.5) if upright else (0.5, ROW / 2)
    places = {cell: around(spot(cell, seen), *half) for cell in CELLS}
    items: list[Item] = [*_groove(frame, seen)]
    for cell in CELLS:
        owner = frame.board.cells[cell]
        if owner != EMPTY and cell != moving:
            light = ""
            if cell in shown.picked:
                light = ":1.22"
            elif event and event.kind == "select" and cell in event.cells:
                light = f":{1 + 0.25 * sin(frame.phase * pi):.1f}"
            items.append(marble(f"m{cell}", spot(cell, seen), R, f"seat{owner}{light}", owner))
    items += _marks(frame, seen, room.turned)
    items += _motion(frame, seen)
    wide, high = 4 + R if room.small else WIDE, HIGH
    if upright:
        wide, high = OUTER * ROW, WIDE
    return Scene(
        (-wide, -high, wide, high),
        tuple(items),
        _wood(lie, room.turned, room.named and not room.small),
        places,
        apart,
        PALETTE,
        least=2 * R,
    )


def emblem() -> Scene:
    """A corner with six marbles."""
    board = read("2www/2wwww/3wwww/b1w5/1wb6/b1w5/3bbbb/2bbbb/2bbb b 0 0").board
    return detail(scene(Frame(board), Room(small=True)), (-4.9, -1.3, -1.1, 1.3))


def _last_line(frame: Frame) -> list[Cell]:
    """The cells of the last move in a line, from the one that was left; none for a row that went sideways."""
    last, cells = frame.highlights.last, frame.board.cells
    line = [cell for cell in last if cells[cell] == EMPTY]
    if len(line) != 1:
        return []
    for ahead in NEXT:
        while ahead[line[-1]] != OFF and ahead[line[-1]] in last:
            line.append(ahead[line[-1]])
    return line


def _groove(frame: Frame, lie: Point) -> list[Item]:
    """The way of the last move, below the marbles."""
    finale = frame.highlights.finale
    role = "trace" if finale is None or finale.tone is Tone.DRAWN else glow(frame)[0]
    return [
        Line((spot(start, lie), spot(end, lie)), 0.14, f"{role}:0.8")
        for start, end in pairwise(_last_line(frame))
    ]


def _marks(frame: Frame, lie: Point, turned: bool) -> list[Item]:
    """Rings in the colours of what they say, and the keys that push."""
    shown, cells = frame.highlights, frame.board.cells
    items: list[Item] = []
    for cell, (role, share) in outlines(frame).items():
        at = spot(cell, lie)
        if role == "trace" and cells[cell] != EMPTY:  # without a winner only the place that was left
            continue
        if role == "target" and cells[cell] == EMPTY and cell in shown.letters:
            items.append(Hollow(at, (RING, RING), "well"))
        items.append(Mark(at, (RING, RING), role, share))
    for cell, key in shown.letters.items():
        key, owner = key.translate(TURNED_KEYS) if turned else key, cells[cell]
        on = "well" if owner == EMPTY else f"seat{owner}:0.45"
        items.append(Label(spot(cell, lie), key, "key", bold=True, on=on, least=3))
    return items


def _motion(frame: Frame, lie: Point) -> list[Piece]:
    """A marble that is pushed on, or over the edge: it rolls one cell further and falls out of sight."""
    event, phase = frame.event, frame.phase
    if not event or event.kind not in ("push", "lost") or phase >= 1:
        return []
    owner, start = event.facts["owner"], spot(event.cells[0], lie)
    way = _step(event.facts["heading"], lie)
    light, r = "", R
    if event.kind == "push":
        turn = smooth(phase)
        at = between(start, spot(event.cells[1], lie), turn)
    elif phase < LANDED:
        turn, fall = min(1.0, phase / OVER), part(phase, OVER, LANDED - OVER)
        at = (
            start[0] + way[0] * (turn + 0.6 * fall),
            start[1] + way[1] * (turn + 0.6 * fall) + 2 * falling(fall),
        )
        gone = round(fall, 1)  # each form may be an image
        light, r = f":{1.15 - 0.9 * gone:.1f}", R * (1 - 0.4 * gone)
    else:
        return []
    return [marble(f"m{event.cells[0]}", at, r, f"seat{owner}{light}", owner, turn * 0.37, way)]
