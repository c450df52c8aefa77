"""What finished matches say about those who played them."""

from __future__ import annotations

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.elo import START, expected_score, updated_rating
from marbles_tui.play.statistics import PEOPLE, Played, played, statistics

RATINGS = {"egg-carton": {"novice": 800.0, "adept": 1200.0}, "abacus": {"novice": 800.0}}
WON = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Ann"]'
AGAINST_ADEPT = WON + '[Player2 "Adept"][Seat2 "computer adept"] '


def match_of(text: str) -> Match:
    return read_match(text, GAMES).whole()


def counted(*texts: str) -> list[Played]:
    return [one for text in texts if (one := played(match_of(text)))]


def test_wins_losses_draws_and_streaks_are_counted_for_each_level() -> None:
    found = statistics(
        counted(*[AGAINST_ADEPT + end for end in ("F", "F", "#1", "=", "F", "#1", "#1")]), RATINGS
    )
    tally = found.of("Ann")[0].against["adept"]
    assert (tally.played, tally.won, tally.lost, tally.drawn) == (7, 3, 3, 1)
    assert (tally.streak, tally.best_streak, tally.shortest_win) == (-2, 2, 1)


def test_computers_and_people_without_a_name_have_no_statistics() -> None:
    assert played(match_of(WON.replace('[Player1 "Ann"]', "") + " F")) is None
    assert statistics(counted(AGAINST_ADEPT + "F"), RATINGS).names() == ["Ann"]


def test_matches_that_are_not_over_and_puzzles_do_not_count() -> None:
    assert not statistics(counted(AGAINST_ADEPT, AGAINST_ADEPT + '[Puzzle "one turn"] F'), RATINGS).careers


def test_people_are_rated_against_each_other() -> None:
    found = statistics(counted(WON + '[Player2 "Ben"] F'), RATINGS)
    ann, ben = found.careers
    assert PEOPLE in ann.against
    assert ann.rating == START + 20
    assert ben.rating == START - 20


def test_a_win_against_a_stronger_level_brings_more() -> None:
    assert expected_score(1000, 1000) == 0.5
    assert expected_score(1000, 1400) == pytest.approx(1 / 11)
    assert updated_rating(1000, 1400, 1, 0) > updated_rating(1000, 800, 1, 0)
    assert updated_rating(1000, 1000, 1, 20) == 1010


def test_a_match_counts_by_the_rating_of_its_level() -> None:
    ann = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).careers[0]
    assert ann.rating == updated_rating(START, 1200, 1, 0)
    more = {"egg-carton": {"beginner": 700.0, "novice": 800.0, "amateur": 1000.0, "adept": 1200.0}}
    assert statistics(counted(AGAINST_ADEPT + "F"), more).careers[0].ratings == ann.ratings


def test_a_level_that_is_not_known_any_more_counts_as_the_weakest() -> None:
    wizard = AGAINST_ADEPT.replace("computer adept", "computer wizard") + "F"
    assert statistics(counted(wizard), RATINGS).careers[0].rating == updated_rating(START, 800, 1, 0)
    assert statistics(counted(wizard), {}).careers[0].rating == updated_rating(START, 800, 1, 0)


def test_a_match_against_several_is_counted_against_the_strongest() -> None:
    seats = '[Player1 "Ann"][Seat2 "computer expert"][Seat3 "computer wizard"][Seat4 "computer novice"]'
    (career,) = statistics(
        counted(f'[Game "beadmaster"]{seats} #2'), {"beadmaster": {"novice": 1000.0, "expert": 1600.0}}
    ).careers
    assert list(career.against) == ["expert"]


def test_games_say_what_is_kept_of_them() -> None:
    sown = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"] C E D F I B K L #1'
    egg = match_of(sown)
    rows = "2wwb/2wwbb/2ww3/2bb4/4bbbww/2bb4/3ww2/bb1w2/b1w2 b 1 1"
    push = f'[Game "abacus"][Setup "{rows}"][Player1 "Ann"][Player2 "Ben"] e5e6 #2'
    found = statistics(counted(sown, push), RATINGS)
    records = {(one.name, one.game): one.records for one in found.careers}
    chains = [
        sum(event.kind == "relay" for event in egg.game.tell(position, move)[1])
        for position, move in zip(egg.positions, egg.moves, strict=False)
        if position.actor == 0
    ]
    assert records["Ann", "egg-carton"] == {"longest relay chain": max(chains)}
    assert records["Ann", "abacus"] == {"most marbles pushed off": 1}
    assert records["Ben", "abacus"] == {"most marbles pushed off": 0}


def test_the_statistics_as_json() -> None:
    (career,) = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).as_json()
    assert (career["name"], career["game"]) == ("Ann", "egg-carton")
    rating = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).careers[0].rating
    assert rating is not None
    assert career["rating"] == round(rating)
    assert career["against"] == {"adept": {
        "played": 1, "won": 1, "lost": 0, "drawn": 0, "streak": 1, "best_streak": 1, "shortest_win": 1,
    }}  # fmt: skip
