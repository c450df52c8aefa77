"""BeadMaster as it is seen, from above: holes over bars, their ends, beads. A unit is the way from hole to hole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from marbles_tui.core.palette import Palette, PieceColours
from marbles_tui.core.position import Cell
from marbles_tui.core.scene import (
    Ball,
    Box,
    Frame,
    Item,
    Label,
    Mark,
    Part,
    Piece,
    Point,
    Rect,
    Room,
    Scene,
    around,
    detail,
    falling,
    glow,
    outlines,
    part,
    pulse,
    smooth,
)
from marbles_tui.games.beadmaster.position import BARS, COLUMNS, ENDS, HOLES, NAMES, SIZE, SLOTS, End, end_at
from marbles_tui.games.beadmaster.text import read

BEADS: Final = PieceColours(
    (0xF2B233, 0x46C96A, 0xE9E9EE, 0xC07CF2),
    {"clear": (0xFFB000, 0x9AD7FF, 0xA0A0A0, 0xFFF3A0)},
)
"""Amber, jade, pearl and plum."""

PALETTE: Final = Palette(
    {"wood": 0x584732, "black": 0x05070A, "blue": 0x3A63C4, "red": 0xB8433F, "blocked": 0x5C606C},
    {"wood": 0xC79A62, "black": 0x2A2118},
    BEADS,
)

EDGE: Final = 3.58
"""From the middle to the edge of the frame."""

NAMED: Final = HOLES + len(ENDS)
"""The first of the places that the bars' names stand for, one a bar: nothing is picked there."""

APART, BESIDE, INSIDE = 0.4, 0.15, 0.1
"""From the ends to the middle of the words above and below them, and to the names of the rows; and how far inside the
edge those lie that are in the frame."""

FEW = range(16, 20)  # lines of a room in which, with longer slots, each second row would begin in mid line
OUT, UPRIGHT, SHORT = 0.5, 0.36, 0.25
"""How far slots stick out: usually; where rows are named in the frame; and in a room of few lines."""

LOW, WIDE = (0.9, 0.0), (0.6, 0.5)
"""Above and below the ends: a low room has no line for the letters. One of less than 18 may have none for names."""

HALF, R = 0.375, 0.37
"""Half a hole, and a bead."""

FRAME: Final[tuple[Item, ...]] = (
    Box((0.0, 0.0), (EDGE, EDGE), "wood", 0.1, 0.08),
    *(Box((x - 3.0, row - 3.0), (HALF, HALF), "black") for row in range(SIZE) for x in range(SIZE)),
)
"""The wood around the holes, and the dark in them."""

LIT, NAME = 3.5, 1.2
"""Cells from hole to hole from where on a bead is more than its number on its colour; and the room of a name."""

KEYS: Final = ("i▶", "◀o"), ("i▼", "o▲")
"""The keys that push an end in, and which way it goes: of rows, and of columns."""

SLIDING, PLACED = 0.8, 0.7
"""The share of a slide's beat in which the bar moves, and of a placing's in which the bead comes down."""


def spot(hole: Cell) -> Point:
    """The middle of a hole."""
    return hole % SIZE - 3.0, hole // SIZE - 3.0


def lying(bar: int, along: tuple[float, float], half: float) -> tuple[Point, Point]:
    """The middle of a piece of a bar from one distance along it to another, so far to both sides, and half its width
    and half its height."""
    at, (start, end) = bar % SIZE - 3.0, along
    x, long = (start + end) / 2, (end - start) / 2
    return ((x, at), (long, half)) if bar < SIZE else ((at, x), (half, long))


def end_of(end: End, out: float, more: float = 0.0) -> tuple[Point, Point]:
    """The same of an end whose slots stick out so far, with so much `more` around it."""
    start, last = (-EDGE - 2 * out, -EDGE) if end.step < 0 else (EDGE, EDGE + 2 * out)
    return lying(end.bar, (start - more, last + more), HALF + more)


@lru_cache(maxsize=4)
def _places(out: float) -> dict[Cell, Rect]:
    """Where holes and ends lie."""
    holes = {hole: around(spot(hole), 0.5, 0.5) for hole in range(HOLES)}
    return holes | {end.cell: around(at, *half) for end in ENDS for at, half in (end_of(end, out),)}


def _bars(frame: Frame) -> list[float]:
    """The positions of the bars; of one that slides, on its way."""
    event, places = frame.event, list[float](frame.board.bars)
    if event and event.kind == "slide":
        left = 1 - smooth(part(frame.phase, 0.0, SLIDING))
        places[event.facts["bar"]] -= (event.facts["to"] - event.facts["from"]) * left
    return places


