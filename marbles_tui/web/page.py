"""One page: an arcade in a process of its own, at the other end of a web socket."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from marbles_tui.ai.engine.job import apart

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
