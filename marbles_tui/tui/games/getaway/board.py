"""The trail of Gary's Great Getaway: squares on a winding path, pawns, a die, and the whole way in small."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, sin
from typing import Any, ClassVar, Final

from textual.geometry import Region, Size

from marbles_tui.core import Cell
from marbles_tui.games.getaway.board import Board
from marbles_tui.games.getaway.scene import Scene as Trail
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.easing import between, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.signs import draw_sides
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games.getaway.colours import PAWNS
from marbles_tui.tui.games.getaway.die import face, paint_die
from marbles_tui.tui.games.getaway.layout import TrailLayout, at, grid, lay_out
from marbles_tui.tui.games.getaway.podium import paint_podium
from marbles_tui.tui.games.getaway.signs import COLOURS, describe, effect, sign
from marbles_tui.tui.widgets.board_view import BoardView

GRASS: Final = 0x1D2A22
PATH: Final = 0x93805E

MOVING: Final = ("walk", "transport")

MARBLED: Final = 5
"""From this height of a square on pawns are marbles."""

LONGEST_FLOATING: Final = 18
"""How much of a trinket's name rises from a square."""


class GetawayBoard(BoardView[TrailLayout]):
    """The way from Start to Castle."""

    LEAST_ROWS: ClassVar[int] = 8

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
        """Grass, path, squares, pawns; below them the die and the overview; at the end the podium."""
        trail: Trail = frame.board
        _paint_ground(canvas, layout, trail.trail, look)
        for square in layout.places:
            if square < layout.count:
                _paint_state(canvas, layout, frame, square, look)
        _paint_pawns(canvas, layout, frame, look)
        _paint_floating(canvas, layout, frame, look)
        _clear_below(canvas, layout, look)
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
    if look.skin.shaded:
        _paint_grass(canvas, layout, look)
    for square in range(layout.count - 1):
        _paint_path(canvas, layout, square, look)
    for square in layout.places:
        if square < layout.count:
            _paint_square(canvas, layout, trail, square, look)
    _clear_below(canvas, layout, look)


def _paint_grass(canvas: Canvas, layout: TrailLayout, look: Look) -> None:
    grass = GRASS if look.dark else mix(0x9CC49A, 0xFFFFFF, 0.45)
    canvas.fill(0, 0, canvas.width, 2 * layout.height + 1, grass)
    blade = mix(grass, 0xFFFFFF if look.dark else 0x000000, 0.14)
    for y in range(layout.height):
        for x in range(y * 7 % 13, canvas.width, 13):
            jitter = (x * 31 + y * 17) % 11
            if jitter < 4:
                canvas.text(x + jitter, y, "\"',."[jitter], blade)


def _paint_path(canvas: Canvas, layout: TrailLayout, square: int, look: Look) -> None:
    """From a square to the next, along its row or down to the row below."""
    row, _ = grid(square, layout.across)
    here, there = layout.tile(square), layout.tile(square + 1)
    ink = look.material(PATH)
    if grid(square + 1, layout.across)[0] == row:
        left, right = min(here.right, there.right), max(here.x, there.x)
        middle = here.y + (here.height - 1) // 2
        if look.skin.shaded:
            canvas.fill(left, 2 * middle, right - left, 2, ink)
            canvas.erase(left, middle, right - left, 1)
        elif 0 <= middle < layout.height:
            canvas.text(left, middle, ("=" if look.skin.plain else "═") * (right - left), ink)
        return
    x = here.x + here.width // 2 - 1
    if look.skin.shaded:
        canvas.erase(x, here.bottom, 2, there.y - here.bottom)
    for y in range(here.bottom, there.y):
        if look.skin.shaded:
            canvas.fill(x, 2 * y, 2, 2, ink)
        elif 0 <= y < layout.height:
            canvas.text(x, y, "||" if look.skin.plain else "║", ink)


def _paint_square(canvas: Canvas, layout: TrailLayout, trail: Board, square: int, look: Look) -> None:
    """Its head with number and sign, its name in as many lines as there are, what waits there."""
    x, y, wide, tall = layout.tile(square)
    kind = trail.kind(square)
    colour = look.material(COLOURS[kind]) if look.dark else mix(COLOURS[kind], 0xFFFFFF, 0.15)
    head = 0x101014 if luminance(colour) > 0.45 else 0xFFFFFF
    body = mix(look.ground, colour, 0.3)
    name, encounter = trail.squares[square]
    mark = sign(kind, look.skin.plain)
    lines = _wrapped(name, wide - 2, tall - 2)
    canvas.erase(x, y, wide, tall)
    if look.skin.shaded:
        canvas.fill(x, 2 * y, wide, 2, colour)
        canvas.fill(x, 2 * y + 2, wide, 2 * tall - 2, body)
    else:
        edge = look.skin.box[1]
        canvas.fill(x, 2 * y, wide, 2 * tall, mix(look.ground, look.text, 0.06))
        canvas.text(x, y, edge * wide, look.material_ink(colour))
        head = look.material_ink(colour)
    canvas.text(x + 1, y, f"{square}", head, bold=True)
    if not look.skin.shaded:
        canvas.text(x + 1 + len(str(square)), y, " ", head)
        canvas.text(x + wide - 4, y, f" {mark} ", head, bold=True)
    else:
        canvas.text(x + wide - 2, y, mark, head, bold=True)
    for at_line, words in enumerate(lines, y + 1):
        canvas.text(x + 1, at_line, words, look.bright if look.skin.shaded else look.text)
    note = effect(encounter)
    if note and len(note) <= wide - 2 and len(lines) < tall - 2:
        canvas.text(x + 1, y + 1 + len(lines), note, mix(body, look.text, 0.62))


