"""The ways into the lobby: the door in the menu, a name, a code, the set-up."""

from __future__ import annotations

from random import Random

import pytest
from textual.widgets import Static

from marbles_tui.games import GAMES
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.dialogs import Welcome
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.look import BLOCKS, THEMES, Look
from marbles_tui.tui.pages.lobby import MoreKeys
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.setup_form import ELSEWHERE, Plan
from tests.rooms.open_house import guest, opened
from tests.tui.conftest import menu_of
from tests.tui.lobbies import arcade_of, at_table, begun, in_lobby
from tests.tui.waiting import screen_text, until

# The door in the menu


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


async def test_a_game_of_several_is_offered_with_a_computer_among_them() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        game = next(game for game in GAMES if len(game.seats) > 1 and game.rated)
        seated = {"players": "3", "player-2": "novice", "begins": "2"}
        plan = Plan(VIEWS[game.key].setup(), seated, "Ann", visiting=True)
        plan.answer("player-3", "anyone")
        assert plan.elsewhere == "anyone"
        seats = plan.offered_seats(Random(1))
        assert seats == ["computer novice", "anyone", "me"]
        ann.offer(Terms(game.key, plan.setup(), tuple(plan.options().items()), tuple(seats)))
        async with in_lobby(sam) as pilot:
            assert "1 seat free" in screen_text(pilot)
            assert "1 computer" in screen_text(pilot)
        plan.answer("player-2", "human")
        with pytest.raises(ValueError, match="one seat"):
            plan.offered_seats(Random(1))


@pytest.mark.parametrize("visiting", [False, True])
def test_others_are_asked_to_play_in_a_house_alone(visiting: bool) -> None:
    for game in GAMES:
        form = Plan(VIEWS[game.key].setup(), {}, "", visiting=visiting)
        look = Look.of(BLOCKS, THEMES[0])
        asked = next(each for each in form.questions(look) if each.id == "player-2")
        assert bool({value.key for value in asked.values} & set(ELSEWHERE)) == visiting
