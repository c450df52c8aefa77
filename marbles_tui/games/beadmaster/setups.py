"""The starts of BeadMaster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marbles_tui.core import BadSetup, Randomness
from marbles_tui.games.beadmaster.bars import BARS, HOLES
from marbles_tui.games.beadmaster.position import Grid
from marbles_tui.games.beadmaster.text import bars_text, read, read_bars, write

SETUPS: Final[Mapping[str, str]] = {
    "random": "random bars; you place your beads",
    "placed": "random bars and beads; the sliding begins at once",
}


def empty(bars: tuple[int, ...], seats: int) -> Grid:
    """The grid before the first bead is placed."""
    return Grid(bars, (0,) * HOLES, 0, seats, placing=True)


def resolve_setup(
    setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
) -> str | None:
    """The setup as a record keeps it; see core.Game."""
    name = (setup or "random").strip().lower()
    if name not in SETUPS:
        grid = start(name, seats, options)
        return bars_text(grid.bars) if _is_bars(name) else write(grid)
    bars = tuple(random.randrange(3) for _ in range(BARS))
    if name == "random":
        return bars_text(bars)
    grid = empty(bars, seats)
    while grid.placing:
        moves = grid.moves()
        grid = grid.play(moves[random.randrange(len(moves))])
    return write(grid)


def start(setup: str | None, seats: int, options: Mapping[str, str]) -> Grid:
    """The first position of a settled setup; see core.Game."""
    name = (setup or "random").strip().lower()
    if name in SETUPS:
        raise BadSetup(f"setup {name!r} is drawn when a game begins; a record holds what was drawn")
    if not name[:1].isdigit():
        raise BadSetup(
            f"beadmaster has no setup {name!r}: it has {', '.join(SETUPS)}, {BARS} digits 0 to 2"
            " for the bars, or a position text"
        )
    grid = empty(read_bars(name), seats) if _is_bars(name) else read(name)
    return grid._replace(limit=int(options["quiet"]))


def _is_bars(text: str) -> bool:
    return len("".join(text.split())) <= BARS
