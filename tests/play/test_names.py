"""Seats that would bear the same name."""

from __future__ import annotations

from marbles_tui.play import Seat
from marbles_tui.play.series import told_apart


def test_equal_names_get_numbers() -> None:
    seats = [Seat("Novice"), Seat("Ann"), Seat("Novice"), Seat("Novice")]
    assert [seat.name for seat in told_apart(seats)] == ["Novice", "Ann", "Novice 2", "Novice 3"]


def test_a_number_that_is_taken_is_passed_over() -> None:
    seats = [Seat("Ann 2"), Seat("Ann"), Seat("Ann")]
    assert [seat.name for seat in told_apart(seats)] == ["Ann 2", "Ann", "Ann 3"]


def test_nobody_has_no_number() -> None:
    assert [seat.name for seat in told_apart([Seat(), Seat()])] == ["", ""]
