"""The egg carton as it is seen, from above. A unit is a marble: three of them lie across a hollow, four down."""

from __future__ import annotations

from math import pi, sin
from typing import Final

from marbles_tui.core.palette import Palette
from marbles_tui.core.position import Cell
from marbles_tui.core.scene import (
    Box,
    Frame,
    Hollow,
    Item,
    Label,
    Letters,
    Point,
    Room,
    Scene,
    Tone,
    around,
    detail,
    glow,
    outlines,
    part,
    pulse,
)
from marbles_tui.core.sowing import CHANGES, hand, loose, slots
from marbles_tui.games.egg_carton.position import ENDS, LETTERS, RIGHT_END, SIDES, CartonBoard, Ring
from marbles_tui.games.egg_carton.text import read

PALETTE: Final = Palette(
    {"pulp": 0x8C8272, "pit": 0x39332B, "ink": 0x14110D, "faint": 0x4A4439, "note": 0x063B1B},
    {"pulp": 0xD8C29A, "pit": 0x9C8864, "ink": 0x1E160A, "faint": 0x6A5A3A},
)

WIDE, TALL, GAP, FOLD = 3.2, 4.05, 2 / 15, 0.4
"""A hollow, what is between two of them, and between the rows."""

END: Final = 2.1
"""How wide an end is."""

RIM: Final = 1.0
"""From the hollows to the edge of the carton: the letters stand there."""

ACROSS: Final = 3 * WIDE + 3 * GAP + END + 0.3
DOWN: Final = TALL + FOLD / 2 + RIM

LINE: Final = DOWN - 0.55
"""The middle of the letters: within the carton, also where the middle of its rim lies between two rows."""

INNER: Final = 0.3 - LINE
"""The same of the far ones where the rim is no higher than a row: within it."""

ROOMY: Final = 2.7
"""Cells to a unit from where on the far letters stand as far out as the near ones."""

BESIDE: Final = 2.3
"""A room less wide than that, compared to its height, has lines for the sides above and below the carton."""

SIDE: Final = 1.9
"""How high the line of a side is, with the way round."""

LIGHTING: Final = 0.22
"""The share of the end's show in which the rims of cleared hollows light up."""


def middle(place: Cell) -> Point:
    """Of a hollow or an end."""
    if place in ENDS:
        return (3 * WIDE + 3 * GAP + END / 2) * (1 if place == RIGHT_END else -1), 0.0
    near = place in SIDES[0]
    at = place if near else 12 - place
    return (at - 2.5) * (WIDE + GAP), (1 if near else -1) * (TALL + FOLD) / 2


def half(place: Cell) -> Point:
    """Half its width and half its height."""
    return (END / 2, TALL + FOLD / 2) if place in ENDS else (WIDE / 2, TALL / 2)


PIT, LANE = slots(3, 4), slots(2, 8)


def spot(place: Cell, at: int) -> Point:
    """Where marble number `at` of a place lies."""
    slots = LANE if place in ENDS else PIT
    (x, y), (dx, dy) = middle(place), slots[at % len(slots)]
    more = at // len(slots) * 0.25
    return x + dx + more, y + dy - more


def writes_names(room: Room) -> bool:
    """Whether the sides have lines of their own: not where without them marbles become as large as to be round."""
    least, most = (4 * high * high * room.shape for high in (DOWN, DOWN + SIDE - 0.25))
    rounder = least <= room.holds < most and 4 * room.holds * room.shape >= (4 * ACROSS) ** 2
    return room.shape < BESIDE and not room.small and room.named and not rounder


CARD: Final[tuple[Item, ...]] = (
    Box((0.0, 0.0), (ACROSS, DOWN), "pulp", 0.8, 0.15),
    *(Hollow(middle(place), half(place), "pit", 1.3) for place in range(len(LETTERS))),
)


SMALL_ACROSS: Final = ACROSS + 0.5
"""Large marbles are wider than an end: what is beyond it is carton still."""

SMALL_CARD: Final[tuple[Item, ...]] = (
    Box((0.0, 0.0), (SMALL_ACROSS, DOWN), "pulp", 1.0),
    *(
        Box(middle(place), (0.86 * half(place)[0], 0.86 * half(place)[1]), "pit", 1.0)
        for place in range(len(LETTERS))
    ),
)


def scene(frame: Frame, room: Room) -> Scene:
    """The carton at one instant."""
    if room.small:
        return _small(frame.board)
    ring: Ring = frame.lying(CHANGES).ring
    items: list[Item] = []
    for place, (role, share) in _rims(frame).items():
        items.append(Hollow(middle(place), half(place), "pit", 1.3, f"{role}:{0.4 + 0.6 * share:.1f}"))
    for place, count in enumerate(ring):
        items += [loose(place, at, spot(place, at)) for at in range(count)]
    items += _words(frame, ring)
    bottom = DOWN
    if writes_names(room):
        items += _sides(frame, ring)
        bottom += SIDE
    items += hand(frame, _above, spot, frame.board.ring)
    items += _sign(frame)
    places = {place: around(middle(place), *half(place)) for place in (*SIDES[0], *SIDES[1], *ENDS)}
    grid = (WIDE + GAP, 1.0) if room.upright else (1.0, 1.0)  # hollows as far apart as fills it
    return Scene((-ACROSS, -bottom, ACROSS, bottom), tuple(items), CARD, places, grid, PALETTE, least=1.0)


