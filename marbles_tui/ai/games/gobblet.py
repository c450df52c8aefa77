"""Gobblet: six levels."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.computers import Computers
from marbles_tui.ai.ladder import master, rung

GOBBLET: Final = Computers(
    levels=(
        rung("beginner", 600.0, 300, 1, instinct=0.35, blunder=0.4, margin=100),
        rung("novice", 800.0, 300, 1, instinct=0.12, blunder=0.4, margin=100),
        rung("amateur", 1000.0, 1_500, 2, instinct=0.04, blunder=0.3, margin=50),
        rung("adept", 1200.0, 6_000, 4, instinct=0.04, blunder=0.18, margin=45),
        rung("expert", 1400.0, 10_000),
        master(1600.0, variety=8),
    ),
)
