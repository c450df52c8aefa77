"""A series: several matches from one start, the seats moved round, and one score."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import is_rated
from marbles_tui.play.series import (
    DRAWN,
    SERIES,
    arrange,
    follows_in_series,
    next_in_series,
    place_in_series,
    rematch,
    score,
)
from marbles_tui.table import ending


def of_series(words: str) -> Match:
    tags = ((SERIES, words),) if words else ()
    return Match.new(EGG_CARTON, seats=[Seat("Ann"), Seat("Bob")], tags=tags)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("1/3", (1, 3)), ("3/3", (3, 3)), ("1/9", (1, 9)), ("", (1, 1)), ("4/3", (1, 1)), ("0/3", (1, 1)),
        ("3/10", (1, 1)), ("two/3", (1, 1)), ("2", (1, 1)),
    ],
)  # fmt: skip
def test_a_match_knows_its_place(words: str, place: tuple[int, int]) -> None:
    assert place_in_series(of_series(words)) == place


def test_the_seats_move_round_and_the_score_goes_with_the_people() -> None:
    first = of_series("1/3").resign(0)
    assert score(first) == (0.0, 1.0)
    second = next_in_series(first, date="2026.01.02", random=Random(1))
    assert second
    assert place_in_series(second) == (2, 3)
    assert [seat.name for seat in second.seats] == ["Bob", "Ann"]
    assert score(second) == (1.0, 0.0)
    assert score(second.resign(1)) == (2.0, 0.0)


def test_a_series_ends_with_its_last_match_and_goes_on_after_no_unfinished_one() -> None:
    assert next_in_series(of_series("1/3"), date="", random=Random(1)) is None
    assert next_in_series(of_series("3/3").resign(0), date="", random=Random(1)) is None


def test_a_position_that_somebody_typed_counts_for_no_rating() -> None:
    seats = (Seat("Ann"), Seat("Novice", "computer novice"))
    for setup, rated in (
        ("1,1,1,1,1,1/1,1,1,1,1,1/0,0/1", False),
        ("random", True),
        (None, True),
        ("2", True),
    ):
        match = arrange(
            EGG_CARTON, setup=setup, options={}, seats=seats, date="", random=Random(1), series=True
        )
        assert is_rated(match) is rated, setup
        again = rematch(match, date="", random=Random(2), swap=True)
        assert is_rated(again) is rated, setup


def test_a_game_that_is_shorter_than_usual_counts_for_no_rating() -> None:
    seats = (Seat("Ann"), Seat("Novice", "computer novice"))
    for lose, rated in (("5", False), ("6", True), ("7", True)):
        match = arrange(ABACUS, setup=None, options={"lose": lose}, seats=seats, date="", random=Random(1))
        assert is_rated(match) is rated, lose


@pytest.mark.parametrize("setup", [None, "random", " Random "])
def test_a_start_left_to_chance_is_drawn_anew_also_where_nobody_named_it(setup: str | None) -> None:
    seats = (Seat("Ann"), Seat("Bob"))
    match = arrange(BEADMASTER, setup=setup, options={}, seats=seats, date="", random=Random(1))
    assert match.tag(DRAWN) == "random"
    assert rematch(match, date="", random=Random(2)).setup != match.setup
    bars = arrange(BEADMASTER, setup=match.setup, options={}, seats=seats, date="", random=Random(1))
    assert bars.tag(DRAWN) == ""


def test_a_series_that_is_decided_is_over_and_the_end_says_so() -> None:
    first = arrange(
        EGG_CARTON,
        setup="classic",
        options={},
        seats=[Seat("Ann"), Seat("Bob")],
        date="",
        random=Random(1),
        series=True,
        best=3,
    ).resign(0)
    second = next_in_series(first, date="", random=Random(1))
    assert second
    assert follows_in_series(first) == 2
    won = second.resign(1)
    assert (follows_in_series(won), next_in_series(won, date="", random=Random(1))) == (0, None)
    assert ending.follows(won) == "again"
    assert ending.actions(won)[0].label.startswith("Again")
    report = ending.report(won, ending.EndWords(won))
    (line,) = [line for line in report.lines if line.group == "series"]
    assert line.text.endswith("Bob won it.")
