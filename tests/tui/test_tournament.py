"""A tournament in the arcade: begun, watched, played, left and gone on with."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.store import MatchStore
from marbles_tui.table.tournament import stands_of
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.together import CUP, Together
from marbles_tui.tui.pages.tournament import TournamentScreen
from tests.at_table import plays
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import press, screen_text, settle, until


async def at_the_form(pilot: Pilot[None]) -> Together:
    await settle(pilot)
    await press(pilot, "p")
    shown = pilot.app.screen
    assert isinstance(shown, Together)
    shown.query_one("#ways", RowList).pick(CUP)
    await settle(pilot)
    return shown


async def begun(pilot: Pilot[None], people: str, computers: str = "", **chosen: str) -> TournamentScreen:
    shown = await at_the_form(pilot)
    shown.query_one("#people", Input).value = people
    form = shown.query_one("#form", Filters)
    for group, value in chosen.items():
        form.choose(group.replace("_", "-"), value)
        await settle(pilot)
    listed = shown.query_one("#computers", RowList)
    listed.focus()
    for key in computers.split():
        listed.pick(key)
        await press(pilot, "enter")
    shown.query_one("#ways").focus()
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TournamentScreen), "the tournament")
    await settle(pilot)
    assert isinstance(pilot.app.screen, TournamentScreen)
    return pilot.app.screen


async def test_computers_play_meanwhile_and_are_watched(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(120, 40)) as pilot:
        shown = await begun(pilot, "Ann", "novice amateur", cup_game="egg-carton")
        background = shown.background
        await pilot.press("b")
        await until(pilot, lambda: not background.plays, "the game of the computers")
        assert plays(app.screen) is False
        await until(
            pilot, lambda: "1 : 0" in screen_text(pilot) or "0 : 1" in screen_text(pilot), "the result"
        )
        over = next(
            at
            for at, item in enumerate(shown.query_one(RowList).items)
            if item and item.key and item.key.over
        )
        shown.query_one(RowList).at = over
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not shown, "the game again")
    store = MatchStore.open()
    (stand,) = stands_of(store)
    store.close()
    assert [len(stand.ended), len(stand.begun)] == [1, 0]


@pytest.mark.long
async def test_what_the_computers_play_is_left_at_its_last_move(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await begun(pilot, "", "novice amateur", cup_game="abacus")
        background = shown.background
        await pilot.press("b")
        await until(pilot, lambda: background.match and background.match.plies > 2, "some moves")
        await pilot.press("b")
        await until(pilot, lambda: not background.plays, "the end of that")
        await pilot.press("enter")
        await until(pilot, lambda: plays(app.screen), "the table")
        screen = app.screen
        assert plays(screen)
        assert screen.match.plies > 2
    store = MatchStore.open()
    (stand,) = stands_of(store)
    store.close()
    assert [len(stand.ended), len(stand.begun)] == [0, 1]
