"""Marbles in heaps, and the hand that sows them: it takes those of a hollow, hovers, and drops one after another.

For the scenes of all games in which marbles are sown. A unit is a marble; the events are `take` and `drop`, whose
fact `hand` says how many the hand holds then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from marbles_tui.core.palette import MARBLES
from marbles_tui.core.position import Cell
from marbles_tui.core.scene import Frame, Item, Label, Piece, Point, between, falling, marble, part, smooth

LIFTED, ARRIVED, LANDED = 0.35, 0.45, 0.8
"""Phases: of a taking, at which the marbles are in the hand; of a dropping, at which the hand is over the hollow, and
the marble lies in it."""

CHANGES: Final[Mapping[str, float]] = {"take": LIFTED, "drop": LANDED}
"""From which phase on the board is as such an event leaves it: marbles leave a hollow when the hand lifts them, and
are in one when they land."""

HELD: Final = 5
"""More marbles in the hand are only counted."""

R: Final = 0.48
COLOURS: Final = tuple(MARBLES)


def slots(across: int, down: int) -> tuple[Point, ...]:
    """Where the first, second, … marble of a heap lies, from its middle: rows side by side, from the middle outwards,
    always the same; those for which there is no room lie on top, between the others."""
    spots = [(x - (across - 1) / 2, y - (down - 1) / 2) for y in range(down) for x in range(across)]
    on_top = [(x - (across - 2) / 2, y - (down - 2) / 2) for y in range(down - 1) for x in range(across - 1)]

    def order(at: Point) -> tuple[float, float, float]:
        return abs(at[1] - 0.1), abs(at[0]), -at[0]

    return (*sorted(spots, key=order), *sorted(on_top, key=order))


def loose(place: Cell, number: int, at: Point, r: float = R, turn: float | None = None) -> Piece:
    """Marble number `number` of a place."""
    return marble(f"{place}.{number}", at, r, COLOURS[(place * 3 + number * 5) % len(COLOURS)], turn=turn)


def hand(
    frame: Frame,
    above: Callable[[Cell, float], Point],
    lies: Callable[[Cell, int], Point],
    counts: Sequence[int],
) -> list[Item]:
    """The hand, while marbles are taken or dropped. `above`: where it hovers over a place, after a share of its way
    up; `lies`: where a marble of a place lies; `counts`: the marbles in the places of the frame's board."""
    event, phase = frame.event, frame.phase
    if not event or phase >= 1:
        return []
    if event.kind == "take" and phase >= LIFTED:
        place = event.cells[0]
        return _held(above(place, part(phase, LIFTED, 1 - LIFTED)), place, event.facts["hand"])
    if event.kind != "drop":
        return []
    start, end = event.cells
    dropped = phase > ARRIVED
    spot = between(above(start, 1.0), above(end, 1.0), smooth(min(1.0, phase / ARRIVED)))
    items = list[Item]()
    if dropped and phase < LANDED:
        fall, last = (phase - ARRIVED) / (LANDED - ARRIVED), counts[end] - 1
        x, y = lies(end, last)
        at = spot[0] + (x - spot[0]) * fall, spot[1] + (y - spot[1]) * falling(fall)
        items.append(loose(end, last, at, turn=fall))
    return items + _held(spot, start, event.facts["hand"] + 1 - dropped)


def _held(spot: Point, place: Cell, count: int) -> list[Item]:
    """What a hand holds around a point, and below it how many that are; nothing if it is empty."""
    shown = min(count, HELD)
    left, y = spot[0] - (shown - 1) * 0.3, spot[1]
    colours = [COLOURS[(place * 3 + at * 5) % len(COLOURS)] for at in range(shown)]
    items: list[Item] = [
        marble(f"hand.{at}", (left + 0.6 * at, y), R, colour) for at, colour in enumerate(colours)
    ]
    if count:
        items.append(Label((spot[0], y + 1.0), f" {count} ", "ground", 0, True, "flash"))
    return items
