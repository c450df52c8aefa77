"""Shapes as spans, a line at a time, and small pictures of marbles and rings, made once for each size.

All in points of a raster, which are `square` times as high as wide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, product
from math import atan2, ceil, cos, floor, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Final

from marbles_tui.core.palette import lit, mix
from marbles_tui.core.tuples import NamedTuple

if TYPE_CHECKING:
    from marbles_tui.core.scene import Point

LINES: Final = 4
"""Lines sampled in each row of points."""

CRISP: Final = 1.7
"""Edges are a little harder than they are: a cell of two colours cannot show a soft one."""

LIGHT: Final = (-0.50, -0.62, 0.605)
"""Where the light comes from."""

FEW: Final = 10
"""Points across up to which a marble is a little fuller than a circle: a rim of so few points would make it lean."""

TINY: Final = 6
TINTS: Final = (1.06, 1.0, 0.85)
"""Points across of the smallest marbles, and the light on each third of one."""

FINE: Final = 24
"""Points across from which on there are so many that only those of a rim are sampled."""

MANY: Final = 32
"""And from which on it is worth while to have few colours."""

ROUND: Final = 0.2
"""Half circles of a line's ends and bends are made of so small turns."""

ASIDE: Final = 0.25
"""Points that a bend may lie aside without being seen."""

Span = tuple[float, float]


class Shape(NamedTuple):
    """Where it begins and ends, and what of a line lies in it, from left to right."""

    top: float
    bottom: float
    spans: Callable[[float], Sequence[Span]]


class PixelRow(NamedTuple):
    """A row of a picture: the points at its rims, each covered to a share, and the whole ones between them."""

    rims: tuple[tuple[int, int, float], ...]
    first: int
    inside: list[int]


Picture = tuple[PixelRow, ...]


def crisp(cover: float) -> float:
    """The share of a point that is painted where a shape covers so much of it."""
    return min(1.0, max(0.0, (cover - 0.5) * CRISP + 0.5))


@lru_cache(maxsize=1024)
def box(left: float, top: float, right: float, bottom: float, cx: float = 0.0, cy: float = 0.0) -> Shape:
    """A rectangle whose corners have these radii."""
    cx, cy = min(cx, (right - left) / 2), min(cy, (bottom - top) / 2)

    def spans(at: float) -> Sequence[Span]:
        away = max(top + cy - at, at - bottom + cy, 0.0) / cy if cy > 0 else 0.0
        inset = cx * (1 - sqrt(max(0.0, 1 - away * away)))
        return ((left + inset, right - inset),)

    return Shape(top, bottom, spans)


@lru_cache(maxsize=1024)
def ring(left: float, top: float, right: float, bottom: float, thick: Point, corner: Point) -> Shape:
    """The outline of a rectangle, so thick across and down, whose corners have these radii."""
    (dx, dy), (cx, cy) = thick, corner
    outer = box(left, top, right, bottom, cx, cy)
    inner = box(left + dx, top + dy, right - dx, bottom - dy, max(0.0, cx - dx), max(0.0, cy - dy))

    def spans(at: float) -> Sequence[Span]:
        ((start, end),) = outer.spans(at)
        if not inner.top < at < inner.bottom:
            return ((start, end),)
        ((first, last),) = inner.spans(at)
        return (start, first), (last, end)

    return Shape(top, bottom, spans)


@lru_cache(maxsize=1024)
def polygon(points: tuple[Point, ...]) -> Shape:
    """A convex one."""
    edges = [
        (a, b) if a[1] < b[1] else (b, a)
        for a, b in zip(points, (*points[1:], points[0]), strict=True)
        if a[1] != b[1]
    ]

    def spans(at: float) -> Sequence[Span]:
        xs = [a[0] + (b[0] - a[0]) * (at - a[1]) / (b[1] - a[1]) for a, b in edges if a[1] <= at < b[1]]
        return ((min(xs), max(xs)),) if len(xs) > 1 else ()

    ys = [y for _, y in points]
    return Shape(min(ys), max(ys), spans)


