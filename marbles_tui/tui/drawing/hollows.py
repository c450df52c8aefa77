"""Two rows of hollows with marbles between two ends, in a slab: the board of every game in which marbles are sown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from textual.geometry import Region, Spacing

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.frame import Highlights
from marbles_tui.tui.drawing.look import MARBLES, Look
from marbles_tui.tui.drawing.sign_marbles import largest
from marbles_tui.tui.drawing.signs import MOST_DRAWN, draw_box, draw_marbles
from marbles_tui.tui.drawing.small_marbles import FOUR, THREE, TWO, Mask, paint_small
from marbles_tui.tui.drawing.sprites import hollow, marble, pile
from marbles_tui.tui.drawing.squares import grain

ROOMY_WIDE, ROOMY_TALL = 100, 23
"""From this size of a canvas on hollows are round, and what is said of them stands on the slab."""

MARGIN: Final = 4
"""Columns beside such a slab."""

AROUND: Final = 9
"""Lines of such a slab and around it, beside those of the hollows."""

LEAST_ROOM: Final = 4
"""Small marbles are such that so many fit in a hollow even while none holds them: their size seldom changes."""

LEAST_SHADED: Final = 4
"""The smallest diameter, in pixels, at which a shaded marble still reads as one."""


INK, FAINT = 0x14110D, 0x6F675B
"""What is written on a slab, and what it fades to."""


class Slab(NamedTuple):
    """What the board is made of: its own colour on dark themes, that of a hollow's ground in the shadow of the rim
    and in the light, and its own colour on light themes."""

    colour: int
    shadow: int
    light: int
    on_light: int = 0xD8C29A


class Rows(NamedTuple):
    """The places: both rows from left to right, and the ends. The rows are equally long."""

    upper: tuple[Cell, ...]
    lower: tuple[Cell, ...]
    left: Cell
    right: Cell

    @property
    def ends(self) -> tuple[Cell, Cell]:
        """Left and right."""
        return self.left, self.right

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Where the cursor goes: along a row, or across to the hollow opposite; from an end, into the lower row."""
        if cell in self.ends:
            return self.lower[-1] if cell == self.right else self.lower[0]
        row, other = (self.lower, self.upper) if cell in self.lower else (self.upper, self.lower)
        at = row.index(cell)
        if dy:
            return other[at] if (dy < 0) == (row is self.lower) else cell
        return row[max(0, min(len(row) - 1, at + dx))]


@dataclass(frozen=True, slots=True, eq=False)
class HollowsLayout:
    """Places in cells; a hollow's box is its region, two pixels to each row."""

    rows: Rows
    places: Mapping[Cell, Region]
    slab: Region
    diameter: int
    """Of a marble, in pixels."""
    labels: tuple[int, int]
    """The lines for words of the upper and of the lower row."""
    inside: bool = False
    """Whether these are on the slab."""

    def above(self, place: Cell, rise: float = 1.0) -> Point:
        """Where a hand hovers over a place: the middle of its marbles, after a share of its way up."""
        region = self.places[place]
        down = region.height * (0.35 if place in self.rows.ends else 1.0 - 0.62 * rise)
        return region.x + region.width / 2, 2 * region.y + down


