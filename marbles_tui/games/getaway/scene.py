"""Gary's Great Getaway as it is seen: a road, squares on it, marbles, a die. A unit is the way to the next square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product, starmap
from math import ceil, cos, hypot, pi, sin
from typing import Final, NamedTuple

from marbles_tui.core.dice import die
from marbles_tui.core.palette import Palette, PieceColours
from marbles_tui.core.scene import (
    Box,
    Disc,
    Finale,
    Frame,
    Item,
    Label,
    Letters,
    Line,
    Mark,
    Point,
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
from marbles_tui.games.getaway.board import Amount, Board, Jump, Kind, Square, Teleporter, Toll, Treasure
from marbles_tui.games.getaway.journey import Trail, Traveller, outset, places
from marbles_tui.games.getaway.text import belongings, is_spent, named, price, rank_words, sign, square_words

PICTURED: Final[Sequence[Kind]] = "start", "treasure", "teleporter", "toll", "trinkets", "trap", "castle"
SHEET: Final = """
    ....##.... ..######.. ....##.... ##......## ..##..##.. ########## ##..##..##
    ..######.. ##......## ########.. ########## ########## ##..##..## ##########
    ########## ##......## ########.. ##......## ####..#### ##..##..## ..######..
    ####..#### ..######.. ....##.... ##......## ####..#### ########## ..##..##..

    ...##...   .######.   ....##..   ##....##   ..#..#..   ########   ##.##.##
    .######.   ##.##.##   ########   ########   ########   #.#..#.#   ########
    .##..##.   ##.##.##   ########   ##....##   .##..##.   #.#..#.#   .##..##.
    .##..##.   .######.   ....##..   ##....##   .######.   ########   .##..##.

    ....##.... ..######.. ....##.... ##......## ..##..##.. ########## ##.####.##
    ...####... .##....##. ....####.. ########## ...####... #.##..##.# ##.####.##
    ..######.. ##..##..## #########. ##.##.##.# ########## #.##..##.# ##########
    ########## ##..##..## ########## ########## ####..#### #.##..##.# .########.
    .########. ##..##..## ########## ##......## .###..###. #.##..##.# .###..###.
    .###..###. ##..##..## #########. ##......## .###..###. #.##..##.# .##....##.
    .###..###. .##....##. ....####.. ##......## .###..###. #.##..##.# .##....##.
    .###..###. ..######.. ....##.... ##......## .########. ########## ###....###
