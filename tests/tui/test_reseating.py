"""Players are changed in the middle of a match, and chosen after a paste."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.play.rating import is_rated
from marbles_tui.play.series import CHANGED
from marbles_tui.table.ending import WHY_UNRATED
from marbles_tui.tui.dialogs import GameMenu, Seating
from marbles_tui.tui.kit.edges import TopLine
from marbles_tui.tui.kit.filters import Filters
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, match_of, paste
from tests.tui.waiting import opened, press, screen_text, settle, until


async def pick(pilot: Pilot[None], title: str) -> None:
    """Choose an entry of the list that is open."""
    menu = pilot.app.screen
    assert isinstance(menu, GameMenu)
    at = next(at for at, (_, name) in enumerate(menu.entries) if name == title)
    await press(pilot, "home", *["down"] * at, "enter")


async def test_a_level_is_changed_in_the_middle_of_a_match(arcade: MakeArcade) -> None:
    async with opened(arcade('[Game "egg-carton"][Player1 "Ann"][Seat2 "computer novice"]')) as pilot:
        table = pilot.app.screen
        assert plays(table)
        assert is_rated(table.match)
        await press(pilot, "g")
        await pick(pilot, "Players...")
        assert isinstance(pilot.app.screen, Seating)
        assert "no longer counts" in screen_text(pilot)
        pilot.app.screen.query_one("#player-2", Filters).choose("player-2", "expert")
        await settle(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: table.match.seats[1].level == "expert", "Expert sits there")
        assert table.match.names == ("Ann", "Expert")
        assert not is_rated(table.match)
        assert "Expert" in screen_text(pilot)
        assert table.situation.asked


async def test_nothing_changes_where_nobody_was_changed(arcade: MakeArcade) -> None:
    record = '[Game "egg-carton"][Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"]'
    async with opened(arcade(record)) as pilot:
        table = pilot.app.screen
        assert plays(table)
        for key in ("enter", "escape"):
            await table.run_action("do('players')")
            await settle(pilot)
            await press(pilot, key)
            assert is_rated(table.match)
            assert not table.situation.held


async def test_a_game_with_pasted_moves_is_not_rated(arcade: MakeArcade) -> None:
    app = arcade('[Game "egg-carton"][Player1 "Ann"][Seat2 "computer novice"]\nA')
    async with opened(app) as pilot:
        table = pilot.app.screen
        assert plays(table)
        assert is_rated(table.match)
        await paste(pilot, "A C")
        text = " ".join(screen_text(pilot).split())
        assert "A game with pasted moves is not rated." in text
        assert "Your game here is kept" in text
        await pick(pilot, "Play on")
        table = pilot.app.screen
        assert plays(table)
        assert table.match.plies >= 2
        assert not is_rated(table.match)
        assert "not rated" in table.query_one(TopLine).note
        assert WHY_UNRATED[table.match.tag(CHANGED)] == "moves were pasted"


async def test_the_computer_takes_a_side_of_what_was_pasted(arcade: MakeArcade) -> None:
    async with opened(arcade()) as pilot:
        await paste(pilot, '[Game "egg-carton"]\n\nA C')
        await pick(pilot, "Choose who plays on")
        assert isinstance(pilot.app.screen, Seating)
        assert "up down row" in screen_text(pilot)
        resting = pilot.app.screen.query_one("#name-1", Input).styles.background
        await pilot.press("up")
        assert pilot.app.screen.query_one("#name-2", Input).has_focus
        assert pilot.app.screen.query_one("#name-2", Input).styles.background != resting
        pilot.app.screen.query_one("#name-1", Input).value = "Ann"
        pilot.app.screen.query_one("#player-2", Filters).choose("player-2", "novice")
        await settle(pilot)
        await press(pilot, "enter")
        table = pilot.app.screen
        assert plays(table)
        assert table.match.names == ("Ann", "Novice")
        assert table.match.moves[:2] == match_of('[Game "egg-carton"] A C').moves
        assert not is_rated(table.match)
