"""The cabinets of the menu: each with the name of its game and a small picture that lives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.core import Game
from marbles_tui.tui.canvas import Canvas
from marbles_tui.tui.colour import luminance, mix
from marbles_tui.tui.look import MARBLES, Look
from marbles_tui.tui.painted import Painted
from marbles_tui.tui.sprites import marble

BLUE, AMBER, IVORY, GREY = 0x4A74EE, 0xEDBB45, 0xE9E1CC, 0x878D99


class Spot(NamedTuple):
    """A marble in a picture: where its middle is, its diameter in pixels, and its colour."""

    x: float
    y: float
    size: float
    colour: int


Picture = Callable[[float], list[Spot]]
"""The marbles of a picture at a time in seconds, in a box of 12 × 12 pixels."""


def sowing(time: float) -> list[Spot]:
    """Two rows of marbles; one goes round, hopping."""
    spots = [Spot(1.5 + 3 * (at % 4), 3 if at < 4 else 9, 2.6, MARBLES[at % 7]) for at in range(8)]
    ring = [(10.5 - 3 * at, 3.0) for at in range(4)] + [(1.5 + 3 * at, 9.0) for at in range(4)]
    step, part = divmod(time * 1.2, 1)
    x0, y0 = ring[int(step) % 8]
    x1, y1 = ring[int(step + 1) % 8]
    hop = 2.2 * sin(part * pi)
    return [*spots, Spot(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part - hop, 3.0, MARBLES[2])]


def pushing(time: float) -> list[Spot]:
    """Three blue marbles push two amber ones, and come back."""
    shift = 2.4 * min(1.0, max(0.0, 2 * sin(time * 0.9)))
    rows = [Spot(2.4 + 2.4 * at, 2, 2.4, AMBER) for at in range(4)]
    rows += [Spot(2.4 + 2.4 * at, 10, 2.4, BLUE) for at in range(4)]
    line = [Spot(-1.2 + 2.4 * at + shift, 6, 2.4, BLUE) for at in range(3)]
    return [*rows, *line, *(Spot(6 + 2.4 * at + shift, 6, 2.4, AMBER) for at in range(2))]


def travelling(time: float) -> list[Spot]:
    """Stepping stones, and a pawn that walks them."""
    stones = [(1.5 + 1.5 * at, 6 + 4 * sin(at * 0.9)) for at in range(7)]
    spots = [Spot(x, y, 1.6, GREY) for x, y in stones]
    step, part = divmod(time * 0.9, 1)
    x0, y0 = stones[int(step) % 7]
    x1, y1 = stones[int(step + 1) % 7]
    if x1 < x0:
        x1, y1 = x0, y0
    return [
        *spots,
        Spot(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part - 1.6 * sin(part * pi) - 1, 2.8, 0xEE8A3A),
    ]


def falling(time: float) -> list[Spot]:
    """Beads on a grid; one after another falls through."""
    spots = []
    for at in range(9):
        x, y = 2 + 4 * (at % 3), 2 + 4 * (at // 3)
        colour = (0xF2C14E, 0x5FD38D, 0xF5F5F5)[at % 3]
        age = (time * 0.8 - at * 0.7) % 6.3
        size = 3.0 if age > 1 else 3.0 * age if age > 0.4 else 0
        spots.append(Spot(x, y, size, colour))
    return spots


def swallowing(time: float) -> list[Spot]:
    """A big gobblet over a small one, and off again."""
    lift = 5 * max(0.0, sin(time * 0.8))
    return [
        Spot(2.2, 9.5, 3, BLUE),
        Spot(9.8, 9, 4, IVORY),
        Spot(6, 7.6, 3.4, BLUE),
        Spot(6 + cos(time * 0.8) * lift * 0.4, 6 - lift * 0.5, 7, IVORY),
    ]


def resting(time: float) -> list[Spot]:
    """A ring of marbles that turns."""
    around = ((2 * pi * (at / 7 + time / 12), MARBLES[at]) for at in range(7))
    return [Spot(6 + 4.2 * cos(angle), 6 + 4.2 * sin(angle), 3.2, colour) for angle, colour in around]


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a cabinet: what stands on its marquee (and where that is too long), where the game comes
    from, the colour, and the picture."""

    name: str
    short: str
    origin: str
    colour: int
    picture: Picture


