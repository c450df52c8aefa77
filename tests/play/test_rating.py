"""Ratings: the method, which matches count; for what a house makes of them see tests/rooms/stories."""

from __future__ import annotations

import math
from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.adaptive import LARGEST_STEP, LOWEST, MOST, SMALLEST_STEP, Adapted
from marbles_tui.play.played import YOU, played
from marbles_tui.play.rating import (
    SCALE,
    START,
    WEEK,
    WIDEST,
    Rating,
    expected_score,
    is_rated,
    of_computer,
)
from marbles_tui.play.series import rematch
from marbles_tui.play.statistics import Progress, statistics
from marbles_tui.rooms.backend import Terms
from marbles_tui.table.players import Act
from marbles_tui.table.progress import adapted_to
from tests.for_each import for_each
from tests.rooms.open_house import guest, opened, seated, until

PAPER = 1500 - START
"""What the numbers of the paper are above ours."""


def test_the_example_of_the_paper() -> None:
    """Glickman's player of 1500 with a deviation of 200 meets three others in one period."""
    others = [
        Rating(number - PAPER, deviation) for number, deviation in ((1400, 30), (1550, 100), (1700, 300))
    ]
    own = Rating(1500 - PAPER, 200)
    assert [expected_score(own, other) for other in others] == pytest.approx([0.639, 0.432, 0.303], abs=5e-4)
    after = own.after_period(list(zip(others, (1, 0, 0), strict=True)))
    assert after.number + PAPER == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)
    assert after.games == 3


@for_each(
    ("own", "other", "score", "number", "deviation", "volatility"),
    [
        (Rating(1000, 350), Rating(1000, 350), 1, 1162.31, 290.32, 0.0599997),
        (Rating(1000, 200), Rating(900, 30), 1, 1063.56, 175.40, 0.0599987),
        (Rating(1900, 60, 40, 0.08), Rating(1850, 70), 0, 1888.20, 60.70, 0.0800021),
        (Rating(600, 350), Rating(1600, 50), 1, 1285.55, 347.84, 0.0600127),
        (Rating(1020, 80), Rating(1000, 80), 0.5, 1019.04, 78.71, 0.0599970),
        (Rating(1800, 50), Rating(1000, 50), 0, 1785.34, 51.05, 0.0600127),
    ],
)
def test_one_result(
    own: Rating, other: Rating, score: float, number: float, deviation: float, volatility: float
) -> None:
    """As an implementation after the same paper with a plain bisection has it."""
    after = own.after(other, score)
    assert after[:2] == pytest.approx((number, deviation), abs=0.01)
    assert after.volatility == pytest.approx(volatility, abs=1e-6)
    assert after.games == own.games + 1


def test_what_a_rating_promises() -> None:
    alike, stronger = Rating(1000, 0), Rating(1400, 0)
    assert expected_score(alike, alike) == 0.5
    assert expected_score(alike, stronger) == pytest.approx(1 / 11)  # the curve of Elo's method
    assert expected_score(stronger, alike) == pytest.approx(10 / 11)
    assert expected_score(alike, stronger._replace(deviation=WIDEST)) > 1 / 6


@for_each("gap", [1e3, 1e6, 1e300])
@for_each("score", [0, 1])
def test_however_far_apart_two_are_a_result_moves_both_a_bounded_way(gap: float, score: float) -> None:
    for own, other in ((START, START + gap), (START + gap, START)):
        moved = Rating(own, 80).after(Rating(other, 80), score).number - own
        assert abs(moved) < 100 or moved == 0
        assert moved * (score - 0.5) >= 0


@pytest.mark.parametrize("share", [0.5, 0.25])
def test_a_result_may_count_in_part(share: float) -> None:
    own, other = Rating(1200, 90, 30), Rating(1250, 70)
    full, part = own.after(other, 1, share=1.0), own.after(other, 1, share=share)
    for before, whole, some in zip(own[:2], full[:2], part[:2], strict=True):
        assert some - before == pytest.approx(share * (whole - before))
    assert part.games == full.games == 31


def match_of(tags: str, words: str = "") -> Match:
    game = "" if "[Game" in tags else '[Game "egg-carton"]'
    return read_match(f"{game}{tags} {words}", GAMES).whole()


