"""Serves the arcade to browsers, on this machine unless told otherwise: to whoever was given the address that `serve`
printed."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp_jinja2
import jinja2
import textual_serve.server
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from marbles_tui.ai.engine.job import apart
from marbles_tui.core.text import sanitize_line

WIDEST: Final = 500
HIGHEST: Final = 200
"""The largest screen of a page, in columns and rows."""

LONGEST_MESSAGE: Final = 4 * 1024 * 1024
"""Bytes that a page may send at once; a paste of a million characters is some of them."""

MOMENT: Final = 0.4
"""Seconds that an arcade has to save and end before it is ended."""


class WebPage(AppService):
    """An arcade that belongs to one web socket. It ends with the socket, and the socket with it."""

    def __init__(
        self, socket: web.WebSocketResponse, downloads: DownloadManager, memory: int, folder: str
    ) -> None:
        """`memory`: bytes of address space that the arcade may use; `folder`: where it may write files."""
        super().__init__(
            "",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=self._close_socket,
            download_manager=downloads,
        )
        self._socket = socket
        self._memory = memory
        self._folder = folder

    async def _close_socket(self) -> None:
        await self._socket.close()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the arcade as the leader of a group, so that nothing it starts outlives it."""
        environment = self._build_environment(width=width, height=height)
        environment["MARBLES_TUI_FOLDER"] = self._folder
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "marbles_tui"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=environment,
            **apart(),
        )
        limit_memory(process.pid, self._memory)
        assert process.stdin
        self._stdin = process.stdin
        return process

    async def listen(self) -> None:
        """Pass on what the page sends until it closes. Raises ValueError for what no page of ours sends."""
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                raise ValueError(f"expected text, found a message of type {message.type.name}")
            await self._obey(*read_message(message.data))

    async def _obey(self, kind: str, said: Any) -> None:
        if kind == "stdin":
            if said:  # to the arcade nothing would be the end of everything
                await self.send_bytes(said.encode("utf-8", "replace"))
        elif kind == "resize":
            await self.set_terminal_size(*said)
        elif kind == "ping":
            await self._socket.send_json(["pong", said])
        elif kind == "blur":
            await self.blur()
        elif kind == "focus":
            await self.focus()

    async def stop(self) -> None:
        """Ask the arcade to end; end it where it takes longer than a moment."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(Exception):
            await self.send_meta({"type": "quit"})
        try:
            await asyncio.wait_for(process.wait(), MOMENT)
        except TimeoutError:
            kill_group(process.pid)
            await process.wait()
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self._download_manager.cancel_app_downloads(app_service_id=self.app_service_id)


def read_message(text: str) -> tuple[str, object]:
    """What a page sent: its kind, and a text, a size within WIDEST and HIGHEST, or a number to send back.

    Raises ValueError for anything else.
    """
    try:
        envelope = json.loads(text)
    except RecursionError as error:
        raise ValueError("expected a list, found one that is nested too deeply") from error
    match envelope:
        case ["stdin", str(typed)]:
            return "stdin", typed
        case ["resize", {"width": int(width), "height": int(height)}]:
            return "resize", clamped(width, height)
        case ["ping", (int() | float() | str()) as number]:
            return "ping", number
        case [("blur" | "focus") as kind, *_]:
            return kind, None
    raise ValueError("expected stdin, resize, ping, blur or focus")


def clamped(width: int, height: int) -> tuple[int, int]:
    """A size that a screen can have."""
    return max(1, min(width, WIDEST)), max(1, min(height, HIGHEST))


def size_of(query: Mapping[str, str]) -> tuple[int, int]:
    """The size that a page asks for, 80 by 24 where it says nothing that can be read."""
    numbers = [query.get(name, "") for name in ("width", "height")]
    width, height = (
        int(number) if number.isascii() and number.isdigit() and len(number) < 10 else usual
        for number, usual in zip(numbers, (80, 24), strict=True)
    )
    return clamped(width, height)


def limit_memory(process: int, most: int) -> None:
    """Let a process, and those it starts, use no more than so many bytes each, where the system can do that."""
    try:
        import resource
    except ImportError:
        return
    if hasattr(resource, "prlimit"):
        with suppress(OSError, ValueError):
            resource.prlimit(process, resource.RLIMIT_AS, (most, most))


def kill_group(leader: int) -> None:
    """End a process and all that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(leader, signal.SIGKILL)
        else:
            os.kill(leader, signal.SIGTERM)


