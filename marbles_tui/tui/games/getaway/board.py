"""The trail of Gary's Great Getaway: squares on a winding path, pawns, a die, and the whole way in small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi, sin
from typing import Any, ClassVar, Final

from textual.geometry import Region, Size
from textual.message import Message

from marbles_tui.core import Cell
from marbles_tui.games.getaway.board import Board
from marbles_tui.games.getaway.scene import Scene as Trail
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.easing import between, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import on_board
from marbles_tui.tui.drawing.signs import draw_sides
from marbles_tui.tui.games.getaway.cards import paint_card, paint_frame, wrapped
from marbles_tui.tui.games.getaway.die import face, paint_die
from marbles_tui.tui.games.getaway.layout import TrailLayout, at, grid, lay_out
from marbles_tui.tui.games.getaway.pawns import paint_pawn, pawn_size
from marbles_tui.tui.games.getaway.podium import paint_podium
from marbles_tui.tui.games.getaway.signs import COLOURS, describe, sign
from marbles_tui.tui.widgets.board_view import BoardView

PATH: Final = 0x8A734F
PATH_ON_LIGHT: Final = 0xA88F60
"""The way between two squares, on dark themes and on light ones."""

ROAD: Final = 0x6FA8F0
"""The way on which a toll would send a traveller."""

MOVING: Final = ("walk", "transport")

LONGEST_FLOATING: Final = 18
"""How much of a trinket's name rises from a square."""


class GetawayBoard(BoardView[TrailLayout]):
    """The way from Start to Castle."""

    BEATS: ClassVar[Mapping[str, float]] = {
        "roll": 0.90,
        "draw": 0.50,
        "walk": 0.22,
        "gold": 0.80,
        "pay": 0.80,
        "spent": 0.50,
        "transport": 0.90,
        "pick-up": 0.80,
        "caught": 0.90,
        "avoided": 0.70,
        "held": 0.60,
        "served": 0.50,
        "freed": 0.60,
        "released": 0.40,
        "short": 0.50,
        "sell": 0.60,
        "arrive": 0.90,
        "winner": 0.40,
    }

    class Resized(Message):
        """It has another size, and what lies on it another place."""

    def on_resize(self) -> None:
        """Say so."""
        self.post_message(self.Resized())

    def lay_out(self, size: Size, look: Look) -> TrailLayout:
        """The rows around the pawn that moves, or around what is pointed at; see the function of that name."""
        del look
        frame = self.frame
        return lay_out(size.width, size.height, len(frame.board.trail.squares), _focus(frame))

    def _current_layout(self) -> TrailLayout:
        return self.lay_out(self.content_size, self.look)

    @property
    def strip(self) -> Region:
        """The rows below the trail, in cells."""
        size = self.content_size
        top = self._current_layout().die.y
        return Region(0, top, size.width, size.height - top)

    @property
    def die(self) -> Region:
        """Where the die lies, in cells."""
        return self._current_layout().die

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """To the square in that direction; down from the last row that is seen, to the die."""
        now = self._current_layout()
        if cell == now.count:
            return _focus(self.frame, die=True) if dy < 0 or dx else cell
        row, column = grid(cell, now.across)
        row, column = row + dy, column + dx
        if not 0 <= column < now.across or row < 0:
            return cell
        target = at(row, column, now.across)
        return target if target < now.count else now.count if dy > 0 else cell

    def first_place(self) -> Cell:
        """The first legal place, else where the pawn of the player to move stands."""
        legal = sorted(self.highlights.legal - {self._current_layout().count})
        return legal[0] if legal else _focus(self.frame)

    def paint(self, canvas: Canvas, layout: TrailLayout, frame: Frame, look: Look) -> None:
        """Path, squares, pawns; below them the die and the overview; at the end the podium. On little room only
        the way and who stands where."""
        if not layout.places:
            return
        trail: Trail = frame.board
        look = on_board(look)
        _paint_ground(canvas, layout, trail.trail, look)
        _paint_states(canvas, layout, frame, look)
        _paint_pawns(canvas, layout, frame, look)
        if layout.tiny:
            return
        _paint_floating(canvas, layout, frame, look)
        _clear_below(canvas, layout.height + 1, look)  # pawns may stand in the line between
        _paint_overview(canvas, layout, frame, look)
        event = frame.event
        rolled = event and event.kind in ("roll", "draw")
        lies = frame.highlights.notes.get(layout.count)
        shown = event.facts["number"] if event and rolled else int(lies) if lies else None
        sides = trail.trail.sides
        if event and event.kind == "roll":
            shown = face(event.facts["number"], sides, frame.phase)
        ready = layout.count in frame.highlights.legal
        paint_die(canvas, layout.die, shown, sides if not event or event.kind != "draw" else 99, ready, look)
        if _finished(frame):
            paint_podium(canvas, layout, trail.travellers, frame, look)


