"""Who gives a name after playing without one is asked about the games so far."""

from __future__ import annotations

from textual.pilot import Pilot

from marbles_tui.store import MatchStore
from marbles_tui.tui.dialogs import GameMenu
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, match_of, notices
from tests.tui.waiting import opened, press, screen_text, settle, until

WON = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player2 "Adept"][Seat2 "computer adept"] F'


async def test_games_without_a_name_are_offered_to_a_new_one(arcade: MakeArcade) -> None:
    app = arcade()
    for _ in range(2):
        MatchStore.open().begin(match_of(WON))
    async with opened(app) as pilot:
        app.open_page("settings")
        await settle(pilot)
        app.screen.query_one("#line").focus()
        await pilot.press("A", "n", "n", "enter", "escape")
        await until(pilot, lambda: isinstance(app.screen, GameMenu), "the question")
        await pilot.press("enter")
        await until(pilot, lambda: notices(pilot) == ["2 games now count for Ann."], "the answer")
    progress = MatchStore.open().progress("Ann")["egg-carton"]
    assert progress.total.won == 2


async def test_nothing_is_asked_where_there_are_no_games_or_no_new_name(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        app.open_page("settings")
        await settle(pilot)
        app.screen.query_one("#line").focus()
        await press(pilot, "A", "n", "n", "enter", "escape")
        assert not isinstance(app.screen, GameMenu)
        MatchStore.open().begin(match_of(WON))
        app.open_page("settings")
        await settle(pilot)
        await press(pilot, "escape")
        assert not isinstance(app.screen, GameMenu)


OPEN = '[Game "gobblet"][Player2 "Novice"][Seat2 "computer novice"]'


async def name_ann(pilot: Pilot[None]) -> None:
    """Give the name Ann in the settings, above whatever is on the screen."""
    await pilot.app.run_action("page('settings')")
    await settle(pilot)
    pilot.app.screen.query_one("#line").focus()
    await pilot.press("A", "n", "n", "enter", "escape")


async def test_an_open_game_calls_the_person_by_the_new_name(arcade: MakeArcade) -> None:
    async with opened(arcade(OPEN)) as pilot:
        assert "Player 1" in screen_text(pilot)
        await pilot.press("1")
        await name_ann(pilot)
        await until(pilot, lambda: "Ann" in screen_text(pilot), "the name at the table")
        assert "Player 1" not in screen_text(pilot)
        screen = pilot.app.screen
        assert plays(screen)
        assert screen.picking.picks


async def test_a_game_that_is_continued_calls_the_person_by_the_new_name(arcade: MakeArcade) -> None:
    app = arcade()
    MatchStore.open().begin(match_of(f"{OPEN} W1A1"))
    async with opened(app) as pilot:
        await name_ann(pilot)
        await settle(pilot)
        await pilot.press("c")
        await until(pilot, lambda: plays(app.screen) and app.screen.is_mounted, "the table")
        await settle(pilot)
        assert "Ann" in screen_text(pilot)
