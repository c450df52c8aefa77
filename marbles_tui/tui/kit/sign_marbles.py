"""What is drawn with several signs, for skins that do not shade: marbles, full or hollow, boxes, and brackets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region, Spacing

from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.skins import Skin

PLAIN: Final = str.maketrans("¤▣⌂»«Π╳✕♜·◀▶▲▼×─→←━│┃●○…▓░▸◂‹›", "$&^><nxxW.<>^vx-><=||oo~#=><()")

PAIRS: Final = {"target": "[]", "threat": "!!", "trace": "''", "cursor": "‹›"}
"""Marks in one row."""

PICKED: Final = "▸◂"
"""That of what is picked, or shines."""


class Extent(NamedTuple):
    """A marble's size in cells."""

    wide: int
    tall: int


EXTENTS: Final = (Extent(1, 1), Extent(3, 2), Extent(5, 3), Extent(7, 4), Extent(9, 5), Extent(11, 6))
"""From the smallest; those that look round."""


FORMS: Final = {
    "full": ("▟█▙ ▜█▛", "▟█▙ ███ ▜█▛", ".▟█▙. █████ .▜█▛."),
    "hollow": ("╭─╮ ╰─╯", "╭─╮ │.│ ╰─╯", ".╭─╮. ╭╯.╰╮ │...│ ╰╮.╭╯ .╰─╯."),
    "full in ASCII": ("(o) (o)", "/o\\ ooo \\o/", "/o\\ ooo \\o/"),
    "hollow in ASCII": ("/o\\ \\_/", "/-\\ |.| \\-/", "/-\\ |.| \\-/"),
}
"""Marbles of two rows, of three, and of more: their rows. Those in the middle are repeated, and the sign in the
middle of each; `o` is the sign of the marble, `.` a blank."""


@lru_cache(maxsize=64)
def drawn_marble(extent: Extent, hollow: bool, plain: bool, sign: str) -> tuple[str, ...]:
    """A marble row by row; `plain` in ASCII, with its sign inside. Of one cell it is the sign alone."""
    wide, tall = extent
    if wide < 3:
        return (sign,)
    form = FORMS[("hollow" if hollow else "full") + " in ASCII" * plain][min(tall, 4) - 2].split()
    ends = len(form) // 2
    rows = []
    for row in form[:ends] + form[ends:-ends] * (tall - 2 * ends) + form[-ends:]:
        at = len(row) // 2
        rows.append((row[:at] + row[at] * (wide - len(row)) + row[at:]).replace(".", " ").replace("o", sign))
    if hollow and plain and tall > 2:
        rows[(tall - 1) // 2] = f"|{sign.center(wide - 2)}|"
    return tuple(rows)


def lettered(extent: Extent, hollow: bool, plain: bool, sign: str, label: str, both: bool) -> tuple[str, ...]:
    """A marble with a label on it; of one cell it stands beside its label, or on `both` sides."""
    rows = drawn_marble(extent, hollow, plain, sign)
    if not label:
        return rows
    if extent.tall == 1:
        return (f"{sign}{label}{sign * both}",)
    middle, left = extent.tall // 2, max(0, (extent.wide - len(label)) // 2)
    row = rows[middle]
    return (
        *rows[:middle],
        row[:left] + label + row[left + len(label) :],
        *rows[middle + 1 :],
    )


def beside(canvas: Canvas, at: Region, hollows: Iterable[Region]) -> Region:
    """The free cell of the same hollow that is nearest to one in which a marble lies already."""
    left, top, wide, tall = next((r.shrink(Spacing.all(1)) for r in hollows if r.contains_region(at)), at)
    cells = [Region(x, y, 1, 1) for y in range(top, top + tall) for x in range(left, left + wide)]
    free = [cell for cell in cells if canvas.letter(cell.x, cell.y) == " "]
    return min(free, key=lambda cell: abs(cell.x - at.x) + 2 * abs(cell.y - at.y), default=at)


def brackets(role: str, skin: Skin) -> str:
    """The mark of a role in one row: what stands left and right of its place."""
    pair = PAIRS.get(role, PICKED)
    return pair.translate(PLAIN) if skin.plain else pair


def outline(canvas: Canvas, region: Region, box: str, ink: int) -> None:
    """A box along the inner edge of a region; its signs in the order of `Skin.box`."""
    x, y, wide, tall = region
    if wide < 2 or tall < 2:
        return
    canvas.text(x, y, box[0] + box[1] * (wide - 2) + box[2], ink)
    for line in range(y + 1, y + tall - 1):
        canvas.text(x, line, box[3], ink)
        canvas.text(x + wide - 1, line, box[3], ink)
    canvas.text(x, y + tall - 1, box[4] + box[1] * (wide - 2) + box[5], ink)
