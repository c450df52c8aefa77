"""Grids of BeadMaster for tests."""

from __future__ import annotations

import pytest

from marbles_tui.core import IllegalMove
from marbles_tui.games.beadmaster import BEADMASTER, Grid
from marbles_tui.games.beadmaster.bars import (
    BARS,
    HOLE_NAMES,
    HOLES,
)

INNER = (0,) * BARS


def grid(bars: tuple[int, ...] = INNER, turn: int = 1, seats: int = 2, limit: int = 0, **beads: int) -> Grid:
    """A position without history: beads by hole, `A1=1` for player 1's."""
    cells = [0] * HOLES
    for name, player in beads.items():
        cells[HOLE_NAMES.index(name)] = player
    return Grid(bars, tuple(cells), turn - 1, seats, limit=limit)


def play(position: Grid, moves: str) -> Grid:
    for word in moves.split():
        position = position.play(BEADMASTER.find(position, word))
    return position


def beads(position: Grid) -> dict[str, int]:
    return {HOLE_NAMES[hole]: bead for hole, bead in enumerate(position.beads) if bead}


def refusal(position: Grid, word: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        BEADMASTER.find(position, word)
    return str(caught.value).removeprefix(f"{word} is not legal here: ")