def _picked(frame: Frame) -> dict[int, str]:
    """The bars that are pointed at, typed or suggested, and the role in which: muted where they cannot be slid so."""
    shown, found = frame.highlights, dict[int, str]()
    for cell in (*(() if frame.cursor is None else (frame.cursor,)), *shown.picked, *shown.hint):
        if end := end_at(cell):
            role = "flash" if cell in shown.legal else found.get(end.bar, "muted")
            found[end.bar] = "target" if cell in shown.hint else role
    return found


def scene(frame: Frame, room: Room) -> Scene:
    """The grid at one instant."""
    bars, picked, named = _bars(frame), _picked(frame), room.named and not room.small
    out = UPRIGHT if room.upright else SHORT if round(room.lines) in FEW else OUT
    reach, placing = EDGE + 2 * out, frame.board.placing
    items: list[Item] = []
    # Of the horizontal ones, and of those over them, the one that slides last: the others are as they were.
    for bar in sorted(range(BARS), key=lambda bar: (bar >= SIZE, bars[bar] % 1)):
        colour = "blocked" if frame.board.blocked[bar] else "red" if bar < SIZE else "blue"
        items += _bar(bar, bars[bar], f"{colour}:1.25" if bar in picked else colour, out)
    items += [*_marks(frame, picked, out), *_beads(frame, named)]
    air = WIDE if room.lines > 19.5 else LOW if out != SHORT or room.lines > 17.5 else (0.0, 0.0)
    above, below = air if named else (0.0, 0.0)
    # Where the bars will be named, while beads are placed; then at the frame where they have no line of their own.
    top = reach + APART if above else EDGE + out
    y = -top if placing else reach + APART if below else EDGE + out
    for column, letter in enumerate(COLUMNS) if named else ():
        items.append(Label((column - 3.0, y), letter, "text" if placing else "muted", 0, placing, room=NAME))
    items += _words(frame, bars, picked, out, top) if named else []
    left = reach + (BESIDE + 0.7 if named and not room.upright else 0.0)
    bounds, grid = (-left, -reach - above, reach, reach + below), (0.0, 0.0) if room.small else (1.0, 1.0)
    return Scene(bounds, tuple(items), FRAME, _places(out), grid, PALETTE, least=2 * R)


def emblem() -> Scene:
    """Two bars that cross, and two beads."""
    board = read("21" + "0" * 37 + "1" + "0" * 7 + "2" + "0" * 17).board
    return detail(scene(Frame(board), Room(small=True)), (-1.5, -0.5, 1.5, 1.5))


@lru_cache(maxsize=512)
def _bar(bar: int, place: float, colour: str, out: float) -> tuple[Item, ...]:
    """What is seen of a bar: its filled slots through the holes; beside the frame filled ones bright, holed ones with
    a hole."""
    name, items = f"{bar}." if place % 1 else "", list[Item]()

    def put(id: str, along: tuple[float, float], half: float, colour: str, sign: str) -> None:
        if along[1] - along[0] > 0.02:
            items.append(Box(*lying(bar, along, half), colour, sign=sign, id=name and name + id))

    for slot, kind in enumerate(SLOTS[bar]):
        for at in range(SIZE) if kind == "x" else ():
            start, end = max(slot - place - 0.5, at - HALF), min(slot - place + 0.5, at + HALF)
            put(f"{slot}.{at}", (start - 3.0, end - 3.0), HALF, colour, "─" if bar < SIZE else "│")
    for slot, kind in enumerate(SLOTS[bar]):
        low = slot - place - (SIZE if slot > 2 else 0)
        start, end = (max(low, -2.0), min(low + 1, 0.0)) if slot < 3 else (max(low, 0.0), min(low + 1, 2.0))
        edge, inset = EDGE if slot > 2 else -EDGE, 0.12 * (end - start)
        start, end = edge + start * out, edge + end * out
        put(f"{slot}", (start, end), HALF, colour, "▓" if kind == "x" else "░")
        if kind == "o":
            put(f"{slot}o", (start + inset, end - inset), HALF * 0.5, f"{colour}:0.4", "░")
    return tuple(items)


