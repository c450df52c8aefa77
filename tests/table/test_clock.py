"""Time that is counted."""

from __future__ import annotations

from marbles_tui.core import Result
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.table.clock import Clock
from tests.table.controlled import match_of

COMPUTER = '[Game "gobblet"][Seat2 "computer novice"]'


async def test_a_record_tells_who_won_on_time_by_its_tag() -> None:
    match = match_of(f"{COMPUTER} w1a1").lose(0, "time")
    assert '[Result "2"]' in str(match)
    again = read_match(str(match), GAMES).whole()
    assert again.result == Result.win(2, 1, "tag")
    assert again.moves == match.moves


def test_a_clock_is_a_value() -> None:
    clock = Clock.of(3, 10.0, 1.0)
    assert clock.spend(1, 4.0).left == (10.0, 6.0, 10.0)
    assert clock.spend(1, 40.0).left == (10.0, 0.0, 10.0)
    assert clock.moved(2).left == (10.0, 10.0, 11.0)
    assert clock.left == (10.0, 10.0, 10.0)