BYTES: Final = 24
"""Random bytes of a token or a key: 192 bits."""

MOST_KEYS: Final = 100
"""Browsers that are known at a time; the oldest is forgotten first."""


class Access:
    """A token that is good for one use, and the keys of the browsers that have used one.

    `renewed` is called when there is a new token, so that it can be printed where the server was started.
    """

    def __init__(self, renewed: Callable[[], object]) -> None:
        self.token = token_urlsafe(BYTES)
        self._keys: list[str] = []
        self._renewed = renewed

    def redeem(self, token: str) -> str | None:
        """A key for a browser that shows the token, which is used up by that; None for any other text."""
        if not _same(token, self.token):
            return None
        self.token = token_urlsafe(BYTES)
        key = token_urlsafe(BYTES)
        self._keys = [*self._keys[1 - MOST_KEYS :], key]
        self._renewed()
        return key

    def admits(self, key: str) -> bool:
        """Whether a key was given to a browser here."""
        return any(_same(key, known) for known in self._keys)


def _same(given: str, known: str) -> bool:
    """Whether both are the same, in a time that does not tell how much of them is. Any bytes may be `given`."""
    return compare_digest(given.encode(errors="replace"), known.encode())


LOCAL: Final = ("localhost", "127.0.0.1", "::1")
"""What this machine is called by itself."""

COOKIE: Final = "marbles-tui"
HERE: Final = Path(__file__).parent
STATIC: Final = Path(textual_serve.server.__file__).parent / "static"
"""The terminal that runs in the browser."""

FONT_SIZES: Final = range(6, 73)

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What every answer says: nothing of anybody else's is loaded, and no other page may show this one."""

