"""What may be achieved in a game of Abacus."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from marbles_tui.core.achievement import Achievement, Finished


def _off(match: Finished) -> list[bool]:
    """For each own move whether it pushed a marble off."""
    return [any(event.kind == "lost" for event in events) for events in match.own]


def _pushed(match: Finished) -> int:
    """The most marbles pushed by one own move."""
    return max((int(events[0].facts["pushed"]) for events in match.own if events), default=0)


def _sideways(match: Finished) -> int:
    return sum(not events[0].facts["move"].inline for events in match.own if events)


ACHIEVEMENTS: Final = (
    Achievement("off", "Over the edge", "push a marble off", lambda m: any(_off(m))),
    Achievement("heavy", "Three against two", "push two marbles at once", lambda m: _pushed(m) >= 2),
    Achievement(
        "twice", "Twice running", "push off in two moves running",
        lambda m: any(first and second for first, second in pairwise(_off(m))),
    ),
    Achievement("crab", "Crab", "win with ten sideways moves", lambda m: m.won and _sideways(m) >= 10),
    Achievement(
        "clean", "Unharmed", "win by pushing, losing no marble",
        lambda m: m.won and m.reason == "pushed-off" and m.final.lost[m.seat] == 0,
    ),
    Achievement(
        "close", "On the brink", "win with one more marble to lose",
        lambda m: m.won and m.final.lost[m.seat] == m.final.lose - 1,
    ),
    Achievement(
        "quick", "Storm", "win by pushing in 30 turns or fewer",
        lambda m: m.won and m.reason == "pushed-off" and m.turns <= 30,
    ),
)  # fmt: skip
