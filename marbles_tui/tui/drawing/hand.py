"""The hand that sows marbles: it takes those of a hollow, hovers, and drops one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.easing import Point, between, falling, part, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hollows import (
    LEAST_SHADED,
    HollowsLayout,
    heap,
    heap_colours,
    small_heap,
    small_mask,
)
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.signs import MOST_DRAWN
from marbles_tui.tui.drawing.small_marbles import Mask, paint_small
from marbles_tui.tui.drawing.sprites import marble, shadow

LIFTED: Final = 0.35
"""The phase of a taking from which on the marbles are in the hand."""

ARRIVED: Final = 0.45
"""The phase of a dropping at which the hand is over the hollow."""

LANDED: Final = 0.8
"""The phase of a dropping at which the marble lies in its hollow."""

CHANGES: Final[Mapping[str, float]] = {"take": LIFTED, "drop": LANDED}
"""From which phase on the board is as such an event leaves it."""

MOST_HELD: Final = 5
"""More marbles than that in the hand are only counted."""


def lying(frame: Frame) -> Any:
    """The board on which marbles lie: they leave a hollow when the hand lifts them, and are in one when they land."""
    event = frame.event
    return frame.before if event and frame.phase < CHANGES.get(event.kind, 0.0) else frame.board


def paint_sowing(
    canvas: Canvas, layout: HollowsLayout, frame: Frame, counts: Sequence[int], look: Look
) -> None:
    """The hand, while marbles are taken from a place or dropped from one to another: events `take` and `drop`, whose
    fact `hand` says how many it then holds. `counts` are the marbles in the places of the frame's board."""
    event = frame.event
    if event and event.kind == "take":
        held = heap_colours(event.cells[0], event.facts["hand"])
        paint_taking(canvas, layout, event.cells[0], held, frame.phase, look)
    elif event and event.kind == "drop":
        start, end = event.cells
        held = heap_colours(start, event.facts["hand"] + 1)
        mask = small_mask(layout, counts)
        heaped = heap_colours(end, counts[end])
        paint_dropping(canvas, layout, (start, end), held, heaped, mask, frame.phase, look)


def paint_taking(
    canvas: Canvas, layout: HollowsLayout, place: Cell, colours: Sequence[int], phase: float, look: Look
) -> None:
    """The marbles of a place, once lifted, on their way up."""
    if phase >= LIFTED:
        rise = part(phase, LIFTED, 1 - LIFTED)
        paint_hand(canvas, layout.above(place, rise), colours, layout.diameter, look)


def paint_dropping(
    canvas: Canvas,
    layout: HollowsLayout,
    places: tuple[Cell, Cell],
    held: Sequence[int],
    heaped: Sequence[int],
    mask: Mask,
    phase: float,
    look: Look,
) -> None:
    """The hand on its way between two places, then one of its marbles falling.

    `held` are the colours of the marbles in the hand before it falls, `heaped` those of the heap with it.
    """
    start, end = (layout.above(place) for place in places)
    dropped = phase > ARRIVED
    spot = between(start, end, smooth(min(1.0, phase / ARRIVED)))
    paint_hand(canvas, spot, held[:-1] if dropped else held, layout.diameter, look)
    if dropped and phase < LANDED:
        fall = (phase - ARRIVED) / (LANDED - ARRIVED)
        paint_falling(canvas, layout, places[1], heaped, mask, end, fall, look)


def paint_hand(canvas: Canvas, spot: Point, colours: Sequence[int], diameter: int, look: Look) -> None:
    """What a hand holds around a point, and how many that are; nothing if it is empty."""
    if not colours:
        return
    x, y = spot
    shown = min(len(colours), MOST_HELD)
    pitch = max(2, (diameter + 1) // 2)
    left = int(x - (diameter + (shown - 1) * pitch) / 2 + 0.5)
    tag = f" {len(colours)} "
    if look.skin.shaded:
        top = int(y - diameter / 2 + 0.5)
        for at in range(shown):
            canvas.blit(shadow(diameter + 2), left + at * pitch - 1, top)
        for at, colour in zip(range(shown), colours, strict=False):
            canvas.blit(marble(diameter, colour), left + at * pitch, top, light=1.1)
        column, line = left + diameter + (shown - 1) * pitch, int(y / 2)
    else:
        tag = f" {look.skin.marble}{tag[1:]}"
        column, line = int(x - len(tag) / 2 + 0.5), int(y / 2)
    canvas.text(min(column, canvas.width - len(tag)), line, tag, 0x101010, look.flash, bold=True)


def paint_falling(
    canvas: Canvas,
    layout: HollowsLayout,
    place: Cell,
    heaped: Sequence[int],
    mask: Mask,
    start: Point,
    fall: float,
    look: Look,
) -> None:
    """The last marble of a heap on its way from a point to where it will lie."""
    region = layout.places[place]
    at = min(len(heaped), MOST_DRAWN) - 1
    if small := layout.diameter < LEAST_SHADED:
        corners, size = small_heap(region, len(heaped), mask), mask.height
    else:
        size, corners = heap(region, len(heaped), layout.diameter)
    dx, dy = corners[-1]
    x0, y0 = start[0] - size / 2, start[1] - size / 2
    x1, y1 = region.x + dx, 2 * region.y + dy
    x, y = x0 + (x1 - x0) * fall, y0 + (y1 - y0) * falling(fall)
    if look.skin.shaded:
        spot = int(x + 0.5), int(y + 0.5)
        if small:
            paint_small(canvas, mask, *spot, heaped[at])
        else:
            canvas.blit(marble(size, heaped[at]), *spot)
    else:
        sign_x, sign_y = int(x + size / 2), int((y + size / 2) / 2)
        canvas.text(sign_x, sign_y, look.skin.marble, look.material_ink(heaped[at]), bold=True)