"""
PICTURES: Final = {
    kind: tuple(tuple(line.split()[at] for line in each.split("\n") if line) for each in SHEET.split("\n\n"))
    for at, kind in enumerate(PICTURED)
}
"""A house, a coin, an arrow, a gate, a present, a cage, a tower. The first of each are for half blocks: five by four
points, each written as two dots. Others have dots half a cell wide: eight by four of half a cell's height, ten by
eight of a quarter."""

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
        "words": 0xEDE7D3,
    },
    {
        "grass": 0xBFD3A0, "dark grass": 0xA9C088, "tree": 0x86AE6A, "leaf": 0xA2C684, "road": 0xD9BF8E,
        "kerb": 0xA88A5A, "words": 0x2A2416,
    },
    PAWNS,
)  # fmt: skip

# The road

SQUARE, TALL, CASTLE = 0.86, 1.0, 0.06
"""How wide and high a square is, and how much farther the castle reaches to each side."""

ABOVE, BELOW, BESIDE, BEND = 0.78, 0.62, 0.55, 0.92
"""How far the road reaches beyond the middles of its outermost squares, and how far its bends reach beyond those."""

PITCHES: Final = {1.2: 0.9, 1.35: 0.97, 1.55: 1.0, 1.7: 1.05}
"""From one row to the next at least, and what that counts."""

WIDEST, HIGHEST, FEW = 2.2, 0.32, 5
"""From one row to the next at most, and how far a row of more than a few squares bends up and down."""

STRIP, FINE = 0.88, 40
"""How high the strip below the road is at least; it has three rows of cells, or more, but so many in no terminal."""

CROWDED, FEWEST, MOST = 0.4, 12, 100
"""Squares for each small marble that there is room for, those that are shown in any case, and at most in small."""


class Road(NamedTuple):
    """Squares in rows that lie above each other, the first one lowest, with one square in each bend; below it a strip
    of so many lines. `low`: where its first row lies; `bounds`: all that is seen."""

    squares: int
    rows: int
    across: int
    pitch: float
    wave: float
    strip: float
    lines: int
    low: float
    bounds: Rect
    first: int = 0
    """The square it begins with."""

    @property
    def seen(self) -> range:
        """The squares that lie on it."""
        return range(self.first, self.first + self.squares)

    def at(self, s: float) -> Point:
        """Where a step of the way lies, also between two squares."""
        s -= self.first
        row = max(0, min(int(s // (self.across + 1)), self.rows - 1))
        x, y, last = s - row * (self.across + 1), 0.0, self.across - 1
        if x > last:
            turn = (x - last) / 2 * pi
            x, y = last + BEND * sin(turn), (1 - cos(turn)) / 2
        if row % 2:
            x = last - x
        waves = sin(x / max(1, last) * 2 * pi * (1.5 if self.across > 6 else 1))
        return x, self.low - (row + y) * self.pitch + self.wave * waves


@lru_cache(maxsize=32)
def lay(count: int, room: Room) -> Road:
    """The road on which so many squares are largest, and lie evenly."""
    worded, points = room.named and not room.small, 2 * room.lines

    def layout(rows: int, pitch: float) -> tuple[float, int, int, int, float]:
        """What it is worth, points from one square to the next, rows with so many squares each, how wide it is."""
        across = max(2, -(-(count - rows + 1) // rows))
        wide, high = across - 1 + 2 * (BESIDE + BEND * (rows > 1)), (rows - 1) * pitch + ABOVE + BELOW
        fits = points * room.shape / wide, points / (high + STRIP * worded), (points - 6 * worded) / high
        unit = max(1, int(min(fits)))
        size = min(unit, 9 + unit / 4)  # of large squares it counts little
        return PITCHES[pitch] * size, unit, rows, across, wide

    _, unit, rows, across, wide = max(starmap(layout, product(range(1, 40), PITCHES)))
    cell, steps, bent = 2 / unit, rows - 1, HIGHEST * (across > FEW)
    below = max(3, int(STRIP / cell + 0.25)) * worded
    free = points / unit - ABOVE - BELOW - below * cell
    wave = max(0.0, min(bent, (free - steps * 1.35) / 4))
    pitch = max(1.1, int(min(WIDEST, (free - 2 * wave) / max(1, steps)) / cell + 0.02) * cell)
    spare = max(0.0, free - steps * pitch) / 2
    wave = max(wave, min(bent, spare))
    # Half of the squares of a row that bends are a cell higher.
    shift = cell / 2 * (round(TALL / cell) % 2 == 0)
    top = -ceil((ABOVE + max(wave, spare) - shift) / cell - 0.3) * cell
    middle, half = (across - 1) / 2, max(wide, points / unit * room.shape) / 2
    bounds = middle - half, top, middle + half, top + points / unit
    strip, lines, low = below * cell, 3 + (3 < below < FINE), steps * pitch + shift
    return Road(count, rows, across, pitch, wave, strip, lines, low, bounds)


def road_in(frame: Frame, room: Room) -> Road:
    """The road, or where it is too long for the room the part around the square that matters."""
    count, crowded = len(frame.board.taken), CROWDED if room.named else 3 * CROWDED
    most = MOST if room.small else max(FEWEST, int(crowded * room.holds))
    if count <= most:
        return lay(count, room)
    step = most // 2  # the square stays away from the ends, and the part does not change with every step
    first = round((_pointed(frame) - step) / step) * step
    return lay(most, room)._replace(first=max(0, min(first, count - most)))


def _pointed(frame: Frame) -> int:
    """The square that matters: that of the cursor, or of who acts."""
    trail: Trail = frame.board
    at = frame.cursor
    return at if at is not None and 0 <= at < len(trail.taken) else trail.travellers[frame.mover or 0].square


def scene(frame: Frame, room: Room) -> Scene:
    """The journey at one instant. In small only the way in the colours of its squares, and large marbles."""
    trail: Trail = frame.board
    home = all(each.square == trail.trail.last for each in trail.travellers)
    if frame.highlights.finale and not frame.event and home and len(trail.travellers) > 1:
        return _podium(frame.highlights.finale, trail.travellers, STAGE * room.shape)
    road, small = road_in(frame, room), room.small
    left, _, right, bottom = road.bounds
    where = {} if small else {square: around(road.at(square), 0.45, 0.5) for square in road.seen}
    items: list[Item] = []
    if not small:
        items += [_tile(trail, at, road.at(at)) for at in road.seen if trail.taken[at]]
        items += _frames(frame, road)
    items += [*_travellers(frame, road, small), *_floating(frame, road)]
    if road.strip:
        below = left, bottom - road.strip, right, bottom
        die_at = left + 0.67, min(bottom - road.strip / 2, below[1] + 0.62)
        where[len(trail.taken)] = around(die_at, DIE, DIE)
        items += [*_die(frame, die_at), *_strip(frame, below, road.lines)]
    still = _country(road, trail.trail, small)
    grid, least = ((0.0, 0.0), 1.4) if small else ((1.0, road.pitch), 0.5)
    return Scene(road.bounds, tuple(items), still, where, grid, PALETTE, "grass", least)


def emblem() -> Scene:
    """A way of a few squares, and a marble."""
    kinds = Treasure(Amount(1), False), Teleporter(Jump("F", 1), False), Toll(Jump("F", 1), Amount(1), False)
    board = Board(tuple(Square("", each) for each in (None, *kinds, None)))
    return scene(Frame(outset(board)), Room(1.3, small=True))


# Country, squares, travellers


@lru_cache(maxsize=8)
def _country(road: Road, trail: Board, small: bool) -> tuple[Item, ...]:
    """Trees where the road is not, the road and its squares as they are at first, and the strip below."""
    left, top, right, bottom = (at + 1.5 * way for at, way in zip(road.bounds, (-1, -1, 1, 1), strict=True))
    ground = bottom - 1.5 - road.strip if road.strip else bottom
    begin, end = road.first - bool(road.first), road.seen.stop - (road.seen.stop == len(trail.squares))
    way = tuple(road.at(n / 4) for n in range(4 * begin, 4 * end + 1))
    items, taken = list[Item](), [(x, y, 0.95) for x, y in way[::2]]
    for n in range(0 if small else int(3 * (right - left) * (ground - top))):
        x, y = left + n * 0.754877 % 1 * (right - left), top + n * 0.569840 % 1 * (ground - top)
        if all(hypot(x - a, y - b) > far for a, b, far in taken):
            taken.append((x, y, 0.66))
            r = 0.2 + 0.08 * (n % 3)
            items += [Disc((x + 0.06, y + 0.08), r, "dark grass"), Disc((x, y), r, "tree")]
            items.append(Disc((x - r * 0.25, y - r * 0.3), r * 0.6, "leaf"))
    wide = min(1.14, road.pitch - 0.34)
    items += [*[Line(way, wide + 0.16, "kerb")] * (not small), Line(way, wide, "road", "░")]
    items += [_tile(outset(trail), square, road.at(square), small) for square in road.seen]
    return (*items, Box(*filling((left, ground, right, bottom)), "surface"))


def _tile(trail: Trail, square: int, at: Point, small: bool = False) -> Tile | Box:
    """A square: its picture, and on a plate what waits there."""
    kind, encounter = trail.trail.kind(square), trail.trail.squares[square].encounter
    more = CASTLE * (kind == "castle")
    if small:
        return Box(at, (0.36 + 2 * more, 0.36 + 2 * more), kind, sign=sign(kind))
    half = SQUARE / 2 + more, TALL / 2 + more
    if is_spent(encounter, trail.taken[square]):
        return Tile(at, half, "spent", (), sign(kind), ("empty", ""))
    pictures = PICTURES.get(kind, ())
    if isinstance(encounter, Teleporter) and encounter.jump.way != "A" and encounter.jump.size < 0:
        pictures = tuple(tuple(row[::-1] for row in rows) for rows in pictures)  # it leads back
    return Tile(at, half, kind, pictures, sign(kind), price(encounter, trail.taken[square]))


def _frames(frame: Frame, road: Road) -> list[Item]:
    """The squares with a frame: a toll's own is green, where else it leads blue, the pointer white."""
    shown, here = frame.highlights, frame.board.travellers[frame.mover or 0].square
    found = {at: "target" if at == here else "way" for at in shown.legal}
    found |= dict.fromkeys(shown.hint, "target")
    found |= {} if frame.cursor is None else {frame.cursor: "cursor"}
    half = SQUARE / 2 + 0.09, TALL / 2 + 0.14
    return [Mark(road.at(at), half, role, 1.0, 0.0) for at, role in found.items() if at in road.seen]


