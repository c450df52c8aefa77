"""How many sequences of plies there are: for each game its starts, and the counts at depths 1, 2, 3 …"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Line(NamedTuple):
    """A start (a setup's name or a position; None for the default) and its counts, from depth 1 on."""

    setup: str | None
    options: Mapping[str, str]
    counts: tuple[int, ...]


PERFT: Mapping[str, tuple[Line, ...]] = {
    "egg-carton": (
        Line(None, {}, (6, 29, 138, 643, 2966)),
        Line("1", {}, (6, 21, 84)),
        Line("7,3,4,1,0,1/1,6,0,1,2,4/0,0/1", {}, (5, 24, 113)),
        Line("16,0,0,0,0,5/0,0,0,0,0,15/0,0/2", {}, (1, 6, 23, 105)),
        Line("0,0,0,0,0,1/1,1,0,0,0,0/0,0/1", {}, (1, 0, 0)),
    ),
    "abacus": (
        Line(None, {}, (44, 1936, 98_912)),
        Line("belgian-daisy", {}, (52, 2692)),
        Line("4w/6/7/8/6bbw/8/7/6/5 b 0 5", {}, (15, 75)),
        Line("4w/6/7/8/6bbw/8/7/6/5 b 0 5", {"lose": "7"}, (15, 78)),
        Line("5/6/7/8/9/8/www4/www3/bww2 b 0 0", {}, (0, 0)),
    ),
    "gobblet": (
        Line(None, {}, (48, 2160, 120960)),
        Line(None, {"rules": "rogers"}, (48, 2160, 120960)),
    ),
    "beadmaster": (
        Line("0120120 2101102", {}, (30, 870, 24360)),
        Line(
            "2 1 0220121 2202011 0000000000120000000000100001000000010202100200020",
            {},
            (18, 298, 4980),
        ),
    ),
    "getaway": (
        Line(None, {}, (6, 37, 229, 1343)),
        Line("crummy", {}, (6, 35, 205, 1200)),
        Line("gary", {"toll": "choose", "sides": "20", "gold": "2", "players": "1"}, (20, 218, 1775)),
    ),
}
