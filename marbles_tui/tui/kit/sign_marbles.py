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


@lru_cache(maxsize=64)
def drawn_marble(extent: Extent, hollow: bool, plain: bool, sign: str) -> tuple[str, ...]:
    """A marble row by row; `plain` in ASCII, with its sign inside. Of one cell it is the sign alone."""
    wide, tall = extent
    inner = wide - 2
    if wide < 3:
        return (sign,)
    if plain:
        return _plain(inner, tall, hollow, sign)
    if wide >= 7 and tall >= 4:
        return _round(inner - 2, tall, hollow)
    if hollow:
        return (f"╭{'─' * inner}╮", *(f"│{' ' * inner}│",) * (tall - 2), f"╰{'─' * inner}╯")
    return (f"▟{'█' * inner}▙", *("█" * wide,) * (tall - 2), f"▜{'█' * inner}▛")


def _round(inner: int, tall: int, hollow: bool) -> tuple[str, ...]:
    """A large one, whose first and last rows are narrower."""
    if hollow:
        sides = (f"│{' ' * (inner + 2)}│",) * (tall - 4)
        upper = f" ╭{'─' * inner}╮ ", f"╭╯{' ' * inner}╰╮"
        return (*upper, *sides, f"╰╮{' ' * inner}╭╯", f" ╰{'─' * inner}╯ ")
    full = "█" * inner
    return (f" ▟{full}▙ ", *(f"██{full}██",) * (tall - 2), f" ▜{full}▛ ")


def _plain(inner: int, tall: int, hollow: bool, sign: str) -> tuple[str, ...]:
    middle = sign.center(inner)
    if not hollow:
        full = sign * inner
        if tall == 2:
            return (f"({full})",) * 2
        return (f"/{full}\\", *(f"{sign}{full}{sign}",) * (tall - 2), f"\\{full}/")
    if tall == 2:
        return (f"/{middle}\\", f"\\{'_' * inner}/")
    rows = [f"/{'-' * inner}\\", *(f"|{' ' * inner}|",) * (tall - 2), f"\\{'-' * inner}/"]
    rows[(tall - 1) // 2] = f"|{middle}|"
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