def _finished(frame: Frame) -> bool:
    """Whether everybody is in the castle, and that has been shown."""
    trail: Trail = frame.board
    return frame.event is None and all(traveller.square == trail.trail.last for traveller in trail.travellers)


def _focus(frame: Frame, die: bool = False) -> int:
    """The square that matters most: where something happens, what is pointed at, or where the player to move
    stands."""
    trail: Trail = frame.board
    event = frame.event
    if event and event.cells:
        return int(event.cells[-1])
    if frame.cursor is not None and frame.cursor <= trail.trail.last and not die:
        return frame.cursor
    seat = frame.turn if frame.turn is not None and 0 <= frame.turn < len(trail.travellers) else 0
    return trail.travellers[seat].square


# What stays as it is


@backdrop
def _paint_ground(canvas: Canvas, layout: TrailLayout, trail: Board, look: Look) -> None:
    """The path and the squares as they are at the start."""
    if look.skin.shaded and not layout.tiny:
        ground = mix(look.ground, 0, 0.25) if look.dark else mix(look.ground, 0xB7A67C, 0.25)
        canvas.fill(0, 0, canvas.width, 2 * layout.height + 1, ground)
    for square in range(layout.count - 1):
        _paint_path(canvas, layout, square, PATH, look)
    for square in layout.places:
        if square < layout.count:
            paint_card(canvas, layout, trail, square, 0, look)
    _clear_below(canvas, layout.height, look)