CROWD: Final = tuple((dx, dy) for dy in (-0.28, 0.06) for dx in (-0.28, 0.02, 0.32))
SPOTS: Final[Sequence[Sequence[Point]]] = ((0.2, -0.14),), ((-0.22, -0.14), (0.22, -0.14)), CROWD
"""Where one or two marbles stand on a square, and where more do."""


def _travellers(frame: Frame, road: Road, small: bool) -> Iterator[Item]:
    """Who stands where; the one that moves rolls along the road, or flies."""
    event, travellers = frame.event, frame.board.travellers
    rolls = event is not None and event.kind in ("walk", "transport") and frame.phase < 1
    moving = event.facts["seat"] if event and rolls else None
    for seat, (square, _, _, held) in sorted(enumerate(travellers), key=lambda each: each[0] == moving):
        here = [n for n, other in enumerate(travellers) if other.square == square and n != moving]
        light, r, turn, way = "", 0.15 if len(here) > 2 else 0.25, None, (1.0, 0.0)
        if event and seat == moving:
            start, end, share = event.cells[0], event.cells[-1], smooth(frame.phase)
            s = start + (end - start) * share
            (x, y), (a, b) = road.at(max(0.0, s)), road.at(max(0.0, s - 0.1))
            if event.kind == "transport":
                (x, y), (a, b) = between(road.at(start), road.at(end), share), road.at(start)
                y -= 0.9 * sin(share * pi)
            r, turn, way = 0.25, s * 1.3, (x - a, y - b)
        elif square in road.seen:
            (x, y), (dx, dy) = road.at(square), SPOTS[min(len(here), 3) - 1][here.index(seat)]
            x, y = (x, y) if small else (x + dx, y + dy)
            light = ":0.6" if held and square < frame.board.trail.last else ""
        else:
            continue
        r, number = (0.7, "") if small else (r, str(seat + 1))
        yield marble(f"traveller{seat}", (x, y), r, f"seat{seat}{light}", seat, turn, way, number)


