"""BeadMaster put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from marbles_tui.core import Cell, Option, Result
from marbles_tui.core.game import Achievement, Finished
from marbles_tui.games.beadmaster.position import (
    BEADS,
    COVERS,
    HOLES,
    QUIET,
    SIZE,
    BeadGrid,
    Ply,
    Slide,
    gone,
    holes_of,
    threatened,
)
from marbles_tui.games.beadmaster.text import (
    SETUPS,
    BeadMasterWords,
    expand,
    most_at_once,
    read,
    write,
)


def _at_once(match: Finished) -> int:
    return most_at_once([*match.own], match.seat)


def _left(match: Finished) -> int:
    """One's own beads at the end."""
    return int(match.final.beads.count(match.seat + 1))


def _calm(match: Finished) -> bool:
    """Whether no bead fell by one's own slides but those of others."""
    own = (event for events in match.own for event in events if event.kind == "fall")
    return all(event.facts["owner"] != match.seat for event in own)


ACHIEVEMENTS: Final = (
    Achievement("two", "Two at a stroke", "drop two of theirs by one slide", lambda m: _at_once(m) >= 2),
    Achievement(
        "three", "Three at a stroke", "drop three of theirs by one slide", lambda m: _at_once(m) >= 3
    ),
    Achievement("whole", "Not one lost", "win with all five beads", lambda m: m.won and _left(m) == BEADS),
    Achievement("last", "The last bead", "win with a single bead", lambda m: m.won and _left(m) == 1),
    Achievement("none", "Nobody left", "win when all beads fall", lambda m: m.won and m.reason == "all-fell"),
    Achievement(
        "quick",
        "Sleight of hand",
        "win in eight slides or fewer",
        lambda m: m.won and 0 < m.count("slide") <= 8,
    ),
    Achievement("steady", "Steady hand", "win, and never drop a bead of yours", lambda m: m.won and _calm(m)),
)


HELD: Final = (0, 82, 215, 313, 399, 500)
"""So many beads together: the second saves a player whose first is about to fall."""

SOON: Final = -44
"""A bead that one slide would let fall."""

LATER: Final = -20
"""A bead that two slides would let fall."""

THIRD: Final = 13
"""A bead that three slides would let fall, where the others take four."""

FALLS: Final = (0, SOON, LATER, THIRD, 0)
"""A bead by the slides that it takes at the least."""

TEMPO: Final = 8
"""Having the move, in a game of two."""

NEVER: Final = 4
"""In place of a number of slides that there is not."""


@cache
def slides_open(bar: int, place: int) -> Mapping[int, int]:
    """After how many slides a bar in that place shows each of its holes open."""
    return {
        hole: min((abs(place - to) for to in range(3) if hole not in COVERS[bar][to]), default=NEVER)
        for hole in holes_of(bar)
    }


def gain(position: BeadGrid, move: Ply) -> int:
    """The beads of others that a move makes fall, less the mover's own."""
    fallen = [position.beads[hole] for hole in gone(position, move)] if isinstance(move, Slide) else []
    return len(fallen) - 2 * fallen.count(position.turn + 1)


class BeadMasterGame(BeadMasterWords):
    """Slide bars under a grid of holes; the last player with a bead wins."""

    key = "beadmaster"
    title = "BeadMaster"
    blurb = "Slide bars under the beads; be the last with one left."
    reading = (
        "In the diagram a number is the bead of a player (1 Amber, 2 Jade) and hides the bars below it; | is a hole "
        "that the upright bar covers, whatever the bar across does, - one that only the bar across covers, . an "
        "open one. The marks around it are the ends that stick out. The list of bars has all their slots. "
        "A move is a bar and i (inwards: the left or upper end is pushed in, and the whole bar goes right or "
        "down) or o (outwards: the right or lower end is pushed in, and it goes left or up), as h3i or v5o."
    )
    author = "After Stay Alive, 1971"
    seats = range(2, 5)
    sides = ("Amber", "Jade", "Pearl", "Plum")
    setups = SETUPS
    options = (
        Option("quiet", range(1001), str(QUIET), "slides in a row without a fall that make a draw; 0: never"),
        Option("players", range(2, 5), "2", "number of players"),
    )
    records = {"most at once": most_at_once}
    achievements = ACHIEVEMENTS
    valued_in = "bead"
    span = 4.0
    drawing = "marbles_tui.games.beadmaster.scene"

    write = staticmethod(write)
    read = staticmethod(read)
    expand = staticmethod(expand)
    threats = staticmethod(threatened)

    def winning_cells(self, position: BeadGrid, result: Result) -> frozenset[Cell]:
        """The winner's beads."""
        return frozenset(hole for hole, bead in enumerate(position.beads) if bead - 1 in result.winners)

    def hidden(self, position: BeadGrid, move: Ply) -> str:
        return "an upright bar hides the one below" if isinstance(move, Slide) and move.bar >= SIZE else ""

    def evaluate(self, position: BeadGrid) -> int:
        return self.worth(position, position.turn)

    def worth(self, position: BeadGrid, seat: int) -> int:
        """What a seat's beads are worth, less the mean of the others'. Beads in hand count for nothing."""
        worth = [0] * position.seats
        for hole in range(HOLES):
            if owner := position.beads[hole]:
                row, column = divmod(hole, SIZE)
                slides = sum(slides_open(bar, position.bars[bar])[hole] for bar in (row, SIZE + column))
                worth[owner - 1] += FALLS[min(slides, NEVER)]
        if not position.placing:
            for other in range(position.seats):
                worth[other] += HELD[position.beads.count(other + 1)]
        own = worth[seat]
        value = own - (sum(worth) - own) // (position.seats - 1)
        if position.seats > 2:
            return value
        return value + (TEMPO if seat == position.turn else -TEMPO)

    def noisy(self, position: BeadGrid) -> Sequence[Ply]:
        """The slides that make more beads of others fall than of the mover."""
        return [move for move in position.moves() if gain(position, move) > 0]


BEADMASTER = BeadMasterGame()
