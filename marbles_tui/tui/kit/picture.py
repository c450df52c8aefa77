"""A scene in a look: painted, or in signs, and the widget that shows one. What stays from one frame to the next is
drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region
from textual.strip import Strip

from marbles_tui.core.palette import Palette
from marbles_tui.core.scene import Item, Room, Scene
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look, colours_of
from marbles_tui.tui.kit.paint import Painter
from marbles_tui.tui.kit.signs import Writer
from marbles_tui.tui.kit.view import View, view
from marbles_tui.tui.textual_patches.screens import Span

CELLS: Final = 8
"""Those of a small marble."""


def seen_in(scene: Scene, width: int, height: int, look: Look) -> View:
    """Where a scene lies in so many cells."""
    return view(scene, width, height, *(look.grid[:2] if look.skin.shaded else (1, 1)))


class Below(NamedTuple):
    """What lies below all that moves, where, in how many cells, and how it is drawn."""

    items: tuple[Item, ...]
    seen: View
    width: int
    height: int
    look: Look
    palette: Palette
    ground: str


@lru_cache(maxsize=24)
def _still(below: Below) -> Painter | Writer:
    """A drawer that has drawn all of it. It is shared: draw what moves with a twin."""
    look, seen, colours = below.look, below.seen, colours_of(below.palette, below.look)
    canvas = Canvas(below.width, below.height, colours[below.ground], look.grid)
    canvas.depth = look.depth
    drawer = Painter(canvas, seen, colours) if look.skin.shaded else Writer(canvas, seen, look, below.palette)
    for item in below.items:
        drawer.put(item)
    return drawer


def _twin(drawer: Painter | Writer) -> Painter | Writer:
    """Another drawer, with a canvas of its own on which the same is drawn."""
    twin = copy(drawer)
    twin.canvas = drawer.canvas.copy()
    return twin


class Last:
    """What was drawn last, up to where it changed: in the next frame of a motion that is the same again."""

    def __init__(self) -> None:
        self._below: Below | None = None
        self._items: tuple[Item, ...] = ()
        self._kept: tuple[Painter | Writer, int] | None = None
        """What is drawn of them already, and how many these are."""

    def drawn(self, scene: Scene, width: int, height: int, look: Look) -> Canvas:
        """A scene on a canvas."""
        seen, items = seen_in(scene, width, height, look), scene.items
        below = Below(scene.still, seen, width, height, look, scene.palette, scene.ground)
        if below != self._below:
            self._below, self._items = below, ()
            self._kept = _still(below), 0
        before, self._items = self._items, items
        pairs = zip(items, before, strict=False)
        same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(items), len(before)))
        kept, count = self._kept if self._kept and self._kept[1] <= same else (_still(below), 0)
        if same > count:
            kept = _twin(kept)
            for item in items[count:same]:
                kept.put(item)
        self._kept = kept, same
        drawer = _twin(kept)
        for item in items[same:]:
            drawer.put(item)
        return drawer.canvas


def picture(scene: Scene, width: int, height: int, look: Look, last: Last | None = None) -> Canvas:
    """A scene in so many cells; `last`: what the same widget drew last."""
    return (last or Last()).drawn(scene, width, height, look)


def room(width: int, height: int, small: bool = False, named: bool = True, turned: bool = False) -> Room:
    """The room of so many cells."""
    shape, holds = width / max(1, 2 * height), 1e9 if small else width * height / CELLS
    return Room(shape, small, named, turned, holds)


class SceneWidget(CanvasWidget):
    """Shows a scene, whose pieces are images where the terminal can show them."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._last = Last()

    def scene(self) -> Scene | None:
        """What is there to be seen now; None for nothing."""
        raise NotImplementedError

    def painted(self) -> Canvas:
        """What is shown now, in cells."""
        scene, look, app = self.scene(), self.look, self.app
        if scene and look.skin.shaded:
            scene = app.in_cells(self, scene, self.view_of(scene), colours_of(scene.palette, look))
        else:
            app.no_images(self)
        size = self.content_size
        return picture(scene, *size, look, self._last) if scene else Canvas(*size, look.ground, look.grid)

    def view_of(self, scene: Scene) -> View:
        """Where a scene lies in it."""
        return seen_in(scene, *self.content_size, self.look)

    def painted_alike(self) -> None:
        """Only images have moved."""
        self.app.show_images()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows as the terminal gets them."""
        self._heed_images()
        return super().render_lines(crop)

    def write_spans(self, spans: Sequence[Span]) -> list[str] | None:
        """Parts of rows as the terminal gets them."""
        self._heed_images()
        return super().write_spans(spans)

    def _heed_images(self) -> None:
        """Paint anew where its pieces are images now, or are none any more."""
        if self._shown is not None and self.painted_for != self.app.images_for(self):
            self._shown = None
            self.call_later(self.refresh)
