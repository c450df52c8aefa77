"""The lobby of a house on the screen: what it shows, what Enter does, offers, codes, talk."""

from __future__ import annotations

import pytest

from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.filters import Filters
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.pages.house_dialogs import OfferGame
from marbles_tui.tui.pages.lobby import LobbyScreen
from marbles_tui.tui.pages.lobby_list import Deed, LobbyKind
from tests.rooms.open_house import guest, opened
from tests.tui.conftest import notices
from tests.tui.lobbies import DAYS, at_table, begun, face, in_lobby
from tests.tui.waiting import click, press, screen_text, settle, until

SIZES = [(60, 18), (80, 24), (120, 40), (200, 60)]


@pytest.mark.parametrize("skin", ["blocks", "ascii"])
async def test_everything_that_goes_on_is_shown(skin: str) -> None:
    async with opened() as lobby:
        ann, mara, sam, tom, jo = (guest(lobby, name) for name in ("Ann", "Mara", "Sam", "Tom", "Jo"))
        await begun(lobby, Terms("gobblet", control=DAYS), ann, mara)
        sam.offer(Terms("abacus", rated=True, control=TimeControl.read("5+3")))
        await begun(lobby, Terms("egg-carton"), tom, jo)
        async with in_lobby(ann, SIZES[0], skin=skin) as pilot:
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await settle(pilot)
                text = screen_text(pilot)
                for word in ("YOUR TURN", "Mara", "Gobblet", "3 days left", "OPEN GAMES", "BEING PLAYED",
                             "Egg Carton", "PEOPLE", "4 others here"):  # fmt: skip
                    assert word in text, (word, text)
                for word, since in (
                    ("5 min + 3 s" if size[0] > 80 else "5+3", 80),
                    ("1st turn", 80),
                    ("rated", 120),
                ):
                    assert word in text or size[0] < since, (word, text)
                assert face(pilot).picked == face(pilot).seen.entries[0].place
                entry = face(pilot).entry
                assert entry
                assert (entry.kind, entry.who, entry.does) == (LobbyKind.TURN, "Mara", Deed.PLAY)


async def test_what_somebody_offers_appears_and_enter_takes_the_seat() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        async with in_lobby(ann) as pilot:
            shown = screen_text(pilot)
            for said in ("No games yet.", "whoever comes here can take the seat.", "● Sam"):
                assert said in shown
            sam.offer(Terms("abacus"))
            await until(pilot, lambda: "OPEN GAMES" in screen_text(pilot), "the offer")
            await pilot.press("up", "enter")
            await until(pilot, lambda: at_table(pilot), "the table")
            assert sam.called
            assert sam.called.names == ("Sam", "Ann")


async def test_an_offer_that_is_taken_calls_to_the_table_in_the_lobby() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        async with in_lobby(ann) as pilot:
            await pilot.press("n")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "the questions")
            await pilot.press("right", "enter")
            await until(pilot, lambda: "OPEN GAMES" in screen_text(pilot), "the offer")
            offer = sam.challenges()[0]
            assert offer.by == ann.account
            assert offer.terms.game == pilot.app.games[1].key  # type: ignore[attr-defined]
            assert (offer.terms.rated, str(offer.terms.control)) == (True, "10+5")
            sam.accept(offer.id)
            await until(pilot, lambda: at_table(pilot), "the table")


async def test_a_game_of_days_that_begins_waits_in_the_lobby() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        offer = ann.offer(Terms("gobblet", control=DAYS))
        async with in_lobby(ann) as pilot:
            sam.accept(offer.id)
            await until(pilot, lambda: "YOUR TURN" in screen_text(pilot), "the game")
            assert not at_table(pilot)


async def test_an_offer_of_ones_own_is_withdrawn() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        ann.offer(Terms("gobblet"))
        async with in_lobby(ann) as pilot:
            entry = face(pilot).entry
            assert entry
            assert (entry.who, entry.does) == ("You", Deed.WITHDRAW)
            await press(pilot, "enter")
            assert not sam.challenges()
            assert "OPEN GAMES" not in screen_text(pilot)


