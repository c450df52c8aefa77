"""What is read out of a position to somebody who does not see the board."""

from __future__ import annotations

import pytest

from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.journey import Journey
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, Seat
from tests.typed import typed

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("game", "position", "told"),
    [
        (
            ABACUS, "wwwww/6/7/8/9/8/bb1b3/6/bbb2 b 1 2",
            [
                "Ann, black, has marbles on C1 C2 C4; A1 to A3.",
                "Bob, white, has marbles on I5 to I9.",
                "Ann has lost 1 marble of 6.",
                "Bob has lost 2 marbles of 6.",
            ],
        ),
        (
            EGG_CARTON, "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1",
            [
                "Ann has 16 marbles: A 7, B 3, C 4, D 1, E empty, F 1.",
                "Bob has 14 marbles: I 1, J 6, K empty, L 1, M 2, N 4.",
                "Off the board: none at the right end, none at the left end.",
            ],
        ),
        (
            GOBBLET, "K4,K4,-,W4/-,W3K4,-,-/-,-,-,-/-,-,-,- W244 K333 W",
            [
                "Row A: A1 black huge, A2 black huge, A4 white huge.",
                "Row B: B2 black huge over white big.",
                "Row C: empty.",
                "Row D: empty.",
                "Ann, white, has on the stacks, from the top: W1 small, tiny; W2 huge, big, small, tiny; "
                "W3 huge, big, small, tiny.",
                "Bob, black, has on the stacks, from the top: K1 big, small, tiny; K2 big, small, tiny; "
                "K3 big, small, tiny.",
            ],
        ),
        (
            BEADMASTER, "21" + "0000000" + "0012000" + "1200000" + "0" * 42,
            [
                "Ann has beads on A1 held by h1 and v1.",
                "Bob has beads on B1 held by v2.",
                "The bars, slot by slot, from the left or the top: x is filled, o is holed. "
                "The seven slots that stand together lie under the holes; "
                "i moves the bar right or down by one slot, o left or up.",
                "h1 inner: xoxoxox ox",
                "h2 inner: xooxoox ox",
                "h3 inner: xoooxoo ox",
                "h4 inner: xoxoxox ox",
                "h5 inner: xoooooo ox",
                "h6 inner: xxoooxo xx",
                "h7 inner: xooxoxo xx",
                "v1 inner: xooooxo xx",
                "v2 inner: xoooxxo ox",
                "v3 central: x oxooxox x",
                "v4 outer: xo oxxooox",
                "v5 inner: xxoooxo xx",
                "v6 inner: xxooooo xx",
                "v7 inner: xooxoox ox",
            ],
        ),
    ],
    ids=["abacus", "egg-carton", "gobblet", "beadmaster"],
)  # fmt: skip
def test_a_position_is_described(game: Game, position: str, told: list[str]) -> None:
    assert game.describe(game.read(position), NAMES).splitlines() == told


def test_a_journey_is_described() -> None:
    match = Match.new(GETAWAY, seats=[Seat(name) for name in NAMES]).read("*3")
    assert GETAWAY.describe(typed(match.position, Journey), NAMES).splitlines() == [
        "Ann is on square 3 of 27, Wrecker's Cellar, with 25 gold, Dark Lantern.",
        "Bob is on square 0 of 27, Harbour, with 25 gold.",
        "Ahead of Bob: 1 Net Loft, pays 6 gold; 2 Fish Market, pays up to 4 gold; 3 Wrecker's Cellar, has trinkets; "
        "4 Quiet Cove, pays up to 12 gold; 5 Customs Boat, takes you up to 3 back; 6 Tar Barrels, pays 2 gold.",
    ]
