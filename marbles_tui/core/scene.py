"""What a board is asked to show, and what it is drawn with: items in units of the game's own, and the same as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import lru_cache
from html import escape
from math import atan2, cos, pi, sin, sqrt
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from marbles_tui.core.palette import MARBLES, NO_PALETTE, Colours, Palette, ink_on, mix
from marbles_tui.core.position import AnyBoard, Cell, Event
from marbles_tui.core.text import sanitize_line, shortened

Point = tuple[float, float]


def part(phase: float, start: float, length: float) -> float:
    """How much of a part of the phase is over, 0 to 1: the one that begins at `start`."""
    return min(1.0, max(0.0, (phase - start) / length))


def smooth(share: float) -> float:
    """Slow at both ends, as a hand moves."""
    return share * share * (3 - 2 * share)


def falling(share: float) -> float:
    """Faster and faster, as a thing falls."""
    return share * share


def pulse(phase: float, beats: int = 2) -> float:
    """Up and down between 0 and 1, so many times in a phase, in tenths: each of them may be an image."""
    return round(0.5 + 0.5 * sin(phase * 2 * beats * pi), 1)


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the straight way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


class Tone(Enum):
    """What an end is to those who look at it."""

    WON = auto()
    LOST = auto()
    DRAWN = auto()
    NEUTRAL = auto()
    """Somebody has won, and nobody who looks has won or lost."""


@dataclass(frozen=True, slots=True)
class Finale:
    """How a match that is over is shown on its board: what the end is to those who look, the words that are written
    in big letters, the names of the seats, and how far the show has come, 0 to 1."""

    tone: Tone
    words: str
    names: tuple[str, ...] = ()
    phase: float = 1.0


@dataclass(frozen=True, slots=True)
class Highlights:
    """What stands out on a board, apart from its pieces.

    `legal` may be picked now, `picked` has been, `targets` may be picked next, of these `ends` only mark more and
    move nothing yet; `landing` is where the pick under the cursor would lead; `last` are the places of the last
    move, `hint` those of a suggestion, `threats` those in danger, `winners` those to celebrate; `notes` are signs
    beside places, `letters` keys that lead to them; `finale` is how the end is shown.

    Boards that write them are also told the `names` of the seats and, in the first games, that a beginner is `guided`
    and what the pick under the cursor would do, the `deed`.
    """

    legal: frozenset[Cell] = frozenset()
    picked: tuple[Cell, ...] = ()
    targets: frozenset[Cell] = frozenset()
    ends: frozenset[Cell] = frozenset()
    landing: tuple[Cell, ...] = ()
    last: frozenset[Cell] = frozenset()
    hint: tuple[Cell, ...] = ()
    threats: frozenset[Cell] = frozenset()
    winners: frozenset[Cell] = frozenset()
    notes: Mapping[Cell, str] = field(default_factory=dict)
    letters: Mapping[Cell, str] = field(default_factory=dict)
    finale: Finale | None = None
    names: tuple[str, ...] = ()
    guided: bool = False
    deed: str = ""


NO_HIGHLIGHTS = Highlights()


@dataclass(frozen=True, slots=True)
class Frame:
    """A board at one instant: at rest, or on its way from `before` to the board of `event`, at a phase of 0 to 1.

    `turn` is the seat to move, from 0, or None; `cursor` the place pointed at, or None.
    """

    board: AnyBoard
    before: AnyBoard = None
    event: Event | None = None
    phase: float = 1.0
    highlights: Highlights = NO_HIGHLIGHTS
    cursor: Cell | None = None
    turn: int | None = None

    @property
    def mover(self) -> int | None:
        """The seat that moves in what is shown, or whose turn it is."""
        seat = self.event.facts.get("seat", self.turn) if self.event and self.phase < 1 else self.turn
        return seat if isinstance(seat, int) and seat >= 0 else None  # chance is none

    def lying(self, changes: Mapping[str, float]) -> AnyBoard:
        """The board as its pieces lie: the one before up to the phase from which such an event changes it."""
        return self.before if self.event and self.phase < changes.get(self.event.kind, 0.0) else self.board


def glow(frame: Frame) -> tuple[str, float]:
    """The role and the strength of what shines: at the end of a match the winner's places, which pulse for who has
    won and come up slowly for who has lost."""
    finale = frame.highlights.finale
    if finale is None:
        return "flash", 0.9
    if finale.tone is Tone.LOST:
        return "secondary", round(finale.phase, 1)
    return "primary", 1.0 if finale.phase >= 1 else 0.4 + 0.6 * pulse(finale.phase, 3)


def outlines(frame: Frame, shining: Iterable[Cell] = ()) -> dict[Cell, tuple[str, float]]:
    """The role and the strength of each place's outline: where a place has several, of the weightiest. `shining` are
    the places that flash now."""
    shown = frame.highlights
    found: dict[Cell, tuple[str, float]] = {}

    def mark(cells: Iterable[Cell], role: str, share: float) -> None:
        found.update(dict.fromkeys(cells, (role, share)))

    decided = shown.finale is not None and shown.finale.tone is not Tone.DRAWN
    mark(shown.last, *(glow(frame) if decided else ("trace", 1.0)))
    mark(shown.threats, "threat", 1.0)
    mark(shown.targets, "target", 0.75)
    mark(shown.ends, "flash", 0.6)
    mark((*shown.letters, *shown.landing, *shown.hint), "target", 1.0)
    mark(shown.picked, "flash", 1.0)
    mark(shining, *glow(frame))
    if frame.cursor is not None:
        mark((frame.cursor,), "cursor", 1.0 if frame.cursor in shown.legal else 0.6)
    return found


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

    @property
    def half(self) -> Point:
        """Half its width and half its height."""
        return self.r, self.r * self.flat


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

    at: Point
    half: Point
    colour: str
    corner: float = 0.0
    bevel: float = 0.0
    sign: str = ""
    """What it is filled with where nothing is painted, one sign; a bevelled or round one without gets an outline."""
    id: str = ""
    """Of a flat one that moves, the same from frame to frame, so that it can be an image."""


class Polygon(NamedTuple):
    """Convex."""

    points: tuple[Point, ...]
    colour: str
    sign: str = ""
    """What it is filled with where no colours are seen."""


class Line(NamedTuple):
    """A line with round ends and bends."""

    points: tuple[Point, ...]
    width: float
    colour: str
    sign: str = ""
    """The same of a wide one."""


TURNS: Final = 8
"""In which a marble is seen that rolls once round."""


class Ball(NamedTuple):
    """A lit marble. `turn`: how far it has rolled, in eighths, and its `heading`, in eighths of half a circle; -1: it
    has no band that shows it."""

    at: Point
    r: float
    colour: str
    turn: int = -1
    heading: int = 0

    @property
    def half(self) -> Point:
        """Half its width and half its height."""
        return self.r, self.r


class Mark(NamedTuple):
    """What stands out: an outline around a place, half its width and half its height, in the colour of its `role`;
    `share`: how strongly it covers what lies below it."""

    at: Point
    half: Point
    role: str
    share: float = 1.0
    corner: float = ROUND


class Label(NamedTuple):
    """Letters; `at` is their middle (`align` 0), or where they begin (-1) or end (1). Of several forms, the clearest
    first, the first is written that fits into the `room`."""

    at: Point
    text: str | tuple[str, ...]
    colour: str
    align: int = 0
    bold: bool = False
    on: str = ""
    """Its ground; without one, what it stands on."""
    least: float = 0.0
    most: float = 1e9
    """Only where a unit is at least, or less than, so many cells wide."""
    of: Cell | None = None
    """The place that it names: who clicks the name means that."""
    room: float = 1e9
    """How wide it may be, with the air behind it."""
    cut: bool = False
    """Whether the last form is a name, which is cut where it is too long."""

    def said(self, k: float) -> str:
        """What is written where a unit is so many cells wide; "" for nothing."""
        if not self.least <= k < self.most:
            return ""
        forms = (self.text,) if isinstance(self.text, str) else self.text
        width = int(self.room * k + 1e-6) - 1
        fitting = next((form for form in forms if len(form) <= width), "")
        return shortened(forms[-1], width) if self.cut and not fitting else fitting


class Letters(NamedTuple):
    """A word in letters as big as a rectangle allows; `fallen`: the share of their fall into it that is over."""

    at: Point
    half: Point
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

    @property
    def half(self) -> Point:
        """Half its width and half its height."""
        return self.r, self.r


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

    @property
    def lines(self) -> float:
        """About how many lines of cells it has."""
        return 2 * sqrt(self.holds / self.shape) if self.shape else 0.0

    @property
    def upright(self) -> bool:
        """Whether it is so much higher than wide that a board lies otherwise in it."""
        return self.shape < 1.0 and not self.small


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


def filling(rect: Rect) -> tuple[Point, Point]:
    """The middle of a rectangle, and half its width and half its height."""
    left, top, right, bottom = rect
    return ((left + right) / 2, (top + bottom) / 2), ((right - left) / 2, (bottom - top) / 2)


def detail(scene: Scene, rect: Rect) -> Scene:
    """Only what lies in a rectangle of it."""
    (left, top, right, bottom), far = rect, 99.0
    beyond = (
        (-far, -far, far, top),
        (-far, bottom, far, far),
        (-far, -far, left, far),
        (right, -far, far, far),
    )
    cover = (Box(*filling(each), scene.ground, sign=" ") for each in beyond)
    return replace(scene, bounds=rect, items=(*scene.items, *cover), grid=(0.0, 0.0))


@lru_cache(maxsize=4096)
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
    """A piece that is one marble; `turn`: how far it has rolled, in turns, and its `way`. Those of nearly the same
    size and turn are the same, so that they can be one image. Most are drawn again as they are."""
    # On a way back all is seen backwards.
    back, heading = divmod(round(atan2(way[1], way[0]) / pi * 8) % 16, 8)
    rolled = (-1, 0) if turn is None else (round(turn * TURNS) * (-1 if back else 1) % TURNS, heading)
    return Piece(id, at, (Ball((0.0, 0.0), round(r, 2), colour, *rolled),), owner, r, sign)


def ring_of_marbles() -> Scene:
    """For games that draw nothing of their own."""
    items = tuple(
        marble(colour, (0.72 * cos(2 * pi * at / 7), 0.72 * sin(2 * pi * at / 7)), 0.26, colour)
        for at, colour in enumerate(MARBLES)
    )
    return Scene((-1.0, -1.0, 1.0, 1.0), items, grid=(0.0, 0.0), least=0.52)


GROUND: Final = 0x1B1F26
INK: Final = 0xD9DCE3
FAINT: Final = 0x8B93A3
WIDTH: Final = 520.0
"""Pixels across of a drawn scene."""

ROLES: Final[Mapping[str, int]] = {
    "ground": GROUND, "text": INK, "muted": FAINT, "bright": 0xFFFFFF, "accent": 0xE8C468, "surface": 0x252A33,
    "trace": 0xFFD75E, "target": 0x5BE37D, "flash": 0xFFF0A0, "threat": 0xFF5FA0, "cursor": 0xFFFFFF,
    "primary": 0xC9A24A, "secondary": 0x7FB08A,
}  # fmt: skip
"""The colours of ground, words and marks."""

FONT: Final = "system-ui, 'DejaVu Sans', sans-serif"
MARGIN: Final = 16
CAPTION: Final = 46
"""Pixels below the picture for a line of words."""

LARGE, SMALL = 14.0, 10.0
"""The size of that line, at most and at least."""

USUAL, WIDE = 0.56, 1.05
"""How wide a letter is, and one as wide as it is high."""

CUT: Final = 160
"""Characters of a line of words, at most."""


class Drawing:
    """Shapes put down one after another, in pixels from the upper left; `document` is the whole picture."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._shapes: list[str] = []
        self._shades: dict[str, str] = {}

    def scene(self, scene: Scene) -> None:
        """All of a scene, as wide as the picture."""
        left, top, right, _ = scene.bounds
        scale = self.width / (right - left)
        colours = scene.palette.colours(ROLES, "", dark=True)
        for item in (*scene.still, *scene.items):
            self._item(item, (-left * scale, -top * scale), scale, colours)

    def _item(self, item: Item, origin: Point, scale: float, colours: Colours) -> None:
        """An item of a scene whose origin lies at a pixel."""
        x, y = getattr(item, "at", (0.0, 0.0))
        half: Point = getattr(item, "half", (0.0, 0.0))
        x, y = at = origin[0] + x * scale, origin[1] + y * scale
        wide, tall = half[0] * scale, half[1] * scale
        match item:
            case Piece(parts=parts):
                for part in parts:
                    self._item(part, at, scale, colours)
            case Ball(colour=name):
                r, colour = wide, colours[name]
                self._shape("ellipse", mix(colour, 0, 0.82), cx=x + r * 0.08, cy=y + r * 0.14, rx=r, ry=r)
                light, dark = mix(colour, 0xFFFFFF, 0.72), mix(colour, 0, 0.55)
                stops = (0, light), (0.32, mix(colour, 0xFFFFFF, 0.16)), (0.68, colour), (1, dark)
                self._shape("circle", self._shade(f"ball-{colour:06x}", stops), cx=x, cy=y, r=r)
            case Disc(colour=name):
                self._shape("ellipse", colours[name], cx=x, cy=y, rx=wide, ry=tall)
            case Hollow(colour=name) if wide == tall:
                colour = colours[name]
                shades = (0, mix(colour, 0, 0.5)), (0.75, colour), (1, mix(colour, 0xFFFFFF, 0.12))
                self._shape("circle", self._shade(f"bowl-{colour:06x}", shades), cx=x, cy=y, r=wide)
            case Hollow(colour=name, corner=corner, rim=rim):
                fill, edge = mix(colours[name], 0, 0.2), colours[rim] if rim else None
                self._rect(x - wide, y - tall, 2 * wide, 2 * tall, corner * scale, fill, edge)
            case Mark(role=role, corner=corner):
                self._rect(x - wide, y - tall, 2 * wide, 2 * tall, corner * scale, None, colours[role], 3)
            case Box(colour=name, corner=corner):
                self._rect(x - wide, y - tall, 2 * wide, 2 * tall, corner * scale, colours[name])
            case Polygon(points=points, colour=name):
                joined = _joined(points, origin, scale)
                self._shape("polygon", colours[name], points=joined, stroke_linejoin="round")
            case Line(points=points, width=thick, colour=name):
                joined, ends = (
                    _joined(points, origin, scale),
                    {"stroke_linecap": "round", "stroke_linejoin": "round"},
                )
                self._shape("polyline", None, colours[name], thick * scale, points=joined, **ends)
            case Label(colour=name, align=align, bold=bold):
                size, anchor = min(0.42 * scale, LARGE), ("start", "middle", "end")[align + 1]
                words = item.said(scale / (USUAL * size))
                self.text(x, y + size * 0.35, words, size, colours[name], anchor, bold)
            case Letters(text=words):
                size = min(1.6 * tall, 2.8 * wide / max(1, len(words)))
                self.text(x, y + size * 0.35, words, size, colours["primary"], bold=True)
            case Tile(colour=name, sign=sign, words=words):
                fill, ink = colours[name], ink_on(colours[name])
                self._rect(x - wide, y - tall, 2 * wide, 2 * tall, 0.06 * scale, fill, mix(fill, 0, 0.45))
                self.text(x, y, sign, 0.4 * scale, ink)
                self.text(x, y + 0.8 * tall, next(iter(words), ""), 0.2 * scale, ink)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        ink: int = INK,
        anchor: str = "middle",
        bold: bool = False,
        mono: bool = False,
    ) -> None:
        """Words with their baseline at `y`; whatever they are, they stay words."""
        looks = {"font_weight": "bold"} if bold else {}
        looks |= {"xml:space": "preserve"} if mono else {}
        font = "'DejaVu Sans Mono', monospace" if mono else FONT
        written = _attributes(x=x, y=y, font_family=font, font_size=size, text_anchor=anchor, **looks)
        if words:
            shown = escape(sanitize_line(words, CUT), quote=False)
            self._shapes.append(f'<text{written} fill="{_colour(ink)}">{shown}</text>')

    def document(self, title: str, caption: str = "") -> str:
        """The picture on a ground of its own, with a line of words below it if there is something to say."""
        below = CAPTION if caption else MARGIN
        if caption:
            self.text(self.width / 2, self.height + 28, *_fitted(caption, self.width + MARGIN))
        size = {"width": self.width + 2 * MARGIN, "height": self.height + MARGIN + below}
        box = f"{-MARGIN} {-MARGIN} {_number(size['width'])} {_number(size['height'])}"
        named = sanitize_line(title, CUT)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg"{_attributes(viewBox=box, role="img", **size)}'
            f' aria-label="{escape(named)}"><title>{escape(named, quote=False)}</title>'
        )
        shades = f"<defs>{''.join(self._shades.values())}</defs>" if self._shades else ""
        ground = f"<rect{_attributes(x=-MARGIN, y=-MARGIN, rx=12, fill=_colour(GROUND), **size)}/>"
        return "\n".join((head + shades, ground, *self._shapes, "</svg>", ""))

    def _rect(
        self,
        x: float,
        y: float,
        wide: float,
        tall: float,
        corner: float,
        fill: int | None,
        rim: int | None = None,
        thick: float = 1.5,
    ) -> None:
        corner = min(corner, wide / 2, tall / 2)
        self._shape("rect", fill, rim, thick, x=x, y=y, width=wide, height=tall, rx=corner)

    def _shade(self, name: str, stops: Iterable[tuple[float, int]]) -> str:
        """A round shade, brightest at the upper left; the same name means the same shade in every picture."""
        listed = "".join(f'<stop offset="{at}" stop-color="{_colour(colour)}"/>' for at, colour in stops)
        place = 'cx="0.5" cy="0.5" r="0.56" fx="0.34" fy="0.28"'
        self._shades[name] = f'<radialGradient id="{name}" {place}>{listed}</radialGradient>'
        return f"url(#{name})"

    def _shape(
        self, name: str, fill: int | str | None, rim: int | None = None, thick: float = 1.5, **looks: object
    ) -> None:
        looks["fill"] = "none" if fill is None else _colour(fill) if isinstance(fill, int) else fill
        if rim is not None:
            looks |= {"stroke": _colour(rim), "stroke_width": thick}
        self._shapes.append(f"<{name}{_attributes(**looks)}/>")


