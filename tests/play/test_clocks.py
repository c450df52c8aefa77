"""What the clock said, kept in records."""

from __future__ import annotations

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.record import clock_comment


def match_of(record: str) -> Match:
    return read_match(record, GAMES).whole()


def played(*moves: tuple[str, float | None]) -> Match:
    match = match_of('[Game "gobblet"]')
    for word, seconds in moves:
        match = match.read(word)
        match = match if seconds is None else match.timed(seconds)
    return match


def test_what_was_left_stands_behind_each_move() -> None:
    match = played(("W1A1", 299.96), ("K1B2", 3601.0))
    assert str(match).splitlines()[-1] == "1. W1A1 {[%clk 0:05:00.0]} K1B2 {[%clk 1:00:01.0]}"


@pytest.mark.parametrize("seconds", [0.0, 0.1, 59.9, 60.0, 3599.9, 86400.0 * 30])
def test_a_clock_is_read_as_it_was_written(seconds: float) -> None:
    match = played(("W1A1", seconds))
    assert match_of(str(match)).clocks == match.clocks == (seconds,)


def test_moves_without_a_clock_stay_without() -> None:
    match = played(("W1A1", None), ("K1B2", 12.0), ("W1A2", None))
    assert match.clocks == (None, 12.0)
    assert match_of(str(match)).clocks == match.clocks


def test_a_move_taken_back_takes_its_clock_along() -> None:
    match = played(("W1A1", 9.0), ("K1B2", 8.0))
    assert match.back().clocks == (9.0,)
    assert match.at(0).clocks == ()
    assert match.back().forward().clocks == (9.0,)


def test_other_comments_say_nothing_of_the_clock() -> None:
    far = "x" * 200
    match = match_of(
        f'[Game "gobblet"]\n\n{{[%clk 0:00:01]}} 1. W1A1 {{a [%eval 1]}} K1B2 {{{far} [%clk 0:00:02]}}'
    )
    assert match.plies == 2
    assert match.clocks == ()


def test_clocks_of_chess_programs_are_read() -> None:
    assert match_of('[Game "gobblet"]\n\n1. W1A1 {[%clk 0:04:57]}').clocks == (297.0,)
    assert clock_comment(297.0) == "{[%clk 0:04:57.0]}"
