"""site/ in a browser without a window and without a network: a page whose terminal is read."""

from __future__ import annotations

import asyncio
import http.server
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from playwright.async_api import BrowserContext, Error, Page, async_playwright

from scripts import site
from scripts.site import unchanged
from tests.web.browser import CHROMIUM

PATIENCE: Final = 60.0
"""Seconds to wait for what should happen in a moment: far more than a busy machine takes."""

MENU: Final = "5 GOBBLET"
"""Is on the screen when the menu is."""

READ: Final = Path(__file__).with_name("site_tab.js").read_text(encoding="utf-8")
"""What is read off a page, as functions in its own language."""

ANSWERED: Final = 10.0
"""Seconds after which a question is asked again: a worker that ended meanwhile never answers."""

DRAWN: Final = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
"""Comes when a window that has another size now has been laid out and drawn."""

ASKED: Final = """code => globalThis.page
    ? python.runPython("from js import page\\narcade = page.arcade\\n" + code) : null"""


class Cell(NamedTuple):
    """What a cell of a terminal shows."""

    char: str
    """"" for the right half of a wide character."""
    ink: str = ""
    """#rrggbb, the number of a palette's colour, or "" for the terminal's own."""
    ground: str = ""
    style: str = ""
    """Of bold, dim, italic, underlined, reversed and struck through the first letters."""


class SiteTab:
    """A page that shows the arcade."""

    def __init__(self, page: Page, address: str) -> None:
        """A page that is still empty."""
        self.page, self.address = page, address
        self.faults: list[str] = []
        """What the page and its workers complain of."""
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("crash", lambda _: self.faults.append("the page has crashed"))
        page.set_default_timeout(PATIENCE * 1000)

    async def open(self, where: str = "") -> float:
        """Go to the page, and wait until the menu is painted; the seconds that took."""
        began = time.perf_counter()
        await self.page.goto(self.address + where)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not await _unless_anew(self.read("shows", MENU)):
                    pass
        await self.sees(MENU)
        return time.perf_counter() - began

    async def reload(self) -> float:
        """The same with the page's own way of beginning anew."""
        began = time.perf_counter()
        await self.page.reload()
        await self.painted()
        return time.perf_counter() - began

    async def painted(self) -> None:
        """Wait until the arcade shows something."""

        async def shown() -> bool:
            return bool((await self.screen()).strip())

        await self.until(shown, "a screen that is painted")

    async def resize(self, columns: int, rows: int) -> None:
        """Make the window so large that the terminal has a size."""
        for _ in range(8):
            now = await self.page.evaluate("[terminal.cols, terminal.rows]")
            if now == [columns, rows]:
                return
            box = await self.page.locator(".xterm-screen").bounding_box()
            view = self.page.viewport_size
            assert box
            assert view
            wide, tall = box["width"] / now[0], box["height"] / now[1]
            await self.page.set_viewport_size(
                {
                    "width": round(
                        view["width"] + (columns - now[0]) * wide + 0.3 * wide * (columns != now[0])
                    ),
                    "height": round(view["height"] + (rows - now[1]) * tall + 0.3 * tall * (rows != now[1])),
                }
            )
            await self.page.evaluate(DRAWN)
        raise AssertionError(f"the terminal does not come to {columns} × {rows}: {now}")

    # What is seen

    async def screen(self) -> str:
        """What is on the screen, line by line; nothing before there is a terminal."""
        return str(await _unless_anew(self.read("text")) or "")

    async def read(self, name: str, given: Any = None) -> Any:
        """What one of the functions comes to."""
        return await self.page.evaluate(f"given => ({READ}).{name}(given)", given)

    async def cells(self) -> list[list[Cell]]:
        """The same cell by cell."""
        return [[Cell(*cell) for cell in row] for row in await self.read("cells")]

    async def until(self, true: Any, what: str, patience: float = PATIENCE) -> None:
        """Wait until something holds.

        Raises AssertionError if it does not in good time, with what there is instead.
        """
        end = time.monotonic() + patience
        while not await _answered(true()):
            if time.monotonic() > end:
                raise AssertionError(
                    f"waited {patience:g} s for this: {what}\n{await self.screen()}"
                    f"\n{await self.page.inner_text('body')}\n{self.faults}"
                )
            await asyncio.sleep(0.03)

    async def sees(self, *texts: str) -> None:
        """Wait for words on the screen."""

        async def shown() -> bool:
            screen = await self.screen()
            return all(text in screen for text in texts)

        await self.until(shown, f"{texts} on the screen")

    async def sees_no(self, text: str) -> None:
        """Wait until words are gone."""

        async def gone() -> bool:
            return text not in await self.screen()

        await self.until(gone, f"no {text!r} on the screen")

    async def rest(self, quiet: float = 0.3, most: float = 5.0) -> list[list[Cell]]:
        """Wait until nothing has changed for a while; what is there then."""
        before, since, end = await self.cells(), time.monotonic(), time.monotonic() + most
        while time.monotonic() < min(since + quiet, end):
            await asyncio.sleep(0.05)
            now = await self.cells()
            if now != before:
                before, since = now, time.monotonic()
        return before

    # What is done

    async def press(self, *keys: str) -> None:
        """Press keys, by the names that browsers give them."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def react(self, key: str, quiet: int = 120) -> tuple[float, float] | None:
        """Press a key; the milliseconds to the first paint that answers it and to the last one before the screen is
        quiet for so many. None if nothing answers."""
        await self.read("arm", quiet)
        await self.press(key)
        times = await self.read("reaction")
        return (times[0], times[1]) if times else None

    async def type(self, text: str) -> None:
        """Press the keys of a text."""
        await self.page.keyboard.type(text)

    async def paste(self, text: str) -> None:
        """Paste, as the browser tells the page of it."""
        await self.read("paste", text)

    async def ask(self, expression: str) -> Any:
        """What a Python expression comes to; `arcade` is the arcade. None before there is one."""
        for worker in self.page.workers:
            if worker.url.endswith("/arcade.js"):
                return await _unless_anew(worker.evaluate(ASKED, expression))
        return None


async def _answered(question: Awaitable[Any]) -> bool:
    """Whether something holds; not, where nothing answers."""
    try:
        return bool(await asyncio.wait_for(question, ANSWERED))
    except TimeoutError:
        return False


async def _unless_anew(told: Awaitable[Any]) -> Any:
    """What is told; None by a page that begins anew meanwhile."""
    try:
        return await told
    except Error as error:
        if not re.search("context|target.*closed", str(error), re.IGNORECASE):
            raise
        return None


@asynccontextmanager
async def chromium(program: str, server: Server) -> AsyncIterator[BrowserContext]:
    """A browser that reaches the server and no other host."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program,
            args=["--disable-background-networking", "--disable-gpu"],
            proxy={"server": server.address, "bypass": "127.0.0.1"},
            chromium_sandbox=os.geteuid() != 0,  # which root cannot have
        )
        try:
            yield await browser.new_context(viewport={"width": 800, "height": 480})
        finally:
            await browser.close()


