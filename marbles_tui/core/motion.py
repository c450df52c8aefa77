"""How things move: the share of a way that lies behind them at a phase of an event."""

from __future__ import annotations

from math import pi, sin

Point = tuple[float, float]


def part(phase: float, start: float, length: float) -> float:
    """How much of a part of the phase is over, 0 to 1: the one that begins at `start`."""
    return min(1.0, max(0.0, (phase - start) / length))


def smooth(share: float) -> float:
    """Slow at both ends, as a hand moves."""
    return share * share * (3 - 2 * share)


def falling(share: float) -> float:
    """Faster and faster, as a thing falls."""
    return share * share


def pulse(phase: float, beats: int = 2) -> float:
    """Up and down between 0 and 1, so many times in a phase."""
    return 0.5 + 0.5 * sin(phase * 2 * beats * pi)


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the straight way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
