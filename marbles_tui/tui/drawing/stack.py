"""A stack of pieces beside a board: the topmost one, and below it what the stack is called and how many it has."""

from __future__ import annotations

from textual.geometry import Region

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.look import Look


def write_stack(canvas: Canvas, region: Region, name: str, count: int, legal: bool, look: Look) -> None:
    """The words of a stack, bright where it may be picked, and a sign in its region if it is empty.

    They stand below its region: on the piece, or beside it where there is hardly room, nobody could read them.
    """
    if not count:
        middle = region.x + region.width // 2, region.y + region.height // 2
        canvas.text(*middle, look.skin.empty, look.muted)
    x = region.x + (region.width - 4) // 2
    canvas.text(x, region.bottom, name, look.bright if legal else look.muted, bold=legal)
    canvas.text(x + 2, region.bottom, f"x{count}", look.text if count else look.muted)
