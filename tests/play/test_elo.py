"""Which matches change a rating, and by how much."""

from __future__ import annotations

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.elo import (
    FIRST_K,
    LATER_K,
    SETTLED,
    expected_score,
    is_rated,
    updated_rating,
)


def match_of(tags: str, words: str = "") -> Match:
    return read_match(f'[Game "egg-carton"]{tags} {words}', GAMES).whole()


def test_equal_players_expect_half_of_the_points() -> None:
    assert expected_score(1000, 1000) == 0.5
    assert expected_score(1400, 1000) + expected_score(1000, 1400) == pytest.approx(1)


def test_a_rating_settles_after_some_matches() -> None:
    assert updated_rating(1000, 1000, 1, SETTLED - 1) == 1000 + FIRST_K / 2
    assert updated_rating(1000, 1000, 1, SETTLED) == 1000 + LATER_K / 2
    assert updated_rating(1000, 1000, 0.5, 0) == 1000


@pytest.mark.parametrize(
    ("tags", "words", "rated"),
    [
        ('[Player1 "Ann"][Seat2 "computer adept"]', "C", True),
        ('[Seat1 "computer adept"][Player2 "Ann"]', "", True),
        ('[Player1 "Ann"][Player2 "Ben"]', "", False),
        ('[Player1 "Player 1"][Seat2 "computer adept"]', "", True),
        ('[Seat1 "computer adept"][Seat2 "computer adept"]', "", False),
        ('[Player1 "Ann"][Seat2 "computer adept"]', "#1", False),
        ('[Player1 "Ann"][Seat2 "computer adept"][Analysis "used"]', "C", True),
        ('[Player1 "Ann"][Seat2 "computer adept"][Rated "no"]', "C", False),
        ('[Player1 "Ann"][Seat2 "computer adept"][Puzzle "one turn"]', "", False),
    ],
)
def test_a_running_match_against_a_computer_is_rated(tags: str, words: str, rated: bool) -> None:
    assert is_rated(match_of(tags, words)) == rated


@pytest.mark.parametrize(
    ("name", "named"), [("Ann", True), ("", False), ("Player 3", False), ("Player 12", True)]
)
def test_who_has_a_name(name: str, named: bool) -> None:
    assert Seat(name).named == named
