"""Marbles of several signs, for skins that do not shade: full or hollow, as large as there is room."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple


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


def largest(count: int, wide: int, tall: int) -> Extent:
    """The largest of the sizes in which so many marbles fit side by side, a column between two of them."""
    fitting = [
        extent
        for extent in EXTENTS
        if (wide + 1) // (extent.wide + 1) * (tall // extent.tall) >= max(1, count)
    ]
    return fitting[-1] if fitting else EXTENTS[0]
