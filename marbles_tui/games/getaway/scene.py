"""Gary's Great Getaway as it is seen: a road through the country, tiles on it, marbles that roll along, a die.

A unit is the way from one square to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import ceil, cos, floor, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

from marbles_tui.core.palette import Palette, PieceColours
from marbles_tui.core.scene import (
    Ball,
    Box,
    Disc,
    Frame,
    Item,
    Label,
    Letters,
    Line,
    Mark,
    Part,
    Piece,
    Point,
    Polygon,
    Rect,
    Room,
    Scene,
    Tile,
    Tone,
    around,
    between,
    filling,
    marble,
    part,
    smooth,
)
from marbles_tui.core.text import ordinal, plural
from marbles_tui.games.getaway.board import Board, Teleporter
from marbles_tui.games.getaway.journey import Trail, Traveller, places
from marbles_tui.games.getaway.text import describe_square, is_spent, price, sign

Picture = tuple[str, ...]


def _drawn(*pictures: str) -> tuple[Picture, ...]:
    return tuple(tuple(rows.split()) for rows in pictures)


PICTURES: Final[Mapping[str, tuple[Picture, ...]]] = {
    "start": _drawn(
        "....##.... ..######.. ########## ####..####",
        "...##... .######. .##..##. .##..##.",
        "....##.... ...####... ..######.. ########## .########. .###..###. .###..###. .###..###.",
    ),
    "treasure": _drawn(
        "..######.. ##......## ##......## ..######..",
        ".######. ##.##.## ##.##.## .######.",
        "..######.. .##....##. ##..##..## ##..##..## ##..##..## ##..##..## .##....##. ..######..",
    ),
    "teleporter": _drawn(
        "....##.... ########.. ########.. ....##....",
        "....##.. ######## ######## ....##..",
        "....##.... ....####.. #########. ########## ########## #########. ....####.. ....##....",
    ),
    "toll": _drawn(
        "##......## ########## ##......## ##......##",
        "##....## ######## ##....## ##....##",
        "##......## ########## ##.##.##.# ########## ##......## ##......## ##......## ##......##",
    ),
    "trinkets": _drawn(
        "..##..##.. ########## ####..#### ####..####",
        "..#..#.. ######## .##..##. .######.",
        "..##..##.. ...####... ########## ####..#### .###..###. .###..###. .###..###. .########.",
    ),
    "trap": _drawn(
        "########## ##..##..## ##..##..## ##########",
        "######## #.#..#.# #.#..#.# ########",
        "########## #.##..##.# #.##..##.# #.##..##.# #.##..##.# #.##..##.# #.##..##.# ##########",
    ),
    "castle": _drawn(
        "##..##..## ########## ..######.. ..##..##..",
        "##.##.## ######## .##..##. .##..##.",
        "##.####.## ##.####.## ########## .########. .###..###. .##....##. .##....##. ###....###",
    ),
}
"""A house, a coin, an arrow, a gate, a present, a cage, a tower. The first of each are for half blocks: five by four
points, each written as two dots. Others have dots half a cell wide: eight by four of half a cell's height, ten by
eight of a quarter."""

PIPS: Final = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""The pips of each number, on places from 0, upper left, to 8, lower right."""


SQUARE, TALL = 0.86, 1.0
"""How wide and high a square is."""

# The road: where each square of the way lies, in rows that lie above each other.
#
# A unit is the way from one square to the next.

BEND, MARGIN = 0.92, 0.55
"""How far a bend reaches beyond the last column, and the road beyond its squares."""


class Road(NamedTuple):
    """Squares in rows that lie above each other, the first one lowest, with one square in each bend."""

    squares: int
    rows: int
    across: int
    pitch: float
    wave: float
    cell: float
    """How high a cell is."""
    strip: float
    """How high the strip below it is."""
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
        level = (self.rows - 1 - row - y) * self.pitch + self.shift
        return x, level + self.wave * sin(x / max(1, last) * 2 * pi * (1.5 if self.across > 6 else 1))

    @property
    def shift(self) -> float:
        """How far all lies lower, so that half of its squares are a cell higher than the others."""
        return self.cell / 2 * (round(TALL / self.cell) % 2 == 0)

    @property
    def top(self) -> float:
        """Whole cells above."""
        return -ceil((ABOVE + self.wave - self.shift) / self.cell - 0.3) * self.cell

    @property
    def bottom(self) -> float:
        """Whole cells below."""
        ground = (self.rows - 1) * self.pitch + self.shift + self.wave + BELOW
        return floor(ground / self.cell + 0.3) * self.cell

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