@for_each(
    ("tags", "words", "rated"),
    [
        ('[Player1 "Ann"][Seat2 "computer adept"]', "C", True),
        ('[Seat1 "computer adept"][Player2 "Ann"]', "", True),
        ('[Player1 "Ann"][Player2 "Ben"]', "", False),
        ('[Player1 "Player 1"][Seat2 "computer adept"]', "", True),
        ('[Seat1 "computer adept"][Seat2 "computer adept"]', "", False),
        ('[Game "beadmaster"][Player1 "Ann"][Seat2 "computer adept"][Seat3 "computer adept"]', "", False),
        ('[Player1 "Ann"][Seat2 "computer adept"]', "#1", False),
        ('[Player1 "Ann"][Seat2 "computer adept"][Analysis "used"]', "C", True),
        ('[Player1 "Ann"][Seat2 "computer adept"][Rated "no"]', "C", False),
        ('[Player1 "Ann"][Seat2 "computer adept"][Puzzle "one turn"]', "", False),
    ],
)
def test_a_running_match_against_a_computer_is_rated(tags: str, words: str, rated: bool) -> None:
    assert is_rated(match_of(tags, words)) == rated


@for_each(("name", "named"), [("Ann", True), ("", False), ("Player 3", False), ("Player 12", True)])
def test_who_has_a_name(name: str, named: bool) -> None:
    assert Seat(name).named == named


def test_a_newcomer_is_provisional_until_some_games_are_played() -> None:
    rating = Rating()
    assert rating == Rating(START, WIDEST, 0, 0.06, 0.0)
    for _ in range(12):
        assert rating.deviation <= WIDEST
        rating = rating.after(of_computer(START), 0.5)
    assert not rating.provisional


def test_less_is_known_of_who_does_not_play() -> None:
    rating = Rating(1200.0, 60.0, 40, 0.06, played=1_700_000_000.0)
    assert rating.rested(rating.played + 6.9 * 86_400) == rating
    month = rating.rested(rating.played + 28 * 86_400)
    assert month.deviation == pytest.approx(math.sqrt(60**2 + 4 * (0.06 * SCALE) ** 2))
    assert (month.number, month.games, month.volatility) == (1200.0, 40, 0.06)
    assert rating.rested(rating.played + 3_000 * WEEK).deviation == WIDEST
    assert rating.rested(rating.played - 1) == rating
    assert Rating().rested(1_700_000_000.0) == Rating()


def test_who_comes_back_after_a_year_gains_more() -> None:
    rating = Rating(1000.0, 60.0, 40, 0.06, played=1_700_000_000.0)
    soon, late = (rating.after(Rating(), 1, rating.played + weeks * WEEK) for weeks in (0, 52))
    assert late.number > soon.number
    assert late.played == rating.played + 52 * WEEK
    assert rating.after(rating, 0.5).played == 0.0


async def test_a_computer_of_known_strength_is_an_opponent() -> None:
    terms = Terms("gobblet", seats=("me", "computer novice"), rated=True)
    async with opened() as lobby:
        (ann,) = await seated(lobby, terms, guest(lobby, "Ann"))
        await ann.plays("W1A1")
        await until(lambda: ann.match.plies == 2, "it answers")
        ann.follower.do(Act.RESIGN, 0)
        await until(lambda: ann.visit.rating("gobblet").games == 1, "the result counts")
        assert ann.visit.rating("gobblet").number < START
        assert {id for id, _ in lobby.house.ratings} == {ann.visit.id}


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
    assert told == Adapted(LOWEST, -LARGEST_STEP)
    for number in range(50):
        told = told.after(number % 2)
    assert abs(told.change) == SMALLEST_STEP


@for_each("strength", [300, 900, 1600, 2400])
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


@for_each("text", ["adaptive", "adaptive x", "adaptive 99999+1", "novice", "adaptive 10+"])
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
    progress = statistics(counted, {}).progress(YOU, ["egg-carton", "abacus"])
    assert progress["egg-carton"].adapted == Adapted(1750, 150)
    assert progress[ABACUS.key].adapted is None


def test_a_newcomer_is_met_by_rating_until_it_has_adapted() -> None:
    assert adapted_to(None) == adapted_to(Progress(game="abacus")) == Adapted()
    assert adapted_to(Progress(game="abacus", rating=Rating(1234.4, games=1))).number == 1234
    assert (
        adapted_to(Progress(game="abacus", rating=Rating(1234.4, games=1), adapted=Adapted(700, -60))).number
        == 700
    )