async def test_what_was_offered_to_one_alone_is_declined() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        sam.offer(Terms("gobblet"), to=ann.id)
        async with in_lobby(ann) as pilot:
            assert "x no, thanks" in screen_text(pilot)
            await press(pilot, "x")
            assert not sam.challenges()


async def test_a_game_is_offered_to_one_person_with_a_typed_time() -> None:
    async with opened() as lobby:
        ann, sam, uma = (guest(lobby, name) for name in ("Ann", "Sam", "Uma"))
        async with in_lobby(ann) as pilot:
            await pilot.press("slash", *"um", "enter")
            await until(pilot, lambda: type(pilot.app.screen).__name__ == "GameMenu", "what to do with Uma")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "the questions")
            dialog = pilot.app.screen
            assert dialog.query_one(Filters).value("to") == uma.id
            dialog.query_one(Filters).choose("time", "typed")
            await settle(pilot)
            dialog.query_one("#typed").focus()
            await press(pilot, *"soon", "enter")
            assert "A time control is" in screen_text(pilot)
            await pilot.press(*["backspace"] * 4, *"2d", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen), "the lobby")
            assert not sam.challenges()
            (offer,) = uma.challenges()
            assert (offer.terms.control.days, offer.to) == (2, uma.account)


async def test_a_person_who_offers_a_game_can_be_played_and_one_who_is_muted_heard_again() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        async with in_lobby(ann) as pilot:
            await pilot.press("slash", *"sa", "enter")
            await until(pilot, lambda: "Do not show" in screen_text(pilot), "what to do with Sam")
            assert "with them" not in screen_text(pilot)
            await pilot.press("end", "enter")
            await until(pilot, lambda: sam.id in ann.muted, "silence")
            await pilot.press("enter")
            await until(pilot, lambda: "Show what they say again" in screen_text(pilot), "the way back")
            await pilot.press("end", "enter")
            await until(pilot, lambda: sam.id not in ann.muted, "words")
            sam.offer(Terms("gobblet", seats=("me", "anyone")), ann.id)
            await pilot.press("slash", *"sa", "enter")
            await until(pilot, lambda: "Play Gobblet with them" in screen_text(pilot), "the offer")
            await pilot.press("enter")
            await until(pilot, lambda: at_table(pilot), "the table")


@pytest.mark.long
async def test_a_private_game_is_made_and_found_by_its_code() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        async with in_lobby(ann) as pilot:
            await pilot.press("v", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "the questions")
            await pilot.press("enter")
            await until(pilot, lambda: ann.challenges(), "the offer")
            code = ann.challenges()[0].code
            assert code
            assert any(code in notice for notice in notices(pilot))
            assert not sam.challenges()
        async with in_lobby(sam) as pilot:
            await pilot.press("v", *"wrong", "enter")
            await until(pilot, lambda: "no game with this code" in screen_text(pilot), "the refusal")
            await pilot.press(*["backspace"] * 5, *code.lower(), "enter")
            await until(pilot, lambda: at_table(pilot), "the table")


async def test_a_line_and_a_greeting_are_said_and_nobody_can_paint_with_them() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        async with in_lobby(ann, (120, 40)) as pilot:
            await pilot.press("m", *"[red]hi", "enter")
            await until(pilot, lambda: "[red]hi" in screen_text(pilot), "the line")
            await pilot.press("m", "down", "down", "enter")
            await until(pilot, lambda: ann.greetings[1] in screen_text(pilot), "the greeting")
            assert [line.text for line in sam.said()] == ["[red]hi", ann.greetings[1]]
            sam.say("\x1b[2Jboo\u202e")
            await until(pilot, lambda: "boo" in screen_text(pilot), "what Sam said")
            assert "\x1b" not in screen_text(pilot)
            assert "\u202e" not in screen_text(pilot)