WIDEST_PITCH, HIGHEST_WAVE = 2.2, 0.32
"""Both at most."""

ABOVE, BELOW = 0.78, 0.62
"""What the road takes above its first row, and below its last."""


@lru_cache(maxsize=32)
def lay(count: int, shape: float, below: float, holds: float = 1e9) -> Road:
    """The road for a room of so many times its height and so many marbles, in which the squares are largest, and lie
    evenly; `below` it a strip so high, or of three rows of cells."""
    best: tuple[float, Road] | None = None
    points, least = 4 * sqrt(holds / shape), 6 * bool(below)
    for rows, (pitch, wave, counts) in product(range(1, 40), PITCHES):
        across = max(2, -(-(count - rows + 1) // rows))
        wide = across - 1 + 2 * (BEND if rows > 1 else 0) + 2 * MARGIN
        high = (rows - 1) * pitch + 2 * wave + ABOVE + BELOW
        unit = max(1, int(min(points * shape / wide, points / (high + below), (points - least) / high)))
        worth = counts * (unit if unit < LARGE else LARGE + (unit - LARGE) / 4)
        if best is None or worth > best[0]:
            strip = max(3, int(below * unit / 2 + 0.25)) * 2 / unit if below else 0.0
            spare = points / unit - high - strip
            more = min(HIGHEST_WAVE - wave, spare / 4) if spare > 0.4 and across > FEW else 0.0
            wider = min(WIDEST_PITCH, pitch + (spare - 2 * more) / max(1, rows - 1))
            wider = max(1.1, int(wider * unit / 2 + 0.02) * 2 / unit)
            if across > FEW:
                wave = max(wave, min(HIGHEST_WAVE, wave + (spare - (rows - 1) * (wider - pitch)) / 2))
            best = worth, Road(count, rows, across, wider, wave, 2 / unit, strip)
    assert best
    return best[1]


STRIP: Final = 0.88
"""How high it is at least."""

WIDEST: Final = 3.4
"""The most room for a traveller."""

LARGE_STRIP: Final = 8.5
"""Cells to a unit from which the strip has four rows: one is for what is in the backpacks."""

FAR: Final = 1e9


def strip(frame: Frame, rect: Rect, here: int, high: float) -> list[Item]:
    """Below the road, with rows in so much of its height; `here`: the square that matters."""
    trail: Trail = frame.board
    left, top, right, _ = rect
    items = _die(frame, rect)
    begin = left + 1.45
    count = len(trail.travellers)
    wide = min(WIDEST, (right - 0.15 - begin) / count)
    for seat in range(count):
        items += _traveller(frame, seat, (begin + seat * wide, top), wide, high)
    square, room = trail.trail.squares[here], right - 0.15 - begin
    told = describe_square(trail.trail, here, trail.taken[here])
    costs = price(square.encounter, trail.taken[here])
    few = (f"{here} {square.name}: {costs[0]}" if costs else f"{here} {square.name}", f"{here} {square.name}")
    for least, most, y in ((0.0, LARGE_STRIP, 2 / 3), (LARGE_STRIP, FAR, 3 / 4)):
        items += fitted((begin, top + 0.02 + y * high), (told, *few), room, "flash", least, most)
    return items


def fitted(
    at: Point,
    forms: Sequence[str],
    room: float,
    colour: str,
    least: float = 0.0,
    most: float = FAR,
    bold: bool = False,
    align: int = -1,
    on: str = "",
) -> Iterator[Label]:
    """The first of some forms for which so many units have room, wherever one cell is left over."""
    for text in forms:
        needs = (len(text) + 1) / room
        if text and max(least, needs) < most:
            yield Label(at, text, colour, align, bold, on, max(least, needs), most)
            most = max(least, needs)


def shorter(name: str) -> Iterator[str]:
    """A name, and cut ever more; a number at its end stays."""
    head, _, last = name.rpartition(" ")
    tail = f" {last}" if head and last.isdigit() else ""
    yield name
    for keep in range(len(name) - len(tail) - 2, 1, -1):
        yield f"{name[:keep].rstrip()}…{tail}"


def _traveller(frame: Frame, seat: int, at: Point, wide: float, high: float) -> Iterator[Item]:
    """A marble, a name, and what they have."""
    trail: Trail = frame.board
    traveller, names, moves = trail.travellers[seat], frame.highlights.names, seat == acting(frame)
    name = names[seat] if seat < len(names) else f"Traveller {seat + 1}"
    yield marble(
        f"seat{seat}", (at[0] + 0.22, at[1] + 0.34 * high), 0.25, f"seat{seat}", seat, sign=str(seat + 1)
    )
    gold, bag = f"{traveller.gold} {sign('treasure')}", traveller.backpack
    bags = (f"{plural(len(bag), 'thing')}", f"{len(bag)}{sign('trinkets')}") if bag else ()
    more = [
        *(f"{gold}{apart}{form}" for apart, form in zip((", ", " "), bags, strict=False)),
        gold,
        str(traveller.gold),
    ]
    where = "home" if traveller.square == trail.trail.last else "trapped" if traveller.held else ""
    who = [*([f"▶{name}"] if moves else []), *shorter(name)]
    told = [f"{where}, {more[0]}", *more] if where else more
    full = [f"{gold}, {where or f'on {traveller.square}'}", gold, str(traveller.gold)]
    things = (", ".join(item.name for item in bag), *bags)
    for least, most, rows in ((0.0, LARGE_STRIP, (who, told)), (LARGE_STRIP, FAR, (who, full, things))):
        for n, forms in enumerate(rows):
            ink, y = "words" if moves and n < 2 else "muted", at[1] + 0.02 + n * high / (len(rows) + 1)
            yield from fitted((at[0] + 0.62, y), forms, wide - 0.66, ink, least, most, moves and not n)


def acting(frame: Frame) -> int:
    """The seat that acts in what is shown, or whose turn it is."""
    travellers: Sequence[Traveller] = frame.board.travellers
    seat = frame.event.facts.get("seat") if frame.event and frame.phase < 1 else frame.turn
    return seat if isinstance(seat, int) and 0 <= seat < len(travellers) else 0


# The die

DIE: Final = 0.42
"""Half its width."""

PIPPED: Final = 5.4
"""Cells to a unit from which it shows its pips; a smaller one has a number."""

FORMS: Final = 24
"""In which it is seen while it tumbles: each may be an image."""


def die_spot(strip: Rect) -> Point:
    """Where the die lies."""
    left, top, _, bottom = strip
    return left + 0.67, min((top + bottom) / 2, top + 0.62)


def _die(frame: Frame, rect: Rect) -> list[Item]:
    trail: Trail = frame.board
    event, shown, last = frame.event, frame.highlights, len(trail.trail.squares)
    rolled = event if event and event.kind in ("roll", "draw") else None
    lies = shown.notes.get(last)
    number = rolled.facts["number"] if rolled else int(lies) if lies else None
    tumble = 1 - smooth(part(frame.phase, 0.0, 0.8)) if rolled and rolled.kind == "roll" else 0.0
    at = die_spot(rect)
    items: list[Item] = []
    if tumble:
        items.append(Disc((at[0] + tumble * 0.3 + 0.08, at[1] + DIE * 0.76), 0.34, "dark grass", 0.5))
    items.append(die(at, DIE, number, tumble, trail.trail.sides))
    if last in shown.legal or frame.cursor == last:
        role = "cursor" if frame.cursor == last else "target"
        items.append(Mark(at, (0.52, 0.52), role, 1.0, 0.25))
    return items


def die(at: Point, r: float, number: int | None, tumble: float, sides: int) -> Piece:
    """A die with a number on top; while it tumbles, 1 to 0, it turns in the air."""
    middle = at[0] + tumble * 0.3, at[1] - tumble * 0.8 - abs(sin(tumble * 2 * pi)) * 0.3
    tumble = round(tumble * FORMS) / FORMS
    turn = tumble * 2.2 * pi

    def on(dx: float, dy: float) -> Point:
        return r * (dx * cos(turn) - dy * sin(turn)), r * (dx * sin(turn) + dy * cos(turn))

    shown = (int(tumble * 97) % sides + 1) if tumble > 0.25 else number
    words = "?" if shown is None and sides <= 6 else f"d{sides}" if shown is None else str(shown)
    parts: list[Part] = [Box((0.0, 0.0), (r, r), "ivory", r * 0.4, r * 0.22)]
    if tumble:
        corners = tuple(on(dx, dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        lower = tuple((a, b + r * 0.3) for a, b in corners)
        parts = [Polygon(lower, "ivory:0.7"), Polygon(corners, "ivory")]
    if shown is None or sides > 6 or shown > 6:
        parts.append(Label((0.0, 0.0), words, "pip", bold=True, on="ivory"))
    else:
        spots = (((place % 3 - 1) * 0.571, (place // 3 - 1) * 0.571) for place in PIPS[shown])
        parts += [Disc(on(dx, dy), r * 0.22, "pip") for dx, dy in spots]
        parts.append(Label((0.0, 0.0), f" {words} ", "pip", bold=True, on="ivory", most=PIPPED))
    return Piece("die", middle, tuple(parts), r=r, sign=words)


PAWNS: Final = PieceColours(
    (0xE5544B, 0x4F8FE8, 0x58BD62, 0xE9C445, 0xB76BE0, 0xE88A3C),
    {"clear": (0xD55E00, 0x56B4E9, 0x7A7A7A, 0xFFB000, 0x1B4FD0, 0xFFFFFF)},
)
"""One for each of six travellers."""

PALETTE: Final = Palette(
    {
        "grass": 0x1B4731, "dark grass": 0x163B2A, "tree": 0x2C6B45, "leaf": 0x3C8557, "kerb": 0x5C4A30,
        "road": 0xA58A60, "ivory": 0xF0EADB, "pip": 0x26221E, "brass": 0xBFA86C, "stone": 0x47433B, "coin": 0xE9C445,
        "start": 0x8593A0, "treasure": 0xD9AE3C, "teleporter": 0x4F8FE8, "toll": 0x9A63CC, "trinkets": 0xB8743C,
        "trap": 0xC8484F, "plain": 0x78867B, "castle": 0xEDE7D3, "spent": 0x55604F, "way": 0x6FA8F0,
        "start ink": 0x26313A, "treasure ink": 0x5A3F05, "teleporter ink": 0xF2F8FF, "toll ink": 0xF8F0FF,
        "trinkets ink": 0xFFF0DE, "trap ink": 0xFFECEC, "castle ink": 0x5A4A22, "plain ink": 0x26313A,
        "spent ink": 0x39423A, "pale": 0xEDE7D3, "words": 0xEDE7D3,
    },
    {
        "grass": 0xBFD3A0, "dark grass": 0xA9C088, "tree": 0x86AE6A, "leaf": 0xA2C684, "road": 0xD9BF8E,
        "kerb": 0xA88A5A, "words": 0x2A2416,
    },
    PAWNS,
)  # fmt: skip

ROAD, KERB, VERGE = 1.14, 0.16, 0.34
"""How wide the road is at most, its edge, and what lies between two rows at least."""

R: Final = 0.25
"""Half the width of a traveller."""

MOVING: Final = ("walk", "transport")

FLOATING: Final = {
    "gold": ("+", "gains", "flash"),
    "sell": ("+", "value", "flash"),
    "pay": ("-", "pays", "threat"),
}
"""Events of gold, the fact that says how much, and its colour."""

TOLD: Final = {
    **dict.fromkeys(("caught", "held"), ("trapped", "threat")),
    **dict.fromkeys(("avoided", "freed", "released", "served"), ("free", "target")),
    **{"pick-up": ("", "target"), "spent": ("nothing left", "muted"), "arrive": ("home", "target")},
}
"""What is said over the square of other events, and its colour."""

CROWDED: Final = 0.4
"""Squares for each small marble that there is room for: of a longer way only a part is shown."""

FEWEST: Final = 12
"""Squares that are always shown."""

STAGE: Final = 5.2
"""How high the room of a podium is."""

LOWEST: Final = 1.4
"""How high the step of the last place is."""


def scene(frame: Frame, room: Room) -> Scene:
    """The journey at one instant."""
    trail: Trail = frame.board
    stage = (0.0, 0.0, STAGE * room.shape, STAGE)
    if podium := _podium(frame, stage):
        return Scene(stage, tuple(podium), palette=PALETTE)
    road = road_in(frame, room)
    below = road.strip
    left, right = -road.reach, road.across - 1 + road.reach
    top, ground = road.top, road.bottom
    if room.small:
        return _small(trail, road, (left, top, right, ground))
    bottom = max(ground + below, top + 2 * sqrt(room.holds / room.shape) * road.cell)
    beside = max(0.0, (bottom - top) * room.shape - (right - left)) / 2
    left, right = left - beside, right + beside
    ground = bottom - below
    items: list[Item] = [
        _tile(trail.trail, square, trail.taken[square], road.at(square))
        for square in range(road.first, road.end)
        if trail.taken[square]
    ]
    items += _frames(frame, road)
    items += _travellers(frame, road)
    items += _floating(frame, road)
    lower = left, ground, right, bottom
    where = {square: around(road.at(square), 0.45, 0.5) for square in range(road.first, road.end)}
    if below:
        where[len(trail.taken)] = around(die_spot(lower), DIE, DIE)
        items += strip(frame, lower, _pointed(frame), below)
    still = _country(
        road, trail.trail, (left - 4, top - 4, right + 4, bottom + 4), ground if below else bottom + 4
    )
    return Scene(
        (left, top, right, bottom), tuple(items), still, where, (1.0, road.pitch), PALETTE, "grass", 0.5
    )


def road_in(frame: Frame, room: Room) -> Road:
    """The road, or where it is too long for the room the part around the square that matters."""
    below = STRIP if room.named and not room.small else 0.0
    trail: Trail = frame.board
    crowded = CROWDED if room.named else 3 * CROWDED
    count, most = len(trail.taken), max(FEWEST, int(crowded * room.holds))
    if count <= most or room.small:
        return lay(count, room.shape, below, room.holds)
    step = most // 2  # the square stays away from the ends, and the part does not change with every step
    first = round((_pointed(frame) - step) / step) * step
    return lay(most, room.shape, below, room.holds)._replace(first=max(0, min(first, count - most)))


def _pointed(frame: Frame) -> int:
    """The square that matters: that of the cursor, or of who acts."""
    trail: Trail = frame.board
    if frame.cursor is not None and 0 <= frame.cursor < len(trail.taken):
        return frame.cursor
    return trail.travellers[acting(frame)].square


def emblem() -> Scene:
    """A bend of the road with four tiles and a marble."""
    bend = tuple((1.2 * sin(n / 12 * pi), 1.1 * cos(n / 12 * pi)) for n in range(13))
    items: list[Item] = [Box((0.0, 0.0), (2.0, 1.5), "grass")]
    items.append(Line(((-1.6, 1.1), *bend, (-1.6, -1.1)), 0.9, "road"))
    tiles = {"treasure": (-1.2, 1.1), "teleporter": (1.1, 0.5), "toll": (1.1, -0.5), "castle": (-1.2, -1.1)}
    items += [Box(at, (0.4, 0.4), kind) for kind, at in tiles.items()]
    items.append(marble("traveller", (0.0, 1.1), 0.45, "seat0"))
    return Scene((-2.0, -1.5, 2.0, 1.5), tuple(items), (), {}, (0.0, 0.0), PALETTE, "grass", 0.9)


@lru_cache(maxsize=8)
def _country(road: Road, trail: Board, box: Rect, ground: float) -> tuple[Item, ...]:
    """Trees where the road is not, the road and its squares as they are at first, and the strip below."""
    left, top, right, bottom = box
    items: list[Item] = []
    begin, end = road.first - bool(road.first), road.end - (road.end == len(trail.squares))
    way = [road.at(n / 4) for n in range(4 * begin, 4 * end + 1)]
    trees: list[Point] = []
    for n in range(500 if road.squares < 120 else 0):
        x = left + (n * 0.754877 % 1) * (right - left)
        y = top + (n * 0.569840 % 1) * (ground - top)
        if any(hypot(x - a, y - b) < 0.66 for a, b in trees):
            continue
        if all(hypot(x - a, y - b) > 0.95 for a, b in way[::2]):
            r = 0.2 + 0.08 * (n % 3)
            trees.append((x, y))
            items.append(Disc((x + 0.06, y + 0.08), r, "dark grass"))
            items += [Disc((x, y), r, "tree"), Disc((x - r * 0.25, y - r * 0.3), r * 0.6, "leaf")]
    wide = min(ROAD, road.pitch - VERGE)
    items += [Line(tuple(way), wide + KERB, "kerb"), Line(tuple(way), wide, "road")]
    items += [_tile(trail, square, 0, road.at(square)) for square in range(road.first, road.end)]
    return (*items, Box(*filling((left, ground, right, bottom)), "surface"))


def _tile(trail: Board, square: int, taken: int, at: Point) -> Tile:
    """A square: its picture, and on a plate what waits there."""
    kind, encounter = trail.kind(square), trail.squares[square].encounter
    half = SQUARE / 2 + 0.06 * (kind == "castle"), TALL / 2 + 0.06 * (kind == "castle")
    if is_spent(encounter, taken):
        return Tile(at, half, "spent", (), sign(kind), ("empty", ""))
    pictures = PICTURES.get(kind, ())
    jump = encounter.jump if isinstance(encounter, Teleporter) else None
    if jump and jump.way != "A" and jump.size < 0:  # it leads back
        pictures = tuple(tuple(row[::-1] for row in rows) for rows in pictures)
    return Tile(at, half, kind, pictures, sign(kind), price(encounter, taken))


def _frames(frame: Frame, road: Road) -> list[Item]:
    """The squares with a frame: a toll's own is green, where else it leads blue, the pointer white."""
    shown, here = frame.highlights, frame.board.travellers[acting(frame)].square
    found = {square: "target" if square == here else "way" for square in shown.legal}
    found |= dict.fromkeys(shown.hint, "target")
    if frame.cursor is not None:
        found[frame.cursor] = "cursor"
    half = SQUARE / 2 + 0.09, TALL / 2 + 0.14
    seen = range(road.first, road.end)
    return [Mark(road.at(n), half, role, 1.0, 0.0) for n, role in found.items() if n in seen]


def _seats(here: int) -> tuple[Point, ...]:
    """Where so many marbles stand on one square."""
    if here < 3:
        return ((0.2, -0.14),) if here == 1 else ((-0.22, -0.14), (0.22, -0.14))
    return tuple((dx, dy) for dy in (-0.28, 0.06) for dx in (-0.28, 0.02, 0.32))


def _travellers(frame: Frame, road: Road) -> list[Item]:
    """Who stands where; the one that moves rolls along the road, or flies."""
    event, items = frame.event, list[Item]()
    moving = event.facts["seat"] if event and event.kind in MOVING and frame.phase < 1 else None
    standing: dict[int, list[int]] = {}
    for seat, traveller in enumerate(frame.board.travellers):
        if seat != moving and road.first <= traveller.square < road.end:
            standing.setdefault(traveller.square, []).append(seat)
    for square, seats in standing.items():
        x, y = road.at(square)
        r = R if len(seats) < 3 else 0.15
        for seat, (dx, dy) in zip(seats, _seats(len(seats)), strict=False):
            held = frame.board.travellers[seat].held and square < frame.board.trail.last
            colour = f"seat{seat}{':0.6' if held else ''}"
            items.append(marble(f"traveller{seat}", (x + dx, y + dy), r, colour, seat, sign=str(seat + 1)))
    if event and moving is not None:
        start, end, share = event.cells[0], event.cells[-1], smooth(frame.phase)
        s = start + (end - start) * share
        (x, y), (a, b) = road.at(max(0.0, s)), road.at(max(0.0, s - 0.1))
        if event.kind == "transport":
            (x, y), (a, b) = between(road.at(start), road.at(end), share), road.at(start)
            y -= 0.9 * sin(share * pi)
        rolled = s * 1.3, (x - a, y - b)
        items.append(
            marble(f"traveller{moving}", (x, y), R, f"seat{moving}", moving, *rolled, sign=str(moving + 1))
        )
    return items


def _floating(frame: Frame, road: Road) -> list[Item]:
    """What is gained or lost rises from the square, and coins fly up."""
    event, phase = frame.event, frame.phase
    if not event or phase >= 1 or not event.cells:
        return []
    if not road.first <= event.cells[-1] < road.end:
        return []
    (x, y), kind, items = road.at(event.cells[-1]), event.kind, list[Item]()
    words, ink = TOLD.get(kind, ("", ""))
    if kind in FLOATING:
        before, fact, ink = FLOATING[kind]
        words = f"{before}{round(event.facts[fact] * min(1.0, phase * 1.6))}"
        for n in range(5):
            if 0 < (share := part(phase, 0.12 * n, 0.5)) < 1:
                at = x + (n - 2) * 0.45 * share, y - 0.3 - 1.3 * sin(share * pi)
                items.append(marble(f"coin{n}", at, 0.2, "coin"))
    if words := str(event.facts["trinket"])[:18] if kind == "pick-up" else words:
        items.append(Label((x, y - 0.3 - 0.5 * phase), f" {words} ", ink, bold=True, on="surface"))
    return items


def _small(trail: Trail, road: Road, bounds: Rect) -> Scene:
    """Only the way in the colours of its squares, and large marbles."""
    way = tuple(road.at(n / 6) for n in range(6 * (road.squares - 1) + 1))
    items: list[Item] = [Line(way, 0.95, "road")]
    for square in range(road.squares):
        half = 0.36 if square < road.squares - 1 else 0.5
        items.append(Box(road.at(square), (half, half), trail.trail.kind(square)))
    pawns = [
        marble(f"traveller{seat}", road.at(traveller.square), 0.7, f"seat{seat}", seat)
        for seat, traveller in enumerate(trail.travellers)
    ]
    return Scene(bounds, tuple(pawns), tuple(items), {}, (0.0, 0.0), PALETTE, "grass", 1.4)


def _podium(frame: Frame, room: Rect) -> list[Item]:
    """Steps before the country, which rise from the last place to the first, and a band for the words above."""
    travellers: Sequence[Traveller] = frame.board.travellers
    finale, count, last = frame.highlights.finale, len(travellers), frame.board.trail.last
    if finale is None or frame.event or count < 2 or any(each.square != last for each in travellers):
        return []
    left, top, right, bottom = room
    rank, phase = places(travellers), finale.phase
    order = sorted(range(count), key=lambda seat: rank[seat])
    order = [*order[1:2], *order[:1], *order[2:]]
    wide = min(2.8, (right - left - 0.4) / count)
    r = min(0.6, wide * 0.3, (bottom - top) * 0.11)
    band = (bottom - top) * 0.3
    lift = min(1.1, (bottom - top - band - 2 * r - LOWEST) / (count - 1))
    items: list[Item] = []
    for at, seat in enumerate(order):
        place = rank[seat]
        risen = smooth(part(phase, 0.12 * (count - 1 - place), 0.3))
        x = (left + right) / 2 + (at - (count - 1) / 2) * wide
        step = bottom - (LOWEST + lift * (count - 1 - place)) * max(0.05, risen)
        on, ink = ("stone", "pale") if place else ("brass", "pip")
        block = filling((x - wide / 2 + 0.04, step, x + wide / 2 - 0.04, bottom + 1))
        items.append(Box(*block, on, 0.0, 0.05))
        ball = Ball((0.0, -r), r, f"seat{seat}")
        items.append(Piece(f"traveller{seat}", (x, step), (ball,), seat, r, str(seat + 1)))
        name = finale.names[seat] if seat < len(finale.names) else f"Traveller {seat + 1}"
        if risen >= 1:
            gold = f"{travellers[seat].gold} {sign('treasure')}"
            nth, own = f"{place + 1}.", travellers[seat].gold
            told = f"{ordinal(place + 1)}, {gold}", f"{nth} {gold}", f"{nth} {own}", str(own)
            items += fitted((x, step + 0.4), tuple(shorter(name)), wide - 0.2, ink, bold=True, align=0, on=on)
            items += fitted((x, step + 0.92), told, wide - 0.2, ink, align=0, on=on)
    if finale.tone is not Tone.NEUTRAL or finale.words:
        above = filling((left, top + 0.3, right, top + band - 0.1))
        items.append(Letters(*above, finale.words, part(phase, 0.5, 0.3)))
    return items
