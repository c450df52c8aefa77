"""Firefox and WebKit, driven as W3C's WebDriver says: the one over BiDi, the other over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import aiohttp

FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT: Final = shutil.which("WebKitWebDriver")
MINI_BROWSER: Final = tuple(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
PREFERENCES: Final = 'user_pref("dom.w3c_touch_events.enabled", 1);\n'
PATIENCE: Final = 120.0
KEYS: Final = {"Enter": "\ue007", "Escape": "\ue00c"}
"""What WebDriver calls them."""

WIDTH: Final = "1000"
HEIGHT: Final = "700"
"""Of Firefox's window."""

Actions = Sequence[dict[str, Any]]


async def until(what: Callable[[], Awaitable[Any]], name: str) -> Any:
    """What something comes to, as soon as that is something."""
    end, failed = time.monotonic() + PATIENCE, ""
    while time.monotonic() < end:
        try:
            if found := await what():
                return found
        except (
            aiohttp.ClientError,
            AssertionError,
        ) as error:  # a page that is loaded anew, a driver that begins
            failed = str(error)
        await asyncio.sleep(0.1)
    raise AssertionError(f"waited {PATIENCE:g} s for this: {name}. {failed}")


class Engine(ABC):
    """A browser with one page."""

    name = ""
    fingers = True
    """Whether its driver has any."""
    keeps = True
    """Whether games outlast a page. WebKitGTK 2.50 has no storage for that, and the arcade says so."""

    @abstractmethod
    async def go(self, address: str) -> None:
        """Load a page."""

    @abstractmethod
    async def other_tab(self) -> None:
        """Open another tab, and go on there."""

    @abstractmethod
    async def value(self, expression: str) -> Any:
        """What an expression of the page's language comes to."""

    @abstractmethod
    async def act(self, source: str, actions: Actions, **more: Any) -> None:
        """Let a source of input, "key" or "pointer", do something."""

    async def press(self, text: str) -> None:
        """Press the keys of a text, or one by its name."""
        steps = [
            {"type": kind, "value": key} for key in KEYS.get(text, text) for kind in ("keyDown", "keyUp")
        ]
        await self.act("key", steps)

    async def point(self, x: float, y: float, kind: str = "mouse") -> None:
        """Click or tap a point of the window."""
        at = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}
        steps = [at, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        await self.act("pointer", steps, parameters={"pointerType": kind})


class Firefox(Engine):
    """Over WebDriver BiDi."""

    name = "Firefox"

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line, self._numbers = line, count(1)
        self._context = ""

    async def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        await self._line.send_json({"id": number, "method": method, "params": parameters})
        async with asyncio.timeout(PATIENCE):
            while (told := await self._line.receive_json()).get("id") != number:
                pass
        if told["type"] == "error":
            raise AssertionError(f"{method}: {told['message']}")
        return told["result"]

    async def begin(self) -> bool:
        """Open its page."""
        await self._ask("session.new", capabilities={})
        tree = await self._ask("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]
        return True

    async def go(self, address: str) -> None:
        await self._ask("browsingContext.navigate", context=self._context, url=address, wait="interactive")

    async def other_tab(self) -> None:
        self._context = (await self._ask("browsingContext.create", type="tab"))["context"]

    async def value(self, expression: str) -> Any:
        told = await self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression} ?? null)",
            target={"context": self._context},
            awaitPromise=True,
        )
        return json.loads(told["result"]["value"]) if told["type"] == "success" else None

    async def act(self, source: str, actions: Actions, **more: Any) -> None:
        sources = [{"type": source, "id": f"{source}{more}", "actions": actions, **more}]
        await self._ask("input.performActions", context=self._context, actions=sources)


class WebKit(Engine):
    """Over WebDriver."""

    name = "WebKit"
    fingers = False
    keeps = False

    def __init__(self, asks: aiohttp.ClientSession, address: str) -> None:
        self._asks, self._address = asks, address

    async def _ask(self, path: str, **body: Any) -> Any:
        async with self._asks.post(f"{self._address}{path}", json=body) as answer:
            value = (await answer.json(content_type=None))["value"]
        if answer.status != 200:
            raise AssertionError(f"{path}: {value['message']}")
        return value

    async def begin(self) -> bool:
        """Open its page."""
        options = {"binary": str(MINI_BROWSER[0]), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        told = await self._ask("/session", capabilities=wanted)
        self._address += f"/session/{told['sessionId']}"
        return True

    async def end(self) -> None:
        """Close it."""
        async with self._asks.delete(self._address):
            pass

    async def go(self, address: str) -> None:
        await self._ask("/url", url=address)

    async def other_tab(self) -> None:
        made = await self._ask("/window/new", type="tab")
        await self._ask("/window", handle=made["handle"])

    async def value(self, expression: str) -> Any:
        return await self._ask("/execute/sync", script=f"return {expression}", args=[])

    async def act(self, source: str, actions: Actions, **more: Any) -> None:
        sources = [{"type": source, "id": f"{source}{more}", "actions": actions, **more}]
        await self._ask("/actions", actions=sources)


@asynccontextmanager
async def running(home: str, *command: str, **environment: str) -> AsyncIterator[asyncio.StreamReader]:
    """A program, until it is left; what it says."""
    homes = {"HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home, "XDG_CONFIG_HOME": home}
    program = await asyncio.create_subprocess_exec(
        *command,
        env={**os.environ, **homes, **environment},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert program.stderr
    try:
        yield program.stderr
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        await program.wait()


@asynccontextmanager
async def firefox() -> AsyncIterator[Engine]:
    """Firefox without a window."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        Path(home, "user.js").write_text(PREFERENCES, encoding="utf-8")
        command = (str(FIREFOX), "--headless", "--profile", home, "--remote-debugging-port", "0")
        async with (
            running(home, *command, MOZ_HEADLESS_WIDTH=WIDTH, MOZ_HEADLESS_HEIGHT=HEIGHT) as says,
            aiohttp.ClientSession() as asks,
        ):
            while not (found := re.search(r"ws://\S+", (await says.readline()).decode())):
                assert not says.at_eof(), "Firefox has ended"
            async with asks.ws_connect(f"{found[0]}/session", max_msg_size=0) as line:
                engine = Firefox(line)
                await engine.begin()
                yield engine


@asynccontextmanager
async def webkit() -> AsyncIterator[Engine]:
    """WebKitGTK on a screen that nobody sees."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = ("xvfb-run", "-a", str(WEBKIT), f"--port={port}")
        async with running(home, *command), aiohttp.ClientSession() as asks:
            engine = WebKit(asks, f"http://127.0.0.1:{port}")
            await until(engine.begin, "WebKit's driver")
            yield engine
            with suppress(AssertionError):
                await engine.end()
