"""The season on the screen: its table, its next match, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.store import MatchStore
from marbles_tui.table.season import ROUNDS, Season, begin, fixtures, seasons_of
from marbles_tui.tui.menu.face import MenuFace
from marbles_tui.tui.screens.match import MatchScreen
from marbles_tui.tui.screens.season import SeasonScreen
from marbles_tui.tui.season.table import Column, columns
from tests.sixth.chomp import CHOMP
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import screen_text, settle, until


async def test_a_season_is_played_match_by_match(arcade: MakeArcade) -> None:
    app = arcade(name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("e")
        await settle(pilot)
        assert isinstance(app.screen, SeasonScreen)
        assert "nothing played yet" in screen_text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, MatchScreen)
        assert [seat.name for seat in screen.match.seats] == ["Ann", "Novice"]
        await pilot.press("f")
        await settle(pilot)
        screen.session.resign(0)
        await until(pilot, lambda: screen.end.report, "the end")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, SeasonScreen)
        await until(
            pilot, lambda: f"0 of 1 point, {ROUNDS * len(GAMES) - 1} to go" in screen_text(pilot), "the table"
        )
        assert "Next: Abacus, against Beginner. You begin." in screen_text(pilot)
        await pilot.press("escape")
        await settle(pilot)
        face = app.screen.query_one(MenuFace)
        await until(pilot, lambda: "e" in [door.key for door in face.doors], "the door of the season")


async def test_a_match_that_was_left_is_gone_on_with_and_a_season_can_be_ended(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    now = seasons_of(GAMES)(store).now
    match = begin(now, now.fixtures[0], name="Ann", date="", random=Random(1))
    store.begin(match.play(match.position.moves()[0])[0])
    store.close()
    app = arcade(name="Ann")
    async with app.run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        await pilot.press("e")
        await until(pilot, lambda: "Go on: Egg Carton" in screen_text(pilot), "the match that was left")
        await pilot.press("n", "down", "enter")
        await settle(pilot)
        assert isinstance(app.screen, MatchScreen)
        assert app.screen.match.tag("Season") == "2/1"
        await pilot.press("q", "e")
        await until(pilot, lambda: "Go on: Egg Carton" in screen_text(pilot), "the first season")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MatchScreen), "the match")
        assert app.screen.match.tag("Season") == "1/1"


@pytest.mark.parametrize(("width", "left"), [(60, 12), (80, 13), (120, 30), (200, 32)])
@pytest.mark.parametrize("games", [GAMES, (*GAMES, CHOMP)], ids=["all", "and one more"])
def test_the_table_cuts_no_names(games: Sequence[Game], width: int, left: int) -> None:
    season = Season(1, fixtures(games))
    places = columns(season, left, width - left, [str(number) for number in range(1, ROUNDS + 1)])
    for place, after in zip(places, [*places[1:], Column(width, 0, 0)], strict=True):
        assert place.x + place.width <= after.x
    for fixture in season.fixtures:
        place = places[fixture.round - 1]
        assert len(fixture.opponent.title) <= place.width - place.inset


def test_names_that_are_too_long_are_cut_and_no_column_is_lost() -> None:
    places = columns(Season(1, fixtures(GAMES)), 12, 30, ["a long heading"] * ROUNDS)
    assert len(places) == ROUNDS
    assert places[-1].x + places[-1].width <= 12 + 30
