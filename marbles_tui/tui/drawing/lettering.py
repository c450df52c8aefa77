"""A name in big letters, built of pixels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.reactive import reactive

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import MARBLES, Look
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget

TALL: Final = 5
"""Pixels from the top of a letter to its foot."""

LETTERS: Final = {
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "#### ...# .##. #... ####",
    "'": "# # . . .",
    " ": ".. .. .. .. ..",
}
"""Rows of pixels, from the top. What is missing is written small."""


def pixels(text: str) -> Iterator[tuple[int, int, int]]:
    """Every pixel of a text in capitals: column, row, and the number of its letter."""
    left = 0
    for number, letter in enumerate(text):
        rows = LETTERS[letter].split()
        yield from (
            (left + x, y, number) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"
        )
        left += len(rows[0]) + 1


def width(text: str) -> int:
    """The columns of pixels that a text takes."""
    return sum(len(LETTERS[letter].split()[0]) + 1 for letter in text) - 1


class Lettering(CanvasWidget):
    """A name in big letters, each of another marble's colour; in small ones where there is no room."""

    DEFAULT_CSS = "Lettering { height: 5; width: 1fr; }"

    text: reactive[str] = reactive("", init=False)
    """What is written."""

    def watch_text(self) -> None:
        """Write it."""
        self.repaint()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Pixels where there is room, or signs where there are only letters; else the name as it is."""
        text = self.text.upper()
        wide = width(text) if text and all(letter in LETTERS for letter in text) else canvas.width + 1
        high = canvas.height if look.skin.plain else 2 * canvas.height
        if wide > canvas.width or high < TALL + 2:
            ink = look.material_ink(MARBLES[2])
            canvas.text((canvas.width - len(self.text)) // 2, canvas.height // 2, self.text, ink, bold=True)
            return
        scale = 1 if look.skin.plain else max(1, min(canvas.width // (wide + 4), (high - 2) // TALL))
        left, top = (canvas.width - scale * wide) // 2, (high - scale * TALL + 1) // 2
        for x, y, number in pixels(text):
            colour = mix(MARBLES[number % len(MARBLES)], 0xFFFFFF, 0.28 - 0.09 * y if y < 3 else 0.0)
            if look.skin.plain:
                canvas.text(left + x, top + y, "#", look.material_ink(colour), bold=True)
            else:
                shade = look.material_ink(colour) if not look.dark else colour
                canvas.fill(left + scale * x, top + scale * y, scale, scale, shade)