TOLD: Final = {
    **{"gold": ("+{gains}", "flash"), "sell": ("+{value}", "flash"), "pay": ("-{pays}", "threat")},
    **dict.fromkeys(("caught", "held"), ("trapped", "threat")),
    **dict.fromkeys(("avoided", "freed", "released", "served"), ("free", "target")),
    **{"pick-up": ("{trinket:.18}", "target"), "spent": ("nothing left", "muted")},
    "arrive": ("home", "target"),
}
"""What is said over the square of an event, and its colour."""


def _floating(frame: Frame, road: Road) -> Iterator[Item]:
    """What is gained or lost rises from the square, and coins fly up."""
    event, phase = frame.event, frame.phase
    square = event.cells[-1] if event and event.cells else -1
    if not event or event.kind not in TOLD or phase >= 1 or square not in road.seen:
        return
    (x, y), (words, ink) = road.at(square), TOLD[event.kind]
    for n in range(5 if words[0] in "+-" else 0):
        if 0 < (share := part(phase, 0.12 * n, 0.5)) < 1:
            at = x + (n - 2) * 0.45 * share, y - 0.3 - 1.3 * sin(share * pi)
            yield marble(f"coin{n}", at, 0.2, "coin")
    grown = min(1.0, phase * 1.6)
    facts = {key: round(fact * grown) if isinstance(fact, int) else fact for key, fact in event.facts.items()}
    told = f" {words.format_map(facts)} "
    yield Label((x, y - 0.3 - 0.5 * phase), told, ink, bold=True, on="surface")


# The strip below, and the die


