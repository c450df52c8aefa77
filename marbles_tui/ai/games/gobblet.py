"""Gobblet: six levels, and three opponents with a taste of their own."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.level import Computers, master, rung, style
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
        style(
            "mika",
            "Gobblets are there to be moved. Watch what I uncover.",
            800.0,
            1_500,
            2,
            wandering,
            indulgence=220,
            strength=1,
            colour=0x5FC8C8,
        ),
        style(
            "greta",
            "Whatever I can gobble, I gobble.",
            1000.0,
            1_500,
            2,
            gobbling,
            indulgence=200,
            strength=2,
            colour=0xD06AC0,
        ),
        style(
            "felix",
            "I bring everything out before I move anything.",
            1350.0,
            6_000,
            3,
            bringing_out,
            indulgence=150,
            strength=3,
            colour=0xD8A040,
        ),
    ),
)