def words(rows: Sequence[Sequence[Cell]]) -> str:
    """The text of cells."""
    return "\n".join("".join(cell.char for cell in row).rstrip() for row in rows)


CHROMIUMS_OWN: Final = (
    "accounts.google.com",
    "content-autofill.googleapis.com",
    "android.clients.google.com",
    "update.googleapis.com",
)
"""Hosts that Chromium asks for itself, whatever page is shown."""


class Server:
    """The folder, served. It is also the proxy of a browser, which asks it for all that lies on other hosts, and does
    not get it."""

    def __init__(self, folder: Path, port: int = 0, rate: int | None = None) -> None:
        """A server that answers until it is stopped; port 0: at any that is free. `rate`: bytes a second of all that
        it sends, if there is a limit."""
        self.asked: list[str] = []
        """The paths that were asked for."""
        self.sent = 0
        """Bytes of files that were sent."""
        self.elsewhere: list[str] = []
        """What was asked of other hosts."""
        self.rate = rate
        self.holds = ""
        self.going_on = threading.Event()
        self.turn = threading.Lock()
        """Of who sends, where there is a rate."""
        self._server = _Served(self, folder, port)
        self.port = int(self._server.server_address[1])
        self.address = f"http://127.0.0.1:{self.port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Send no file whose name ends so meanwhile."""
        self.going_on.clear()
        self.holds = name
        try:
            yield
        finally:
            self.holds = ""
            self.going_on.set()

    def stop(self) -> None:
        """Answer no more."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


PART: Final = 16_384
"""Bytes that a server with a rate sends at once."""


class _Served(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, server: Server, folder: Path, port: int) -> None:
        super().__init__(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
        self.tally = server


class _Handler(http.server.SimpleHTTPRequestHandler):
    server: _Served

    def do_GET(self) -> None:
        if self.path.startswith("/"):
            tally = self.server.tally
            tally.asked.append(self.path)
            if tally.holds and self.path.endswith(tally.holds):
                tally.going_on.wait()
            super().do_GET()
        else:
            self.do_CONNECT()

    def do_POST(self) -> None:
        self.do_CONNECT()

    def do_CONNECT(self) -> None:
        if not any(host in self.path for host in CHROMIUMS_OWN):
            self.server.tally.elsewhere.append(f"{self.command} {self.path}")
        self.send_error(502)

    def guess_type(self, path: Any) -> str:
        return "application/wasm" if str(path).endswith(".wasm") else super().guess_type(path)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if hasattr(source, "fileno"):
            self.server.tally.sent += os.fstat(source.fileno()).st_size
        tally = self.server.tally
        if not tally.rate:
            super().copyfile(source, outputfile)
            return
        while part := source.read(PART):
            with tally.turn:
                time.sleep(len(part) / tally.rate)
            outputfile.write(part)

    def log_message(self, *words: Any) -> None:
        pass


class NotHere(Exception):
    """What is missing on this machine."""


def built(build: bool = True) -> Path:
    """The folder, built anew where the sources have changed, if it may be. Raises NotHere with what it
    takes and is not there."""
    if unchanged():
        return site.SITE
    if not build:
        raise NotHere("site/ is not there, or not of these sources: make site builds it")
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotHere(f"there is no {program}: on Debian, apt install nodejs npm")
    try:
        site.build()
    except subprocess.CalledProcessError as error:
        if error.cmd[0] != "npm":
            raise
        raise NotHere("npm cannot fetch what the page is made of") from error
    return site.SITE


def chromium_here() -> str:
    """The browser. Raises NotHere."""
    if CHROMIUM is None:
        raise NotHere("there is no Chromium: on Debian, apt install chromium")
    return CHROMIUM
