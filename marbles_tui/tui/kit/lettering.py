"""A name in big letters, built of pixels; and that of the arcade, a letter on each marble."""

from __future__ import annotations

from time import monotonic
from typing import Final

from textual.reactive import reactive
from textual.timer import Timer

from marbles_tui.core.palette import mix
from marbles_tui.tui.kit.big_letters import SMALL_FACE, Shade, bounced, paint_word
from marbles_tui.tui.kit.canvas import Canvas, put_marble
from marbles_tui.tui.kit.canvas_widget import CanvasWidget, OnGround
from marbles_tui.tui.kit.look import MARBLES, Look

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


NAME: Final = "MARBLES"
SIZES: Final = ((8, 11, 14), (6, 7, 9), (4, 5, 7), (0, 0, 4))
"""Rows, the pixels across a marble in so many, and the columns from one to the next; tiles in fewer rows."""

INK: Final = 0x06120D
"""Letters are dark on every marble."""

FALL: Final = 0.5
"""Seconds in which a marble falls and comes to rest."""

APART: Final = 0.05
"""Seconds from one marble to the next."""


class Title(CanvasWidget):
    """Marbles with letters, as large as there are rows for. They drop in when told to, and lie there otherwise."""

    DEFAULT_CSS = "Title { height: 4; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._waiting = True  # nothing is painted before it is told how it is to appear
        self._began: float | None = None
        self._timer: Timer | None = None

    def drop(self) -> None:
        """Let the marbles fall in, unless they lie there already."""
        if not self._waiting:
            return
        self._waiting, self._began = False, monotonic()
        self._timer = self.set_interval(1 / self.app.frames, self._fall)

    def land(self) -> None:
        """Show them at rest, at once."""
        if self._timer:
            self._timer.stop()
        if self._timer or self._waiting:
            self._waiting, self._timer, self._began = False, None, None
            self.repaint()

    @property
    def dropping(self) -> bool:
        """Whether they are on their way."""
        return self._timer is not None

    def _fall(self) -> None:
        if self._began is None or monotonic() - self._began >= FALL + APART * len(NAME):
            self.land()
        else:
            self.repaint()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The letters: at the left, or in the middle where styles say so."""
        size, pitch = next(form[1:] for form in SIZES if form[0] <= canvas.height)
        centred = self.styles.content_align_horizontal == "center"
        left = (canvas.width - (len(NAME) - 1) * pitch - max(3, size)) // 2 if centred else 0
        since = None if self._began is None else monotonic() - self._began
        for at in range(0 if self._waiting else len(NAME)):
            fallen = 1.0 if since is None else bounced((since - at * APART) / FALL)
            _letter(canvas, (size, pitch), left, at, fallen, look)


def _letter(canvas: Canvas, form: tuple[int, int], left: int, at: int, fallen: float, look: Look) -> None:
    """A letter on its marble; on a tile where there is one row, in brackets in signs."""
    (size, pitch), letter, colour = form, NAME[at], MARBLES[at % len(MARBLES)]
    x, above = left + at * pitch, 2 if size else 0
    drop = round((1 - fallen) * (above + size + 4))
    row = (above + size // 2 - drop) // 2
    if not look.skin.shaded or not look.coloured:
        x = left + at * max(5, pitch * 5 // 7) if size else x
        canvas.text(x, max(1, canvas.height // 2 - 1) if size else 0, f"({letter})", look.text, bold=True)
    elif not size:
        if fallen >= 0.5:
            canvas.text(x, 0, f" {letter} ", INK, colour, bold=True)
    else:
        put_marble(canvas, x, above - drop, size, colour)
        if row >= 0:
            canvas.text(x + size // 2, row, letter, INK, bold=True)
