"""Time at tables of one's own, and series that end when they are decided."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.series import arrange, best_of, next_in_series, place_in_series, rematch
from marbles_tui.table.clock import TAG, Clock, clock_of, with_time_left
from tests.at_table import plays
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, screen_text, until


@pytest.mark.parametrize(
    ("control", "left", "seconds"),
    [("5+3", "", (300.0, 300.0)), ("5+3", "17 200", (17.0, 200.0)), ("5+3", "x", (300.0, 300.0)), ("none", "", None),
     ("1d", "", None), ("soon", "", None)],
)  # fmt: skip
def test_a_record_tells_the_clock(control: str, left: str, seconds: tuple[float, ...] | None) -> None:
    match = Match.new(ABACUS, tags=[(TAG, control), ("TimeLeft", left)])
    clock = clock_of(match)
    assert (clock.left if clock else None) == seconds


def test_the_time_that_is_left_is_kept() -> None:
    match = Match.new(ABACUS, seats=[Seat("Ann"), Seat("Novice", "computer novice")], tags=[(TAG, "5+3")])
    kept = with_time_left(match, Clock((12.4, float("inf")), 3.0))
    again = read_match(str(with_time_left(kept, Clock((9.0, float("inf")), 3.0))), GAMES).whole()
    clock = clock_of(again)
    assert clock == Clock((9.0, float("inf")), 3.0)
    assert clock_of(rematch(again, date="", random=Random(1))) != clock


@pytest.mark.parametrize(
    ("best", "winners", "played"), [(3, "AA", 2), (3, "ABA", 3), (5, "AAA", 3), (5, "ABABB", 5)]
)
def test_a_series_ends_when_it_is_decided(best: int, winners: str, played: int) -> None:
    seats = [Seat("Ann"), Seat("Bea")]
    match: Match | None = arrange(
        ABACUS, setup=None, options={}, seats=seats, date="", random=Random(1), series=True, best=best
    )
    count = 0
    for winner in winners:
        assert match
        assert best_of(match) == best
        assert place_in_series(match) == (count + 1, best)
        loser = next(at for at, seat in enumerate(match.seats) if seat.name[0] != winner)
        match = next_in_series(match.resign(loser), date="", random=Random(1))
        count += 1
    assert match is None
    assert count == played


async def test_a_clock_runs_at_ones_own_table_and_ends_the_game(arcade: MakeArcade) -> None:
    record = '[Game "abacus"][Player1 "Ann"][Player2 "Bea"][TimeControl "5+3"][TimeLeft "1 200"]'
    async with opened(arcade(record), (120, 40)) as pilot:
        assert plays(pilot.app.screen)
        assert "3:20" in screen_text(pilot)
        table = pilot.app.screen
        await until(pilot, lambda: table.match.result is not None, "the end of the time")
        assert table.match.result
        assert table.match.result.winners == (1,)
