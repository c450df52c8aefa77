"""Gobblet as it is seen: cups that stand on sixteen squares, and in stacks beside them. A unit is a square."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from marbles_tui.core.palette import Palette, PieceColours
from marbles_tui.core.position import Cell
from marbles_tui.core.scene import (
    Ball,
    Box,
    Disc,
    Frame,
    Item,
    Label,
    Line,
    Mark,
    Part,
    Piece,
    Point,
    Polygon,
    Room,
    Scene,
    around,
    between,
    detail,
    falling,
    glow,
    outlines,
    part,
    pulse,
    smooth,
)
from marbles_tui.games.gobblet.position import CELLS, NAMES, STACKS, GobbletStacks, gobblet, seat_of, size_of
from marbles_tui.games.gobblet.text import read

SIDES: Final = PieceColours(
    (0xE9E1CC, 0x4A62C8),
    {"felt": (0xF0E3BE, 0x9A55B0), "parchment": (0xF6EACB, 0x5A3524), "clear": (0xFFFFFF, 0x2450C8)},
    ("White", "Blue"),
    {"felt": ("White", "Purple"), "parchment": ("White", "Brown")},
)
"""White and black, as the records call them."""

PALETTE: Final = Palette(
    {"wood0": 0x5B4632, "wood1": 0x4A3828, "frame": 0x7A5230, "on0": 0x2A2118, "on1": 0xFFFFFF, "hidden": 0x8F8F8F},
    {"wood0": 0xD6B084, "wood1": 0xC89F6C, "frame": 0xA87B4C},
    SIDES,
)  # fmt: skip

COVERED: Final = "?"
"""The note of a place at which nobody is to remember what lies below."""

WIDTH: Final = (0.0, 0.34, 0.50, 0.68, 0.86)
HEIGHT: Final = (0.0, 0.40, 0.54, 0.69, 0.84)
"""Of a gobblet of each size."""

FOOT: Final = 0.42
"""From the middle of a square down to where a gobblet stands."""

ASIDE: Final = 2.86
"""From the middle of the board to the stacks."""

STACKED: Final = 1.5
"""From one stack to the next: a cup, its name, and air."""

ARRIVED: Final = 0.6
"""The phase of a put at which the gobblet is over its square."""

LIFT: Final = 0.5
"""How high a hand holds a gobblet."""


def spot(place: Cell, upright: bool) -> Point:
    """The middle of a square, or of a stack's place."""
    if place in CELLS:
        row, column = divmod(place, 4)
        return column - 1.5, row - 1.5
    seat = 0 if place in STACKS[0] else 1
    along = (STACKS[seat].index(place) - 1) * STACKED
    if upright:
        return along - 0.25, (-2.62 if seat else 2.98)
    return (ASIDE if seat else -ASIDE), along - 0.02


@lru_cache(maxsize=1024)
def cup(id: str, at: Point, piece: int, *, light: str = "", rim: str = "", inside: int = 0) -> Piece:
    """A gobblet that stands below a point: a body lit from the left, a rim, and the dark in it, where the next one of
    a stack is seen."""
    seat, size = seat_of(piece), size_of(piece)
    half, height = WIDTH[size] / 2, HEIGHT[size]
    flat = 0.34
    top, bottom = FOOT - height + half * flat, FOOT - half * 0.8 * flat * 0.5
    colour = f"seat{seat}"

    def slice_(left: float, right: float) -> tuple[Point, ...]:
        foot = 0.84 * half
        return (left * half, top), (right * half, top), (right * foot, bottom), (left * foot, bottom)

    parts: list[Part] = [
        Disc((0.0, bottom), half * 0.84, f"{colour}:0.55", flat),
        Polygon(slice_(-1, 1), f"{colour}{light or ':0.92'}"),
        Polygon(slice_(-0.8, -0.3), f"{colour}:1.35"),
        Polygon(slice_(0.45, 1), f"{colour}:0.6"),
        Disc((0.0, top), half, rim or f"{colour}:1.3", flat),
        Disc((0.0, top), half * 0.8, f"{colour}:0.28", flat),
    ]
    if inside:
        parts.append(Disc((0.0, top + half * 0.08), half * 0.6, f"{colour}:0.8", flat))
        parts.append(Disc((0.0, top + half * 0.08), half * 0.4, f"{colour}:0.28", flat))
    parts.append(Label((0.0, (top + bottom) / 2 + half * 0.16), str(size), f"on{seat}", bold=True, least=5))
    return Piece(id, at, tuple(parts), seat, half)