@lru_cache(maxsize=1024)
def line(points: tuple[Point, ...], wide: float, tall: float) -> Shape:
    """A line with round ends and bends, so wide across and so tall down. A way that bends sharper than its width may
    get holes."""
    ratio, r = wide / tall, wide / 2
    there = [(x, y * ratio) for x, y in _straightened(points)]  # in which all bends are round
    there[-1] = there[-1][0] + 1e-6, there[-1][1]  # a mere point has two sides, too
    outline = [(x, y / ratio) for side in (there, there[::-1]) for x, y in _beside(side, r)]
    rows: dict[int, list[tuple[Point, Point, int]]] = {}
    for a, b in pairwise((*outline, outline[0])):
        upper, lower, winds = (a, b, 1) if a[1] < b[1] else (b, a, -1)
        for row in range(floor(upper[1]), ceil(lower[1])):
            rows.setdefault(row, []).append((upper, lower, winds))

    def spans(at: float) -> Sequence[Span]:
        crossed = sorted(
            (a[0] + (b[0] - a[0]) * (at - a[1]) / (b[1] - a[1]), winds)
            for a, b, winds in rows.get(floor(at), ())
            if a[1] <= at < b[1]
        )
        found, inside, start = list[Span](), 0, 0.0
        for x, winds in crossed:
            if not inside:
                start = x
            inside += winds
            if not inside:
                found.append((start, x))
        return found

    ys = [y for _, y in outline]
    return Shape(min(ys), max(ys), spans)


def _beside(way: Sequence[Point], r: float) -> Iterator[Point]:
    """What lies so far to the left of a way, from its first point to its last and round it."""
    ahead = [atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(way)]
    for at, (x, y) in enumerate(way):
        start = ahead[max(0, at - 1)]
        turn = (ahead[at] - start + pi) % (2 * pi) - pi if 0 < at < len(ahead) else pi * (at == len(way) - 1)
        steps = ceil(abs(turn) / ROUND)
        for n in range(steps + 1):
            angle = start - pi / 2 + turn * n / max(1, steps)
            yield x + r * cos(angle), y + r * sin(angle)


def _straightened(points: Sequence[Point]) -> list[Point]:
    """The same line with fewer points, wherever some lie as good as between their neighbours."""
    kept = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points[1:]):
        across, down = to_x - kept[-1][0], to_y - kept[-1][1]
        aside = (x - kept[-1][0]) * down - (y - kept[-1][1]) * across
        if abs(aside) > ASIDE * hypot(across, down):
            kept.append((x, y))
    return [*kept, points[-1]]


Covered = tuple[list[tuple[int, float]], list[tuple[int, int]]]
"""What of a row a shape covers: its rims, point by point with the share of each, and of each whole part the first
point and the one after its last."""


@lru_cache(maxsize=1024)
def rows_of(shape: Shape) -> tuple[tuple[int, Covered], ...]:
    """The rows of which a shape covers anything, from the uppermost."""
    rows = range(floor(shape.top), ceil(shape.bottom))
    return tuple((y, found) for y in rows if (found := _covered(shape, y)))


def _covered(shape: Shape, y: int) -> Covered | None:
    lines = []
    for n in range(LINES):
        at = y + (n + 0.5) / LINES
        if shape.top <= at <= shape.bottom and (
            found := [span for span in shape.spans(at) if span[1] > span[0]]
        ):
            lines.append(found)
    if not lines:
        return None
    whole = [(ceil(start), floor(end)) for start, end in lines[0]] if len(lines) == LINES else []
    for spans in lines[1:]:
        pairs = product(whole, spans)
        whole = [(max(a, ceil(start)), min(b, floor(end))) for (a, b), (start, end) in pairs]
        whole = [(first, last) for first, last in whole if first < last]
    cover: dict[int, float] = {}
    for start, end in chain.from_iterable(lines):
        for x in _rims(start, end, whole):
            cover[x] = cover.get(x, 0.0) + min(end, x + 1.0) - max(start, float(x))
    return [(x, share) for x, sum_ in cover.items() if (share := crisp(sum_ / LINES)) > 0], whole