def _wrapped(name: str, width: int, most: int) -> list[str]:
    """A name in lines; what has no room is cut off."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [line[:width] for line in lines[:most]]


def _clear_below(canvas: Canvas, layout: TrailLayout, look: Look) -> None:
    """Nothing of the trail hangs over the die and the overview."""
    canvas.fill(0, 2 * layout.height, canvas.width, 2 * canvas.height, look.ground)
    for line in canvas.letters[layout.height :]:
        line.clear()


# What changes


def _paint_state(canvas: Canvas, layout: TrailLayout, frame: Frame, square: int, look: Look) -> None:
    """A square that is spent is dark; one that may be picked, or is pointed at, is framed."""
    x, y, wide, _ = layout.tile(square)
    trail: Trail = frame.board
    encounter = trail.trail.squares[square].encounter
    stock = len(getattr(encounter, "items", ())) or (1 if getattr(encounter, "once", False) else 0)
    if stock and trail.taken[square] >= stock:
        if look.skin.shaded:
            canvas.fill(x, 2 * y, wide, 2, mix(look.ground, look.muted, 0.5))
        canvas.text(x + wide - 2, y, look.skin.dot, look.muted)
    highlights = frame.highlights
    ink = (
        look.target
        if square in highlights.hint
        else look.cursor
        if square == frame.cursor
        else look.target
        if square in highlights.legal
        else None
    )
    if ink is not None:
        box = look.skin.bright if square == frame.cursor else look.skin.box
        draw_sides(canvas, layout.tile(square), box, ink)


def _paint_pawns(canvas: Canvas, layout: TrailLayout, frame: Frame, look: Look) -> None:
    """Who stands where; the one that moves is on its way."""
    trail: Trail = frame.board
    event = frame.event
    moving = event.facts["seat"] if event and event.kind in MOVING and frame.phase < 1 else None
    standing: dict[int, list[int]] = {}
    for seat, traveller in enumerate(trail.travellers):
        if seat != moving:
            standing.setdefault(traveller.square, []).append(seat)
    for square, seats in standing.items():
        if square not in layout.places:
            continue
        x, y, wide, tall = layout.tile(square)
        most = 6 if tall >= MARBLED + 2 else 4 if tall >= MARBLED else 3
        width = max(1, min(most, (wide - 2) // len(seats)))
        if look.skin.shaded and width > 3:
            canvas.erase(x + 1, y + tall - width // 2, wide - 2, width // 2)
        for place, seat in enumerate(seats):
            held = trail.travellers[seat].held != 0 and square != trail.trail.last
            _paint_pawn(canvas, x + 1 + place * width, y + tall - 1, seat, width, held, look)
    if event and moving is not None:
        ease = smooth(frame.phase)
        middle, line = between(layout.middle(event.cells[0]), layout.middle(event.cells[-1]), ease)
        hop = (2 if event.kind == "walk" else 5) * sin(ease * pi)
        top = line + layout.tall - 2 - hop
        width = 6 if layout.tall >= MARBLED + 2 else 4
        x, y = round(middle) - 2, max(0, round(top / 2))
        if look.skin.shaded and look.coloured:
            canvas.erase(x, y + 1 - width // 2, width, width // 2)
        _paint_pawn(canvas, x, y, moving, width, False, look)


def _paint_pawn(canvas: Canvas, x: int, y: int, seat: int, width: int, held: bool, look: Look) -> None:
    """A marble with the player's number on it, or the number alone; one that is trapped lies behind bars."""
    colour = look.pieces(PAWNS)[seat]
    ink = 0x101010 if luminance(colour) > 0.5 else 0xFFFFFF
    number = str(seat + 1)
    if look.skin.shaded and look.coloured and width >= 4:
        canvas.blit(marble(width, colour), x, 2 * y + 2 - width)
        line = y - (width - 2) // 4
        canvas.text(x + (width - 1) // 2, line, number, ink, bold=True)
        if held:
            canvas.text(x, line, "[", look.threat, bold=True)
            canvas.text(x + width - 1, line, "]", look.threat, bold=True)
        return
    text = f"[{number}]" if held and width >= 3 else f"<{number}>" if width >= 3 else number
    if look.skin.plain or not look.coloured:
        canvas.text(x, y, text, look.material_ink(colour), bold=True)
    else:
        canvas.text(x, y, text, ink, colour, bold=True)


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
    order = sorted(range(len(trail.travellers)), key=lambda seat: seat == frame.turn)
    for seat in order:
        ink = look.material_ink(look.pieces(PAWNS)[seat])
        canvas.text(column(trail.travellers[seat].square), y, str(seat + 1), ink, bold=True)
    if height > 3 and not layout.whole:
        first = layout.first * layout.across
        last = min(layout.count, first + layout.shown * layout.across) - 1
        line = "-" if look.skin.plain else "─"
        canvas.text(column(first), y + 2, line * (column(last) - column(first) + 1), look.muted)
    focus = _focus(frame)
    lines = _wrapped(describe(trail.trail, focus), width, 3)
    for at_line, text in enumerate(lines[: height - (3 if height > 3 else 2)]):
        canvas.text(x, y + (3 if height > 3 else 2) + at_line, text, look.text if not at_line else look.muted)
