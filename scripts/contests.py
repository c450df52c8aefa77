"""What scripts share that let computers play each other: a score, and the native search for levels by nodes."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import click

from marbles_tui.ai import native
from marbles_tui.ai.budget import Budget
from marbles_tui.ai.native.library import Library, installed_library
from marbles_tui.ai.native.states import packing_of
from marbles_tui.core import Kernel


@dataclass
class Score:
    """The points of one side, game after game: 1 for a win, 0.5 for a draw."""

    games: int = 0
    points: float = 0.0
    squares: float = 0.0

    def add(self, points: float) -> None:
        """Count another game."""
        self.games += 1
        self.points += points
        self.squares += points**2

    @property
    def share(self) -> float:
        """Of all points. Raises ZeroDivisionError before the first game."""
        return self.points / self.games

    @property
    def error(self) -> float:
        """How far the share may be wrong, with 95 % confidence."""
        return 1.96 * sqrt(max(0.0, self.squares / self.games - self.share**2) / self.games)

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.error:.1%} of {self.games} games"


def always_native(kernel: Kernel, state: Any, budget: Budget) -> Library | None:
    """The native search also where a level's nodes are limited, which is left to Python else."""
    del budget
    return installed_library() if packing_of(kernel, state) else None


def _serve(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    del context, option
    if wanted:
        native.serving = always_native


native_option = click.option(
    "--native",
    is_flag=True,
    expose_value=False,
    callback=_serve,
    help="Hold the native search to the levels' nodes: the same strength, soon.",
)
