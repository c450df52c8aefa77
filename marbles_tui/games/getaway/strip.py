"""The strip below the road: the die, who travels with how much gold, and the square that matters in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from marbles_tui.core.frame import Frame
from marbles_tui.core.motion import part, smooth
from marbles_tui.core.scene import Box, Disc, Item, Label, Mark, Part, Piece, Point, Polygon, Rect, marble
from marbles_tui.core.text import plural
from marbles_tui.games.getaway.icons import PIPS
from marbles_tui.games.getaway.trail import Trail, Traveller
from marbles_tui.games.getaway.words import describe, price, sign

STRIP: Final = 1.04
"""How high it is."""

WIDEST: Final = 3.4
"""The most room for a traveller."""

ROOMY: Final = 5.4
"""Cells to a unit from which the strip has a row for names and one for gold."""

LARGE: Final = 8.5
"""The same for a third row, for what is in the backpacks."""

FAR: Final = 1e9


def strip(frame: Frame, rect: Rect, here: int) -> list[Item]:
    """Below the road; `here`: the square that matters."""
    trail: Trail = frame.board
    left, top, right, _ = rect
    items = _die(frame, rect)
    begin = left + 1.45
    count = len(trail.travellers)
    wide = min(WIDEST, (right - 0.15 - begin) / count)
    for seat in range(count):
        items += _traveller(frame, seat, (begin + seat * wide, top), wide)
    square, room = trail.trail.squares[here], right - 0.15 - begin
    told = describe(trail.trail, here, trail.taken[here])
    costs = price(square.encounter, trail.taken[here])
    few = (f"{here} {square.name}: {costs[0]}" if costs else f"{here} {square.name}", f"{here} {square.name}")
    for least, most, y in ((0.0, ROOMY, 1.0), (ROOMY, FAR, 0.88)):
        items += fitted((begin, top + y), (told, *few), room, "flash", least, most)
    return items


def fitted(
    at: Point,
    forms: Sequence[str],
    room: float,
    colour: str,
    least: float = 0.0,
    most: float = FAR,
    bold: bool = False,
    align: int = -1,
    on: str = "",
) -> Iterator[Label]:
    """The first of some forms for which so many units have room, wherever one cell is left over."""
    for text in forms:
        needs = (len(text) + 1) / room
        if text and max(least, needs) < most:
            yield Label(at, text, colour, align, bold, on, max(least, needs), most)
            most = max(least, needs)


def shorter(name: str) -> Iterator[str]:
    """A name, and cut ever more; a number at its end stays."""
    head, _, last = name.rpartition(" ")
    tail = f" {last}" if head and last.isdigit() else ""
    yield name
    for keep in range(len(name) - len(tail) - 2, 1, -1):
        yield f"{name[:keep].rstrip()}…{tail}"


def _traveller(frame: Frame, seat: int, at: Point, wide: float) -> Iterator[Item]:
    """A marble, a name, and what they have."""
    trail: Trail = frame.board
    traveller, names, moves = trail.travellers[seat], frame.highlights.names, seat == acting(frame)
    name = names[seat] if seat < len(names) else f"Traveller {seat + 1}"
    yield marble(f"seat{seat}", (at[0] + 0.22, at[1] + 0.42), 0.25, f"seat{seat}", seat, sign=str(seat + 1))
    gold, bag = f"{traveller.gold} {sign('treasure')}", traveller.backpack
    bags = (f"{plural(len(bag), 'thing')}", f"{len(bag)}{sign('trinkets')}") if bag else ()
    more = [
        *(f"{gold}{apart}{form}" for apart, form in zip((", ", " "), bags, strict=False)),
        gold,
        str(traveller.gold),
    ]
    where = "home" if traveller.square == trail.trail.last else "trapped" if traveller.held else ""
    who = [*([f"▶{name}"] if moves else []), *shorter(name)]
    told = [f"{where}, {more[0]}", *more] if where else more
    full = [f"{gold}, {where or f'on {traveller.square}'}", gold, str(traveller.gold)]
    things = (", ".join(item.name for item in bag), *bags)
    for least, most, rows in (
        (0.0, ROOMY, ((0.02, who), (0.5, told))),
        (ROOMY, LARGE, ((0.16, who), (0.5, told))),
        (LARGE, FAR, ((0.15, who), (0.4, full), (0.65, things))),
    ):
        for n, (y, forms) in enumerate(rows):
            ink = "words" if moves and n < 2 else "muted"
            yield from fitted(
                (at[0] + 0.62, at[1] + y), forms, wide - 0.66, ink, least, most, moves and not n
            )


def acting(frame: Frame) -> int:
    """The seat that acts in what is shown, or whose turn it is."""
    travellers: Sequence[Traveller] = frame.board.travellers
    seat = frame.event.facts.get("seat") if frame.event and frame.phase < 1 else frame.turn
    return seat if isinstance(seat, int) and 0 <= seat < len(travellers) else 0


# The die


def die_rect(strip: Rect) -> Rect:
    """Where the die lies."""
    left, top, _, bottom = strip
    middle = min((top + bottom) / 2, top + 0.62)
    return left + 0.25, middle - 0.42, left + 1.09, middle + 0.42


def _die(frame: Frame, rect: Rect) -> list[Item]:
    trail: Trail = frame.board
    event, shown, last = frame.event, frame.highlights, len(trail.trail.squares)
    rolled = event if event and event.kind in ("roll", "draw") else None
    lies = shown.notes.get(last)
    number = rolled.facts["number"] if rolled else int(lies) if lies else None
    tumble = 1 - smooth(part(frame.phase, 0.0, 0.8)) if rolled and rolled.kind == "roll" else 0.0
    x1, y1, x2, y2 = die_rect(rect)
    at = (x1 + x2) / 2, (y1 + y2) / 2
    items: list[Item] = []
    if tumble:
        items.append(Disc((at[0] + tumble * 0.3 + 0.08, at[1] + (x2 - x1) * 0.38), 0.34, "dark grass", 0.5))
    items.append(die(at, (x2 - x1) / 2, number, tumble, trail.trail.sides))
    if last in shown.legal or frame.cursor == last:
        role = "cursor" if frame.cursor == last else "target"
        items.append(Mark(at, (0.52, 0.52), role, 1.0, 0.25))
    return items


def die(at: Point, r: float, number: int | None, tumble: float, sides: int) -> Piece:
    """A die with a number on top; while it tumbles, 1 to 0, it turns in the air."""
    turn, lift = tumble * 2.2 * pi, tumble * 0.8 + abs(sin(tumble * 2 * pi)) * 0.3
    middle = at[0] + tumble * 0.3, at[1] - lift

    def on(dx: float, dy: float) -> Point:
        return r * (dx * cos(turn) - dy * sin(turn)), r * (dx * sin(turn) + dy * cos(turn))

    shown = (int(tumble * 97) % sides + 1) if tumble > 0.25 else number
    words = "?" if shown is None and sides <= 6 else f"d{sides}" if shown is None else str(shown)
    parts: list[Part] = [Box((-r, -r, r, r), "ivory", r * 0.4, r * 0.22)]
    if tumble:
        corners = tuple(on(dx, dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        lower = tuple((a, b + r * 0.3) for a, b in corners)
        parts = [Polygon(lower, "ivory:0.7"), Polygon(corners, "ivory")]
    if shown is None or sides > 6 or shown > 6:
        parts.append(Label((0.0, 0.0), words, "pip", bold=True, on="ivory"))
    else:
        spots = (((place % 3 - 1) * 0.571, (place // 3 - 1) * 0.571) for place in PIPS[shown])
        parts += [Disc(on(dx, dy), r * 0.22, "pip") for dx, dy in spots]
        parts.append(Label((0.0, 0.0), f" {words} ", "pip", bold=True, on="ivory", most=ROOMY))
    return Piece("die", middle, tuple(parts), r=r, sign=words)