FRONTS: Final[Mapping[str, Front]] = {
    "egg-carton": Front("EGG CARTON", "CARTON", "1992", 0x8A6B2E, sowing),
    "abacus": Front("ABACUS", "ABACUS", "1995", 0x3C62C8, pushing),
    "getaway": Front("GETAWAY", "GETAWAY", "2002", 0x3F7048, travelling),
    "beadmaster": Front("BEADMASTER", "BEADS", "an exercise", 0x8A3436, falling),
    "gobblet": Front("GOBBLET", "GOBBLET", "Blue Orange", 0x7A746A, swallowing),
}
"""By the keys of their games; the menu has the order of the games."""


def front_of(game: Game) -> Front:
    """A game's front; one without a picture of its own gets a plain one."""
    plain = Front(game.title.upper(), game.title.upper()[:9], game.author[:14], GREY, resting)
    return FRONTS.get(game.key, plain)


class Cabinet(Painted):
    """A cabinet: a marquee, a picture, a key. It can be chosen, and clicked to play."""

    DEFAULT_CSS = "Cabinet { width: 1fr; height: 1fr; }"

    chosen: reactive[bool] = reactive(False, init=False)
    """Whether it is the one that Enter plays."""

    time: reactive[float] = reactive(0.0, init=False)
    """Seconds since the picture began to move."""

    LEAST: ClassVar[int] = 12

    @dataclass
    class Clicked(Message):
        """A cabinet was clicked."""

        number: int

    @dataclass
    class Entered(Message):
        """The mouse is over a cabinet."""

        number: int

    def __init__(self, number: int, front: Front) -> None:
        """The cabinet with a digit and its front."""
        super().__init__()
        self.number = number
        self._front = front

    def watch_chosen(self) -> None:
        """Light it up, or not."""
        self.repaint()

    def watch_time(self) -> None:
        """Move the picture."""
        self.repaint()

    def on_click(self) -> None:
        """Play."""
        self.post_message(self.Clicked(self.number))

    def on_enter(self, event: events.Enter) -> None:
        """Choose."""
        del event
        self.post_message(self.Entered(self.number))

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Marquee, picture, note."""
        width, height = canvas.width - 1, canvas.height
        colour = self._front.colour
        case = mix(look.ground, look.text, 0.16 if self.chosen else 0.07)
        canvas.fill(0, 0, width, 2 * height, case)
        marquee = mix(colour, 0xFFFFFF, 0.22) if self.chosen else colour
        tall = 2 if height >= 12 else 1
        canvas.fill(0, 0, width, 2 * tall, marquee)
        ink = 0x101010 if luminance(marquee) > 0.55 else 0xFFFFFF
        name = self._front.name if len(self._front.name) <= width else self._front.short
        _centre(canvas, (tall - 1) // 2, name, ink, bold=True)
        box = (1, tall + 1, width - 2, max(1, height - tall - 5))
        screen = mix(look.ground, 0, 0.45) if look.dark else mix(look.ground, 0xFFFFFF, 0.6)
        canvas.fill(box[0], 2 * box[1], box[2], 2 * box[3], screen)
        self._paint_picture(canvas, box, look)
        _centre(canvas, height - 3, self._front.origin, look.muted)
        sign = look.skin.right if self.chosen else " "
        _centre(
            canvas,
            height - 2,
            f"{sign} {self.number} play",
            look.bright if self.chosen else look.text,
            bold=self.chosen,
        )

    def _paint_picture(self, canvas: Canvas, box: tuple[int, int, int, int], look: Look) -> None:
        left, top, width, height = box
        scale = min(width, 2 * height) / 13
        x0, y0 = left + width / 2 - 6 * scale, 2 * top + height - 6 * scale
        for spot in self._front.picture(self.time):
            x, y = x0 + spot.x * scale, y0 + spot.y * scale
            size = round(spot.size * scale)
            inside = left <= x < left + width and 2 * top <= y < 2 * (top + height)
            if not inside or size < 1:
                continue
            if look.skin.shaded and size >= 2:
                canvas.blit(marble(size, spot.colour), int(x - size / 2 + 0.5), int(y - size / 2 + 0.5))
            else:
                sign = look.skin.marble if spot.size > 2 else look.skin.empty
                canvas.text(int(x), int(y / 2), sign, look.material_ink(spot.colour), bold=True)


def _centre(canvas: Canvas, y: int, text: str, ink: int, bold: bool = False) -> None:
    shown = text[: canvas.width - 1]
    canvas.text((canvas.width - 1 - len(shown)) // 2, y, shown, ink, bold=bold)
