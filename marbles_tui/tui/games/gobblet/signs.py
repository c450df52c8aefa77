"""Gobblet's cups and marks in signs: for the skins that do not shade, and where colours cannot be seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from marbles_tui.core import Cell
from marbles_tui.games.gobblet.board import seat_of, size_of
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import contrast
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sign_marbles import Extent
from marbles_tui.tui.drawing.signs import draw_corners, sign_ink
from marbles_tui.tui.games.gobblet.colours import SIDES
from marbles_tui.tui.games.gobblet.layout import GobbletLayout

ROOMY: Final = 5
"""From this height of a square on the largest cup leaves room for the marks around it, and from this width on the
smallest has two sides."""

UPRIGHT: Final = (0.0, 0.3, 0.5, 0.75, 1.0)
"""How much of the height of the largest cup a cup of each size takes."""

LEAST_CONTRAST: Final = 3.0


def extent(wide: int, tall: int, size: int) -> Extent:
    """How many cells a cup of a size takes on a place of `wide` × `tall`; an odd number of columns."""
    margin = 2 if tall >= ROOMY else 0
    across = max(1, round((wide - max(1, margin)) * size / 4))
    across = max(2 * size - 1, across - 1 + across % 2, 3 if wide >= ROOMY else 1)
    across = min(across, wide - 1 + wide % 2)
    return Extent(across, max(1, min(tall, round((tall - margin) * UPRIGHT[size] + 0.01))))


@lru_cache(maxsize=64)
def drawn_cup(wide: int, tall: int, hollow: bool, plain: bool) -> tuple[str, ...]:
    """A cup of three columns or more, row by row: a rim and, where there is room, a narrower body; full or hollow."""
    inner = wide - 2
    if tall < 2:
        side = "|" if plain else "│"
        return (side + " " * inner + side if hollow else ("O" if plain else "█") * wide,)
    if plain:
        return _plain_cup(wide, tall, hollow)
    if tall < 4 or wide < 7:
        body = f"│{' ' * inner}│" if hollow else "█" * wide
        rim = f"╭{'─' * inner}╮" if hollow else f"▛{'▀' * inner}▜"
        return (rim, *(body,) * (tall - 2), f"╰{'─' * inner}╯" if hollow else f"▜{'█' * inner}▛")
    if hollow:
        body, foot = f" │{' ' * (inner - 2)}│ ", f" ╰{'─' * (inner - 2)}╯ "
        return (f"╭{'─' * inner}╮", f"╰┬{'─' * (inner - 2)}┬╯", *(body,) * (tall - 3), foot)
    body, foot = f" {'█' * inner} ", f" ▜{'█' * (inner - 2)}▛ "
    return (f"▛{'▀' * inner}▜", f"▜{'█' * inner}▛", *(body,) * (tall - 3), foot)


def _plain_cup(wide: int, tall: int, hollow: bool) -> tuple[str, ...]:
    inner = wide - 2
    rim = f"({'=' * inner})"
    if tall == 2 or wide < 5:
        body = f"|{' ' * inner}|" if hollow else "O" * wide
        return (rim, *(body,) * (tall - 1))
    body = f" |{' ' * (inner - 2)}| " if hollow else f" {'O' * inner} "
    foot = f" |{'_' * (inner - 2)}| " if hollow else f" {'O' * inner} "
    return (rim, *(body,) * (tall - 2), foot)


def draw_gobblet(
    canvas: Canvas,
    layout: GobbletLayout,
    spot: Point,
    gobblet: int,
    look: Look,
    under: tuple[str, int] | None = None,
) -> None:
    """A cup around a point, broader and taller for a bigger gobblet, with its size on it: full for one seat, hollow
    for the other. `under` is a sign for what it covers, and its ink."""
    x, y = spot
    seat, size = seat_of(gobblet), size_of(gobblet)
    hollow = seat == 1
    ink = look.material_ink(look.pieces(SIDES)[seat])
    if not look.dark and not hollow:
        ink = 0x8A7440
    if not look.coloured:
        ink = look.text
    wide, tall = extent(layout.wide, layout.tall, size)
    left, top = int(x) - wide // 2, int(y / 2) - (tall - 1) // 2 - (0 if tall % 2 else 1)
    rows = drawn_cup(wide, tall, hollow, look.skin.plain) if wide > 1 else (look.skin.marbles[seat],)
    if wide == 1:
        left -= 1
    for line, row in enumerate(rows):
        canvas.text(left, top + line, row, ink, bold=True)
    middle = top + (tall if tall < 4 else tall + 1) // 2
    if hollow:
        canvas.text(int(x), middle, str(size), look.text, bold=True)
    else:
        dark = max((0x101010, 0xFFFFFF), key=lambda sign: contrast(sign, ink))
        canvas.text(int(x), middle, str(size), dark, ink, bold=True)
    if under is not None and layout.tall > 1:
        sign, colour = under
        canvas.text(
            min(left + wide, int(x) + (layout.wide - 1) // 2), top + tall - 1, sign, colour, bold=True
        )


def draw_marks(
    canvas: Canvas, layout: GobbletLayout, marks: Mapping[Cell, tuple[int, float]], look: Look
) -> None:
    """The corners of a box around each marked place: their shape tells which mark it is."""
    for place, (colour, share) in marks.items():
        box = look.frame(colour)
        draw_corners(canvas, layout.places[place], box, sign_ink(look, colour, share), reach=2)
