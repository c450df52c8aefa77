"""Tournaments, the archive, ladders and playing now, on the screen of a guest."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from marbles_tui.play.rating import Rating
from marbles_tui.rooms.backend import Archived, ArchivedRecord
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.tournaments import TournamentPlan
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.pages.house_pages import HouseTournament
from tests.rooms.open_house import guest, opened
from tests.tui.lobbies import arcade_of, at_table, in_lobby
from tests.tui.waiting import screen_text, until

QUICK = TimeControl.read("10+5")
RECORD = '[Game "egg-carton"]\n[Player1 "Ben"]\n[Player2 "Zoe"]\n[Result "1"]\n\n1. D E D B A B D E F'


def told(pilot: Pilot[None]) -> str:
    """What is said in a corner."""
    return " ".join(notice.message for notice in pilot.app._notifications)


async def with_games(lobby: Lobby) -> None:
    """Two games that are over, and ratings."""
    house = lobby.house
    for id, winner, when in (("r1", "Ben", 1_700_000_000.0), ("r2", "Zoe", 1_702_000_000.0)):
        ids = [lobby.accounts.named(name) for name in ("Ben", "Zoe")]
        scores = (1.0, 0.0) if winner == "Ben" else (0.0, 1.0)
        game = Archived(id, "egg-carton", ("Ben", "Zoë"), tuple(each.id if each else None for each in ids), scores,
                        "cleared", 9, True, "10+5", when, (1300.0, 1150.0))  # fmt: skip
        await house.backend.keep_document(ArchivedRecord(id, RECORD))
        lobby.archive.learn(game)
        for account, number in zip(ids, (1300.0, 1150.0), strict=True):
            assert account
            house.ratings[account.id, "egg-carton"] = Rating(number, 60.0, 2)


async def test_who_plays_in_a_tournament_is_led_to_the_game() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        state = ben.tournaments.announce(ben.account, TournamentPlan("Cup", "egg-carton", begins_in=0))
        async with in_lobby(ann) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, HouseTournament), "its table")
            ben.tournaments.join(ben.account, state.id)
            await pilot.press("j")
            await until(pilot, lambda: at_table(pilot), "the game")


async def test_an_offer_is_told_with_the_rating_and_how_it_is_declined() -> None:
    async with opened() as lobby:
        ann, ben, _ = guest(lobby, "Ann"), guest(lobby, "Ben"), guest(lobby, "Zoe")
        await with_games(lobby)
        heard: list[str] = []
        ben.listen_to_words(lambda told, _: heard.append(told))
        async with in_lobby(ann, (120, 40)) as pilot:
            ben.offer(Terms("egg-carton", control=QUICK), to=ann.id)
            await until(pilot, lambda: "x says no, thanks" in told(pilot), "it is told")
            assert "Ben: 1,300" in told(pilot)
            await pilot.press("home", "x")
            await until(pilot, lambda: heard == ["Ann says no, thanks."], "Ben hears of it")


@pytest.mark.parametrize("wish", ["abacus", "today", "watch Ben", "join CODE", "nonsense"])
async def test_what_ssh_has_named_is_opened_first(wish: str) -> None:
    async with opened() as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        offer = ben.offer(Terms("egg-carton", private=wish.startswith("join")))
        if wish.startswith("watch"):
            cleo.accept(offer.id)
        ann.wish = wish.replace("CODE", offer.code)
        async with arcade_of(ann).run_test(size=(80, 24)) as pilot:
            if wish == "abacus":
                await until(pilot, lambda: "MORE OPTIONS" in screen_text(pilot), "the set-up")
            elif wish == "today":
                await until(pilot, lambda: "the next in" in screen_text(pilot), "the day's page")
            elif wish == "nonsense":
                await until(pilot, lambda: "To be named here" in told(pilot), "what can be named")
            else:
                await until(pilot, lambda: at_table(pilot), "the table")
