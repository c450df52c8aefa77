"""The cabinets of the menu: each with the name of its game and a small picture of its board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual import events
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box, Spot
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games.view import GameView
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget


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

    def __init__(self, number: int, view: GameView) -> None:
        """The cabinet of a game, with a digit."""
        super().__init__()
        self.number = number
        self._view = view
        self._front = view.front()

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
        _centre(canvas, height - 3, _last_words(self._front.origin, width), look.muted)
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
        inside = Box(width, 2 * height if shaded else height, look)
        for spot in self._view.picture(self.board, inside):
            if not (0 <= spot.x < inside.width and 0 <= spot.y < inside.height):
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


def _last_words(text: str, width: int) -> str:
    """A text without the words at its front for which there is no room."""
    while len(text) > width and " " in text:
        text = text.partition(" ")[2]
    return text


def _centre(canvas: Canvas, y: int, text: str, ink: int, bold: bool = False) -> None:
    shown = text[: canvas.width - 1]
    canvas.text((canvas.width - 1 - len(shown)) // 2, y, shown, ink, bold=bold)
