"""The statistics on the screen, and the names that are offered in the set-up."""

from __future__ import annotations

from textual.widgets import Input

from marbles_tui.store import MatchStore
from marbles_tui.tui.screens.statistics import Curve, StatisticsScreen
from marbles_tui.tui.widgets.choice import Choice
from tests.tui.conftest import MakeArcade, match_of
from tests.tui.waiting import settle

WON = (
    '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Ann"]'
    '[Player2 "Adept"][Seat2 "computer adept"] F'
)


async def test_a_career_is_shown(arcade: MakeArcade) -> None:
    app = arcade()
    MatchStore.open().begin(match_of(WON))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        await settle(pilot)
        await app.workers.wait_for_complete()
        await settle(pilot)
        assert isinstance(app.screen, StatisticsScreen)
        assert app.screen.query_one("#who", Choice).value == "Ann"
        shown = str(app.screen.query_one("#table").render())
        assert "Adept" in shown
        assert "Longest relay chain: 0" in shown
        assert len(app.screen.query_one(Curve).ratings) == 1


async def test_without_matches_it_says_so(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("t")
        await settle(pilot)
        await app.workers.wait_for_complete()
        await settle(pilot)
        assert "Nothing here yet" in str(app.screen.query_one("#table").render())


async def test_names_that_have_played_are_offered(arcade: MakeArcade) -> None:
    app = arcade()
    MatchStore.open().begin(match_of(WON))
    assert MatchStore.open().names() == ["Ann"]
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        line = app.screen.query_one("#name-1", Input)
        line.focus()
        await pilot.press("a")
        await settle(pilot)
        await pilot.press("right")
        await settle(pilot)
        assert line.value == "Ann"
