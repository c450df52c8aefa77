"""What stays as it is on a board: painted once, then copied."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec

from marbles_tui.tui.drawing.canvas import Canvas

P = ParamSpec("P")


def backdrop(painter: Callable[Concatenate[Canvas, P], None]) -> Callable[Concatenate[Canvas, P], None]:
    """Keep what a painter of an empty board paints, for each size of the canvas and each choice of what it is
    given, which must be hashable. It paints before all others: what is on the canvas is replaced."""

    paint_all: Callable[..., None] = painter

    @lru_cache(maxsize=16)
    def painted(width: int, height: int, ground: int, *given: Any) -> Canvas:
        canvas = Canvas(width, height, ground)
        paint_all(canvas, *given)
        return canvas

    @wraps(painter)
    def paint(canvas: Canvas, /, *given: P.args, **named: P.kwargs) -> None:
        assert not named, "give a backdrop its values by place"
        canvas.begin_with(painted(canvas.width, canvas.height, canvas.ground, *given))

    return paint
