"""The ways into the lobby: the door in the menu, a name, a code, the set-up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from textual.widgets import Input, Static

from marbles_tui.games import GAMES
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.rooms.visit import Visit
from marbles_tui.store import load
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.kit.skins import BLOCKS
from marbles_tui.tui.kit.themes import THEMES
from marbles_tui.tui.pages.house_dialogs import MoreKeys, OfferGame
from marbles_tui.tui.pages.lobby import LobbyScreen
from marbles_tui.tui.pages.lobby_list import LobbyKind
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.settings import SettingsPage
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.setup_form import ELSEWHERE, Form, Plan
from marbles_tui.tui.pages.together import Together
from marbles_tui.tui.pages.welcome import Welcome
from marbles_tui.tui.styled_app import NAMES
from tests.rooms.open_house import guest, opened
from tests.tui.conftest import MakeArcade, menu_of, notices
from tests.tui.lobbies import DAYS, arcade_of, at_table, begun, face, in_lobby
from tests.tui.waiting import press, screen_text, settle, until

# The door in the menu


async def test_without_a_house_the_door_says_how_one_is_found(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: menu_of(pilot).links, "the doors")
        await settle(pilot)
        assert "Play together" in screen_text(pilot)
        await press(pilot, "up")  # round to the last door
        assert "At one table, or over the network." in screen_text(pilot)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, Together), "the page")
        await settle(pilot)
        assert "A house of your own" in screen_text(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu), "the menu")


async def test_the_door_says_first_where_it_is_your_move() -> None:
    async with opened() as lobby:
        ann, mara = guest(lobby, "Ann"), guest(lobby, "Mara")
        async with arcade_of(ann).run_test(size=(120, 40)) as pilot:
            doors = await until(pilot, lambda: menu_of(pilot).links, "the doors")
            assert (doors[-1].first, doors[-1].second) == ("1 other here", "0 open games")
            room = lobby.rooms[await begun(lobby, Terms("gobblet", control=DAYS), mara, ann)]
            await until(pilot, lambda: room.state.asked == 0, "the question to Mara")
            assert isinstance(room, LiveRoom)
            room.session.do(room.match.position.moves()[0], 0)
            await until(pilot, lambda: "Mara: your move" in screen_text(pilot), "the word of it")
            await press(pilot, "up")
            assert menu_of(pilot).picked.shown is room.match.game


async def test_the_door_leads_back_to_a_game_with_a_clock_also_when_the_other_is_to_move() -> None:
    async with opened() as lobby:
        ann, mara = guest(lobby, "Ann"), guest(lobby, "Mara")
        await begun(lobby, Terms("gobblet", control=TimeControl.read("5+3")), mara, ann)
        async with arcade_of(ann).run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: at_table(pilot), "her table")
            await pilot.press("q")
            await until(pilot, lambda: isinstance(pilot.app.screen, Menu), "the menu")
            doors = await until(pilot, lambda: menu_of(pilot).links, "the doors")
            assert doors[-1].first == "Mara: your game"


# Who one is


async def test_a_new_key_is_asked_for_a_name_that_is_not_taken() -> None:
    async with opened() as lobby:
        guest(lobby, "Mara")
        new = Visit(lobby, lobby.accounts.arrive("SHA256:new"), "SHA256:new")
        async with arcade_of(new).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, Welcome), "the question")
            await pilot.press(*"mara", "enter")
            await until(pilot, lambda: "taken" in screen_text(pilot), "the refusal")
            await pilot.press(*["backspace"] * 4, *"Nora", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Menu), "the menu")
            assert new.account.name == "Nora"
            await until(pilot, lambda: "Nora" in screen_text(pilot), "the name")


async def test_the_name_in_the_settings_is_taken_when_it_is_whole() -> None:
    async with opened() as lobby:
        ann, mara = guest(lobby, "Ann"), guest(lobby, "Mara")
        async with arcade_of(ann).run_test(size=(80, 24)) as pilot:
            await pilot.press("s")
            await until(pilot, lambda: isinstance(pilot.app.screen, SettingsPage), "the settings")
            pilot.app.screen.query_one("#questions", RowList).pick("name")
            line = pilot.app.screen.query_one("#line", Input)
            line.focus()
            await pilot.press("home", *["delete"] * 3, *"Mara", "enter")
            await until(pilot, lambda: notices(pilot), "the refusal")
            assert (ann.account.name, mara.account.name, line.value) == ("Ann", "Mara", "Ann")
            await pilot.press("enter", "end", *"ika", "enter", "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, Menu), "the menu")
            await until(pilot, lambda: ann.account.name == "Annika", "the name")


async def test_chat_that_is_turned_off_is_kept(home: Path) -> None:
    async with opened() as lobby:
        app = arcade_of(guest(lobby, "Ann"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("s")
            await until(pilot, lambda: isinstance(pilot.app.screen, SettingsPage), "the settings")
            pilot.app.screen.query_one("#questions", RowList).pick("chat")
            await settle(pilot)
            await pilot.press("right", "down", "enter", "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, Menu), "the menu")
            assert not app.settings.chat
        settings, problems = load(NAMES, app.face.settings_file)
        assert (settings.chat, problems) == (False, [])


async def test_another_key_joins_by_a_code() -> None:
    async with opened() as lobby:
        ann = guest(lobby, "Ann")
        new = Visit(lobby, lobby.accounts.arrive("SHA256:new"), "SHA256:new")
        code = ann.key_code().code
        async with arcade_of(new).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, Welcome), "the question")
            pilot.app.screen.dismiss("")
            pilot.app.push_screen(MoreKeys(new))
            await until(pilot, lambda: isinstance(pilot.app.screen, MoreKeys), "the keys")
            await pilot.press("down", *"nothing", "enter")
            await until(
                pilot, lambda: str(pilot.app.screen.query_one("#told", Static).content), "the refusal"
            )
            assert lobby.accounts.of_key("SHA256:new") != ann.account
            await pilot.press(*["backspace"] * 7, *code.lower(), "enter")
            await until(pilot, lambda: lobby.accounts.of_key("SHA256:new") == ann.account, "one account")


# From the set-up


async def test_the_set_up_offers_a_game_to_anyone_in_the_lobby() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        async with arcade_of(ann).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: menu_of(pilot).links, "the doors")
            await pilot.press("2")
            await until(pilot, lambda: isinstance(pilot.app.screen, SetUp), "the set-up")
            assert isinstance(pilot.app.screen, SetUp)
            pilot.app.screen.choose("player-2", "anyone")
            await settle(pilot)
            assert "You against anyone in the lobby" in str(
                pilot.app.screen.query_one("#said", Static).render()
            )
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "the questions")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen), "the lobby")
            (offer,) = sam.challenges()
            assert (offer.terms.game, offer.terms.seats) == ("abacus", ("me", "anyone"))
            assert offer.terms.rated
            assert face(pilot).pointed == (LobbyKind.OPEN, offer.id)


async def test_a_game_of_several_is_offered_with_a_computer_among_them() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        game = next(game for game in GAMES if len(game.seats) > 1 and game.rated)
        plan = Plan(
            game=game,
            players=("human", "novice", "anyone"),
            names=("Ann", "", ""),
            begins="2",
            setup=next(iter(game.setups)),
            options={**game.choose({}), "players": "3"},
        )
        assert plan.elsewhere == "anyone"
        seats = plan.offered_seats(Random(1))
        assert seats == ["computer novice", "anyone", "me"]
        ann.offer(Terms(game.key, plan.setup, tuple(plan.options.items()), tuple(seats)))
        async with in_lobby(sam) as pilot:
            assert "1 seat free" in screen_text(pilot)
            assert "1 computer" in screen_text(pilot)
        with pytest.raises(ValueError, match="one seat"):
            replace(plan, players=("human", "human", "anyone")).offered_seats(Random(1))


@pytest.mark.parametrize("visiting", [False, True])
def test_others_are_asked_to_play_in_a_house_alone(visiting: bool) -> None:
    for game in GAMES:
        form = Form(VIEWS[game.key].setup(), {}, "", visiting=visiting, has_boards=False)
        look = Look.of(BLOCKS, THEMES[0])
        asked = next(each for each in form.questions(look) if each.id == "player-2")
        assert bool({value.key for value in asked.values} & set(ELSEWHERE)) == visiting
