"""The cabinets of the menu: each with the name of its game and a small picture of its board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from textual import events
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.core import Game
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import PICTURES, Box, Picture, Spot, ring
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget

GREY: Final = 0x878D99


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a cabinet: what stands on its marquee (and where that is too long), where the game comes
    from, the colour, and how its board is pictured."""

    name: str
    short: str
    origin: str
    colour: int
    picture: Picture = ring


FRONTS: Final[Mapping[str, Front]] = {
    "egg-carton": Front("EGG CARTON", "CARTON", "1992", 0x8A6B2E),
    "abacus": Front("ABACUS", "ABACUS", "1995", 0x3C62C8),
    "getaway": Front("GETAWAY", "GETAWAY", "2002", 0x3F7048),
    "beadmaster": Front("BEADMASTER", "BEADS", "exercise", 0x8A3436),
    "gobblet": Front("GOBBLET", "GOBBLET", "Blue Orange", 0x7A746A),
}
"""By the keys of their games; the menu has the order of the games."""


def front_of(game: Game) -> Front:
    """A game's front; one without a picture of its own gets a plain one."""
    plain = Front(game.title.upper(), game.title.upper()[:9], game.author[:14], GREY)
    return replace(FRONTS.get(game.key, plain), picture=PICTURES.get(game.key, ring))


class Cabinet(CanvasWidget):
    """A cabinet: a marquee, a picture, a key. It can be chosen, and clicked to play."""

    DEFAULT_CSS = "Cabinet { width: 1fr; height: 1fr; }"

    chosen: reactive[bool] = reactive(False, init=False)
    """Whether it is the one that Enter plays."""

    board: reactive[Any] = reactive(None, init=False)
    """What the picture shows; nothing at first."""

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

    def watch_board(self) -> None:
        """Show another board."""
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
        beside = 1 if width > 10 else 0
        box = (beside, tall + 1, width - 2 * beside, max(1, height - tall - (5 if height > 16 else 4)))
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
        shaded = look.skin.shaded
        if self.board is None:
            return
        room = Box(width, 2 * height if shaded else height, look)
        for spot in self._front.picture(self.board, room):
            if not (0 <= spot.x < room.width and 0 <= spot.y < room.height):
                continue
            if shaded:
                _paint(canvas, spot, left, 2 * top)
            else:
                sign = spot.sign or look.skin.marble
                canvas.text(left + spot.x, top + spot.y, sign, look.material_ink(spot.colour), bold=True)


def _paint(canvas: Canvas, spot: Spot, left: int, top: int) -> None:
    if spot.square or spot.size < 2:
        canvas.fill(left + spot.x, top + spot.y, spot.size, spot.size, spot.colour)
    else:
        canvas.blit(marble(spot.size, spot.colour), left + spot.x, top + spot.y)


def _centre(canvas: Canvas, y: int, text: str, ink: int, bold: bool = False) -> None:
    shown = text[: canvas.width - 1]
    canvas.text((canvas.width - 1 - len(shown)) // 2, y, shown, ink, bold=bold)
