"""Computers playing one another."""

from __future__ import annotations

import pytest

from marbles_tui.core import BadOption, Result
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.tally import Tally
from marbles_tui.table.bouts import Conditions, bouts, play_all
from tests.table.played import play_games, tournament

(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]


def test_each_level_begins_equally_often_from_the_same_starts() -> None:
    matches = list(tournament(EGG_CARTON, ("novice", "adept"), 4, seed=1, setup="random"))
    assert [match.seats[0].level for match in matches] == ["novice", "adept", "novice", "adept"]
    assert matches[0].setup == matches[1].setup != matches[2].setup == matches[3].setup
    assert all(match.result for match in matches)


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (list(tournament(EGG_CARTON, ("novice", "novice"), 3, seed=9)) for _ in range(2))
    assert list(map(str, one)) == list(map(str, other))


def test_games_of_a_round_differ_by_what_the_players_think() -> None:
    first, second = tournament(EGG_CARTON, ("novice", "novice"), 2, seed=9)
    assert first.setup == second.setup
    assert first.moves != second.moves


def test_a_game_that_lasts_too_long_is_drawn() -> None:
    terms = Conditions(longest=3, random_plies=1)
    ((_, record),) = play_all(bouts(EGG_CARTON, ("novice", "adept"), 1, terms))
    match = read_match(record, GAMES).whole()
    assert match.plies == 3
    assert match.result == Result.draw(2, "agreed")


def test_counts_what_came_of_it() -> None:
    novice, adept = Seat("", "computer novice"), Seat("", "computer adept")
    tally = Tally(("novice", "adept"))
    won = Match.new(EGG_CARTON, setup="0,0,0,0,0,1/3,3,3,3,3,3/0,0/1", seats=(novice, adept)).read("F")
    tally.add(won)
    tally.add(Match.new(EGG_CARTON, seats=(adept, novice)).resign(1))
    tally.add(Match.new(EGG_CARTON, seats=(novice, adept)).resign(0))
    tally.add(Match.new(EGG_CARTON, seats=(adept, novice)).agree())
    assert tally.games == 4
    assert tally.wins == {"novice": 1, "adept": 2}
    assert tally.wins_by_seat == [2, 1]
    assert tally.draws == 1
    assert tally.score == {"novice": 0.375, "adept": 0.625}
    assert tally.plies == 0.25
    assert tally.interval("adept") == pytest.approx((0.2194, 0.9081), abs=1e-3)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (2, 2, 0.3424, 1.0),
        (0, 1, 0.0, 0.7935),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_is_wilson_s_and_has_a_width_from_the_first_game_on(
    wins: int, games: int, low: float, high: float
) -> None:
    tally = Tally(("novice", "adept"))
    seats = (Seat("", "computer novice"), Seat("", "computer adept"))
    for number in range(games):
        tally.add(Match.new(EGG_CARTON, seats=seats).resign(int(number < wins)))
    assert tally.interval("novice") == pytest.approx((low, high), abs=1e-3)
    assert tally.interval("adept") == pytest.approx((1 - high, 1 - low), abs=1e-3)


def test_a_whole_tournament_can_be_followed() -> None:
    done: list[int] = []
    tally = play_games(EGG_CARTON, ("adept", "novice"), 5, seed=2, done=lambda: done.append(1))
    assert (tally.games, len(done), sum(tally.wins.values())) == (5, 5, 5)


def test_wrong_levels_and_seats_are_refused() -> None:
    with pytest.raises(BadOption, match="no level 'boss'"):
        list(tournament(EGG_CARTON, ("novice", "boss"), 1))
    with pytest.raises(BadOption, match="is played by 2"):
        list(tournament(EGG_CARTON, ("novice",), 1))