def _paint_path(canvas: Canvas, layout: TrailLayout, square: int, colour: int, look: Look) -> None:
    """From a square to the next, along its row or down to the row below."""
    row, _ = grid(square, layout.across)
    here, there = layout.tile(square), layout.tile(square + 1)
    ink = colour if look.dark or colour != PATH else PATH_ON_LIGHT
    if grid(square + 1, layout.across)[0] == row:
        left, right = min(here.right, there.right), max(here.x, there.x)
        middle = here.y + (here.height - 1) // 2
        if look.skin.shaded:
            thick = 2 if here.height > 1 else 1
            canvas.fill(left, 2 * here.y + here.height - thick // 2, right - left, thick, ink)
        elif 0 <= middle < layout.height:
            canvas.text(left, middle, ("=" if look.skin.plain else "═") * (right - left), ink)
        return
    wide = min(2, max(1, here.width // 3))
    x = here.x + (here.width - wide) // 2
    for y in range(here.bottom, there.y):
        if look.skin.shaded:
            canvas.fill(x, 2 * y, wide, 2, ink)
        elif 0 <= y < layout.height:
            canvas.text(x, y, ("||" if look.skin.plain else "║")[:wide], ink)


def _clear_below(canvas: Canvas, below: int, look: Look) -> None:
    """Nothing of the trail hangs over the die and the overview."""
    canvas.fill(0, 2 * below, canvas.width, 2 * canvas.height, look.ground)
    for line in canvas.letters[below:]:
        line.clear()


# What changes


def _paint_states(canvas: Canvas, layout: TrailLayout, frame: Frame, look: Look) -> None:
    """Squares of which something has been taken, where a toll leads, and frames."""
    trail: Trail = frame.board
    standing = _standing(frame)
    for square in layout.places:
        if square < layout.count and (trail.taken[square] or (square in standing and not layout.tiny)):
            size, drop = _pawns_on(layout, len(standing.get(square, ())), look)
            kept = size[0] * len(standing.get(square, ())), size[1] - drop
            paint_card(canvas, layout, trail.trail, square, trail.taken[square], look, kept)
    frames = _frames(layout, frame, look)
    here = _here(frame)
    for square, colour in frames.items():
        if colour == ROAD and look.skin.shaded:
            for step in range(min(here, square), max(here, square)):
                _paint_path(canvas, layout, step, ROAD, look)
    for square, colour in frames.items():
        if layout.tiny or not look.skin.shaded or not look.coloured:
            box = look.skin.bright if square == frame.cursor else look.skin.box
            draw_sides(canvas, layout.tile(square), box, colour)
        else:
            paint_frame(canvas, layout, square, colour)


def _here(frame: Frame) -> int:
    """The square of the traveller whose turn it is."""
    trail: Trail = frame.board
    seat = frame.turn if frame.turn is not None and 0 <= frame.turn < len(trail.travellers) else 0
    return trail.travellers[seat].square


def _frames(layout: TrailLayout, frame: Frame, look: Look) -> dict[int, int]:
    """The squares with a frame: the toll's own is green, where else it leads is blue, the pointer white."""
    highlights, here = frame.highlights, _here(frame)
    found = {square: look.target if square == here else ROAD for square in highlights.legal}
    found |= dict.fromkeys(highlights.hint, look.target)
    if frame.cursor is not None:
        found[frame.cursor] = look.cursor
    return {
        square: colour
        for square, colour in found.items()
        if square in layout.places and square < layout.count
    }


def _paint_pawns(canvas: Canvas, layout: TrailLayout, frame: Frame, look: Look) -> None:
    """Who stands where, at the lower right of a card and a little below it; the one that moves is on its way."""
    trail: Trail = frame.board
    event, moving = frame.event, _moving(frame)
    for square, seats in _standing(frame).items():
        if square not in layout.places:
            continue
        x, y, _, tall = layout.tile(square)
        room = _room(layout)
        size, drop = _pawns_on(layout, len(seats), look)
        left = max(x, x + room - size[0] * len(seats))
        for place, seat in enumerate(seats[: max(1, room // size[0])]):
            held = trail.travellers[seat].held != 0 and square != trail.trail.last
            paint_pawn(canvas, left + place * size[0], y + tall - 1 + drop, seat, size, held, look)
    if event and moving is not None:
        ease = smooth(frame.phase)
        middle, line = between(layout.middle(event.cells[0]), layout.middle(event.cells[-1]), ease)
        hop = (2 if event.kind == "walk" else 5) * sin(ease * pi)
        size, drop = _pawns_on(layout, 1, look)
        bottom = round((line + layout.tall - 2 - hop) / 2) + drop
        paint_pawn(canvas, round(middle) - size[0] // 2, max(size[1] - 1, bottom), moving, size, False, look)


def _moving(frame: Frame) -> int | None:
    """The traveller that is on its way."""
    event = frame.event
    return event.facts["seat"] if event and event.kind in MOVING and frame.phase < 1 else None


def _standing(frame: Frame) -> dict[int, list[int]]:
    """The travellers that stand on each square."""
    found: dict[int, list[int]] = {}
    for seat, traveller in enumerate(frame.board.travellers):
        if seat != _moving(frame):
            found.setdefault(traveller.square, []).append(seat)
    return found


def _room(layout: TrailLayout) -> int:
    """The columns of a card that pawns may take."""
    return layout.wide - 1 if layout.wide > 4 else layout.wide


def _pawns_on(layout: TrailLayout, count: int, look: Look) -> tuple[tuple[int, int], int]:
    """The columns and rows of each of so many pawns on a card, and how many of these rows hang below it, where they
    would cover the words."""
    wide, tall = pawn_size(layout.large, _room(layout), max(1, count))
    if layout.tiny:
        return (wide, 1), 0
    return (wide, tall), int(look.skin.shaded and not layout.large)


def _paint_floating(canvas: Canvas, layout: TrailLayout, frame: Frame, look: Look) -> None:
    """What is gained or lost rises from the square."""
    event = frame.event
    if not event or frame.phase >= 1 or not event.cells or event.cells[-1] not in layout.places:
        return
    text, ink = _floating(event.kind, event.facts, frame.phase, look)
    if not text:
        return
    x, y, wide, tall = layout.tile(event.cells[-1])
    line = y + tall - 2 - round(frame.phase * (tall - 2))
    canvas.text(max(0, x + (wide - len(text) - 2) // 2), line, f" {text} ", ink, look.ground, bold=True)


def _floating(kind: str, facts: Mapping[str, Any], phase: float, look: Look) -> tuple[str, int]:
    share = min(1.0, phase * 1.6)
    match kind:
        case "gold":
            return f"+{round(facts['gains'] * share)} gold", look.flash
        case "sell":
            return f"+{round(facts['value'] * share)} gold", look.flash
        case "pay":
            return f"-{round(facts['pays'] * share)} gold", look.threat
        case "pick-up":
            return str(facts["trinket"])[:LONGEST_FLOATING], look.target
        case "caught" | "held":
            return "trapped", look.threat
        case "avoided" | "freed" | "released" | "served":
            return "free", look.target
        case "spent":
            return "nothing left", look.muted
        case "arrive":
            return "home", look.target
    return "", look.text


def side_by_side(columns: Sequence[int], end: int) -> list[int]:
    """Ascending columns moved so far that no two are the same, all before `end`: to the right, else to the left."""
    found: list[int] = []
    for wanted in columns:
        found.append(max(wanted, found[-1] + 1 if found else wanted))
    for place in reversed(range(len(found))):
        end = found[place] = min(found[place], end - 1)
    return found


def _paint_overview(canvas: Canvas, layout: TrailLayout, frame: Frame, look: Look) -> None:
    """The whole way in a line: kinds, pawns above, what can be seen now; below it, the square that matters."""
    trail: Trail = frame.board
    x, y, width, height = layout.overview
    if width < 8:
        return
    spread = min(3, max(1, width // layout.count))
    per = -(-layout.count // width)

    def column(square: int) -> int:
        return x + square // per * spread

    for square in range(0, layout.count, per):
        kind = trail.trail.kind(square)
        ink = look.material_ink(COLOURS[kind])
        canvas.text(column(square), y + 1, sign(kind, look.skin.plain), ink)
    order = sorted(range(len(trail.travellers)), key=lambda seat: trail.travellers[seat].square)
    columns = side_by_side([column(trail.travellers[seat].square) for seat in order], x + width)
    for seat, place in zip(order, columns, strict=True):
        paint_pawn(canvas, place, y, seat, (1, 1), False, look)
    if height > 3 and not layout.whole:
        first = layout.first * layout.across
        last = min(layout.count, first + layout.shown * layout.across) - 1
        line = "-" if look.skin.plain else "─"
        canvas.text(column(first), y + 2, line * (column(last) - column(first) + 1), look.muted)
    focus = _focus(frame)
    lines = wrapped(describe(trail.trail, focus, trail.taken[focus]), width, 3)
    for at_line, text in enumerate(lines[: height - (3 if height > 3 else 2)]):
        canvas.text(x, y + (3 if height > 3 else 2) + at_line, text, look.text if not at_line else look.muted)
