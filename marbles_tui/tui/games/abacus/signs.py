"""The board of Abacus in signs: marbles that grow with it, full and hollow, and marks that need no colours."""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hexagon import HexagonLayout, Step
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sign_marbles import Extent, drawn_marble
from marbles_tui.tui.drawing.word_colours import clear
from marbles_tui.tui.games.abacus import colours
from marbles_tui.tui.games.abacus.marks import EMPTY, last_line


class Marks(NamedTuple):
    """Signs that stand beside a place or in it."""

    side: str
    """Both sides of a marked marble."""
    ends: str
    """Below the other end of a row."""
    free: str
    """The corners of a free target."""
    cursor: str
    """A heavy box and, in its upper side, the signs around the middle."""
    left: str
    way: str
    """Where the last move began, and its way."""
    threat: str


GLYPHS: Final = Marks("┃", "‹›", "┌┐└┘", "┏━┓┗━┛▸◂", "◦", "━", "!")
PLAIN: Final = Marks("|", "<>", "++++", "*=**=*><", "o", "-", "!")


LEAST_CONTRAST: Final = 3.0
"""Of marbles in signs to the wood that they lie on."""


def side_ink(owner: int, look: Look) -> int:
    """The colour of a side's marbles in signs; without colours that of words."""
    if not look.coloured:
        return look.text
    ground = mix(look.ground, colours.wood(look).board, 0.5)
    return clear(look.material_ink(look.pieces(colours.SIDES)[owner]), [ground], LEAST_CONTRAST)


def draw_marble(
    canvas: Canvas, x: int, y: int, step: Step, owner: int, look: Look, bold: bool = False
) -> None:
    """A marble with its upper left sign in cell (x, y)."""
    ink = side_ink(owner, look)
    extent = Extent(step.wide, step.tall // 2)
    rows = drawn_marble(extent, owner > 0, look.skin.plain, look.skin.marbles[owner])
    for down, row in enumerate(rows):
        canvas.text(x, y + down, row, look.bright if bold else ink, bold=True)


def draw_board(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look, moving: Cell | None) -> None:
    """The marbles at rest, dots for free cells, and the marks."""
    shown, step = frame.highlights, layout.step
    for cell, (x, y) in layout.corners.items():
        owner = frame.board.cells[cell]
        if owner == EMPTY or cell == moving:
            canvas.text(*layout.letter(cell), look.skin.empty, look.muted)
        else:
            draw_marble(canvas, x, y // 2, step, owner, look, bold=cell in shown.winners)
    signs = PLAIN if look.skin.plain else GLYPHS
    _draw_last(canvas, layout, frame, signs, look)
    marks = colours.marks(look)
    for cell in shown.threats:
        _flank(canvas, layout, cell, signs.threat * 2, marks.threat)
    for cell in shown.ends:
        _flank(canvas, layout, cell, signs.ends, marks.marked, below=True)
    for cell in shown.targets - shown.ends - shown.letters.keys():
        _corners(canvas, layout, cell, signs.free, marks.target)
    for cell in (*shown.landing, *shown.hint):
        _corners(canvas, layout, cell, signs.free, marks.target)
    for cell in shown.picked:
        _flank(canvas, layout, cell, signs.side * 2, marks.marked)
        if step.tall > 2:
            _flank(canvas, layout, cell, signs.side * 2, marks.marked, below=True)
    for cell, letter in shown.letters.items():
        _write_letter(canvas, layout, frame, cell, letter, signs, look)
    if frame.cursor is not None:
        _draw_cursor(canvas, layout, frame.cursor, frame.cursor in shown.letters, signs, look)


def _flank(
    canvas: Canvas, layout: HexagonLayout, cell: Cell, pair: str, ink: int, below: bool = False
) -> None:
    """A sign on either side of a place, in its middle row or in its lowest one."""
    x, _ = layout.corners[cell]
    y = layout.letter(cell)[1]
    if below:
        y = max(y, (layout.corners[cell][1] + layout.step.tall) // 2 - 1)
    canvas.text(x - 1, y, pair[0], ink, bold=True)
    canvas.text(x + layout.step.wide, y, pair[1], ink, bold=True)


def _corners(canvas: Canvas, layout: HexagonLayout, cell: Cell, corners: str, ink: int) -> None:
    """The corners of a box around a place; in one row only its sides."""
    x, y = layout.corners[cell]
    left, right, upper, lower = x - 1, x + layout.step.wide, y // 2, (y + layout.step.tall) // 2 - 1
    if upper == lower:
        _flank(canvas, layout, cell, "[]", ink)
        return
    for at, sign in enumerate(corners):
        canvas.text((left, right)[at % 2], (upper, lower)[at // 2], sign, ink, bold=True)


def _write_letter(
    canvas: Canvas, layout: HexagonLayout, frame: Frame, cell: Cell, letter: str, signs: Marks, look: Look
) -> None:
    """A key: reversed on a full marble, in corners on a free place."""
    x, y = layout.letter(cell)
    owner, marks = frame.board.cells[cell], colours.marks(look)
    if owner == EMPTY:
        _corners(canvas, layout, cell, signs.free, marks.target)
        canvas.text(x, y, letter, marks.target, bold=True)
    elif owner == 0 and not look.skin.plain and layout.step.wide >= 3:
        ink = side_ink(owner, look)
        canvas.text(x, y, letter, look.ground, ink, bold=True)
    else:
        canvas.text(x, y, letter, marks.target, bold=True)


def _draw_cursor(
    canvas: Canvas, layout: HexagonLayout, cell: Cell, lettered: bool, signs: Marks, look: Look
) -> None:
    """A heavy box around a place; in one row, signs that point at it."""
    del lettered
    x, y = layout.corners[cell]
    ink, step = look.cursor, layout.step
    left, right, upper, lower = x - 1, x + step.wide, y // 2, (y + step.tall) // 2 - 1
    if upper == lower:
        _flank(canvas, layout, cell, signs.cursor[6:], ink)
        return
    for at, column in ((0, left), (2, right)):
        canvas.text(column, upper, signs.cursor[at], ink, bold=True)
        canvas.text(column, lower, signs.cursor[at + 3], ink, bold=True)
    for line in range(upper + 1, lower):
        canvas.text(left, line, signs.side, ink, bold=True)
        canvas.text(right, line, signs.side, ink, bold=True)


def _draw_last(canvas: Canvas, layout: HexagonLayout, frame: Frame, signs: Marks, look: Look) -> None:
    """Where the last move began, and on which way its marbles went."""
    ink, last, step = colours.marks(look).last, frame.highlights.last, layout.step
    for cell in last:
        x, y = layout.letter(cell)
        if frame.board.cells[cell] == EMPTY:
            canvas.text(x, y, signs.left, ink, bold=True)
        elif step.tall > 2:
            canvas.text(x, (layout.corners[cell][1] + step.tall) // 2 - 1, signs.way, ink, bold=True)
    line = last_line(frame.board, last)
    for start, end in itertools.pairwise(line):
        (x, y), (to, other) = layout.letter(start), layout.letter(end)
        if y == other:
            inside = step.wide // 2 + 1
            first, stop = sorted((x, to))
            first += 1 if frame.board.cells[start if x < to else end] == EMPTY else inside
            stop -= 0 if frame.board.cells[end if x < to else start] == EMPTY else inside - 1
            canvas.text(first, y, signs.way * (stop - first), ink)
