"""What the page is painted with: words, bars, curves and figures on a canvas, in any skin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Self

from marbles_tui.core.palette import mix
from marbles_tui.play.elo import START
from marbles_tui.tui.kit.big_letters import SMALL_FACE
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.colour import packed
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.word_colours import clear
from marbles_tui.tui.widgets.statistics.scale import Scale

PARTS: Final = ("█▒░", "#=.")
"""Won, drawn and lost where colours do not tell, in Unicode and in ASCII."""

FIGURES_TALL: Final = 3
"""Rows that big figures take."""


class Inks(NamedTuple):
    """The colours of the page."""

    text: int
    label: int
    won: int
    drawn: int
    lost: int
    panel: int
    line: int
    curve: int
    last: int

    @classmethod
    def of(cls, look: Look, variables: Mapping[str, str]) -> Self:
        """Those of a theme."""

        def colour(name: str, otherwise: int) -> int:
            found = packed(variables.get(name))
            return otherwise if found is None else found

        panel = colour("panel", mix(look.ground, look.text, 0.12))
        grounds = [look.ground, panel]
        accent = colour("accent", look.target)
        return cls(
            text=clear(look.text, grounds, 6.0),
            label=colour("text-muted", look.muted),
            won=clear(accent, grounds, 4.5),
            drawn=clear(colour("secondary", look.trace), grounds, 4.5),
            lost=mix(look.ground, look.text, 0.34),
            panel=panel,
            line=mix(look.ground, look.text, 0.16),
            curve=mix(accent, look.ground, 0.12),
            last=look.bright,
        )


class Brush:
    """Paints on one canvas, moved down by `top` rows."""

    def __init__(self, canvas: Canvas, look: Look, inks: Inks) -> None:
        self.canvas = canvas
        self.inks = inks
        self.pixels = look.skin.shaded and look.coloured
        self.plain = look.skin.plain
        self.coloured = look.coloured

    def words(self, x: int, y: int, text: str, ink: int | None = None, *, bold: bool = False) -> int:
        """A text, and the column behind it."""
        shown = text.replace("·", "-").replace("→", ">") if self.plain else text
        self.canvas.text(x, y, shown, self.inks.text if ink is None else ink, bold=bold)
        return x + len(shown)

    def fitted(self, x: int, y: int, text: str, width: int, ink: int | None = None) -> None:
        """A text as far as there is room for it."""
        room = max(0, width)
        self.words(x, y, text if len(text) <= room else f"{text[: max(0, room - 3)]}...", ink)

    def rule(self, x: int, y: int, width: int) -> None:
        """A line across."""
        self.canvas.text(x, y, ("-" if self.plain else "─") * width, self.inks.lost)

    def ground(self, y: int, rows: int, above: int = 1, below: int = 1) -> None:
        """The ground of what has the focus, `above` and `below` it by half rows; a sign where there are no
        colours."""
        if self.pixels:
            top, tall = 2 * y - above, 2 * rows + above + below
            self.canvas.fill(0, top, self.canvas.width, tall, self.inks.panel)
            self.canvas.fill(0, top, 1, tall, self.inks.won)
        else:
            for row in range(y, y + (1 if self.plain else rows)):
                self.canvas.text(0, row, ">" if self.plain else "▌", self.inks.won, bold=True)

    def bar(self, x: int, y: int, parts: Sequence[int], *, shaded: bool = True) -> int:
        """A bar of won, drawn and lost columns, and the column behind it; `shaded` from above to below."""
        lost = self.inks.lost if self.pixels else self.inks.label
        inks = (self.inks.won, self.inks.drawn, lost)
        signs = PARTS[1] if self.plain else "███" if self.coloured else PARTS[0]
        for ink, sign, wide in zip(inks, signs, parts, strict=True):
            if self.pixels:
                low = mix(ink, self.canvas.ground, 0.28) if shaded else ink
                self.canvas.fill(x, 2 * y, wide, 1, ink)
                self.canvas.fill(x, 2 * y + 1, wide, 1, low)
            else:
                self.canvas.text(x, y, sign * wide, ink)
            x += wide
        return x

    def curve(
        self, x: int, y: int, width: int, rows: int, ratings: Sequence[float], scale: Scale, widest: int = 2
    ) -> int:
        """The latest ratings, a point each, between lines at the start of all ratings and at the top; the row of
        the last point."""
        steps = rows * 2 if self.pixels else rows
        lines = sorted({scale.place(START, steps), 0})
        shown = ratings[-width:]
        for line in lines:
            if self.pixels:
                self.canvas.fill(x, 2 * y + line, width, 1, self.inks.line)
            else:
                self.canvas.text(x, y + line, ("-" if self.plain else "─") * width, self.inks.line)
        wide = max(1, min(widest, width // len(shown))) if shown else 1
        sign = "*" if self.plain else "━"
        place = scale.place(START, steps)
        for at, rating in enumerate(shown):
            place = scale.place(rating, steps)
            ink = self.inks.last if at == len(shown) - 1 else self.inks.curve
            if self.pixels:
                self.canvas.fill(x + at * wide, 2 * y + place, wide, 1, ink)
            else:
                self.canvas.text(x + at * wide, y + place, sign * wide, ink)
        return y + (place // 2 if self.pixels else place)

    def row_of(self, rating: float, y: int, rows: int, scale: Scale) -> int:
        """The row at which a rating lies in a curve."""
        steps = rows * 2 if self.pixels else rows
        return y + scale.place(rating, steps) // (2 if self.pixels else 1)

    def figures(self, x: int, y: int, number: int, ink: int) -> int:
        """A number in big figures, FIGURES_TALL rows, and the column behind it."""
        text = str(number)
        for dx, dy, _ in SMALL_FACE.pixels(text):
            colour = mix(ink, self.canvas.ground, 0.1 * max(0, dy - 1))
            self.canvas.dot(x + dx, 2 * y + dy, colour)
        return x + SMALL_FACE.width(text)
