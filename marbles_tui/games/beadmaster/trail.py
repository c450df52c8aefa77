"""The latest slides, as far as they keep bars from being slid."""

from __future__ import annotations

from typing import TypeAlias

Trail: TypeAlias = tuple[tuple[int, int, int], ...]
"""Each seat's last slide, the oldest first: the seat, the bar, and how many times running this seat has now
slid it (2 stands for more as well). What is older than the last slide of the seat to move is left out."""


def follow(trail: Trail, seat: int, bar: int, after: int) -> Trail:
    """The trail once `seat` has slid `bar` and `after` is to move."""
    run = 1
    if trail and trail[0][0] == seat:
        run = 2 if trail[0][1] == bar else 1
        trail = trail[1:]
    trail = (*trail, (seat, bar, run))
    for index, slide in enumerate(trail):
        if slide[0] == after:
            return trail[index:]
    return trail


def inhibited(trail: Trail, seat: int, two_left: bool) -> dict[int, int]:
    """The bars that `seat`, who is to move, may not slide, and by whose slide: those that others have slid
    since its own last slide; with two players left also the one that it has slid twice running.

    A slide by a player who has since gone out counts as well, until each other player has slid once.
    """
    found = {bar: other for other, bar, _ in trail if other != seat}
    if two_left and trail and trail[0][0] == seat and trail[0][2] >= 2:
        found.setdefault(trail[0][1], seat)
    return found
