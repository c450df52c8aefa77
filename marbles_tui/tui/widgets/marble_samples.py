"""What marbles look like here, made of each thing that they can be made of."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.palette import MARBLES, NO_PALETTE
from marbles_tui.core.scene import Scene, marble
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.colours import colours_of
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS
from marbles_tui.tui.kit.paint import painted
from marbles_tui.tui.kit.view import view

GRIDS: Final = {"blocks": HALVES, "quadrants": QUADRANTS, "octants": OCTANTS, "pixels": QUADRANTS}
"""In which points samples are painted; pixels only until their images are there."""

LABEL: Final = 15
"""Columns before the first sample, where there is room for them: as before the values of a row."""


NOT_HERE: Final = "not in this", "terminal"


class MarbleSamples(CanvasWidget):
    """Each choice with its name above it. One that cannot be shown says so."""

    DEFAULT_CSS = "MarbleSamples { height: 4; width: 1fr; }"

    below: CanvasWidget | None = None
    """A board that shows images, if they are chosen; only one can."""

    @property
    def marbles(self) -> str:
        """Images wherever they can be trusted."""
        app, below = self.app, self.below
        if app.wants_images(below):
            return "blocks"
        return app.drawn_as("pixels" if app.settings.marbles == "pixels" else "auto")

    def painted(self) -> Canvas:
        """All of them, on the finest canvas: the others have larger points."""
        look, (width, height), app = self.look, self.content_size, self.app
        canvas = Canvas(width, height, look.ground, OCTANTS)
        first = LABEL if width > 70 else 1
        room = (width - first) // len(GRIDS)
        colours = colours_of(NO_PALETTE, look)
        for at, (name, grid) in enumerate(GRIDS.items()):
            left, words = first + at * room, self._words(name)
            canvas.text(left, 0, name, look.muted)
            for line, text in enumerate(words, 1):
                canvas.text(left, line, text, look.muted)
            count = 0 if words else 2
            balls = tuple(
                marble(colour, (left + 3 + 6 * n, 4.8), 2.5, colour)
                for n, colour in enumerate([*MARBLES][:count])
            )
            scene = Scene((0.0, 0.0, width, 2.0 * height), balls, grid=(0.0, 0.0), least=0.0)
            if name == "pixels":
                scene = app.in_cells(self, scene, view(scene, width, height), colours)
            if scene.items:
                _put(canvas, painted(scene, width, height, colours, grid), left, 6 * count)
        return canvas

    def _words(self, name: str) -> tuple[str, ...]:
        """Why there is no sample, in lines of 11 columns."""
        app = self.app
        if name == "octants" and not app.ability.octants and app.settings.marbles != name:
            return NOT_HERE
        if name != "pixels" or app.images_for(self):
            return ()
        return ("as below",) if app.wants_images(self.below) else NOT_HERE


def _put(canvas: Canvas, other: Canvas, left: int, width: int) -> None:
    """Some columns of a canvas on one whose points are finer; the first row holds words."""
    across, down = (fine // coarse for fine, coarse in zip(canvas.grid[:2], other.grid[:2], strict=True))
    start, end = left * canvas.grid.across, (left + width) * canvas.grid.across
    for y in range(canvas.grid.down, len(canvas.points)):
        row = [colour for colour in other.points[y // down] for _ in range(across)]
        canvas.points[y][start:end] = row[start:end]