@lru_cache(maxsize=16)
def lay_out_hollows(width: int, height: int, rows: Rows) -> HollowsLayout:
    """The largest slab that fits, in the middle."""
    if width >= ROOMY_WIDE and height >= ROOMY_TALL:
        return _lay_out_round(width, height, rows)
    across = len(rows.lower)
    gap = 2 if width >= 100 else 1
    end = max(4, min(12, width // 13))
    wide = max(3, min(24, (width - 2 * end - (across + 3) * gap) // across))
    tall = max(1, min((height - 5) // 2, int(wide * 0.85)))
    whole_wide = across * wide + 2 * end + (across + 3) * gap
    whole_tall = 2 * tall + 3
    left = max(0, (width - whole_wide) // 2)
    top = max(1, (height - whole_tall - 2) // 2 + 1)
    first = left + 2 * gap + end
    places: dict[Cell, Region] = {}
    for at in range(across):
        x = first + at * (wide + gap)
        places[rows.upper[at]] = Region(x, top + 1, wide, tall)
        places[rows.lower[at]] = Region(x, top + tall + 2, wide, tall)
    places[rows.left] = Region(left + gap, top + 1, end, 2 * tall + 1)
    places[rows.right] = Region(left + whole_wide - gap - end, top + 1, end, 2 * tall + 1)
    area = wide * 0.8 * 2 * tall * 0.85
    diameter = max(3, min(9, round(sqrt(area / 5))))
    slab = Region(left, top, whole_wide, whole_tall)
    return HollowsLayout(rows, places, slab, diameter, (top - 1, top + whole_tall))


def _lay_out_round(width: int, height: int, rows: Rows) -> HollowsLayout:
    """Round hollows side by side, with their words on the slab, and a margin around it."""
    across = len(rows.lower)
    end = max(8, width // 12)
    wide = (width - 2 * MARGIN - 2 * end - 8) // across
    tall = max(5, min(wide // 2, (height - AROUND) // 2))
    wide = 2 * tall
    fold = min(3, height - AROUND - 2 * tall + 1)
    whole_wide, whole_tall = across * wide + 2 * end + 8, 2 * tall + fold + 4
    left, top = (width - whole_wide) // 2, (height - whole_tall) // 2
    first, second = top + 2, top + 2 + tall + fold
    places: dict[Cell, Region] = {}
    for at in range(across):
        x = left + 4 + end + at * wide
        places[rows.upper[at]] = Region(x, first, wide, tall)
        places[rows.lower[at]] = Region(x, second, wide, tall)
    places[rows.left] = Region(left + 2, top + 1, end, whole_tall - 3)
    places[rows.right] = Region(left + whole_wide - 2 - end, top + 1, end, whole_tall - 3)
    slab = Region(left, top, whole_wide, whole_tall)
    labels = top + 1, top + whole_tall - 2
    return HollowsLayout(rows, places, slab, min(11, round(wide * 0.43)), labels, True)


def heap_colours(place: Cell, count: int) -> tuple[int, ...]:
    """The colours of the marbles in a place; the same place and marble always look the same."""
    return tuple(MARBLES[(place * 3 + at * 5 + at // 7) % len(MARBLES)] for at in range(count))


def paint_hollows(
    canvas: Canvas,
    layout: HollowsLayout,
    heaps: Mapping[Cell, Sequence[int]],
    rims: Mapping[Cell, tuple[int, float]],
    slab: Slab,
    look: Look,
) -> None:
    """The slab, in each hollow a heap of marbles of these colours, and the rims that stand out: the colour and the
    strength of each. Rims in the colour of a trace are drawn as one."""
    if not look.skin.shaded:
        _draw_hollows(canvas, layout, heaps, rims, slab, look)
        return
    _paint_slab(canvas, layout, slab, look)
    mask = small_mask(layout, {place: len(colours) for place, colours in heaps.items()})
    for place, region in layout.places.items():
        if layout.diameter < LEAST_SHADED:
            paint_small_heap(canvas, region, heaps[place], mask)
        else:
            paint_heap(canvas, region, heaps[place], layout.diameter)
    for place, (colour, share) in rims.items():
        paint_rim(canvas, layout.places[place], colour, share)


def _card(slab: Slab, look: Look) -> int:
    """What the slab is made of in a theme."""
    return slab.colour if look.dark else slab.on_light


@backdrop
def _paint_slab(canvas: Canvas, layout: HollowsLayout, slab: Slab, look: Look) -> None:
    x, y, wide, tall = layout.slab
    board = _card(slab, look)
    for line in range(2 * tall):
        shade = mix(mix(board, 0xFFFFFF, 0.07), mix(board, 0, 0.16), line / (2 * tall))
        if layout.inside:
            for column in range(x, x + wide):
                canvas.dot(column, 2 * y + line, grain(shade, column, line))
        else:
            canvas.fill(x, 2 * y + line, wide, 1, shade)
    if layout.inside:  # the fold between the two rows
        canvas.fill(x, 2 * y + tall - 1, wide, 1, mix(board, 0xFFFFFF, 0.16))
        canvas.fill(x, 2 * y + tall, wide, 1, mix(board, 0, 0.3))
    canvas.fill(x, 2 * y, wide, 1, mix(board, 0xFFFFFF, 0.25))
    canvas.fill(x, 2 * (y + tall) - 1, wide, 1, mix(board, 0, 0.4))
    for corner_x in (x, x + wide - 1):
        for corner_y in (2 * y, 2 * (y + tall) - 1):
            canvas.dot(corner_x, corner_y, look.ground)
    for region in layout.places.values():
        paint_hollow(canvas, region, slab, look)


def paint_hollow(canvas: Canvas, region: Region, slab: Slab, look: Look) -> None:
    """An empty hollow in a slab."""
    board = _card(slab, look)
    deep = (slab.shadow, slab.light) if look.dark else (mix(board, 0, 0.62), mix(board, 0, 0.4))
    left, top = region.x, 2 * region.y
    for dx, dy, inside, rim, light in hollow(region.width, 2 * region.height):
        ground = mix(*deep, light)
        canvas.dot(left + dx, top + dy, ground, inside)
        canvas.dot(left + dx, top + dy, mix(mix(board, 0, 0.42), mix(board, 0xFFFFFF, 0.24), light), rim)


def paint_rim(canvas: Canvas, region: Region, colour: int, share: float) -> None:
    """The rim of a hollow in a colour that covers it to a share."""
    for dx, dy, _, rim, _ in hollow(region.width, 2 * region.height):
        if rim:
            canvas.dot(region.x + dx, 2 * region.y + dy, colour, rim * share)


def heap(region: Region, count: int, diameter: int) -> tuple[int, list[tuple[int, int]]]:
    """The diameter of so many marbles in a hollow, at most this one, and where they lie: the upper left corner of
    each, from that of the region, in pixels.

    A crowd is drawn smaller, so that each marble can still be seen.
    """
    wide, tall = region.width - 2, 2 * region.height - 2 - region.height // 4
    for size in range(diameter, 2, -1):
        corners = pile(min(count, MOST_DRAWN), max(size, wide), max(size, tall), size)
        if size == 3 or len(corners) <= (wide * 4 // (3 * size)) * (tall * 5 // (4 * size)):
            break
    top = (2 * region.height - max(size, tall)) // 2
    return size, [(1 + x, top + y) for x, y in corners]


def paint_heap(canvas: Canvas, region: Region, colours: Sequence[int], diameter: int) -> None:
    """A heap of marbles in a hollow of a slab on which nothing else has been painted there."""
    if not colours or region.bottom > canvas.height or region.right > canvas.width:
        return
    rows = _heaped(canvas.base or canvas.copy(), region, tuple(colours), diameter)
    for row, source in zip(canvas.pixels[2 * region.y :], rows, strict=False):
        row[region.x : region.right] = source


def _most(region: Region, mask: Mask) -> tuple[int, int]:
    """How many small marbles lie beside and above each other in a hollow."""
    return max(1, (region.width - 1) // mask.width), max(1, (2 * region.height - 2) // mask.height)


def _fullest(layout: HollowsLayout, counts: Mapping[Cell, int] | Sequence[int]) -> int:
    """For how many marbles there is to be room in each hollow of the rows."""
    rows = (*layout.rows.upper, *layout.rows.lower)
    return min(MOST_DRAWN, max(LEAST_ROOM, *(counts[place] for place in rows)))


def small_mask(layout: HollowsLayout, counts: Mapping[Cell, int] | Sequence[int]) -> Mask:
    """The largest small marbles of which all fit in every hollow of the rows: one size for the whole board."""
    place, fullest = layout.places[layout.rows.lower[0]], _fullest(layout, counts)
    for mask in (FOUR, THREE):
        across, down = _most(place, mask)
        if fullest <= across * down:
            return mask
    return TWO


def small_heap(region: Region, count: int, mask: Mask) -> list[tuple[int, int]]:
    """Where so many small marbles lie in a hollow, or as many as fit: as `heap`."""
    count, most = min(count, MOST_DRAWN), _most(region, mask)
    shapes = [(columns, -(-count // columns)) for columns in range(1, most[0] + 1)]
    fitting = [shape for shape in shapes if shape[1] <= most[1]] or [most]
    columns, rows = min(fitting, key=lambda shape: abs(shape[0] * mask.width - shape[1] * mask.height))
    top = (2 * region.height - rows * mask.height) // 2
    top -= top % 2 if mask is FOUR else 0
    corners = []
    for at in range(min(count, columns * rows)):
        row, column = divmod(at, columns)
        here = min(columns, count - row * columns)
        left = (region.width - here * mask.width) // 2
        corners.append((left + column * mask.width, top + row * mask.height))
    return corners


def paint_small_heap(canvas: Canvas, region: Region, colours: Sequence[int], mask: Mask) -> None:
    """A heap where shaded spheres would be blots."""
    corners = small_heap(region, len(colours), mask)
    for (dx, dy), colour in zip(corners, colours, strict=False):
        paint_small(canvas, mask, region.x + dx, 2 * region.y + dy, colour)


@lru_cache(maxsize=1024)
def _heaped(base: Canvas, region: Region, colours: tuple[int, ...], diameter: int) -> tuple[list[int], ...]:
    """The pixels of a region with its heap."""
    canvas = base.copy()
    left, top = region.x, 2 * region.y
    size, corners = heap(region, len(colours), diameter)
    for (dx, dy), colour in zip(corners, colours, strict=False):
        canvas.blit(marble(size, colour), left + dx, top + dy)
    return tuple(row[left : left + region.width] for row in canvas.pixels[top : top + 2 * region.height])


def _draw_hollows(
    canvas: Canvas,
    layout: HollowsLayout,
    heaps: Mapping[Cell, Sequence[int]],
    rims: Mapping[Cell, tuple[int, float]],
    slab: Slab,
    look: Look,
) -> None:
    """The same in signs."""
    x, y, wide, tall = layout.slab
    ground = mix(look.ground, look.material(slab.colour), 0.35)
    canvas.fill(x, 2 * y, wide, 2 * tall, ground)
    framed = Spacing(1, 1, 1, 1)
    least = layout.places[layout.rows.lower[0]]
    least = least.shrink(framed) if least.height > 2 else least
    fullest = _fullest(layout, {place: len(colours) for place, colours in heaps.items()})
    extent = largest(fullest, least.width, least.height)
    for place, region in layout.places.items():
        colour, share = rims.get(place, (look.muted, 0.9))
        marked = look.skin.traced if colour == look.trace else look.skin.bright
        box = marked if place in rims else look.skin.box
        inside = mix(ground, 0, 0.45) if look.dark else mix(ground, 0xFFFFFF, 0.5)
        canvas.fill(region.x, 2 * region.y, region.width, 2 * region.height, inside)
        within = region
        if region.height > 2:
            draw_box(canvas, region, box, mix(ground, colour, share))
            within = region.shrink(framed)
        draw_marbles(canvas, within, heaps[place], extent, look)


def write_labels(
    canvas: Canvas,
    layout: HollowsLayout,
    names: Mapping[Cell, str],
    counts: Sequence[int],
    highlights: Highlights,
    look: Look,
) -> None:
    """The letter and the count of each hollow with a name beside the slab, bright where it may be picked, and its
    note of two characters."""
    if layout.inside and look.skin.shaded:
        _write_on_slab(canvas, layout, names, counts, highlights)
        return
    for place, name in names.items():
        region, line = layout.places[place], layout.labels[place in layout.rows.lower]
        x = region.x + (region.width - 4) // 2
        legal, count = place in highlights.legal, counts[place]
        canvas.text(x, line, name, look.bright if legal else look.muted, bold=legal)
        canvas.text(x + 1, line, f" {count:>2}", look.text if count else look.muted)
        canvas.text(x + 5, line, highlights.notes.get(place, ""), look.target)


def _write_on_slab(
    canvas: Canvas,
    layout: HollowsLayout,
    names: Mapping[Cell, str],
    counts: Sequence[int],
    highlights: Highlights,
) -> None:
    """The same in dark ink, on the card itself."""
    for place, name in names.items():
        region, line = layout.places[place], layout.labels[place in layout.rows.lower]
        legal, count = place in highlights.legal, counts[place]
        words = f"{name} {count}"
        x = region.x + (region.width - len(words)) // 2
        strong, faint = INK, mix(INK, FAINT, 0.45)
        canvas.text(x, line, name, strong if count else faint, bold=legal or count > 0)
        canvas.text(
            x + 1,
            line,
            words[1:],
            strong if legal else mix(strong, FAINT, 0.25) if count else faint,
            bold=legal,
        )
        if note := highlights.notes.get(place, ""):
            canvas.text(x + len(words) + 1, line, note, 0x063B1B, bold=True)


def write_end(canvas: Canvas, layout: HollowsLayout, place: Cell, name: str, count: int, look: Look) -> None:
    """An end's name above the slab and its count below; on a slab with words of its own, both below."""
    region = layout.places[place]
    middle = region.x + region.width // 2
    if layout.inside and look.skin.shaded:
        x = middle - len(f"{name} {count}") // 2
        canvas.text(x, layout.labels[1], name, mix(INK, FAINT, 0.45))
        canvas.text(x + len(name) + 1, layout.labels[1], str(count), INK, bold=count > 0)
        return
    canvas.text(middle - len(name) // 2, layout.labels[0], name, look.muted)
    canvas.text(middle - (len(str(count)) - 1) // 2, layout.labels[1], str(count), look.text)
