"""The number that an adapting computer plays by follows results, and stands in the record."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.adaptive import LARGEST_STEP, LEAST, MOST, SMALLEST_STEP, Adapted
from marbles_tui.play.played import YOU, played
from marbles_tui.play.progress import Progress, progress_in
from marbles_tui.play.rating import Rating, expected_score
from marbles_tui.play.series import rematch
from marbles_tui.play.statistics import statistics
from marbles_tui.table.progress import adapted_to

LAST = "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"


def game_against(computer: str) -> Match:
    return Match.new(EGG_CARTON, setup=LAST, seats=[Seat(), Seat("Adaptive", f"computer {computer}")])


def test_it_grows_stronger_where_it_loses_and_weaker_where_it_wins() -> None:
    told = Adapted(1000, 100)
    assert told.after(1) == Adapted(1150, 150)
    assert told.after(0) == Adapted(950, -50)
    assert told.after(0.5) == told


def test_steps_and_numbers_have_bounds() -> None:
    told = Adapted()
    for _ in range(50):
        told = told.after(1)
    assert told == Adapted(MOST, LARGEST_STEP)
    for _ in range(50):
        told = told.after(0)
    assert told == Adapted(LEAST, -LARGEST_STEP)
    for number in range(50):
        told = told.after(number % 2)
    assert abs(told.change) == SMALLEST_STEP


@pytest.mark.parametrize("strength", [300, 900, 1600, 2400])
def test_it_finds_anybodys_strength_within_some_games(strength: float) -> None:
    random, told, points = Random(int(strength)), Adapted(), 0
    for _ in range(200):
        won = random.random() < expected_score(Rating(strength, 0), Rating(told.number, 0))
        points += won
        told = told.after(won)
    assert 80 <= points <= 120


@pytest.mark.parametrize("told", [Adapted(), Adapted(2600, -320), Adapted(0, 30)])
def test_it_is_written_and_read(told: Adapted) -> None:
    assert Adapted.read(str(told)) == told


@pytest.mark.parametrize("text", ["adaptive", "adaptive x", "adaptive 99999+1", "novice", "adaptive 10+"])
def test_what_is_not_its_text_is_a_newcomers(text: str) -> None:
    assert Adapted.read(text) == Adapted()


def test_a_record_keeps_what_it_plays_by() -> None:
    match = game_against("adaptive 1040+120")
    again = read_match(str(match), GAMES).whole()
    assert again.seats[1].computer == "adaptive 1040+120"
    assert again.seats[1].level == "adaptive"


def test_after_a_finished_match_it_has_adapted_wherever_it_sits() -> None:
    won = game_against("adaptive 1000+100").read("F")
    for swap, at in ((False, 1), (True, 0)):
        again = rematch(won, date="", random=Random(1), swap=swap)
        assert again.seats[at].computer == "adaptive 1150+150"
        assert again.seats[1 - at].computer is None
    unfinished = rematch(game_against("adaptive 1000+100"), date="", random=Random(1))
    assert unfinished.seats[1].computer == "adaptive 1000+100"


def test_people_are_rated_by_the_number_it_played_by() -> None:
    rated = [played(game_against(text).read("F")) for text in ("adaptive 600+100", "adaptive 1600+100")]
    counted = [match for match in rated if match]
    (weak,) = statistics(counted[:1], {}).of(YOU)
    (strong,) = statistics(counted[1:], {}).of(YOU)
    assert weak.ratings[0] < strong.ratings[0]
    assert strong.against["adaptive"].won == 1
    progress = progress_in(statistics(counted, {}), YOU, ["egg-carton", "abacus"])
    assert progress["egg-carton"].adapted == Adapted(1750, 150)
    assert progress[ABACUS.key].adapted is None


def test_a_newcomer_is_met_by_rating_until_it_has_adapted() -> None:
    assert adapted_to(None) == adapted_to(Progress(game="abacus")) == Adapted()
    assert adapted_to(Progress(game="abacus", rating=Rating(1234.4, games=1))).number == 1234
    assert (
        adapted_to(Progress(game="abacus", rating=Rating(1234.4, games=1), adapted=Adapted(700, -60))).number
        == 700
    )