USED: Final = (
    "This address was used already, or is not complete. Use the browser in which it was opened, or the address that "
    "was printed last."
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

log = logging.getLogger("marbles_tui.serve")


class ArcadeServer:
    """Opens an arcade for each page, for whoever was given the address, and for no page of anybody else's.

    A browser lets any site open a connection to this machine; the origin it names and a key of its own tell them
    apart.
    """

    def __init__(self, host: str, port: int, *, local: bool, pages: int, memory: int, folder: str) -> None:
        """A server at an address and a port; `local`: whether this machine alone reaches it. At most so many `pages`
        at once, each with so many bytes of `memory`, which write files only below `folder`."""
        self.host, self.port, self._local = host, port, local
        self._most, self._memory, self._folder = pages, memory, folder
        self._access = Access(lambda: self._say(f"Another browser: {self.address}"))
        self._pages: dict[WebPage, web.WebSocketResponse] = {}
        self._opening = 0
        self._downloads = DownloadManager()

    @property
    def address(self) -> str:
        """Where a browser opens it: good for one use."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/?token={self._access.token}"

    def _say(self, line: str) -> None:
        print(line, flush=True)

    def serve(self) -> None:
        """Serve until Ctrl-C, or until the process is asked to end."""
        web.run_app(
            self.make_app(),
            host=self.host,
            port=self.port,
            print=lambda _: self._say(f"The arcade is at {self.address} (Ctrl-C ends it)."),  # it listens now
            access_log=None,
            shutdown_timeout=0.2,
            handler_cancellation=True,
        )

    def make_app(self) -> web.Application:
        """What answers."""
        app = web.Application(middlewares=[self._guard])
        aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True)
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/favicon.ico", self._no_icon),
                web.get("/ws", self._socket),
                web.get("/download/{key}", self._download),
                web.static("/static", STATIC),
                web.static("/own", HERE / "static"),
            ]
        )
        app.on_shutdown.append(self._ended)
        return app

    # Who gets in

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only this server's own names, and only with a key, but for the first page."""
        if not self.is_own(request.host):
            raise web.HTTPForbidden(text="this server goes by another name")
        private = request.path == "/ws" or request.path.startswith("/download/")
        if private and not self._admits(request):
            raise web.HTTPForbidden(text=USED)
        try:
            answer = await handler(request)
        except web.HTTPException as error:
            error.headers.update(self._headers(request.host))
            raise
        if not answer.prepared:
            answer.headers.update(self._headers(request.host))
        return answer

    def _admits(self, request: web.Request) -> bool:
        return self._access.admits(request.cookies.get(COOKIE, ""))

    def _headers(self, host: str) -> dict[str, str]:
        sockets = f" ws://{host} wss://{host}"
        return {name: value.replace("{sockets}", sockets) for name, value in HEADERS.items()}

    def is_own(self, host: str, origin: str | None = None) -> bool:
        """Whether a request for `host` (a name with its port) is meant for this server; and, where it names an
        `origin`, whether it comes from a page of ours."""
        try:
            name = urlsplit(f"//{host}").hostname
            if origin is not None and urlsplit(origin).netloc != host:
                return False
        except ValueError:
            return False
        if not host.isascii():
            return False  # it is written into the headers of answers
        return not self._local or name in (*LOCAL, self.host)

    # What is answered

    async def _index(self, request: web.Request) -> web.StreamResponse:
        token = request.query.get("token")
        if token is not None and (key := self._access.redeem(token)):
            answer: web.StreamResponse = web.Response(status=303, headers={"Location": "/"})
            answer.set_cookie(COOKIE, key, httponly=True, samesite="Strict")
            return answer
        if not self._admits(request):
            raise web.HTTPForbidden(text=USED)
        asked = request.query.get("fontsize", "")
        size = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else 16
        size = max(FONT_SIZES.start, min(size, FONT_SIZES.stop - 1))
        page = aiohttp_jinja2.render_string("app_index.html", request, {"name": "Marbles", "font_size": size})
        return web.Response(text=page, content_type="text/html")

    async def _no_icon(self, request: web.Request) -> web.StreamResponse:
        return web.Response(status=204)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Open an arcade."""
        origin = request.headers.get("Origin")
        if origin is None or not self.is_own(request.host, origin):
            raise web.HTTPForbidden(text="this page is not from here")
        if len(self._pages) + self._opening >= self._most:
            raise web.HTTPServiceUnavailable(text=f"{self._most} pages are open already, the most allowed")
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST_MESSAGE, timeout=0.2)
        self._opening += 1
        page = WebPage(socket, self._downloads, self._memory, self._folder)
        try:
            await socket.prepare(request)
            self._pages[page] = socket
        finally:
            self._opening -= 1
        try:
            await page.start(*size_of(request.query))
            await page.listen()
        except ValueError as error:
            log.warning("a page was closed: %s", sanitize_line(str(error), 200))
        finally:
            self._pages.pop(page, None)
            await asyncio.shield(self._close(page, socket))
        return socket

    async def _close(self, page: WebPage, socket: web.WebSocketResponse) -> None:
        await page.stop()
        if not socket.closed:
            await socket.close()

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """A file that an arcade hands over: a picture of its screen."""
        key = request.match_info["key"]
        try:
            about = await self._downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound(text="there is no such file") from None
        name = sanitize_line(about.file_name, 100).replace('"', "").replace("\\", "")
        answer = web.StreamResponse(headers=self._headers(request.host))
        answer.content_type = "application/octet-stream"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        await answer.prepare(request)
        async for chunk in self._downloads.download(key):
            await answer.write(chunk)
        await answer.write_eof()
        return answer

    # The end

    async def _ended(self, app: web.Application) -> None:
        await asyncio.gather(
            *(self._close(page, socket) for page, socket in self._pages.items()), return_exceptions=True
        )