@lru_cache(maxsize=4)
def _wood(named: bool) -> tuple[Item, ...]:
    """The frame, the squares, and their names."""
    items: list[Item] = [Box((0.0, 0.0), (2.07, 2.07), "frame", 0.05, 0.04)]
    for cell in CELLS:
        (x, y), wood = spot(cell, False), f"wood{sum(divmod(cell, 4)) % 2}"
        items.append(Box((x, y), (0.5, 0.5), wood))
        for n in range(3):  # the grain
            line = y - 0.3 + 0.3 * n + 0.05 * (cell % 3)
            items.append(Line(((x - 0.45, line), (x + 0.45, line + 0.02)), 0.02, f"{wood}:0.9"))
    for at in range(4) if named else ():
        items.append(Label((-2.22, at - 1.5), "ABCD"[at], "text", bold=True, least=4))
        items.append(Label((at - 1.5, 2.34), "1234"[at], "text", bold=True, least=4))
    return tuple(items)


def scene(frame: Frame, room: Room) -> Scene:
    """The board at one instant."""
    board: GobbletStacks = frame.lying({"put": 1.0, "cover": 1.0})
    shown, event = frame.highlights, frame.event
    shining = event.cells if event and event.kind in ("reveal", "line") else shown.winners
    aside = room.shape > 1.3 or not room.small
    spots = {place: spot(place, room.upright) for place in (*CELLS, *STACKS[0], *STACKS[1])}
    items: list[Item] = list(_marks(frame, board, spots, shining))
    for cell in CELLS:
        stack = board.cells[cell]
        if len(stack) > 1:
            hidden = shown.notes.get(cell) == COVERED
            x, y = spots[cell]
            below = "hidden" if hidden else f"seat{seat_of(stack[-2])}:1.1"
            items.append(Ball((x + 0.38, y + 0.4), 0.09, below))
        if stack:
            items.append(_standing(frame, cell, spots[cell], stack[-1], cell in shining))
    for seat, stacks in enumerate(STACKS) if aside else ():
        for place in stacks:
            size = board.stacks[place - len(CELLS)]
            if size:
                items.append(
                    _standing(frame, place, spots[place], gobblet(seat, size), place in shining, size - 1)
                )
            if not room.small:
                items += _stack_words(frame, place, spots[place], size, room.upright)
    items += _hand(frame, spots)
    places = {place: around(at, 0.5, 0.5) for place, at in spots.items()}
    named = room.named and not room.small
    across, down = ASIDE + 0.5 if aside else 2.1, 2.5 if named else 2.1
    bounds = (-2.34, -3.2, 2.2, 3.5) if room.upright else (-across, -2.1, across, down)
    grid = (0.0, 0.0) if room.small else (1.0, 1.0)
    return Scene(bounds, tuple(items), _wood(named), places, grid, PALETTE)


def emblem() -> Scene:
    """Two squares with a gobblet each."""
    board = read("-,-,-,-/-,W4,K2,-/-,-,-,-/-,-,-,- W344 K144 W").board
    return detail(scene(Frame(board), Room(small=True)), (-1.0, -1.05, 1.0, 0.0))


