"""The season on the screen: its table, its next match, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.store import MatchStore
from marbles_tui.table.season import Season, Seasons, begin, fixtures, seasons_of
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.pages.season import SeasonScreen
from tests.at_table import plays
from tests.sixth.chomp import CHOMP
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, screen_text, settle, until


async def test_a_match_that_was_left_is_gone_on_with_and_a_season_can_be_ended(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    now = seasons_of(GAMES)(store).now
    match = begin(now, now.fixtures[0], name="Ann", date="", random=Random(1))
    store.begin(match.play(match.position.moves()[0])[0])
    store.close()
    app = arcade(name="Ann")
    async with opened(app, (60, 18)) as pilot:
        await pilot.press("e")
        await until(pilot, lambda: "Go on: Egg Carton" in screen_text(pilot), "the match that was left")
        await press(pilot, "n", "down", "enter")
        assert plays(app.screen)
        assert app.screen.match.tag("Season") == "2/1"
        await pilot.press("q", "e")
        await until(pilot, lambda: "Go on: Egg Carton" in screen_text(pilot), "the first season")
        await pilot.press("enter")
        await until(pilot, lambda: plays(app.screen), "the match")
        assert app.screen.match.tag("Season") == "1/1"


@pytest.mark.parametrize("games", [GAMES, (*GAMES, CHOMP)], ids=["all", "and one more"])
async def test_the_table_cuts_no_names(
    arcade: MakeArcade, games: Sequence[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VIEWS, CHOMP.key, VIEWS["abacus"])
    app = arcade(name="Ann")
    async with opened(app) as pilot:
        screen = SeasonScreen()
        await app.push_screen(screen)
        await settle(pilot)
        season = Season(1, fixtures(games))
        screen.show_seasons(Seasons(season, ()))
        for size in ((60, 18), (80, 24), (120, 40), (200, 60)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            shown = screen_text(pilot)
            for fixture in season.fixtures:
                if size[0] >= 80 or fixture.round == 1:
                    assert fixture.opponent.title in shown
            assert "…" not in shown
            assert "Next: Egg Carton" in shown
