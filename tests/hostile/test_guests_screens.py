"""Hostile texts of one guest, on the screens of the others: whatever was said, named, offered or typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from textual.events import Paste
from textual.widgets import Input

from marbles_tui.core.boards import board_text
from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.limits import Limits
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.live import ChatLine
from marbles_tui.table.players import Act
from marbles_tui.tui.dialogs import GameMenu, Say, Welcome
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.pages.lobby import MoreKeys, OfferGame, PrivateGame
from marbles_tui.tui.pages.settings import SettingsPage
from tests.hostile.samples import ALL, FEW, SAMPLES, assert_harmless
from tests.rooms.open_house import guest
from tests.tui.together import Guest, Party, party

pytestmark = pytest.mark.long

LIMITS: Final = Limits(pace=0, lines_a_minute=1000, offers_a_minute=1000, names_a_day=1000, code_tries=1000)


async def look(party: Party) -> None:
    """Nobody's screen is harmed."""
    for each in reversed(party.guests):
        await each.pilot.rest()
    for each in party.guests:
        assert_harmless(each.app)


def called(lobby: Lobby, visit: Visit, name: str) -> None:
    """Have somebody called as nobody can call themselves, as by a database that others have written."""
    known = lobby.accounts.known(visit.id)
    known.account = replace(known.account, name=name)
    lobby.changed()


async def typed(guest: Guest, text: str, line: str = "Input") -> None:
    """Have a text in a line, whether it can be pasted or not, and send it."""
    into = guest.app.screen.query(line).first(Input)
    into.focus()
    into.post_message(Paste(text))
    await guest.pilot.rest()
    into.value = text
    await guest.presses("enter")


@pytest.mark.parametrize("size", [(120, 40), (60, 18)])
async def test_the_lobby_shows_names_and_lines_as_data(size: tuple[int, int]) -> None:
    async with party("Ann", size=size, limits=LIMITS) as house:
        (ann,) = house.guests
        await ann.presses("p")
        for number, (name, text) in enumerate(ALL.items()):
            mallory = guest(house.lobby, f"Mallory {number}")
            called(house.lobby, mallory, text)
            mallory.offer(Terms("gobblet"), to=ann.visit.id if name in FEW else None)
            house.lobby.talk.lines.append(ChatLine(mallory.id, text, text, 0.0, False))
        await look(house)
        for _ in range(size[1] // 6):
            await ann.presses("down")
        await look(house)
        for keys, dialog in ((("end", "enter"), GameMenu), (("escape", "m"), Say)):
            await ann.presses(*keys)
            assert isinstance(ann.app.screen, dialog)
            await look(house)


async def test_a_table_shows_names_and_lines_as_data() -> None:
    async with party("Ann", "Mallory", size=(120, 40), limits=LIMITS) as house:
        ann, mallory = house.guests
        called(house.lobby, mallory.visit, SAMPLES["markup"])
        await house.sit(Terms("egg-carton"))
        room = next(iter(house.lobby.rooms.values()))
        for text in ALL.values():
            room.talk.lines.append(ChatLine(mallory.visit.id, text, text, 0.0, False))
        await mallory.presses("slash")
        await typed(mallory, ALL["csi"])
        await look(house)
        await ann.presses("g")
        await look(house)
        await ann.presses("escape")
        mallory.table.doing.live.do(Act.RESIGN, 1)
        await look(house)


async def test_a_board_of_somebody_else_s_is_data_in_the_lobby_and_at_the_table() -> None:
    async with party("Ann", "Mallory", limits=LIMITS) as house:
        ann, mallory = house.guests
        await ann.presses("p")
        board = f"# {SAMPLES['markup']}\n# {SAMPLES['unclosed']} {SAMPLES['wide'][:500]}\n" + board_text(
            "getaway", "smugglers"
        ).replace("Start", SAMPLES["markup"], 1)
        terms = Terms("getaway", setup=board, options=(("players", "2"),))
        offer = mallory.visit.offer(terms, to=ann.visit.id)
        await look(house)
        ann.visit.accept(offer.id)
        for each in house.guests:
            each.enters(offer.id)
        await house.rest()
        for each in house.guests:
            if each.table.doing.live.state.asked is not None:
                each.plays()
        await look(house)
        await ann.presses("g")
        await look(house)


async def test_what_is_typed_into_the_dialogs_is_answered_harmlessly() -> None:
    async with party("Ann", "Mallory", limits=LIMITS) as house:
        ann, mallory = house.guests
        await ann.presses("p")
        await mallory.presses("p")
        for key, dialog, line in (
            ("v", PrivateGame, "Input"),
            ("m", Say, "Input"),
            ("n", OfferGame, "#typed"),
        ):
            for name in ("markup", "broken"):
                if not isinstance(mallory.app.screen, dialog):
                    await mallory.presses(key)
                assert isinstance(mallory.app.screen, dialog), key
                if dialog is OfferGame:
                    mallory.app.screen.query_one(Filters).choose("time", "typed")
                    await mallory.pilot.rest()
                await typed(mallory, ALL[name], line)
                await look(house)
            if isinstance(mallory.app.screen, dialog):
                await mallory.presses("escape")
        assert house.lobby.offers.open == {}


async def test_a_name_is_typed_harmlessly() -> None:
    async with party("Ann", "Mallory", limits=LIMITS) as house:
        ann, mallory = house.guests
        await ann.presses("p")
        with mallory.app._context():
            mallory.app.push_screen(Welcome(mallory.visit))
        await mallory.pilot.rest()
        for name in ("markup", "broken"):
            await typed(mallory, ALL[name], "#name")
            assert isinstance(mallory.app.screen, Welcome)
            await look(house)
        await mallory.presses("escape", "s")
        assert isinstance(mallory.app.screen, SettingsPage)
        for name in ("markup", "broken"):
            await typed(mallory, ALL[name], "#line")
            await look(house)
            if not isinstance(mallory.app.screen, SettingsPage):
                await mallory.presses("s")
        with mallory.app._context():
            mallory.app.push_screen(MoreKeys(mallory.visit))
        await mallory.pilot.rest()
        await typed(mallory, ALL["markup"], "#code")
        assert isinstance(mallory.app.screen, MoreKeys)
        await look(house)
        assert mallory.visit.account.name == "Mallory"
