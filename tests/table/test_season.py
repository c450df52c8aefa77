"""A season: who is met in which order, and what the records of its matches tell of it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from marbles_tui.ai.levels import opponents_of
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.series import SEASON, rematch
from marbles_tui.store import MatchStore
from marbles_tui.table.season import (
    ROUNDS,
    Fixture,
    Seasons,
    begin,
    fixtures,
    points_words,
    seasons_of,
    told,
)
from tests.sixth.chomp import CHOMP

FIXTURES = fixtures(GAMES)


def store_of(*matches: Match) -> MatchStore:
    store = MatchStore.open()
    for match in matches:
        store.begin(match)
    return store


def look(*matches: Match) -> Seasons:
    store = store_of(*matches)
    found = seasons_of(GAMES)(store)
    store.close()
    return found


def match_of(fixture: Fixture, season: int = 1, scored: float | None = 1.0) -> Match:
    """A match of a season after a move or two, ended as the person scored."""
    now = look().now
    match = begin(now, fixture, name="Ann", date="2026.11.22", random=Random(fixture.number))
    tags = tuple(
        (name, f"{season}/{fixture.number}" if name == SEASON else value) for name, value in match.tags
    )
    match = Match.new(
        match.game, setup=match.setup, options=match.options, seats=match.seats, date=match.date, tags=tags
    )
    match = match.play(match.position.moves()[0])[0]
    if scored is None:
        return match
    return (
        match.agree()
        if scored == 0.5
        else match.resign(fixture.begins if scored == 0 else 1 - fixture.begins)
    )


def test_every_game_is_played_once_a_round_and_every_round_is_harder() -> None:
    assert [fixture.number for fixture in FIXTURES] == list(range(1, ROUNDS * len(GAMES) + 1))
    for game in GAMES:
        mine = [fixture for fixture in FIXTURES if fixture.game is game]
        assert [fixture.round for fixture in mine] == list(range(1, ROUNDS + 1))
        assert all(lower.opponent.rating <= upper.opponent.rating for lower, upper in pairwise(mine))
        offered = [level for level in opponents_of(game) if level.strength]
        assert mine[0].opponent.rating == min(level.rating for level in offered)
        assert mine[-1].opponent.rating == max(level.rating for level in offered)
        assert [fixture.begins for fixture in mine] == [0, 1, 0, 1, 0]


def test_a_new_season_begins_with_its_first_match() -> None:
    now = look().now
    assert (now.number, now.is_new, now.points, now.next) == (1, True, 0, FIXTURES[0])
    for fixture in FIXTURES:
        match = begin(now, fixture, name="Ann", date="", random=Random(1))
        assert match.seats[fixture.begins].name == "Ann"
        assert match.seats[1 - fixture.begins].level == fixture.opponent.key
        assert match.tag(SEASON) == f"1/{fixture.number}"


def test_what_was_played_is_told_by_the_records() -> None:
    scores = {1: 1.0, 2: 0.5, 4: 0.0, len(GAMES) + 1: 1.0}
    found = look(*(match_of(FIXTURES[number - 1], scored=score) for number, score in scores.items()))
    now = found.now
    assert {number: ended.score for number, ended in now.ended.items()} == scores
    assert now.next == FIXTURES[2]
    assert (now.points, now.round_points(1), now.round_points(2)) == (2.5, 1.5, 1.0)
    assert told(now) == f"2½ of 4 points, {len(FIXTURES) - 4} to go"
    assert not now.is_new


def test_what_was_left_is_gone_on_with_and_the_first_that_ended_counts() -> None:
    found = look(match_of(FIXTURES[0], scored=None))
    assert list(found.now.begun) == [1]
    again = look(match_of(FIXTURES[0], scored=0.0), match_of(FIXTURES[0], scored=1.0))
    assert again.now.ended[1].score == 0.0
    assert not again.now.begun


def test_a_game_with_help_is_played_again() -> None:
    match = match_of(FIXTURES[0], scored=None)
    helped = Match.new(match.game, setup=match.setup, seats=match.seats, tags=(*match.tags, ("Rated", "no")))
    helped = helped.play(helped.position.moves()[0])[0].resign(1)
    assert look(helped).now.next == FIXTURES[0]


def test_a_later_season_counts_and_the_one_before_is_remembered() -> None:
    found = look(
        match_of(FIXTURES[0], 1), match_of(FIXTURES[1], 1, 0.5), match_of(FIXTURES[0], 2, scored=None)
    )
    assert found.now.number == 2
    assert found.before == ((1, 1.5, 2),)


def test_a_season_goes_on_when_there_is_another_game() -> None:
    played = [match_of(fixture) for fixture in FIXTURES[: 2 * len(GAMES) + 1]]
    store = store_of(*played)
    now = seasons_of((*GAMES, CHOMP))(store).now
    store.close()
    assert (now.points, len(now.ended)) == (len(played), len(played))
    assert now.next is not None
    assert (now.next.game, now.next.round) == (CHOMP, 1)
    assert [(each.game, each.round) for each in now.fixtures if each.number in now.ended] == [
        (fixture.game, fixture.round) for fixture in FIXTURES[: len(played)]
    ]


def test_a_whole_season_is_followed_by_another() -> None:
    found = look(*(match_of(fixture, scored=1.0) for fixture in FIXTURES))
    assert (found.now.number, found.now.is_new) == (2, True)
    assert found.before == ((1, float(len(FIXTURES)), len(FIXTURES)),)


def test_a_rematch_and_strange_records_belong_to_no_season() -> None:
    match = match_of(FIXTURES[0])
    assert rematch(match, date="", random=Random(1)).tag(SEASON) == ""
    strange = [
        Match.new(GAMES[0], seats=match.seats, tags=((SEASON, tag),)).read("C")
        for tag in ("1", "x/1", "1/99", "0/1", "1/2", "99999/1", "²/1")
    ]
    assert look(*strange).now.is_new


@pytest.mark.parametrize(("points", "words"), [(0, "0"), (0.5, "½"), (1, "1"), (7.5, "7½")])
def test_points_in_words(points: float, words: str) -> None:
    assert points_words(points) == words
