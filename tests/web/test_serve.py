"""`marbles-tui serve`: what a browser says and hears, and who may."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from marbles_tui.web.server import HIGHEST, WIDEST, ArcadeServer, WebPage, read_message, size_of
from tests import waiting
from tests.for_each import for_each
from tests.processes import begun_by
from tests.web.conftest import PATIENCE, Served, listens, saved_moves, until
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

    async def receive(self) -> aiohttp.WSMessage:
        """What comes next."""
        return await self._socket.receive()

    async def send(self, text: str) -> None:
        """Send anything."""
        await self._socket.send_str(text)

    async def expect_end(self) -> None:
        """Wait for the connection to end."""
        async with asyncio.timeout(PATIENCE):
            while (await self._socket.receive()).type is aiohttp.WSMsgType.BINARY:
                pass

    async def type(self, keys: str) -> None:
        """Press keys."""
        await self._socket.send_json(["stdin", keys])

    async def sits_down(self) -> None:
        """From the menu to a table of Egg Carton."""
        for words, key in (("quit", "1"), ("choice", "\r")):
            await self.expect(words)
            await self.type(key)
        await self.expect("pick a slot")

    async def click(self, column: int, row: int) -> None:
        """Press and release the left button at a cell, counted from 1."""
        await self.type(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")


@asynccontextmanager
async def browser(served: Served) -> AsyncIterator[aiohttp.ClientSession]:
    """A browser that has opened the address that was printed."""
    async with aiohttp.ClientSession() as session:
        async with session.get(served.ticket) as answer:
            assert answer.status == 200
        yield session


@asynccontextmanager
async def opened(
    session: aiohttp.ClientSession, served: Served, size: str = "width=80&height=24"
) -> AsyncIterator[Page]:
    headers = {"Origin": served.address}
    async with session.ws_connect(f"{served.address}/ws?{size}", headers=headers) as socket:
        yield Page(socket)


async def wait_for_moves(moves: str) -> None:
    await waiting.until(lambda: saved_moves() == moves)


async def test_egg_carton_is_played_by_keys_and_mouse(served: Served) -> None:
    """Through the protocol that the page speaks, into the database."""
    async with browser(served) as session, opened(session, served) as one:
        await one.type("")  # what is typed after it is heard
        await one.sits_down()
        await one.type("a")
        await wait_for_moves("1. A")
        column, row = await place_of("C", (80, 24))
        async with asyncio.timeout(PATIENCE):
            while saved_moves() == "1. A":  # the first click only ends the show of what was played
                await one.click(column + 1, row + 1)
                await asyncio.sleep(0.3)
    assert saved_moves().startswith("1. A C")


@pytest.mark.long
async def test_leaving_the_page_ends_its_arcade_and_the_next_one_goes_on(served: Served) -> None:
    async with browser(served) as session:
        async with opened(session, served) as one:
            await one.sits_down()
            await one.type("c")
            await wait_for_moves("1. C")
        async with opened(session, served) as two:
            await two.expect("Continue")


class Visit(NamedTuple):
    """A browser at a server in this process, which lets no arcade begin."""

    client: TestClient[Any, Any]
    server: ArcadeServer
    own: str
    ticket: str

    async def get(self, path: str, **headers: str) -> tuple[int, str, Mapping[str, str]]:
        """What is answered."""
        async with self.client.get(path, headers=headers) as answer:
            return answer.status, await answer.text(), answer.headers


@pytest.fixture
async def visit() -> AsyncIterator[Visit]:
    server = ArcadeServer("localhost", 8000, local=True, pages=0, memory=1 << 30, folder="boards")
    async with TestClient(TestServer(server.make_app(), host="localhost")) as client:
        server.port = client.port or 0
        yield Visit(
            client, server, f"http://localhost:{client.port}", "/?" + server.address.partition("?")[2]
        )


async def test_the_page_asks_nobody_else_for_anything(visit: Visit) -> None:
    status, text, headers = await visit.get(visit.ticket)
    assert status == 200
    assert "Marbles" in text
    assert re.findall(r"https?://", text) == []
    links = re.findall(r'"(/(?:static|own)/[^"]+)"', text)
    assert len(links) == 4
    assert [(await visit.client.get(link)).status for link in links] == [200] * 4
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "script-src 'self';" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"


async def test_no_page_from_elsewhere_gets_in(visit: Visit) -> None:
    await visit.get(visit.ticket)
    for origin in ("http://elsewhere.example", "http://localhost:1", "null"):
        assert (await visit.get("/ws", Origin=origin))[0] == 403, origin


async def test_a_connection_that_names_no_origin_is_refused(visit: Visit) -> None:
    await visit.get(visit.ticket)
    assert (await visit.get("/ws"))[0] == 403


async def test_nobody_gets_in_without_the_address_that_was_printed(visit: Visit) -> None:
    for path in ("/", "/?token=guess"):
        status, text, headers = await visit.get(path)
        assert status == 403
        assert "printed" in text
        assert (headers["X-Frame-Options"], headers["Cache-Control"]) == ("DENY", "no-store")
    assert (await visit.get("/ws", Origin=visit.own))[0] == 403


async def test_the_address_is_good_for_one_browser(visit: Visit) -> None:
    assert [(await visit.get(path))[0] for path in (visit.ticket, "/")] == [200, 200]
    visit.client.session.cookie_jar.clear()
    assert (await visit.get(visit.ticket))[0] == 403


async def test_no_script_and_no_other_site_gets_the_key(visit: Visit) -> None:
    async with visit.client.get(visit.ticket, allow_redirects=False) as answer:
        assert {"HttpOnly", "SameSite=Strict"} <= set(answer.headers["Set-Cookie"].split("; "))


async def test_there_are_so_many_pages_and_no_more(visit: Visit) -> None:
    await visit.get(visit.ticket)
    refused = await visit.get("/ws", Origin=visit.own)
    assert refused[:2] == (503, "0 pages are open already, the most allowed")


async def test_a_page_that_has_gone_however_it_went_makes_room_for_another(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = iter([None, ValueError("no size"), RuntimeError("no arcade"), None, None])

    class Passing:
        def __init__(self, *_: object) -> None: ...
        async def start(self, *_: int) -> None:
            if fault := next(faults):
                raise fault

        async def listen(self) -> None: ...
        async def stop(self) -> None: ...

    monkeypatch.setattr("marbles_tui.web.server.WebPage", Passing)
    monkeypatch.setattr(visit.server, "_most", 1)
    await visit.get(visit.ticket)
    for _ in range(5):
        async with visit.client.ws_connect("/ws", headers={"Origin": visit.own}) as socket:
            assert (await socket.receive()).type is not aiohttp.WSMsgType.BINARY


async def test_the_name_of_a_file_stays_in_its_header(visit: Visit) -> None:
    async def says_nothing(_: object) -> bool:
        return False

    app: Any = SimpleNamespace(send_meta=says_nothing)
    name = 'a"; filename="b\\.exe\r\nX: y'
    await visit.server._downloads.create_download(
        app_service=app, delivery_key="k", file_name=name, open_method="download", mime_type="text/html"
    )
    assert (await visit.get("/download/k"))[0] == 403
    await visit.get(visit.ticket)
    status, _, headers = await visit.get("/download/k")
    assert (status, headers["Content-Type"]) == (200, "application/octet-stream")
    assert headers["Content-Disposition"] == 'attachment; filename="a; filename=b.exe  X: y"'
    assert (await visit.get("/download/other"))[0] == 404


def test_sizes_are_clamped() -> None:
    assert size_of({"width": "99999999999", "height": "24"}) == (80, 24)
    assert size_of({"width": "99999", "height": "0"}) == (WIDEST, 1)
    assert size_of({}) == (80, 24)
    assert read_message('["resize", {"width": 70000, "height": 9999}]') == ("resize", (WIDEST, HIGHEST))
    assert read_message('["ping", "now"]') == ("ping", "now")


@pytest.mark.parametrize(
    ("told", "done"),
    [
        ('["stdin", "a"]', ["send_bytes b'a'"]),
        ('["stdin", ""]', []),
        ('["resize", {"width": 90, "height": 30}]', ["set_terminal_size 90 30"]),
        ('["ping", 7]', ["send_json ['pong', 7]"]),
        ('["blur"]', ["blur"]),
        ('["focus"]', ["focus"]),
    ],
)
async def test_what_a_page_tells_reaches_its_arcade(told: str, done: list[str]) -> None:
    heard: list[str] = []

    def hears(name: str) -> Any:
        async def hear(*given: object) -> None:
            heard.append(" ".join([name, *map(repr, given)]))

        return hear

    nobody: Any = SimpleNamespace(send_bytes=None, send_str=None, send_json=hears("send_json"))
    page: Any = WebPage(nobody, nobody, 0, "")
    for name in ("send_bytes", "set_terminal_size", "blur", "focus"):
        setattr(page, name, hears(name))
    await page._obey(*read_message(told))
    assert heard == done


@for_each(
    "text", ["", "{}", "[]", "[1]", '["stdin", 1]', '["resize", {"width": "9", "height": 2}]', "[" * 100_000]
)
def test_what_no_page_sends_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011
        read_message(text)
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.long
async def test_a_page_that_talks_nonsense_is_closed_and_the_others_play_on(served: Served) -> None:
    async with browser(served) as session, opened(session, served) as good:
        await good.expect("quit")
        async with opened(session, served) as bad:
            await bad.send("nonsense")
            await bad.expect_end()
        for size in ("width=99999999999&height=24", "width=-1&height=0", "width=x&height=%00"):
            async with opened(session, served, size) as odd, asyncio.timeout(PATIENCE):
                await odd.type("")
                await odd.receive()
        await good.type("1")
        await good.expect("choice")


@pytest.mark.long
async def test_ctrl_c_ends_server_and_pages_in_a_moment(served: Served) -> None:
    async with browser(served) as session, opened(session, served) as one:
        await one.expect("quit")
        arcades = begun_by(served.process)
        assert arcades
        os.kill(arcades[0], signal.SIGSTOP)  # one that does not end by itself
        os.kill(served.process, signal.SIGINT)
        await one.expect_end()
    until(lambda: not listens(served), "the end of the server")
    until(lambda: not any(map(alive, arcades)), "the end of the arcades")


@pytest.mark.long
async def test_an_arcade_that_does_not_end_with_its_page_is_killed(served: Served) -> None:
    async with browser(served) as session:
        async with opened(session, served) as one:
            await one.expect("quit")
            arcades = begun_by(served.process)
            assert arcades
            os.kill(arcades[0], signal.SIGSTOP)
        until(lambda: not any(map(alive, arcades)), "the end of the arcades")
        assert listens(served)


async def test_no_arcade_outlives_a_server_that_is_killed(served: Served) -> None:
    async with browser(served) as session, opened(session, served) as one:
        await one.expect("quit")
        arcades = begun_by(served.process)
        assert arcades
        os.kill(served.process, signal.SIGKILL)
        await one.expect_end()
    until(lambda: not any(map(alive, arcades)), "the end of the arcades")


@pytest.mark.parametrize(
    ("asked", "header", "status"),
    [
        (b"/", b"Cookie: marbles-tui=\xff", 403),
        (b"/", b"Host: localhost:8000\xff", 403),
        (b"/", b"Host: [::1", 403),
        (b"/?token=%ed%a0%80", b"X: y", 200),  # the cookie lets one in
        (b"/ws", b"Origin: http://[::1", 403),
        (b"/ws", b"Origin: \xff", 403),
    ],
)
@pytest.mark.parametrize("host", ["localhost", "0.0.0.0"])
async def test_strange_bytes_are_answered_like_any_others(
    host: str, asked: bytes, header: bytes, status: int
) -> None:
    server = ArcadeServer(host, 8000, local=host == "localhost", pages=1, memory=1 << 30, folder="boards")
    key = server._access.redeem(server._access.token)
    assert key
    async with TestServer(server.make_app(), host="localhost") as served:
        reader, writer = await asyncio.open_connection("localhost", served.port)
        usual = [b"Host: localhost:%d" % (served.port or 0), b"Cookie: marbles-tui=%s" % key.encode()]
        others = [line for line in usual if line.split()[0] != header.split()[0]]
        lines = (b"GET %s HTTP/1.1" % asked, header, *others, b"Connection: close", b"", b"")
        writer.write(b"\r\n".join(lines))
        answer = await reader.read()
        writer.close()
    assert answer.startswith(b"HTTP/1.1 %d" % status), answer


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended and was not fetched does not."""
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_name_that_was_led_here_is_not_ours() -> None:
    server = ArcadeServer("localhost", 8000, local=True, pages=1, memory=1 << 30, folder="boards")
    assert server.is_own("127.0.0.1:8000", "http://127.0.0.1:8000")
    assert server.is_own("[::1]:8000", "http://[::1]:8000")
    assert not server.is_own("evil.example:8000")
    assert not server.is_own("evil.example:8000", "http://evil.example:8000")
    assert not server.is_own("[::1:8000")
    assert not server.is_own("[::1]:8000", "http://[::1")
    open_to_all = ArcadeServer("0.0.0.0", 8000, local=False, pages=1, memory=1 << 30, folder="boards")
    assert open_to_all.is_own("house.example:8000", "http://house.example:8000")
    assert not open_to_all.is_own("house.example:8000", "http://evil.example:8000")


def test_an_address_of_colons_stands_in_brackets() -> None:
    server = ArcadeServer("::1", 8000, local=True, pages=1, memory=1 << 30, folder="boards")
    assert server.address.startswith("http://[::1]:8000/?token=")