def _strip(frame: Frame, rect: Rect, lines: int) -> Iterator[Item]:
    """The travellers, and in the last line the square that matters."""
    left, top, right, bottom = rect[0] + 1.45, *rect[1:]
    trail: Trail = frame.board
    line, wide = (bottom - top) / lines, min(3.4, (right - 0.15 - left) / len(trail.travellers))
    for seat, each in enumerate(trail.travellers):
        x, moves, name = left + seat * wide, seat == (frame.mover or 0), named(frame.highlights.names, seat)
        at = x + 0.22, top + 0.34 * (bottom - top)
        yield marble(f"seat{seat}", at, 0.25, f"seat{seat}", seat, sign=str(seat + 1))
        who = (f"▶{name}", name) if moves else (name,)
        for n, forms in enumerate((who, *belongings(trail.trail, each, lines < 4))[: lines - 1]):
            ink, at = "words" if moves and n < 2 else "muted", (x + 0.62, top + (n + 0.5) * line)
            yield Label(at, forms, ink, -1, moves and not n, room=wide - 0.66, cut=not n)
    told = square_words(trail.trail, here := _pointed(frame), trail.taken[here])
    yield Label((left, bottom - line / 2), told, "flash", -1, room=right - 0.15 - left)


DIE: Final = 0.42
"""Half its width."""


def _die(frame: Frame, at: Point) -> Iterator[Item]:
    event, shown, last, tumble = frame.event, frame.highlights, len(frame.board.taken), 0.0
    number = int(shown.notes.get(last) or 0)
    if event and event.kind in ("roll", "draw"):
        number = event.facts["number"]
        tumble = 1 - smooth(part(frame.phase, 0.0, 0.8)) if event.kind == "roll" else 0.0
    if tumble:
        yield Disc((at[0] + tumble * 0.3 + 0.08, at[1] + DIE * 0.76), 0.34, "dark grass", 0.5)
    yield die(at, DIE, number, tumble, frame.board.trail.sides)
    if last in shown.legal or frame.cursor == last:
        yield Mark(at, (0.52, 0.44), "cursor" if frame.cursor == last else "target", 1.0, 0.25)


# The end

STAGE, BAND, LOWEST = 5.2, 1.56, 1.4
"""How high a podium is with the band for the words above it; and that, and the step of the last place."""


def _podium(finale: Finale, travellers: Sequence[Traveller], across: float) -> Scene:
    """Steps that rise from the last place to the first, in a room so wide."""
    count, rank = len(travellers), places(travellers)
    order = sorted(range(count), key=lambda seat: rank[seat])
    wide = min(2.8, (across - 0.4) / count)
    r = min(0.6, wide * 0.3)
    lift = min(1.1, (STAGE - BAND - 2 * r - LOWEST) / (count - 1))
    items: list[Item] = []
    for at, seat in enumerate((*order[1:2], *order[:1], *order[2:])):
        place = rank[seat]
        risen = smooth(part(finale.phase, 0.12 * (count - 1 - place), 0.3))
        x = across / 2 + (at - (count - 1) / 2) * wide
        step = STAGE - (LOWEST + lift * (count - 1 - place)) * max(0.05, risen)
        on, ink = ("stone", "castle") if place else ("brass", "pip")
        block = filling((x - wide / 2 + 0.04, step, x + wide / 2 - 0.04, STAGE + 1))
        items.append(Box(*block, on, 0.0, 0.05))
        items.append(marble(f"traveller{seat}", (x, step - r), r, f"seat{seat}", seat, sign=str(seat + 1)))
        if risen >= 1:
            name, told = named(finale.names, seat), rank_words(place, travellers[seat].gold)
            items.append(Label((x, step + 0.4), name, ink, bold=True, on=on, room=wide - 0.2, cut=True))
            items.append(Label((x, step + 0.92), told, ink, on=on, room=wide - 0.2))
    if finale.tone is not Tone.NEUTRAL or finale.words:
        above = filling((0.0, 0.3, across, BAND - 0.1))
        items.append(Letters(*above, finale.words, part(finale.phase, 0.5, 0.3)))
    return Scene((0.0, 0.0, across, STAGE), tuple(items), palette=PALETTE)
