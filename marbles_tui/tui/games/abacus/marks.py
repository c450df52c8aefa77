"""What stands out on the board of Abacus, on shaded marbles."""

from __future__ import annotations

import itertools
from typing import Final

from marbles_tui.core import Cell
from marbles_tui.games.abacus import Board
from marbles_tui.games.abacus.hexagon import NEXT, OFF
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.easing import between
from marbles_tui.tui.drawing.frame import Frame, Tone
from marbles_tui.tui.drawing.hexagon import HexagonLayout
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import glow
from marbles_tui.tui.drawing.pieces import darkest, paint_ring, paint_well
from marbles_tui.tui.drawing.small_marbles import ARCS, SIDES, THICK, UNDER, WHOLE
from marbles_tui.tui.games.abacus import colours

EMPTY: Final = -1

FILLED: Final = 3
"""Up to this width a ring leaves no room for a letter: the place is filled."""


ROOMY: Final = 9
"""The width from which on a letter has a margin."""


def last_line(board: Board, last: frozenset[Cell]) -> list[Cell]:
    """The cells of a move in a line, from the one that was left; none for a row that went sideways."""
    left = [cell for cell in last if board.cells[cell] == EMPTY]
    if len(left) != 1:
        return []
    line = left
    for ahead in NEXT:
        if ahead[line[-1]] in last:
            while ahead[line[-1]] != OFF and ahead[line[-1]] in last:
                line.append(ahead[line[-1]])
            break
    return line


def paint_groove(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    """The way of the last move, below the marbles."""
    colour, _, _ = _last(frame, look)
    line = last_line(frame.board, frame.highlights.last)
    for start, end in itertools.pairwise(line):
        for at in range(4 * layout.step.pitch + 1):
            x, y = between(layout.centre(start), layout.centre(end), at / (4 * layout.step.pitch))
            for down in (-1, 0) if layout.step.wide > FILLED else (0,):
                pixel = mix(colours.wood(look).board, colour, 0.9 if down else 0.6)
                canvas.fill(int(x), int(y + down), 1, 1, pixel)


def _last(frame: Frame, look: Look) -> tuple[int, float, frozenset[str]]:
    """The colour and the strength of the last move's marks, and what of a ring a marble has: all of it where the move
    has won the match."""
    finale = frame.highlights.finale
    if finale is None or finale.tone is Tone.DRAWN:
        return colours.marks(look).last, 1.0, UNDER
    return *glow(frame, look), WHOLE


def paint_marks(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    """Rings, or parts of rings, in the colours of what they say, and the keys that push."""
    marks, shown, board = colours.marks(look), frame.highlights, frame.board

    def ring(cell: Cell, colour: int, parts: frozenset[str] = WHOLE, share: float = 1.0) -> None:
        paint_ring(canvas, *layout.corners[cell], layout.step.wide, colour, share, parts)

    last, share, parts = _last(frame, look)
    for cell in shown.last:
        if board.cells[cell] == EMPTY:
            paint_well(canvas, *layout.corners[cell], layout.step.wide, mix(colours.wood(look).board, 0, 0.4))
            ring(cell, last, WHOLE, share)
        else:
            ring(cell, last, parts, share)
    for cell in shown.threats:
        ring(cell, marks.threat)
    for cell in shown.ends:
        ring(cell, marks.marked, SIDES)
    for cell in shown.targets - shown.ends - shown.letters.keys():
        ring(cell, marks.target, ARCS if board.cells[cell] != EMPTY else WHOLE, 0.55)
    for cell in shown.letters:
        ring(cell, marks.target, ARCS if board.cells[cell] != EMPTY else WHOLE)
    for cell in (*shown.landing, *shown.hint):
        ring(cell, marks.target)
    for cell in shown.picked:
        ring(cell, marks.marked)
    if frame.cursor is not None:
        ring(frame.cursor, marks.cursor, THICK, 1.0 if frame.cursor in shown.legal else 0.75)
    for cell, letter in shown.letters.items():
        _write_letter(canvas, layout, frame, cell, letter, look)


def _write_letter(
    canvas: Canvas, layout: HexagonLayout, frame: Frame, cell: Cell, letter: str, look: Look
) -> None:
    """A key in the middle of a place, dark on a small place that is filled."""
    marks, owner, wide = colours.marks(look), frame.board.cells[cell], layout.step.wide
    if wide < FILLED:
        return
    x, y = layout.letter(cell)
    if owner != EMPTY:
        dark = darkest(look.pieces(colours.SIDES)[owner])
        bright = mix(marks.target, 0xFFFFFF, 0.42 if look.dark else 0.75)
        _write(canvas, x, y, wide, letter, bright, dark)
    elif wide == FILLED:
        ground = marks.cursor if cell == frame.cursor else marks.target
        ink = 0x101010 if look.dark else 0xFFFFFF
        left, top = layout.corners[cell]
        paint_ring(canvas, left, top, wide, ground)
        canvas.fill(left + 1, top, 1, layout.step.tall, ground)
        for half in range(2 * left + 1, 2 * left + 5):
            canvas.half(half, top + 1, ground)
        canvas.text(x, y, letter, ink, ground, bold=True)
    else:
        paint_well(canvas, *layout.corners[cell], wide, marks.well)
        _write(canvas, x, y, wide, letter, marks.letter, marks.well)


def _write(canvas: Canvas, x: int, y: int, wide: int, letter: str, ink: int, ground: int) -> None:
    """A letter, with a margin where a marble is large."""
    margin = wide >= ROOMY
    canvas.text(x - margin, y, f" {letter} " if margin else letter, ink, ground, bold=margin)
