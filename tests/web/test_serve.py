"""`marbles-tui serve`: what a browser says and hears, and who may."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from marbles_tui.web.server import ArcadeServer, is_local
from tests.web.conftest import PATIENCE, Served, saved_moves
from tests.web.places import place_of

CODES = re.compile(r"\x1b\[[0-9;?>]*[A-Za-z]|\x1b[=>()][0-9A-B]?")


class Page:
    """A page that is open: it types and clicks, and reads what it is shown."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.shown = ""

    async def expect(self, text: str) -> None:
        """Wait for words that are written in one piece."""
        async with asyncio.timeout(PATIENCE):
            while text not in CODES.sub("", self.shown):
                message = await self._socket.receive()
                assert message.type is aiohttp.WSMsgType.BINARY, message
                self.shown += message.data.decode("utf-8", "replace")

    async def type(self, keys: str) -> None:
        """Press keys."""
        await self._socket.send_json(["stdin", keys])

    async def click(self, column: int, row: int) -> None:
        """Press and release the left button at a cell, counted from 1."""
        await self.type(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")


@asynccontextmanager
async def page(served: Served, origin: str = "") -> AsyncIterator[Page]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            f"{served.address}/ws?width=80&height=24", headers={"Origin": origin or served.address}
        ) as socket,
    ):
        yield Page(socket)


async def wait_for_moves(moves: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while saved_moves() != moves:
            await asyncio.sleep(0.05)


async def test_egg_carton_is_played_by_keys_and_mouse(served: Served) -> None:
    """Through the protocol that the page speaks, into the database."""
    async with page(served) as one:
        await one.expect("quit")
        await one.type("1")
        await one.expect("Player 1")
        await one.type("\r")
        await one.expect("select a slot")
        await one.type("a")
        await wait_for_moves("1. A")
        column, row = await place_of("C", (80, 24))
        async with asyncio.timeout(PATIENCE):
            while saved_moves() == "1. A":  # the first click only ends the show of what was played
                await one.click(column + 1, row + 1)
                await asyncio.sleep(0.3)
    assert saved_moves().startswith("1. A C")


async def test_leaving_the_page_ends_its_arcade_and_the_next_one_goes_on(served: Served) -> None:
    async with page(served) as one:
        await one.expect("quit")
        await one.type("1")
        await one.expect("Player 1")
        await one.type("\r")
        await one.expect("select a slot")
        await one.type("c")
        await wait_for_moves("1. C")
    async with page(served) as two:
        await two.expect("continue")


async def test_the_page_asks_nobody_else_for_anything(served: Served) -> None:
    async with aiohttp.ClientSession() as session, session.get(served.address) as answer:
        text = await answer.text()
    assert "Marbles" in text
    assert re.findall(r"https?://", text) == []
    for link in re.findall(r'"(/static/[^"]+)"', text):
        async with aiohttp.ClientSession() as session, session.get(served.address + link) as answer:
            assert answer.status == 200


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "http://localhost:1", "null"])
async def test_no_page_from_elsewhere_gets_in(served: Served, origin: str) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        async with page(served, origin):
            pass
    assert refusal.value.status == 403


def test_a_name_that_was_led_here_is_not_ours() -> None:
    server = ArcadeServer("localhost", 8000)
    assert server.is_own("127.0.0.1:8000", "127.0.0.1:8000")
    assert server.is_own("[::1]:8000", "[::1]:8000")
    assert not server.is_own("evil.example:8000", "evil.example:8000")
    assert ArcadeServer("0.0.0.0", 8000).is_own("house.example:8000", "house.example:8000")


def test_what_only_this_machine_reaches() -> None:
    assert [is_local(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1")] == [True] * 4
    assert [is_local(host) for host in ("0.0.0.0", "::", "192.168.1.7", "house.example")] == [False] * 4
