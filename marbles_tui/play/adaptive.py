"""The computer that plays about as well as its opponent: the number it plays by, and how results change it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, Self

KEY: Final = "adaptive"
"""The key of its level; records say `computer adaptive 1040+120`."""

TEXT: Final = re.compile(rf"{KEY} (\d{{1,4}})([+-]\d{{1,3}})", re.IGNORECASE)

LOWEST: Final = 0
MOST: Final = 2600
FIRST_STEP: Final = 120
SMALLEST_STEP: Final = 30
LARGEST_STEP: Final = 320


class Adapted(NamedTuple):
    """How strong it plays, as a rating, and by what the last result has changed that."""

    number: int = 800
    change: int = FIRST_STEP

    @classmethod
    def read(cls, text: str) -> Self:
        """From what `str` writes; how a newcomer is met where it is anything else."""
        found = TEXT.fullmatch(text.strip())
        return cls(_bounded(int(found[1])), int(found[2])) if found else cls()

    def __str__(self) -> str:
        return f"{KEY} {self.number}{self.change:+d}"

    def after(self, score: float) -> Self:
        """What it plays by after a game in which its opponent scored 1, 0.5 or 0.

        The steps grow while results point one way, and shrink when they turn, so that it is soon near anybody's
        strength and then stays there.
        """
        if score == 0.5:
            return self
        up, steps = score > 0.5, abs(self.change)
        again = up == (self.change > 0)
        step = min(LARGEST_STEP, steps * 3 // 2) if again else max(SMALLEST_STEP, steps // 2)
        change = step if up else -step
        return type(self)(_bounded(self.number + change), change)


NEWCOMER: Final = Adapted()
"""What a person of whom nothing is known is met with."""


def adapts(player: str) -> bool:
    """Whether a level's text names it, with or without a number."""
    return player.strip().partition(" ")[0].lower() == KEY


def _bounded(number: int) -> int:
    return max(LOWEST, min(MOST, number))
