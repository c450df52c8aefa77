"""How fast things are shown."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.tuples import NamedTuple


class Speed(NamedTuple):
    """A step of the speed: what it is called, and how long a beat of one second takes, in seconds."""

    title: str
    tempo: float


SPEEDS: Final = (
    Speed("instant", 0.0),
    Speed("very fast", 0.15),
    Speed("fast", 0.4),
    Speed("normal", 0.8),
    Speed("calm", 1.3),
    Speed("slow", 2.2),
    Speed("very slow", 4.0),
)
"""From instant to very slow; settings keep the number of the step."""