def _small(board: CartonBoard) -> Scene:
    """A few large marbles instead of many small ones: one for each three, two at most."""
    items: list[Item] = []
    for place, count in enumerate(board.ring):
        x, y = middle(place)
        seen = min(2, -(-count // 3))
        items += [loose(place, at, (x, y + 1.9 * at - 0.95 * (seen - 1)), 1.15) for at in range(seen)]
    bounds = -SMALL_ACROSS, -DOWN, SMALL_ACROSS, DOWN
    return Scene(bounds, tuple(items), SMALL_CARD, grid=(0.0, 0.0), palette=PALETTE, least=1.9)


def emblem() -> Scene:
    """Two hollows with three marbles."""
    board = read("0,0,3,6,0,0/0,0,0,0,0,0/0,0/1").board
    return detail(scene(Frame(board), Room(small=True)), (-3.6, 0.0, 3.6, 4.45))


def _rims(frame: Frame) -> dict[Cell, tuple[str, float]]:
    """The places whose rim stands out: also where the last marble of a lap falls, and a winner's own."""
    event, finale, winners = frame.event, frame.highlights.finale, frame.highlights.winners
    rims = outlines(frame)
    if event and event.kind in ("last", "relay"):
        rims[event.cells[0]] = "flash", 0.55 + 0.45 * sin(frame.phase * pi) if event.kind == "last" else 1.0
    if event and event.kind == "win":
        rims |= dict.fromkeys(SIDES[event.facts["seat"]], ("flash", pulse(frame.phase)))
    if finale and finale.tone is Tone.WON:
        order = sorted(winners, key=middle)
        for at, place in enumerate(order):
            rims[place] = "primary", part(finale.phase, LIGHTING * at / len(order), 2 * LIGHTING / len(order))
    else:
        rims |= dict.fromkeys(winners, glow(frame))
    return rims


def _words(frame: Frame, ring: Ring) -> list[Item]:
    """The letter and the count of each hollow, with what a pick there would bring; the counts of the ends."""
    items: list[Item] = []
    shown = frame.highlights
    for place, count in enumerate(ring):
        x, _ = middle(place)
        if place in ENDS:
            told = f"end {count}", str(count)
            items.append(Label((x, LINE), told, "ink", 0, count > 0, "pulp", of=place, room=END + 0.3))
            continue
        y = LINE * (1 if place in SIDES[0] else -1)
        strong, note = place in shown.legal, shown.notes.get(place, "")
        ink, letter = "ink" if count else "faint", LETTERS[place]
        told, bold = (f"{letter} {count}", f"{letter}{count}"), strong or count > 0
        for at, least, most in ((y, ROOMY, 1e9), (max(y, INNER), 0.0, ROOMY)):
            items.append(Label((x, at), told, ink, 0, bold, "pulp", least, most, place, WIDE))
        if note:
            items.append(Label((x + 0.8, y), f" {note}", "note", -1, True, "pulp"))
    for place in shown.landing if shown.guided and shown.deed and not frame.event else ():
        x, y = middle(place)
        items.append(Label((x, y), "last", "target", bold=True))
        items.append(Label((x, y + 0.7), "drop", "target", bold=True))
    return items


def _sides(frame: Frame, ring: Ring) -> list[Item]:
    """Each side's name, a pip for each marble that it has to clear, and their number; the mover's stand out. In the
    first games the way round, and what the pick would do."""
    items: list[Item] = []
    shown, left, right = frame.highlights, -3 * WIDE, 3 * WIDE
    for seat, side in enumerate(SIDES):
        y, moves = (-DOWN - 1.25 if seat else DOWN + 1.5), frame.mover == seat  # away from the header
        count = sum(ring[slot] for slot in side)
        ink = "accent" if moves else "muted"
        if seat < len(shown.names):
            name = f"{'▶ ' if moves else '  '}{shown.names[seat]}"
            items.append(Label((left - 0.7, y), name, "bright" if moves else "text", -1, moves))
        told = f"{count} to clear"
        begin = left + 6 if shown.names else left - 0.7
        items.append(Label((right, y), told, ink, 1, True))
        apart, close = ((marble * count + len(told) + 1) / (right - begin) for marble in (2, 1))
        items.append(Label((begin, y), "● " * count, ink, -1, least=apart))
        items.append(Label((begin, y), "●" * count, ink, -1, least=close, most=apart))
    if shown.guided and frame.event is None and not shown.finale:
        arrow = "─" * 12
        items.append(Label((0.0, -DOWN - 0.6), f"◀{arrow} the way round {arrow}◀", "muted"))
        deed = shown.deed.removesuffix(".")
        told = f"▶── {deed} ──▶" if deed else f"▶{arrow}{arrow}▶"
        items.append(Label((0.0, DOWN + 0.6), told, "accent" if deed else "muted", bold=bool(deed)))
    return items


def _above(place: Cell, rise: float) -> Point:
    """Where a hand hovers over a place, after a share of its way up: all it holds is within the carton."""
    (x, y), (_, dy) = middle(place), half(place)
    return (0.96 * x, -0.3 * dy) if place in ENDS else (x, y - 0.75 * dy * rise)


def _sign(frame: Frame) -> list[Item]:
    """The end: a letter falls into each cleared hollow, where there are as many."""
    finale, winners = frame.highlights.finale, frame.highlights.winners
    letters = finale.words.upper().replace(" ", "") if finale else ""
    if not finale or finale.tone is not Tone.WON or not winners or len(letters) != len(winners):
        return []
    step = (1 - 2 * LIGHTING) / len(letters)
    items: list[Item] = []
    for at, (letter, place) in enumerate(zip(letters, sorted(winners, key=middle), strict=True)):
        if fallen := part(finale.phase, LIGHTING + step * at, 2 * step):
            items.append(Letters(middle(place), half(place), letter, fallen))
    return items