def drawn(scene: Scene, title: str, caption: str = "", width: float = WIDTH) -> str:
    """A scene as a document."""
    left, top, right, bottom = scene.bounds
    drawing = Drawing(width, width * (bottom - top) / (right - left))
    drawing.scene(scene)
    return drawing.document(title, caption)


def lettered(diagram: str, title: str, caption: str = "") -> str:
    """A picture of a diagram in letters, for a game that draws nothing better."""
    lines = diagram.splitlines()
    drawing = Drawing(max(240.0, *(8.5 * len(line) for line in lines)), 18 * len(lines) + 4)
    for row, line in enumerate(lines, 1):
        drawing.text(0, 18 * row - 3, line, 14, anchor="start", mono=True)
    return drawing.document(title, caption)


def _fitted(words: str, room: float) -> tuple[str, float]:
    """A line that fits into so many pixels, and its size: smaller letters where it is long, then fewer."""
    line = sanitize_line(words, CUT)
    size = min(LARGE, max(SMALL, room / max(1.0, _ems(line))))
    while line and _ems(line) * size > room:
        line = f"{line.removesuffix('…')[:-1].rstrip()}…"
    return line, size


def _ems(words: str) -> float:
    """About how wide words are, in letters as wide as high."""
    return sum(WIDE if east_asian_width(char) in "WF" else USUAL for char in words)


def _joined(points: Iterable[Point], origin: Point, scale: float) -> str:
    return " ".join(f"{_number(origin[0] + x * scale)},{_number(origin[1] + y * scale)}" for x, y in points)


def _attributes(**attributes: object) -> str:
    return "".join(
        f' {key.replace("_", "-")}="{_number(value) if isinstance(value, float | int) else value}"'
        for key, value in attributes.items()
    )


def _colour(colour: int) -> str:
    return f"#{colour:06x}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
