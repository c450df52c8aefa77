"""What opponents of BeadMaster like in a move."""

from __future__ import annotations

from marbles_tui.games.beadmaster.bars import SIZE
from marbles_tui.games.beadmaster.position import Grid, Ply, Slide, threatened


def dropping(position: Grid, move: Ply) -> int:
    """Beads of others that fall, whatever becomes of one's own."""
    return _of_others(position, position) - _of_others(position, position.play(move))


def safety(position: Grid, move: Ply) -> int:
    """Few of one's own beads that the next slide could drop."""
    after, own = position.play(move), position.turn + 1
    if after.placing or after.result:
        return 0
    return -sum(after.beads[hole] == own for hole in threatened(after))


def upright(position: Grid, move: Ply) -> int:
    """The vertical bars."""
    del position
    return int(isinstance(move, Slide) and move.bar >= SIZE)


def _of_others(position: Grid, grid: Grid) -> int:
    return sum(bead not in (0, position.turn + 1) for bead in grid.beads)