def _standing(frame: Frame, place: Cell, at: Point, piece: int, shines: bool, inside: int = 0) -> Piece:
    """A gobblet where it stands, or a little above it while it is picked."""
    shown, (x, y) = frame.highlights, at
    picked = place in shown.picked
    light = f":{1 + 0.2 * pulse(frame.phase):.2f}" if shines else ""
    led = {*shown.hint, *shown.targets, *shown.landing}
    rims = ("flash", shown.picked), ("target", led), ("threat", shown.threats)
    rim = glow(frame)[0] if shines else next((role for role, places in rims if place in places), "")
    return cup(f"cup{place}", (x, y - 0.16 * picked), piece, light=light, rim=rim, inside=inside)


def _marks(
    frame: Frame, board: GobbletStacks, spots: Mapping[Cell, Point], shining: Collection[Cell]
) -> list[Item]:
    """Mats where the hand's gobblet may go and where one moved last, the frame of the cursor, the way of the four."""
    shown, items = frame.highlights, list[Item]()
    size = max([_size(board, place) for place in (*shown.picked, *shown.hint)], default=0) or 2
    for place in shown.last & frozenset(CELLS):
        (x, y), half = spots[place], WIDTH[_size(board, place)] / 2 or 0.2
        items.append(Disc((x, y + FOOT - 0.04), half + 0.1, "trace", 0.34))
    for place, (role, share) in outlines(frame, shining).items():
        x, y = spots[place]
        if role in ("threat", "target") and place in CELLS:
            items.append(Mark((x, y + FOOT - 0.08), (WIDTH[size] / 2, WIDTH[size] / 5), role))
        elif place == frame.cursor or place in shining:
            items.append(Mark((x, y), (0.5, 0.499), role, share, 0.0))
    return items


def _size(board: GobbletStacks, place: Cell) -> int:
    """The size of what is on top of a place; 0 where there is nothing."""
    if place in CELLS:
        return size_of(board.cells[place][-1]) if board.cells[place] else 0
    return board.stacks[place - len(CELLS)]


def _stack_words(frame: Frame, place: Cell, at: Point, size: int, upright: bool) -> list[Item]:
    """A stack's name, as moves have it, and the sizes that are left in it, the outermost first."""
    shown = frame.highlights
    x, y = at
    if upright:
        name, left, side = (x + 0.48, y), (x + 0.48, y + 0.3), -1
    else:  # away from the letters of the rows
        x, y = x - 0.12 * (place in STACKS[0]), y + FOOT + 0.28
        name, left, side = (x - 0.1, y), (x + 0.02, y), 1
    picked, legal = place in shown.picked, place in shown.legal
    sizes = "".join(str(inner) for inner in range(size, 0, -1))
    ink, on = ("ground", "flash") if picked else ("bright", "") if legal else ("muted", "")
    items: list[Item] = [Label(name, NAMES[place], ink, side, legal or picked, on, least=5, of=place)]
    if sizes:
        items.append(Label(left, sizes, "text", -1, least=6, of=place))
    return items


def _hand(frame: Frame, spots: Mapping[Cell, Point]) -> list[Item]:
    """The gobblet in the air: it rises where it stood, travels, and comes down."""
    event, phase = frame.event, frame.phase
    if not event or event.kind not in ("lift", "reveal", "put", "cover"):
        return []
    if event.kind == "lift":
        at, piece, height = spots[event.cells[0]], event.facts["gobblet"], LIFT * phase
    elif event.kind == "reveal":
        at, piece, height = spots[event.facts["origin"]], frame.board.hand, LIFT
    elif phase < 1:
        start, end = (spots[place] for place in event.cells)
        at = between(start, end, smooth(min(1.0, phase / ARRIVED)))
        piece, height = event.facts["gobblet"], LIFT * (1 - falling(part(phase, ARRIVED, 1 - ARRIVED)))
    else:
        return []
    return [cup("hand", (at[0], at[1] - height), piece, light=":1.05")]
