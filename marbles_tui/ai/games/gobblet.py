"""Gobblet: six levels, and three opponents with a taste of their own."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.level import Computers, Level, master, rung
from marbles_tui.games.gobblet.position import CELLS, GobbletPlacement, Gobblets, seat_of, size_of


def gobbling(position: Gobblets, move: GobbletPlacement) -> int:
    """The size of the other side's gobblet that is covered."""
    stack = position.cells[move.target]
    return size_of(stack[-1]) if stack and seat_of(stack[-1]) != position.turn else 0


def bringing_out(position: Gobblets, move: GobbletPlacement) -> int:
    """Gobblets from the stacks."""
    del position
    return int(move.origin not in CELLS)


def wandering(position: Gobblets, move: GobbletPlacement) -> int:
    """Gobblets that move on the board, most of all those that show another one."""
    return 0 if move.origin not in CELLS else len(position.cells[move.origin])


MISSED: Final = "what it uncovers"
"""By weak levels."""

GOBBLET: Final = Computers(
    levels=(
        rung("beginner", 600.0, 300, 2, 0.56, MISSED),
        rung("novice", 800.0, 600, 3, 0.32, MISSED),
        rung("amateur", 1000.0, 1_500, 4, 0.06, MISSED),
        rung("adept", 1200.0, 6_000, 5, 0.015, MISSED),
        rung("expert", 1400.0, 10_000),
        master(1600.0, variety=8),
    ),
    styles=(
        Level(
            key="mika",
            character="Gobblets are there to be moved. Watch what I uncover.",
            rating=800.0,
            limit=Limit(nodes=1_500, depth=2),
            taste=wandering,
            indulgence=220,
            strength=1,
            colour=0x5FC8C8,
        ),
        Level(
            key="greta",
            character="Whatever I can gobble, I gobble.",
            rating=1000.0,
            limit=Limit(nodes=1_500, depth=2),
            taste=gobbling,
            indulgence=200,
            strength=2,
            colour=0xD06AC0,
        ),
        Level(
            key="felix",
            character="I bring everything out before I move anything.",
            rating=1350.0,
            limit=Limit(nodes=6_000, depth=3),
            taste=bringing_out,
            indulgence=150,
            strength=3,
            colour=0xD8A040,
        ),
    ),
)