def _rims(start: float, end: float, whole: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The points of a span that lie in no whole part."""
    begin = floor(start)
    for first, last in whole:
        if start < last and first < end:
            yield from range(begin, first)
            begin = last
    yield from range(begin, ceil(end))


@lru_cache(maxsize=1024)
def ball(
    wide: int,
    tall: int,
    colour: int,
    turn: int = -1,
    heading: int = 0,
    square: float = 1.0,
    low: bool = False,
) -> Picture:
    """A lit marble of `wide` × `tall` points; `low`: it begins in the lower half of a cell.

    `turn`, in eighths: where its band has rolled to; -1: it has none. `heading`: which way, in sixteenths of a
    circle.
    """
    small = min(wide, tall * square)
    shaded = _shaded(wide, tall, small, low)
    plain = [[0.0] * len(row) for row in shaded]
    bands = _bands(wide, tall, turn, heading, small) if turn >= 0 and small >= 9 else plain
    return tuple(
        row_of(
            [
                (x, _shade(colour, light, gloss, band), share)
                for (x, light, gloss, share), band in zip(*rows, strict=True)
            ]
        )
        for rows in zip(shaded, bands, strict=True)
    )


@lru_cache(maxsize=16384)
def _shade(colour: int, light: float, gloss: float, band: float) -> int:
    return mix(lit(mix(colour, 0xFFFFFF, 0.38 * band), light), 0xFFFFFF, gloss)


@lru_cache(maxsize=64)
def _shaded(
    wide: int, tall: int, size: float, low: bool = False
) -> list[list[tuple[int, float, float, float]]]:
    """The points of a marble row by row: where each is, its light and gloss, and to what share it is covered.
    Small ones are flatter: a disc with a light, and a darker lower edge. Of many points many are alike, and of the
    smallest in quadrants those of a cell: it has but two colours, and one is that of the ground."""
    tiny = size <= TINY and wide > tall
    small = max(0.0, min(1.0, (9 - size) / 6))
    plump = 2.4 if 6 < size <= FEW else 2.0
    rim, digits = 4 if size < 12 else 3 if size < FINE else 2, 2 if size > MANY else 12
    rows = []
    for y in range(tall):
        shades = []
        for x in range(wide):
            light = gloss = 0.0
            inside = 0
            far = (
                hypot(abs(x + 0.5 - wide / 2) + 0.5, (abs(y + 0.5 - tall / 2) + 0.5) * wide / tall) / wide * 2
            )
            samples = 1 if far < 1 and size >= FINE else rim
            for n in range(samples * samples):
                u = (x + (n % samples + 0.5) / samples) / wide * 2 - 1
                v = (y + (n // samples + 0.5) / samples) / tall * 2 - 1
                if abs(u) ** plump + abs(v) ** plump > 1:
                    continue
                inside += 1
                w = sqrt(max(0.0, 1 - u * u - v * v))
                shine = u * LIGHT[0] + v * LIGHT[1] + w * LIGHT[2]
                light += (0.36 + 0.84 * max(0.0, shine)) * (1 - small)
                light += (0.86 + 0.24 * shine - 0.26 * (shine < 0.0)) * small
                gloss += max(0.0, (shine - 0.90) / 0.10) ** 2 * 0.9 * (1 - small)
                gloss += (0.55 if hypot(u + 0.38, v + 0.42) < 0.36 else 0.0) * small
            share = crisp(inside / samples**2)
            if tiny:
                light = inside * (TINTS[3 * x // wide] + (0.2 * (y == 0) if low else -0.28 * (y == tall - 1)))
                gloss = inside * 0.5 * (x == wide // 3 and y == low)
            if inside and share > 0.02:
                shine = min(1.0, gloss / inside)
                shades.append((x, round(light / inside, digits), round(shine, digits), share))
        rows.append(shades)
    return rows


@lru_cache(maxsize=256)
def _bands(wide: int, tall: int, turn: int, heading: int, size: float) -> list[list[float]]:
    """The share of the band at the same points."""
    from marbles_tui.core.scene import TURNS  # not for the first paint

    a, t = heading * pi / 8, turn * 2 * pi / TURNS
    ca, sa, ct, st = cos(a), sin(a), cos(t), sin(t)
    soft = 2.5 / size
    rows = []
    for y, shades in enumerate(_shaded(wide, tall, size)):
        v = (y + 0.5) / tall * 2 - 1
        row = []
        for x, *_ in shades:
            u = (x + 0.5) / wide * 2 - 1
            w, along = sqrt(max(0.0, 1 - u * u - v * v)), u * ca + v * sa
            off = abs((v * ca - u * sa) * 0.8 + (along * ct - w * st) * 0.6)
            seen = along * st + w * ct > -0.3 and off < 0.2 + soft / 2
            row.append(round(min(1.0, (0.2 - off) / soft + 0.5), 1) if seen else 0.0)
        rows.append(row)
    return rows


def row_of(shades: list[tuple[int, int, float]]) -> PixelRow:
    """The row of these points: where each is, its colour, and to what share it is covered."""
    whole = [x for x, _, share in shades if share >= 1]
    if not whole:
        return PixelRow(tuple(shades), 0, [])
    first, last = whole[0], whole[-1]
    inside = [colour for x, colour, _ in shades if first <= x <= last]
    return PixelRow(tuple(shade for shade in shades if not first <= shade[0] <= last), first, inside)
