"""When two positions are the same puzzle: turned, mirrored, with the sides' colours changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

from marbles_tui.core import AnyPosition
from marbles_tui.games.abacus.hexagon import CELLS, PLACES

Key = Hashable

_AT: Final = {place: cell for cell, place in enumerate(PLACES)}


def _turned(place: tuple[int, int]) -> tuple[int, int]:
    """A cell after a sixth of a turn round the middle, in rows and diagonals."""
    up, along = place[0] - 4, place[1] - 5
    return along + 4 - 0, along - up + 5


def _mirrored(place: tuple[int, int]) -> tuple[int, int]:
    up, along = place[0] - 4, place[1] - 5
    return along + 4, up + 5


def _hexagons() -> list[tuple[int, ...]]:
    """The twelve ways to lay the hexagon onto itself, each as the cell that every cell comes from."""
    ways: set[tuple[int, ...]] = set()
    for mirrored in (False, True):
        places = [_mirrored(PLACES[cell]) if mirrored else PLACES[cell] for cell in CELLS]
        for _ in range(6):
            ways.add(tuple(_AT[place] for place in places))
            places = [_turned(place) for place in places]
    assert len(ways) == 12, "a hexagon has twelve symmetries"
    return sorted(ways)


HEXAGONS: Final = _hexagons()


def _squares() -> list[tuple[int, ...]]:
    ways: set[tuple[int, ...]] = set()
    grid = [(row, column) for row in range(4) for column in range(4)]
    for flip in (False, True):
        places = [(column, row) if flip else (row, column) for row, column in grid]
        for _ in range(4):
            ways.add(tuple(4 * row + column for row, column in places))
            places = [(column, 3 - row) for row, column in places]
    return sorted(ways)


SQUARES: Final = _squares()


def abacus(position: Any) -> Key:
    """Black to move, in the least of twelve views; and how many marbles each side can still lose."""
    seat = position.turn
    cells = [owner if owner < 0 else int(owner != seat) for owner in position.cells]
    left = tuple(position.lose - position.lost[side] for side in (seat, 1 - seat))
    return min(tuple(cells[at] for at in way) for way in HEXAGONS), left


def gobblet(position: Any) -> Key:
    """White to move, in the least of eight views, the stacks in order."""
    seat = position.turn
    cells = [tuple(piece ^ seat for piece in stack) for stack in position.cells]
    stacks = [tuple(sorted(position.stacks[3 * side : 3 * side + 3])) for side in (seat, 1 - seat)]
    return min(tuple(cells[at] for at in way) for way in SQUARES), tuple(stacks)


def beadmaster(position: Any) -> Key:
    """The seat to move called first; the bars are all different."""
    seat = position.turn
    return position.bars, tuple(bead and 1 + ((bead - 1) ^ seat) for bead in position.beads)


def egg_carton(position: Any) -> Key:
    """The bottom side to move: the carton turned by half if it is the top. The ends do not count."""
    ring = position.ring
    sides = (ring[0:6], ring[7:13])
    return sides if position.turn == 0 else sides[::-1]


KEYS: Final[dict[str, Callable[[AnyPosition], Key]]] = {
    "abacus": abacus,
    "gobblet": gobblet,
    "beadmaster": beadmaster,
    "egg-carton": egg_carton,
}


def difference(key: Any, other: Any) -> int:
    """In how many places two keys of one game differ: puzzles that are nearly the same differ in one or two."""
    if isinstance(key, tuple) and isinstance(other, tuple):
        if len(key) != len(other):
            return 1
        return sum(difference(*pair) for pair in zip(key, other, strict=True))
    return int(key != other)
