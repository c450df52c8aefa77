"""What may be achieved in a journey of Gary's Great Getaway."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.achievement import Achievement, Finished


def _gold(match: Finished) -> int:
    return int(match.final.travellers[match.seat].gold)


def _hops(match: Finished) -> int:
    """The most transports in a row, of one roll."""
    return max((sum(event.kind == "transport" for event in events) for events in match.own), default=0)


def _last_home(match: Finished) -> bool:
    arrivals = match.final.arrivals
    return len(arrivals) > 1 and arrivals[-1] == match.seat


def _alone(match: Finished) -> bool:
    return len(match.final.travellers) == 1


ACHIEVEMENTS: Final = (
    Achievement("rich", "Rich", "come home with 75 gold", lambda m: _gold(m) >= 75),
    Achievement("bank", "Like a bank", "come home with 100 gold", lambda m: _gold(m) >= 100),
    Achievement("late", "Late, but", "win and come home last", lambda m: m.won and _last_home(m)),
    Achievement("pedlar", "Pedlar", "sell three things at the castle", lambda m: m.count("sell") >= 3),
    Achievement(
        "ready", "Well prepared", "pass a trap by a thing you have", lambda m: m.count("avoided") >= 1
    ),
    Achievement(
        "stuck",
        "All the same",
        "win after you were trapped",
        lambda m: m.won and not _alone(m) and m.count("caught") >= 1,
    ),
    Achievement("dizzy", "Dizzy", "be carried off twice in one go", lambda m: _hops(m) >= 2),
)
