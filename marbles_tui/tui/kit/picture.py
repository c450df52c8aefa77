"""A scene in a look: painted, or in signs."""

from __future__ import annotations

from textual.geometry import Region

from marbles_tui.core.scene import Scene
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.colours import colours_of
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.paint import Last
from marbles_tui.tui.kit.signs import signed


def picture(scene: Scene, width: int, height: int, look: Look, last: Last | None = None) -> Canvas:
    """A scene in so many cells; `last`: what the same widget painted last."""
    colours = colours_of(scene.palette, look)
    if look.skin.shaded:
        return (last or Last()).painted(scene, width, height, colours, look.grid)
    return signed(scene, width, height, look, colours)


def put_picture(canvas: Canvas, region: Region, scene: Scene, look: Look) -> None:
    """A scene in a part of a canvas."""
    if region.width > 0 and region.height > 0:
        made = picture(scene, region.width, region.height, look)
        canvas.graft(made, region.x, region.y, range(region.width))
