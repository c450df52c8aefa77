"""What a board looks like: a game says once, in units of its own, what is there; it knows no cells, skins, terminals.

`y` points down. Colours are names of materials, `:1.2` behind one for more light on it, `:0.6` for less; a `Palette`
says what they are. `tui.kit` and `core.svg` make cells, signs, images and SVG of a scene.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import NamedTuple

from marbles_tui.core.motion import Point as Point
from marbles_tui.core.palette import MARBLES, NO_PALETTE, Palette
from marbles_tui.core.position import Cell

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""

ROUND = 1e9
"""As a radius of corners: as round as it can be."""


class Disc(NamedTuple):
    """A flat disc, `flat` times as high as wide: a pip, a stud, the rim of a cup."""

    at: Point
    r: float
    colour: str
    flat: float = 1.0


class Hollow(NamedTuple):
    """A dent: half its width and half its height, and how round its corners are."""

    at: Point
    half: Point
    colour: str
    corner: float = ROUND
    rim: str = ""
    """The colour its rim is lit in."""


class Box(NamedTuple):
    """A rectangle with round corners; `bevel`: how wide its lit and shaded edges are."""

    rect: Rect
    colour: str
    corner: float = 0.0
    bevel: float = 0.0
    sign: str = ""
    """What it is filled with where nothing is painted, one sign; a bevelled or round one without gets an outline."""
    id: str = ""
    """Of a flat one that moves, the same from frame to frame, so that it can be an image."""

    @property
    def at(self) -> Point:
        """Its middle."""
        left, top, right, bottom = self.rect
        return (left + right) / 2, (top + bottom) / 2

    def around(self, at: Point) -> Box:
        """The same around another middle."""
        left, top, right, bottom = self.rect
        return self._replace(rect=around(at, (right - left) / 2, (bottom - top) / 2))


class Polygon(NamedTuple):
    """Convex."""

    points: tuple[Point, ...]
    colour: str


class Line(NamedTuple):
    """A line with round ends and bends."""

    points: tuple[Point, ...]
    width: float
    colour: str


class Ball(NamedTuple):
    """A lit marble. `turn`: how far it has rolled, in turns, and its `way`; None: it has no band that shows it."""

    at: Point
    r: float
    colour: str
    turn: float | None = None
    way: Point = (1.0, 0.0)


class Mark(NamedTuple):
    """What stands out: an outline around a place, half its width and half its height, in the colour of its `role`;
    `share`: how strongly it covers what lies below it."""

    at: Point
    half: Point
    role: str
    share: float = 1.0
    corner: float = ROUND


class Label(NamedTuple):
    """Letters; `at` is their middle (`align` 0), or where they begin (-1) or end (1)."""

    at: Point
    text: str
    colour: str
    align: int = 0
    bold: bool = False
    on: str = ""
    """Its ground; without one, what it stands on."""
    least: float = 0.0
    most: float = 1e9
    """Only where a unit is at least, or less than, so many cells wide."""


class Letters(NamedTuple):
    """A word in letters as big as a rectangle allows; `fallen`: the share of their fall into it that is over."""

    rect: Rect
    text: str
    fallen: float = 1.0


class Tile(NamedTuple):
    """A square with bevelled edges, a picture, and words on a plate below it; rounded to whole cells together.

    `pictures`, from the smallest: rows of `#`, two dots to the width of a cell and two or four to its height; the
    largest that fits is shown, else the `sign`. `words`, the clearest first: the first that fits.
    """

    at: Point
    half: Point
    colour: str
    pictures: tuple[tuple[str, ...], ...] = ()
    sign: str = ""
    words: tuple[str, ...] = ()
    rim: str = ""
    """The colour its edges are lit in."""


Part = Disc | Box | Polygon | Line | Ball | Label


class Piece(NamedTuple):
    """What moves, made of parts around its own middle. Its id stays from frame to frame, so that it can be moved as
    one image. `owner`: the seat; where colours cannot be seen, odd ones are hollow."""

    id: str
    at: Point
    parts: tuple[Part, ...]
    owner: int = 0
    r: float = 0.5
    """Half its width, for signs."""
    sign: str = ""
    """What it bears where nothing is painted: a number."""


Item = Disc | Hollow | Box | Polygon | Line | Ball | Mark | Label | Letters | Tile | Piece


class Room(NamedTuple):
    """How a scene is to be seen: how many times as wide as high it may be, whether as a miniature, with fewer and
    larger things and no words, with its places `named`, and from the other side."""

    shape: float = 1.6
    small: bool = False
    named: bool = True
    turned: bool = False
    holds: float = 1e9
    """About how many small marbles it has room for."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Items in a rectangle, back to front."""

    bounds: Rect
    items: tuple[Item, ...]
    still: tuple[Item, ...] = ()
    """What lies below `items` and stays: the same tuple from frame to frame, painted once and kept."""
    places: Mapping[Cell, Rect] = field(default_factory=dict)
    """What can be picked, for mouse, cursor and highlights; where they overlap the first one counts."""
    grid: Point = (1.0, 1.0)
    """Distances that become whole cells across and whole points down, so that all marbles look alike; 0: none do."""
    palette: Palette = NO_PALETTE
    ground: str = "ground"
    least: float = 0.8
    """Across the smallest piece: it begins with a cell."""


def around(at: Point, dx: float, dy: float) -> Rect:
    """The rectangle that reaches so far from its middle."""
    return at[0] - dx, at[1] - dy, at[0] + dx, at[1] + dy


def marble(
    id: str,
    at: Point,
    r: float,
    colour: str,
    owner: int = 0,
    turn: float | None = None,
    way: Point = (1.0, 0.0),
    sign: str = "",
) -> Piece:
    """A piece that is one marble."""
    return Piece(id, at, (Ball((0.0, 0.0), r, colour, turn, way),), owner, r, sign)


def ring_of_marbles() -> Scene:
    """For games that draw nothing of their own."""
    items = tuple(
        marble(colour, (0.72 * cos(2 * pi * at / 7), 0.72 * sin(2 * pi * at / 7)), 0.26, colour)
        for at, colour in enumerate(MARBLES)
    )
    return Scene((-1.0, -1.0, 1.0, 1.0), items, grid=(0.0, 0.0), least=0.52)
