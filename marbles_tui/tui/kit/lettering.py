"""A name in big letters, built of pixels."""

from __future__ import annotations

from typing import Final

from textual.reactive import reactive

from marbles_tui.core.palette import mix
from marbles_tui.tui.kit.big_letters import SMALL_FACE, Shade, paint_word
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget, OnGround
from marbles_tui.tui.kit.look import Look

LIGHT: Final = 3
"""Rows of dots of a big letter that are lighter, from the top."""


def shade(look: Look) -> Shade:
    """The colours of a name in big letters: the accent, lighter towards the top."""
    most = 0.25 if look.dark else 0.1
    return lambda _, y: mix(look.accent, 0xFFFFFF, max(0.0, 1 - y / LIGHT) * most)


class Lettering(OnGround):
    """A name in big letters, lighter towards the top; in small ones where there is no room."""

    DEFAULT_CSS = "Lettering { height: 5; width: 1fr; content-align: center middle; }"

    text: reactive[str] = reactive("", init=False, repaint=False)
    """What is written."""

    watch_text = CanvasWidget.show_anew

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Pixels where there is room, or signs where there are only letters; else the name as it is."""
        text = self.text.upper()
        wide = SMALL_FACE.width(text) if text and SMALL_FACE.has(text) else canvas.width + 1
        high = canvas.height if look.skin.plain else 2 * canvas.height
        centred = self.styles.content_align_horizontal == "center"
        if wide > canvas.width or high < SMALL_FACE.rows + 2:
            left = (canvas.width - len(self.text)) // 2 if centred else 0
            canvas.text(left, canvas.height // 2, self.text, look.accent, bold=True)
            return
        plain = look.skin.plain
        scale = min(canvas.width // (wide + 4 * centred), (high - 2) // SMALL_FACE.rows)
        scale = 1 if plain else max(1, scale)
        left, top = (canvas.width - scale * wide) // 2 * centred, (high - scale * SMALL_FACE.rows + 1) // 2
        paint_word(canvas, SMALL_FACE, text, left, top, shade(look), plain=plain, stretch=scale, across=scale)
