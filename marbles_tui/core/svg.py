"""Pictures as text: the small part of SVG that diagrams of positions are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from marbles_tui.core.palette import Colours, mix
from marbles_tui.core.scene import (
    Ball,
    Box,
    Disc,
    Hollow,
    Item,
    Label,
    Letters,
    Line,
    Mark,
    Piece,
    Point,
    Polygon,
    Scene,
    Tile,
)
from marbles_tui.core.text import sanitize_line

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

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: int | None,
        *,
        round: float = 0,
        rim: int | None = None,
        wide: float = 1.5,
    ) -> None:
        """A rectangle with rounded corners, with a `rim` of another colour if one is given."""
        self._put("rect", x=x, y=y, width=width, height=height, rx=round, **_paint(fill, rim, wide))

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: int,
        *,
        flat: float = 1.0,
    ) -> None:
        """A disc, `flat` times as high as wide."""
        self._put("ellipse", cx=x, cy=y, rx=radius, ry=radius * flat, **_paint(fill, None))

    def polygon(
        self, points: Iterable[tuple[float, float]], fill: int, *, rim: int | None = None, wide: float = 1.5
    ) -> None:
        """A polygon with rounded corners."""
        joined = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._put("polygon", points=joined, stroke_linejoin="round", **_paint(fill, rim, wide))

    def line(self, points: Sequence[tuple[float, float]], ink: int, wide: float) -> None:
        """A line from point to point with round ends."""
        joined = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        round_ = {"stroke_linecap": "round", "stroke_linejoin": "round"}
        self._put("polyline", points=joined, **_paint(None, ink, wide), **round_)

    def marble(self, x: float, y: float, radius: float, colour: int) -> None:
        """A shining ball, lit from the upper left, and the shadow below it."""
        self.circle(x + radius * 0.08, y + radius * 0.14, radius, mix(colour, 0, 0.82))
        light, dark = mix(colour, 0xFFFFFF, 0.72), mix(colour, 0, 0.55)
        stops = ((0, light), (0.32, mix(colour, 0xFFFFFF, 0.16)), (0.68, colour), (1, dark))
        self._put("circle", cx=x, cy=y, r=radius, fill=self._shade(f"ball-{colour:06x}", stops))

    def bowl(self, x: float, y: float, radius: float, colour: int) -> None:
        """A round hollow of that colour, darker where the light does not reach."""
        stops = ((0, mix(colour, 0, 0.5)), (0.75, colour), (1, mix(colour, 0xFFFFFF, 0.12)))
        self._put("circle", cx=x, cy=y, r=radius, fill=self._shade(f"bowl-{colour:06x}", stops))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        ink: int = INK,
        anchor: str = "middle",
        bold: bool = False,
        mono: bool = False,
    ) -> None:
        """Words with their baseline at `y`; whatever they are, they stay words."""
        family = "'DejaVu Sans Mono', monospace" if mono else FONT
        weight = ' font-weight="bold"' if bold else ""
        space = ' xml:space="preserve"' if mono else ""
        self._shapes.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-family="{family}" font-size="{_number(size)}"'
            f' text-anchor="{anchor}" fill="{_colour(ink)}"{weight}{space}>{escape(sanitize_line(words, CUT))}</text>'
        )

    def document(self, title: str, caption: str = "") -> str:
        """The picture on a ground of its own, with a line of words below it if there is something to say."""
        below = CAPTION if caption else MARGIN
        if caption:
            line, letters = _fitted(caption, self.width + MARGIN)
            self.text(self.width / 2, self.height + 28, line, size=letters)
        width, height = self.width + 2 * MARGIN, self.height + MARGIN + below
        size = f'width="{_number(width)}" height="{_number(height)}"'
        box = f'viewBox="{-MARGIN} {-MARGIN} {_number(width)} {_number(height)}"'
        ground = f'<rect x="{-MARGIN}" y="{-MARGIN}" {size} rx="12" fill="{_colour(GROUND)}"/>'
        shades = f"<defs>{''.join(self._shades.values())}</defs>" if self._shades else ""
        named = sanitize_line(title, CUT)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" aria-label={quoteattr(named)}>'
            f"<title>{escape(named)}</title>"
        )
        return "\n".join((head + shades, ground, *self._shapes, "</svg>", ""))

    def _shade(self, name: str, stops: Iterable[tuple[float, int]]) -> str:
        """A round shade, brightest at the upper left; the same name means the same shade in every picture."""
        listed = "".join(f'<stop offset="{at}" stop-color="{_colour(colour)}"/>' for at, colour in stops)
        place = 'cx="0.5" cy="0.5" r="0.56" fx="0.34" fy="0.28"'
        self._shades[name] = f'<radialGradient id="{name}" {place}>{listed}</radialGradient>'
        return f"url(#{name})"

    def _put(self, name: str, **attributes: object) -> None:
        written = "".join(
            f' {key.replace("_", "-")}="{_number(value) if isinstance(value, float | int) else value}"'
            for key, value in attributes.items()
        )
        self._shapes.append(f"<{name}{written}/>")


def drawn(scene: Scene, title: str, caption: str = "") -> str:
    """A scene as a document."""
    left, top, right, bottom = scene.bounds
    scale = WIDTH / (right - left)
    drawing = Drawing(WIDTH, scale * (bottom - top))
    colours = scene.palette.colours(ROLES, "", dark=True)
    for item in (*scene.still, *scene.items):
        _draw(drawing, item, (-left * scale, -top * scale), scale, colours)
    return drawing.document(title, caption)


def _draw(drawing: Drawing, item: Item, origin: Point, scale: float, colours: Colours) -> None:
    """An item of a scene whose middle lies at a pixel."""

    def pixel(at: Point) -> Point:
        return origin[0] + at[0] * scale, origin[1] + at[1] * scale

    match item:
        case Piece(at=at, parts=parts):
            for part in parts:
                _draw(drawing, part, pixel(at), scale, colours)
        case Ball(at=at, r=r, colour=colour):
            drawing.marble(*pixel(at), r * scale, colours[colour])
        case Disc(at=at, r=r, colour=colour, flat=flat):
            drawing.circle(*pixel(at), r * scale, colours[colour], flat=flat)
        case Hollow(at=at, half=(x, y), colour=colour, corner=corner, rim=rim):
            if x == y:
                drawing.bowl(*pixel(at), x * scale, colours[colour])
            else:
                rect = *pixel((at[0] - x, at[1] - y)), 2 * x * scale, 2 * y * scale
                edge = colours[rim] if rim else None
                drawing.rect(*rect, mix(colours[colour], 0, 0.2), round=min(corner, x, y) * scale, rim=edge)
        case Box(rect=(x, y, right, bottom), colour=colour, corner=corner):
            rect = *pixel((x, y)), (right - x) * scale, (bottom - y) * scale
            drawing.rect(*rect, colours[colour], round=corner * scale)
        case Polygon(points=points, colour=colour):
            drawing.polygon([pixel(at) for at in points], colours[colour])
        case Line(points=points, width=wide, colour=colour):
            drawing.line([pixel(at) for at in points], colours[colour], wide * scale)
        case Mark(at=(x, y), half=(across, down), role=role, corner=corner):
            rect = *pixel((x - across, y - down)), 2 * across * scale, 2 * down * scale
            drawing.rect(*rect, None, round=min(corner, across, down) * scale, rim=colours[role], wide=3)
        case Label(at=(x, y), text=words, colour=colour, align=align, bold=bold):
            size = min(0.42 * scale, LARGE)
            at = pixel((x, y))
            anchor = ("start", "middle", "end")[align + 1]
            ink = colours[colour]
            drawing.text(at[0], at[1] + size * 0.35, words, size=size, ink=ink, anchor=anchor, bold=bold)
        case Letters(rect=(x, y, right, bottom), text=words):
            size = min(0.8 * (bottom - y), 1.4 * (right - x) / max(1, len(words))) * scale
            at = pixel(((x + right) / 2, (y + bottom) / 2))
            drawing.text(at[0], at[1] + size * 0.35, words, size=size, ink=colours["primary"], bold=True)
        case Tile(at=(x, y), half=(across, down), colour=colour, sign=sign, words=words):
            rect = *pixel((x - across, y - down)), 2 * across * scale, 2 * down * scale
            drawing.rect(*rect, colours[colour], round=0.06 * scale, rim=mix(colours[colour], 0, 0.45))
            ink = colours[f"{colour} ink"]
            drawing.text(*pixel((x, y)), sign, size=0.4 * scale, ink=ink)
            if words:
                drawing.text(*pixel((x, y + 0.8 * down)), words[0], size=0.2 * scale, ink=ink)


def lettered(diagram: str, title: str, caption: str = "") -> str:
    """A picture of a diagram in letters, for a game that draws nothing better."""
    lines = diagram.splitlines()
    drawing = Drawing(max(240.0, *(8.5 * len(line) for line in lines)), 18 * len(lines) + 4)
    for row, line in enumerate(lines, 1):
        drawing.text(0, 18 * row - 3, line, size=14, anchor="start", mono=True)
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


def _paint(fill: int | None, rim: int | None, wide: float = 1.5) -> dict[str, object]:
    painted: dict[str, object] = {"fill": "none" if fill is None else _colour(fill)}
    if rim is not None:
        painted |= {"stroke": _colour(rim), "stroke_width": wide}
    return painted


def _colour(colour: int) -> str:
    return f"#{colour:06x}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