def _beads(frame: Frame, named: bool) -> Iterator[Item]:
    event, phase, shown = frame.event, frame.phase, frame.highlights
    kind = event.kind if event and phase < 1 else ""
    moving = event.cells[0] if event and kind in ("place", "fall") else None
    won = event is not None and event.kind == "win"
    for hole, bead in enumerate(frame.board.beads):
        if bead and hole != moving:
            shine = glow(frame)[1] if hole in shown.winners else pulse(phase) if won else 0.0
            yield _bead(hole, spot(hole), bead - 1, R, 1 + 0.35 * shine, named)
    if event and moving is not None:
        (x, y), lift = spot(moving), falling(1 - part(phase, 0.0, PLACED))
        if kind == "place":
            yield _bead(moving, (x, y - 1.4 * lift), event.facts["seat"], R, 1.0, named and not lift)
        else:
            gone = round(phase, 1)  # each form may be an image
            yield _bead(moving, (x, y), event.facts["owner"], R * (1 - 0.8 * gone), 1 - 0.75 * gone, False)


@lru_cache(maxsize=512)
def _bead(hole: Cell, at: Point, seat: int, r: float, light: float, numbered: bool) -> Piece:
    colour = f"seat{seat}" if light == 1 else f"seat{seat}:{light:.1f}"
    parts: tuple[Part, ...] = (Ball((0.0, 0.0), round(r, 2), colour),)
    if numbered:
        flat = Label((0.0, 0.0), f"{seat + 1} ", "black", bold=True, on=colour, least=2, most=LIT)
        parts += flat, Label((0.0, 0.0), str(seat + 1), "black", bold=True, least=LIT)
    return Piece(f"bead{hole}", at, parts, seat, r)


def _marks(frame: Frame, picked: dict[int, str], out: float) -> list[Mark]:
    """Both long sides of picked bars, and the frames of holes that are pointed at, suggested or in danger."""
    shown, reach = frame.highlights, EDGE + 2 * out
    items = [Mark(*lying(bar, (-reach, reach), 0.5), role, 1.0, 0.0) for bar, role in picked.items()]
    for cell, (role, share) in outlines(frame).items():
        if end := end_at(cell):
            if role == "cursor" or cell in shown.targets | shown.threats:
                items.append(Mark(*end_of(end, out, 0.06), role, share, 0.0))
        elif cell < HOLES and not (frame.board.placing and role == "threat"):
            role = "threat" if cell in shown.landing else role  # these beads would fall
            items.append(Mark(spot(cell), (0.5, 0.499), role, share, 0.0))
    return items


def _words(frame: Frame, bars: Sequence[float], picked: dict[int, str], out: float, top: float) -> list[Item]:
    """The names of the bars, or while beads are placed the numbers of the rows; the key that slides a picked bar, and
    who is not to move a bar. `top`: how far from the middle the columns are named."""
    board, shown, reach, upright = frame.board, frame.highlights, EDGE + 2 * out, out == UPRIGHT
    items, last = list[Item](), {end.bar for cell in shown.last if (end := end_at(cell))}
    x, side = (INSIDE - EDGE, 0) if upright else (-reach - BESIDE, 1)
    for bar, name in enumerate(NAMES[:SIZE] if board.placing else NAMES):
        at, align = ((x, bar - 3.0), side) if bar < SIZE else ((bar - SIZE - 3.0, -top), 0)
        free, on = not board.blocked[bar], picked.get(bar, "")
        ink = "ground" if on else "trace" if bar in last else "text" if free else "muted"
        told = name[1] if board.placing or (upright and bar < SIZE) else (name, name[1])
        at_end = bar >= SIZE and top < reach
        of = None if board.placing or at_end else NAMED + bar
        ground = on or ("blue" if at_end and free and bars[bar] > 0.5 else "")
        items.append(Label(at, told, ink, align, free, ground, of=of, room=NAME))
        if not free:  # where it is empty, or away from its name
            at = end_of(End(bar, 1 if bars[bar] < 1 or out == SHORT else -1), out)[0]
            items.append(Label(at, f"{board.blocked[bar]}✕", "bright", 0, True, room=NAME))
        for way, key in zip((-1, 1), KEYS[bar >= SIZE], strict=True) if on not in ("", "muted") else ():
            at, cell = end_of(end := End(bar, way), out)[0], end.cell
            if cell in shown.legal or cell in shown.hint:
                bright = cell in (frame.cursor, *shown.hint, *shown.picked)
                on = ("target" if cell in shown.hint else "flash") + ("" if bright else ":0.7")
                items.append(Label(at, key, "ground", 0, True, on))
    return items
