"""Gobblet: six levels, and three opponents with a taste of their own."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.computers import Computers
from marbles_tui.ai.games.gobblet.tastes import bringing_out, gobbling, wandering
from marbles_tui.ai.ladder import master, rung, style

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
