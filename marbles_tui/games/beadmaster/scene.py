"""BeadMaster as it is seen, from above: holes over bars, the ends that stick out, beads.

A unit is the way from hole to hole.
"""

from __future__ import annotations

from math import floor
from typing import Final

from marbles_tui.core.frame import Frame, glow
from marbles_tui.core.motion import falling, part, pulse, smooth
from marbles_tui.core.palette import Palette, PieceColours
from marbles_tui.core.position import Cell
from marbles_tui.core.scene import Ball, Box, Item, Label, Mark, Piece, Point, Rect, Room, Scene
from marbles_tui.games.beadmaster.bars import BARS, COLUMNS, HOLES, NAMES, SIZE, SLOTS, End, end_at
from marbles_tui.games.beadmaster.position import Board

BEADS: Final = PieceColours(
    (0xF2B233, 0x46C96A, 0xE9E9EE, 0xC07CF2),
    {"clear": (0xFFB000, 0x9AD7FF, 0xA0A0A0, 0xFFF3A0)},
)
"""Amber, jade, pearl and plum."""

PALETTE: Final = Palette(
    {
        "wood": 0x584732,
        "black": 0x05070A,
        "blue": 0x3A63C4,
        "red": 0xB8433F,
        "blocked": 0x5C606C,
        "digit": 0x16130C,
    },
    {"wood": 0xC79A62, "black": 0x2A2118},
    BEADS,
)

EDGE: Final = 3.58
"""From the middle to the edge of the frame."""

OUT: Final = 0.5
"""How far a slot sticks out at an end."""

NAMED: Final = 2.5
"""From hole to hole, in cells, from where on there is room for names."""

WORDS: Final = 0.35
"""From there to the middle of the letters."""

HALF: Final = 0.375
"""Half a hole."""

R: Final = 0.37
"""A bead."""

LIT: Final = 3.5
"""From hole to hole, in cells, from where on a bead is more than its number on its colour."""

SLIDING, PLACED = 0.8, 0.7
"""The share of a slide's beat in which the bar moves, and of a placing's in which the bead comes down."""


def spot(hole: Cell) -> Point:
    """The middle of a hole."""
    row, column = divmod(hole, SIZE)
    return column - 3.0, row - 3.0


def end_rect(end: End) -> Rect:
    """Where an end lies."""
    at, low, high = end.bar % SIZE - 3.0, EDGE, EDGE + 2 * OUT
    along = (-high, -low) if end.step < 0 else (low, high)
    if end.bar < SIZE:
        return along[0], at - HALF, along[1], at + HALF
    return at - HALF, along[0], at + HALF, along[1]


def _bars(frame: Frame) -> tuple[float, ...]:
    """The positions of the bars; of one that slides, on its way."""
    board: Board = frame.board
    places: list[float] = list(board.bars)
    event = frame.event
    if event and event.kind == "slide":
        start, end = event.facts["from"], event.facts["to"]
        places[event.facts["bar"]] = start + (end - start) * smooth(part(frame.phase, 0.0, SLIDING))
    return tuple(places)


def picked_bars(frame: Frame) -> dict[int, bool]:
    """The bars that are typed, pointed at or suggested, and whether they can be slid so."""
    shown = frame.highlights
    found: dict[int, bool] = {}
    for cell in (*shown.hint, *shown.picked, *(() if frame.cursor is None else (frame.cursor,))):
        if end := end_at(cell):
            found[end.bar] = found.get(end.bar, False) or cell in shown.legal or cell in shown.hint
    return found


def scene(frame: Frame, room: Room) -> Scene:
    """The grid at one instant."""
    bars, picked, named = _bars(frame), picked_bars(frame), room.named and not room.small
    items: list[Item] = []
    for bar in range(BARS):
        items += _through_holes(frame, bar, bars[bar], bar in picked)
        items += _sticking_out(frame, bar, bars[bar], bar in picked)
    items += _marks(frame, picked)
    items += _beads(frame, named)
    if named:
        items += _words(frame, bars, picked)
    places = {hole: (x - 0.5, y - 0.5, x + 0.5, y + 0.5) for hole in range(HOLES) for x, y in (spot(hole),)}
    for bar in range(BARS):
        for end in (End(bar, -1), End(bar, 1)):
            places[end.cell] = end_rect(end)
    reach = EDGE + 2 * OUT
    left, top, bottom = (
        (reach + 0.75, reach + 2 * WORDS, reach + 2 * WORDS) if named else (reach, reach, reach)
    )
    grid = (0.0, 0.0) if room.small else (1.0, 1.0)
    return Scene((-left, -top, reach, bottom), tuple(items), FRAME, places, grid, PALETTE, least=2 * R)


