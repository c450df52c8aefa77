"""Tournaments, the archive, ladders and playing now, on the screen of a guest."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.play.rating import Rating
from marbles_tui.rooms.backend import Archived, ArchivedRecord
from marbles_tui.rooms.cards import RoomCard, Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.tournaments import TournamentPlan
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.pages.archive import ArchiveScreen, LadderScreen
from marbles_tui.tui.pages.house_dialogs import Announce, OfferGame
from marbles_tui.tui.pages.house_tournament import HouseTournament
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.rooms.open_house import guest, opened
from tests.tui.lobbies import arcade_of, at_table, in_lobby
from tests.tui.waiting import press, screen_text, until

SIZES = [(60, 18), (80, 24), (120, 40), (200, 60)]
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


async def test_ratings_and_last_games_stand_beside_a_name_and_in_an_offer() -> None:
    async with opened() as lobby:
        ann, ben, _ = guest(lobby, "Ann"), guest(lobby, "Ben"), guest(lobby, "Zoe")
        await with_games(lobby)
        ben.offer(Terms("egg-carton", control=QUICK))
        async with in_lobby(ann) as pilot:
            text = screen_text(pilot)
            assert "1300" in text
            assert "1,300, 2 rated games" in text
            assert "last: lost, won" in text


@pytest.mark.parametrize("size", SIZES[::3])
async def test_a_game_that_is_over_is_found_by_a_name_and_watched(size: tuple[int, int]) -> None:
    async with opened() as lobby:
        ann, _, _ = guest(lobby, "Ann"), guest(lobby, "Ben"), guest(lobby, "Zoe")
        await with_games(lobby)
        async with in_lobby(ann, size) as pilot:
            await pilot.press("a")
            await until(pilot, lambda: isinstance(pilot.app.screen, ArchiveScreen), "the archive")
            assert "2 games" in screen_text(pilot)
            await pilot.press("slash", *"nobody")
            await until(pilot, lambda: "No game was found" in screen_text(pilot), "nothing is found")
            pilot.app.screen.query_one(Input).value = "zoe"
            await until(pilot, lambda: "2 games" in screen_text(pilot), "both are found")
            await pilot.press("enter", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, BoardScreen), "it is watched")


async def test_ladders_are_of_a_game_and_a_month() -> None:
    async with opened() as lobby:
        ann, _, _ = guest(lobby, "Ann"), guest(lobby, "Ben"), guest(lobby, "Zoe")
        await with_games(lobby)
        async with in_lobby(ann, (120, 40)) as pilot:
            await pilot.press("l")
            await until(pilot, lambda: isinstance(pilot.app.screen, LadderScreen), "the ladders")
            text = screen_text(pilot)
            assert text.index("Ben") < text.index("Zoe")
            assert "1,300" in text
            await pilot.press("m")
            await until(pilot, lambda: "December 2023" in screen_text(pilot), "the last month")
            await pilot.press("m")
            await until(pilot, lambda: "November 2023" in screen_text(pilot), "the month before")
            await pilot.press("right")
            await until(pilot, lambda: "Nobody has played" in screen_text(pilot), "another game")
            await press(pilot, "left")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, ArchiveScreen), "their games")
            assert "2 games" in screen_text(pilot)


@pytest.mark.parametrize("size", SIZES[::3])
async def test_a_tournament_is_announced_joined_and_left(size: tuple[int, int]) -> None:
    async with opened() as lobby:
        ann = guest(lobby, "Ann")
        async with in_lobby(ann, size) as pilot:
            await pilot.press("t")
            await until(pilot, lambda: isinstance(pilot.app.screen, Announce), "the questions")
            pilot.app.screen.query_one("#title", Input).value = "Cup [b]of all"
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, HouseTournament), "its table")
            assert "Cup [b]of all" in screen_text(pilot)
            await pilot.press("j")
            await until(pilot, lambda: "1 player" in screen_text(pilot), "she plays")
            await pilot.press("l")
            await until(pilot, lambda: "0 players" in screen_text(pilot), "she does not")
            await pilot.press("x")
            await until(pilot, lambda: "Called off" in screen_text(pilot), "it is called off")
            await press(pilot, "escape")
            assert "TOURNAMENTS" in screen_text(pilot)


async def test_who_plays_in_a_tournament_is_led_to_the_game() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        state = ben.announce(TournamentPlan("Cup", "egg-carton", begins_in=0))
        async with in_lobby(ann) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, HouseTournament), "its table")
            ben.join_tournament(state.id)
            await pilot.press("j")
            await until(pilot, lambda: at_table(pilot), "the game")


async def test_play_now_waits_or_begins() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        async with in_lobby(ann) as pilot:
            await pilot.press("p")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "the questions")
            assert "a computer after half a minute" in screen_text(pilot)
            await pilot.press("enter")
            await until(pilot, lambda: len(ben.challenges()) == 1, "she waits")
            terms = ben.challenges()[0].terms
            card = ben.play_now(terms)
            assert isinstance(card, RoomCard)
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


async def test_a_guest_without_a_key_knows_that_nothing_is_kept() -> None:
    async with opened() as lobby:
        uma = guest(lobby, "Uma", key=False)
        async with arcade_of(uma).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Nothing of yours is kept" in told(pilot), "she is told at once")
        async with in_lobby(uma, (120, 40)) as pilot:
            await until(pilot, lambda: told(pilot).count("Nothing of yours is kept") == 2, "and in the lobby")
            assert "ssh-keygen -t ed25519" in told(pilot)


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
                await until(pilot, lambda: "no streak yet" in screen_text(pilot), "the day's page")
            elif wish == "nonsense":
                await until(pilot, lambda: "To be named here" in told(pilot), "what can be named")
            else:
                await until(pilot, lambda: at_table(pilot), "the table")
