"""Ratings between people."""

from __future__ import annotations

import math

import pytest

from marbles_tui.play.elo import START
from marbles_tui.play.glicko import SCALE, WEEK, WIDEST, Rating
from marbles_tui.rooms.challenge import Terms
from tests.rooms.open_house import guest, opened, seated, until
from tests.rooms.rooms_of_two import play

RATED = Terms("gobblet", rated=True)


def glickman(own: Rating, other: Rating, score: float) -> tuple[float, float, float]:
    """The steps of the paper for one result, with its bisection in place of the Illinois search."""
    from math import exp, log, pi, sqrt

    scale, tau = 173.7178, 0.5
    mu, phi, sigma = (own.number - START) / scale, own.deviation / scale, own.volatility
    other_mu, other_phi = (other.number - START) / scale, other.deviation / scale
    g = 1 / sqrt(1 + 3 * other_phi**2 / pi**2)
    expected = 1 / (1 + exp(-g * (mu - other_mu)))
    v = 1 / (g * g * expected * (1 - expected))
    delta = v * g * (score - expected)
    a = log(sigma**2)

    def f(x: float) -> float:
        rest = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - a) / tau**2

    low, high = a - 20, a + 20
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = exp(low / 2)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    mu += phi**2 * g * (score - expected)
    return mu * scale + START, phi * scale, sigma


@pytest.mark.parametrize(
    ("own", "other", "score"),
    [
        (Rating(), Rating(), 1),
        (Rating(START, 200), Rating(START - 100, 30), 1),
        (Rating(START + 900, 60, 40, 0.08), Rating(START + 850, 70), 0),
        (Rating(START - 400, 350), Rating(START + 600, 50), 1),
        (Rating(START + 20, 80), Rating(START, 80), 0.5),
    ],
)
def test_a_result_changes_a_rating_as_the_paper_says(own: Rating, other: Rating, score: float) -> None:
    after = own.after(other, score)
    assert after[:2] == pytest.approx(glickman(own, other, score)[:2], abs=0.01)
    assert after.volatility == pytest.approx(glickman(own, other, score)[2], abs=1e-6)
    assert after.games == own.games + 1


def test_the_example_of_the_paper() -> None:
    """Its three results one after the other; with one period for all of them the paper has 1464.1 and 151.5."""
    own = Rating(START, 200)
    for number, deviation, score in ((1400, 30, 1), (1550, 100, 0), (1700, 300, 0)):
        own = own.after(Rating(number - 1500 + START, deviation), score)
    assert own.number - START + 1500 == pytest.approx(1464.1, abs=5)
    assert own.deviation == pytest.approx(151.5, abs=1)


def test_a_newcomer_is_provisional_until_some_games_are_played() -> None:
    rating = Rating()
    assert rating == Rating(START, WIDEST, 0, 0.06, 0.0)
    for _ in range(12):
        assert rating.deviation <= WIDEST
        rating = rating.after(Rating(START, 60), 0.5)
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


async def test_a_rated_game_moves_both_ratings_once_in_its_game_alone() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, RATED, guest(lobby, "Ann"), guest(lobby, "Ben"))
        await play(ann, ben)
        assert ben.follower.resign(1)
        await until(lambda: ann.visit.rating("gobblet").games == 1, "the result counts")
        won, lost = ann.visit.rating("gobblet"), ann.visit.rating("gobblet", ben.visit.id)
        assert won.number - START == pytest.approx(START - lost.number)
        assert won.number > START + 100
        assert ann.visit.rating("abacus") == Rating()


async def test_a_friendly_game_or_one_that_has_hardly_begun_counts_for_nothing() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, Terms("gobblet"), guest(lobby, "Ann"), guest(lobby, "Ben"))
        await ann.plays("W1A1")
        await ben.plays("K1B2")
        ben.follower.resign(1)
        cleo, dora = await seated(lobby, RATED, guest(lobby, "Cleo"), guest(lobby, "Dora"))
        await cleo.plays("W1A1")
        dora.follower.resign(1)
        await until(lambda: not lobby.house.tasks or dora.follower.stopped, "both are over")
        for each in (ann, ben, cleo, dora):
            assert each.visit.rating("gobblet") == Rating()


async def test_a_computer_of_known_strength_is_an_opponent() -> None:
    terms = Terms("gobblet", seats=("me", "computer novice"), rated=True)
    async with opened() as lobby:
        (ann,) = await seated(lobby, terms, guest(lobby, "Ann"))
        await ann.plays("W1A1")
        await until(lambda: ann.match.plies == 2, "it answers")
        ann.follower.resign(0)
        await until(lambda: ann.visit.rating("gobblet").games == 1, "the result counts")
        assert ann.visit.rating("gobblet").number < START
        assert {id for id, _ in lobby.house.ratings} == {ann.visit.id}