FRAME: Final[tuple[Item, ...]] = (
    Box((-EDGE, -EDGE, EDGE, EDGE), "wood", 0.1, 0.08),
    *(
        Box((x - HALF, y - HALF, x + HALF, y + HALF), "black")
        for hole in range(HOLES)
        for x, y in (spot(hole),)
    ),
)
"""The wood around the holes, and the dark in them."""


def emblem() -> Scene:
    """Two bars that cross, and two beads."""
    items: list[Item] = [
        Box((-1.6, -0.45, 1.6, 0.45), "red"),
        Box((-0.45, -1.2, 0.45, 1.2), "blue"),
        Ball((-1.0, 0.0), 0.44, "seat0"),
        Ball((0.0, 0.62), 0.44, "seat1"),
    ]
    return Scene((-1.6, -1.2, 1.6, 1.2), tuple(items), grid=(0.0, 0.0), palette=PALETTE, least=0.88)


def _colour(frame: Frame, bar: int, picked: bool) -> str:
    colour = "blocked" if frame.board.blocked[bar] else "red" if bar < SIZE else "blue"
    return f"{colour}:1.25" if picked else colour


def _box(bar: int, along: tuple[float, float], half: float, colour: str, sign: str = "") -> Box:
    """A piece of a bar from one distance along it to another."""
    at, sign = bar % SIZE - 3.0, sign or ("─" if bar < SIZE else "│")
    rect = (
        (along[0], at - half, along[1], at + half)
        if bar < SIZE
        else (at - half, along[0], at + half, along[1])
    )
    return Box(rect, colour, sign=sign)


def _through_holes(frame: Frame, bar: int, place: float, picked: bool) -> list[Item]:
    """What is seen of a bar through its seven holes: its filled slots."""
    colour, items = _colour(frame, bar, picked), list[Item]()
    for at in range(SIZE):
        for slot in range(floor(at + place), floor(at + place) + 2):
            start, end = max(slot - place - 0.5, at - HALF), min(slot - place + 0.5, at + HALF)
            if end - start > 0.02 and SLOTS[bar][min(slot, len(SLOTS[bar]) - 1)] == "x":
                items.append(_box(bar, (start - 3.0, end - 3.0), HALF, colour))
    return items


def _sticking_out(frame: Frame, bar: int, place: float, picked: bool) -> list[Item]:
    """The slots beside the frame, filled ones bright, holed ones with a hole."""
    colour, items = _colour(frame, bar, picked), list[Item]()
    for slot, sign in enumerate(SLOTS[bar]):
        for low, high in ((slot - place, slot - place + 1), (slot - place - SIZE, slot - place - SIZE + 1)):
            before = high <= 0.0 or (low < 0.0 and slot < 3)
            start, end = (max(low, -2.0), min(high, 0.0)) if before else (max(low, 0.0), min(high, 2.0))
            if end - start < 0.02 or before != (slot < 3):
                continue
            along = (
                (start * OUT - EDGE, end * OUT - EDGE) if before else (start * OUT + EDGE, end * OUT + EDGE)
            )
            items.append(_box(bar, along, HALF, colour, "▓" if sign == "x" else "░"))
            if sign == "o":
                inset = 0.12 * (end - start)
                items.append(
                    _box(bar, (along[0] + inset, along[1] - inset), HALF * 0.5, f"{colour}:0.4", "░")
                )
    return items


def _beads(frame: Frame, named: bool) -> list[Item]:
    event, shown = frame.event, frame.highlights
    moving = event.cells[0] if event and event.kind in ("place", "fall") and frame.phase < 1 else None
    items: list[Item] = []
    for hole, bead in enumerate(frame.board.beads):
        if bead and hole != moving:
            shine = glow(frame)[1] if hole in shown.winners else pulse(frame.phase) if _wins(frame) else 0.0
            items.append(
                _bead(hole, spot(hole), bead - 1, R, f":{1 + 0.35 * shine:.2f}" if shine else "", named)
            )
    if event and moving is not None:
        x, y = spot(moving)
        if event.kind == "place":
            lift = falling(1 - part(frame.phase, 0.0, PLACED))
            items.append(_bead(moving, (x, y - 1.4 * lift), event.facts["seat"], R, "", named and not lift))
        else:
            left = 1 - 0.8 * frame.phase
            items.append(
                _bead(moving, (x, y), event.facts["owner"], R * left, f":{1 - 0.75 * frame.phase:.2f}", False)
            )
    return items


def _wins(frame: Frame) -> bool:
    return frame.event is not None and frame.event.kind == "win"


