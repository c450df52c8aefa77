"""What was achieved, on the page of the statistics."""

from __future__ import annotations

from marbles_tui.store import MatchStore
from marbles_tui.tui.pages.statistics import StatisticsScreen
from tests.tui.conftest import MakeArcade, match_of
from tests.tui.waiting import opened, press, screen_text, settle, until

WON = (
    '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Ann"]'
    '[Player2 "Novice"][Seat2 "computer novice"][Date "2026.11.22"] F'
)


async def test_what_was_achieved_is_listed_beside_what_is_still_to_be_done(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    store.begin(match_of(WON))
    store.close()
    app = arcade(name="Ann")
    async with opened(app) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: "Egg Carton" in screen_text(pilot), "the games")
        await press(pilot, "a")
        shown = screen_text(pilot)
        assert "EGG CARTON, ACHIEVEMENTS" in shown
        assert "3 of 12" in shown
        earned = next(line for line in shown.splitlines() if "win in your first turn" in line)
        assert "●" in earned
        assert "2026.11.22" in earned
        assert any("○ The whole ladder" in line for line in shown.splitlines())
        await pilot.resize_terminal(60, 18)
        await settle(pilot)
        assert "By a marble" in screen_text(pilot)
        await press(pilot, "enter")
        assert "ACHIEVEMENTS" not in screen_text(pilot)
        await press(pilot, "enter")
        assert "Achievements (a)" in screen_text(pilot)
        await press(pilot, "a", "escape", "escape")
        assert isinstance(app.screen, StatisticsScreen)
