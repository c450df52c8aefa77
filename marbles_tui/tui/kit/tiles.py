"""Surfaces for words and pictures: what is picked among them is one surface, or where nothing is filled has a line
round it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.geometry import Region

from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.skins import GLYPHS

THICK: Final = "┏━┓┃┗┛"
PLAIN: Final = "+=+|++"
"""The line round what is picked: corners, across, down."""


def filled(look: Look) -> bool:
    """Whether surfaces are told apart by their colours; where not, by lines."""
    return look.coloured and not look.skin.plain


def outline(look: Look) -> str:
    """The line round what is picked."""
    return PLAIN if look.skin.plain else THICK


def on_panel(look: Look) -> Look:
    """The look of what lies on the picked surface; without colours there is none, and marbles are signs."""
    return on_tile(look, look.panel)


def on_tile(look: Look, ground: int) -> Look:
    """The look of what lies on a surface of that colour; without colours there is none, and marbles are signs."""
    if filled(look):
        return look.on(ground)
    return replace(look, skin=GLYPHS) if look.skin.shaded else look


def fill(canvas: Canvas, region: Region, colour: int) -> None:
    """A surface."""
    canvas.fill(region.x, 2 * region.y, region.width, 2 * region.height, colour)


def box(canvas: Canvas, region: Region, line: str, ink: int) -> None:
    """A line round a region."""
    across = line[1] * (region.width - 2)
    canvas.text(region.x, region.y, line[0] + across + line[2], ink, bold=True)
    canvas.text(region.x, region.bottom - 1, line[4] + across + line[5], ink, bold=True)
    for y in range(region.y + 1, region.bottom - 1):
        canvas.text(region.x, y, line[3], ink, bold=True)
        canvas.text(region.right - 1, y, line[3], ink, bold=True)


def bar(canvas: Canvas, region: Region, look: Look) -> None:
    """The bar on the left of what is picked; where nothing is filled, only of what is too low for a line round it."""
    if filled(look):
        canvas.fill(region.x, 2 * region.y, 1, 2 * region.height, look.accent)
    elif region.height < 3:
        for y in range(region.y, region.bottom):
            canvas.text(region.x, y, outline(look)[3], look.bright, bold=True)


def fit(text: str, room: int) -> str:
    """A text in so many cells, with a sign where it is cut."""
    return text if cell_len(text) <= room else f"{set_cell_size(text, max(0, room - 1)).rstrip()}…"
