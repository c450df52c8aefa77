"""The lobby of a house on the screen: what it shows, what Enter does, offers, codes, talk."""

from __future__ import annotations

import pytest

from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.pages.lobby import OfferGame
from marbles_tui.tui.pages.lobby_list import Deed, LobbyKind
from tests.rooms.open_house import guest, opened
from tests.tui.conftest import notices
from tests.tui.lobbies import DAYS, at_table, begun, face, in_lobby
from tests.tui.waiting import press, screen_text, settle, until

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
                assert face(pilot).pointed == face(pilot).entries[0].place
                entry = face(pilot).entry
                assert entry
                assert (entry.kind, entry.who, entry.does) == (LobbyKind.TURN, "Mara", Deed.PLAY)


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


@pytest.mark.long
async def test_arrows_reach_everything() -> None:
    async with opened() as lobby:
        ann, tom, jo, sam = (guest(lobby, name) for name in ("Ann", "Tom", "Jo", "Sam"))
        for control in ("5+3", "3+2", "10+5", "1d"):
            sam.offer(Terms("gobblet", control=TimeControl.read(control)))
        await begun(lobby, Terms("egg-carton"), tom, jo)
        for size in (SIZES[0], SIZES[2]):
            async with in_lobby(ann, size) as pilot:
                reached = {face(pilot).pointed}
                for key in ["up"] * 9 + ["down"] * 12:
                    await pilot.press(key)
                    reached.add(face(pilot).pointed)
                assert reached == {entry.place for entry in face(pilot).entries}, size


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
            before = face(pilot).entries
            await settle(pilot)
            assert not drawn
            assert isinstance(room, LiveRoom)
            room.session.do(room.match.position.moves()[0], 0)
            await until(pilot, lambda: face(pilot).entries != before, "the move")
            await settle(pilot)
            assert len(drawn) <= 2
            entry = next(one for one in face(pilot).entries if one.kind is LobbyKind.PLAYED)
            assert entry.shown
            assert entry.shown[1] == room.match.position.board


async def test_an_offer_that_is_gone_is_refused_in_a_sentence() -> None:
    async with opened() as lobby:
        ann, sam = guest(lobby, "Ann"), guest(lobby, "Sam")
        sam.offer(Terms("gobblet"))
        async with in_lobby(ann) as pilot:
            lobby.challenges.clear()
            await press(pilot, "enter")
            assert notices(pilot) == ["This offer is not there any more."]
