"""The arcade's name on the menu: a letter on each marble, and who plays."""

from __future__ import annotations

from time import monotonic
from typing import Final

from rich.cells import cell_len
from textual.geometry import Size
from textual.timer import Timer

from marbles_tui.core.text import sanitize_line
from marbles_tui.tui.kit.canvas import Canvas, put_marble
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import MARBLES, Look
from marbles_tui.tui.kit.tiles import fit
from marbles_tui.tui.menu.layout import FORMS, Form, form_of

NAME: Final = "MARBLES"
LONGEST: Final = 40
"""The most characters of a word beside it."""

INK: Final = 0x06120D
"""Letters are dark on every marble."""

FALL: Final = 0.5
"""Seconds in which a marble falls and comes to rest."""

APART: Final = 0.05
"""Seconds from one marble to the next."""


class Title(CanvasWidget):
    """Marbles with letters. They drop in when they are told to, and lie there otherwise."""

    DEFAULT_CSS = "Title { height: auto; width: 1fr; }"

    def __init__(self, *, centred: bool = False, games: int = 0) -> None:
        """`centred`: in the middle, and larger where there is room, for a screen that has little else; `games`: how
        many stand in the list below it, if one does."""
        super().__init__()
        self._games = games
        self._centred = centred
        self.words: tuple[str, ...] = ()
        """What stands at the right, the first line bold."""
        self._waiting = True  # nothing is painted before it is told how it is to appear
        self._began: float | None = None
        self._timer: Timer | None = None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the form of the menu says."""
        del container, width
        return self._form(viewport).title

    def _form(self, window: Size) -> Form:
        form = form_of(*window, self._games)
        if not (self._centred and form.marble):
            return form
        larger = FORMS[max(0, FORMS.index(form) - 1)]
        return larger if 7 * larger.pitch <= window.width else form

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
        """The letters, and the words beside them."""
        form = self._form(self.app.size)
        left = form.margin
        if self._centred:
            left = (canvas.width - (len(NAME) - 1) * form.pitch - max(3, form.marble)) // 2
        since = None if self._began is None else monotonic() - self._began
        for at, letter in enumerate("" if self._waiting else NAME):
            fallen = 1.0 if since is None else bounced((since - at * APART) / FALL)
            _letter(canvas, form, left, at, letter, fallen, look)
        first = 0 if form.title < 4 else form.title // 2 - 1
        free = form.margin + len(NAME) * form.pitch + 2
        for row, word in enumerate(self.words):
            shown = fit(sanitize_line(word, LONGEST), canvas.width - form.margin - free)
            if first + row < max(1, form.title - 1):
                ink = look.text if row else look.bright
                canvas.text(
                    canvas.width - form.margin - cell_len(shown),
                    first + row,
                    shown,
                    ink if not row else look.muted,
                    bold=not row,
                )


def _letter(canvas: Canvas, form: Form, left: int, at: int, letter: str, fallen: float, look: Look) -> None:
    colour = MARBLES[at % len(MARBLES)]
    size, x = form.marble, left + at * form.pitch
    above = 0 if form.title < 4 else 2
    drop = round((1 - fallen) * (above + size + 4))
    row = (above + size // 2 - drop) // 2
    if not look.skin.shaded or not look.coloured:
        x = left + at * max(5, form.pitch * 5 // 7) if size else x
        canvas.text(x, max(1, form.title // 2 - 1) if size else 0, f"({letter})", look.text, bold=True)
    elif not size:
        if fallen >= 0.5:
            canvas.text(x, 0, f" {letter} ", INK, colour, bold=True)
    else:
        put_marble(canvas, x, above - drop, size, colour)
        if row >= 0:
            canvas.text(x + size // 2, row, letter, INK, bold=True)


def bounced(share: float) -> float:
    """How far something has fallen that bounces twice, by the share of its time."""
    share = max(0.0, min(1.0, share))
    if share < 0.45:
        return (share / 0.45) ** 2
    if share < 0.8:
        return 1 - 0.25 * (1 - ((share - 0.625) / 0.175) ** 2)
    return 1 - 0.06 * (1 - ((share - 0.9) / 0.1) ** 2)
