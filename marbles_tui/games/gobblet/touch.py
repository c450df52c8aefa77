"""The touch rule: what is picked up must be played (Rogers's rules, I.K; II.B does without it)."""

from __future__ import annotations

from collections.abc import Mapping

from marbles_tui.games.gobblet.board import CELLS, seat_of
from marbles_tui.games.gobblet.position import Gobblets


def binds(options: Mapping[str, str], origin: int) -> bool:
    """Whether a gobblet lifted from a place must be played: under these options, and from a cell."""
    return options["touch"] == "on" and options["rules"] == "official" and origin in CELLS


def is_lost(position: Gobblets, options: Mapping[str, str], origin: int) -> bool:
    """Whether lifting the gobblet from a place has lost its player the game, since it can go nowhere. The
    match then ends as if they had resigned."""
    if not binds(options, origin) or position.result:
        return False
    stack = position.cells[origin]
    return bool(stack) and seat_of(stack[-1]) == position.turn and not position.targets(origin)
