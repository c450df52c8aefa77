"""What may be achieved in a game of Egg Carton."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from marbles_tui.core.achievement import Achievement, Finished
from marbles_tui.games.egg_carton.ring import SIDES


def _left(match: Finished) -> int:
    """The marbles that are left on the other side."""
    side = SIDES[1 - match.seat]
    return sum(match.final.ring[side.start : side.stop])


def _most(match: Finished, kind: str) -> int:
    """The most events of a kind in one move."""
    return max((sum(event.kind == kind for event in events) for events in match.own), default=0)


def _again(match: Finished) -> Iterator[int]:
    """How often each of the seat's turns went on."""
    for actor, plies in groupby(match.plies, key=lambda ply: ply[0]):
        if actor == match.seat:
            yield sum(events[-1].kind == "again" for _, events in plies if events)


ACHIEVEMENTS: Final = (
    Achievement(
        "relay", "Round and round", "a move that goes on from six slots", lambda m: _most(m, "relay") >= 6
    ),
    Achievement(
        "marathon", "Marathon", "thirty marbles dropped in one move", lambda m: _most(m, "drop") >= 30
    ),
    Achievement(
        "again", "Once more", "go again four times in one turn", lambda m: max(_again(m), default=0) >= 4
    ),
    Achievement("first-turn", "In one go", "win in your first turn", lambda m: m.won and m.turns == 1),
    Achievement("quick", "Quick hands", "win in four turns or fewer", lambda m: m.won and m.turns <= 4),
    Achievement(
        "full", "Clean house", "win with 24 marbles left to them", lambda m: m.won and _left(m) >= 24
    ),
    Achievement(
        "narrow", "By a marble", "win with one marble left to them", lambda m: m.won and _left(m) == 1
    ),
)