async def test_who_is_muted_is_not_read() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        sam.say("spam")
        async with in_lobby(ann, (120, 40)) as pilot:
            assert "spam" in screen_text(pilot)
            await pilot.press("enter")  # on Sam, who is all there is
            await until(pilot, lambda: type(pilot.app.screen).__name__ == "GameMenu", "what to do with Sam")
            await pilot.press("down", "enter")
            await until(pilot, lambda: "spam" not in screen_text(pilot), "silence")
            assert sam.id in ann.muted


@pytest.mark.parametrize("size", SIZES[::3])
async def test_the_mouse_points_and_enters(size: tuple[int, int]) -> None:
    async with opened() as lobby:
        ann, tom, jo = (guest(lobby, name) for name in ("Ann", "Tom", "Jo"))
        ann.offer(Terms("abacus"))
        room = await begun(lobby, Terms("egg-carton"), tom, jo)
        async with in_lobby(ann, size) as pilot:
            row = next(y for y, line in enumerate(screen_text(pilot).splitlines()) if "Tom" in line)
            await click(pilot, offset=(8, row))
            assert face(pilot).picked == (LobbyKind.PLAYED, room)
            await pilot.click(offset=(8, row))
            await until(pilot, lambda: at_table(pilot), "the table")


@pytest.mark.long
async def test_arrows_reach_everything() -> None:
    async with opened() as lobby:
        ann, tom, jo, sam = (guest(lobby, name) for name in ("Ann", "Tom", "Jo", "Sam"))
        for control in ("5+3", "3+2", "10+5", "1d"):
            sam.offer(Terms("gobblet", control=TimeControl.read(control)))
        await begun(lobby, Terms("egg-carton"), tom, jo)
        for size in (SIZES[0], SIZES[2]):
            async with in_lobby(ann, size) as pilot:
                reached = {face(pilot).picked}
                for key in ["up"] * 9 + ["down"] * 12:
                    await pilot.press(key)
                    reached.add(face(pilot).picked)
                assert reached == {entry.place for entry in face(pilot).seen.entries}, size


async def test_a_move_elsewhere_changes_its_miniature_and_else_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened() as lobby:
        ann, tom, jo = (guest(lobby, name) for name in ("Ann", "Tom", "Jo"))
        room = lobby.rooms[await begun(lobby, Terms("gobblet"), tom, jo)]
        async with in_lobby(ann, (120, 40)) as pilot:
            drawn = list[object]()
            painted = SmallBoard.painted

            def counted(self: SmallBoard) -> Canvas:
                drawn.append(self)
                return painted(self)

            monkeypatch.setattr(SmallBoard, "painted", counted)
            before = face(pilot).seen
            await settle(pilot)
            assert not drawn
            assert isinstance(room, LiveRoom)
            room.session.choose(0, room.match.position.moves()[0])
            await until(pilot, lambda: face(pilot).seen != before, "the move")
            await settle(pilot)
            assert len(drawn) <= 2
            entry = face(pilot).seen.of(LobbyKind.PLAYED)[0]
            assert entry.shown
            assert entry.shown.board == room.match.position.board


async def test_an_offer_that_is_gone_is_refused_in_a_sentence() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        sam.offer(Terms("gobblet"))
        async with in_lobby(ann) as pilot:
            lobby.challenges.clear()
            await press(pilot, "enter")
            assert notices(pilot) == ["This offer is not there any more."]


async def test_a_guest_without_a_key_offers_friendly_games() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann", key=False), guest(lobby, "Sam")
        async with in_lobby(ann) as pilot:
            await pilot.press("n")
            await until(pilot, lambda: isinstance(pilot.app.screen, OfferGame), "the questions")
            assert "Without an SSH key" in screen_text(pilot)
            await pilot.press("enter")
            await until(pilot, lambda: sam.challenges(), "the offer")
            assert not sam.challenges()[0].terms.rated