def _bead(hole: Cell, at: Point, seat: int, r: float, light: str, numbered: bool) -> Piece:
    parts = (Ball((0.0, 0.0), r, f"seat{seat}{light}"),)
    number = str(seat + 1)
    flat = Label((0.0, 0.0), f"{number} ", "digit", bold=True, on=f"seat{seat}{light}", least=2, most=LIT)
    numbers = (flat, Label((0.0, 0.0), number, "digit", bold=True, least=LIT)) if numbered else ()
    return Piece(f"bead{hole}", at, (*parts, *numbers), seat, r)


def _marks(frame: Frame, picked: dict[int, bool]) -> list[Item]:
    """Both long sides of picked bars, and the frames of holes that are pointed at, suggested or in danger."""
    shown, placing, items = frame.highlights, frame.board.placing, list[Item]()
    for bar, legal in picked.items():
        hinted = any(end.bar == bar for cell in shown.hint if (end := end_at(cell)))
        at, reach = bar % SIZE - 3.0, EDGE + 2 * OUT
        middle, half = ((0.0, at), (reach, 0.5)) if bar < SIZE else ((at, 0.0), (0.5, reach))
        items.append(Mark(middle, half, "target" if hinted else "flash" if legal else "muted", 1.0, 0.0))
    holes: dict[Cell, tuple[str, float]] = {}
    if not placing:
        falls = {cell for cell in shown.landing if cell < HOLES and frame.board.beads[cell]}
        holes |= dict.fromkeys(shown.threats | falls, ("threat", 1.0))
    holes |= {cell: ("target", 1.0) for cell in (*shown.hint, *shown.targets) if cell < HOLES}
    holes |= {cell: ("trace", 0.9) for cell in shown.last if cell < HOLES}
    if frame.cursor is not None:
        holes[frame.cursor] = "cursor", 1.0 if frame.cursor in shown.legal else 0.6
    for cell, (role, share) in holes.items():
        if end := end_at(cell):
            left, top, right, bottom = end_rect(end)
            half = (right - left) / 2 + 0.06, (bottom - top) / 2 + 0.06
            items.append(Mark(((left + right) / 2, (top + bottom) / 2), half, role, share, 0.0))
        else:
            items.append(Mark(spot(cell), (0.5, 0.499), role, share, 0.0))
    return items


def _words(frame: Frame, bars: tuple[float, ...], picked: dict[int, bool]) -> list[Item]:
    """The names of the bars, or while beads are placed the numbers of the rows; the letters of the columns; the key
    that slides a picked bar, and who is not to move a bar."""
    board, shown, reach = frame.board, frame.highlights, EDGE + 2 * OUT
    last = {end.bar for cell in shown.last if (end := end_at(cell))}
    items: list[Item] = []
    for bar, name in enumerate(NAMES):
        at = bar % SIZE - 3.0
        where = (-reach - 0.4, at) if bar < SIZE else (at, -reach - WORDS)
        ink = "trace" if bar in last else "muted" if board.blocked[bar] else "text"
        if board.placing:
            if bar < SIZE:
                items.append(Label(where, name[1], "text", bold=True, least=NAMED))
            continue
        on = ("flash" if picked[bar] else "muted") if bar in picked else ""
        items.append(Label(where, name, "ground" if on else ink, 0, not board.blocked[bar], on, least=NAMED))
        if board.blocked[bar]:
            step = 1 if bars[bar] < 1 else -1
            left, top, right, bottom = end_rect(End(bar, step))
            words = f"{board.blocked[bar]}✕"
            items.append(
                Label(((left + right) / 2, (top + bottom) / 2), words, "bright", 0, True, least=NAMED)
            )
        for end in (End(bar, -1), End(bar, 1)):
            if picked.get(bar) and end.cell in shown.legal | set(shown.hint):
                left, top, right, bottom = end_rect(end)
                bright = end.cell == frame.cursor or end.cell in (*shown.hint, *shown.picked)
                on = "target" if end.cell in shown.hint else "flash"
                key = Label(
                    ((left + right) / 2, (top + bottom) / 2),
                    _key(end),
                    "ground",
                    0,
                    True,
                    on if bright else f"{on}:0.7",
                )
                items.append(key)
    for column, letter in enumerate(COLUMNS):
        ink = "text" if board.placing else "muted"
        items.append(Label((column - 3.0, reach + WORDS), letter, ink, 0, board.placing, least=NAMED))
    return items


def _key(end: End) -> str:
    """The key that pushes an end in, and which way it goes."""
    flat, inwards = end.bar < SIZE, end.step < 0
    arrow = ("▶" if inwards else "◀") if flat else ("▼" if inwards else "▲")
    return f"i{arrow}" if inwards else f"{arrow}o" if flat else f"o{arrow}"
