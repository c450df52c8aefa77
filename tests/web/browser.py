"""A browser without a window, with the arcade in its only page."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:  # `make test` installs no browser's driver
    from playwright.async_api import Page, WebSocket

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM: Final = next(filter(None, map(shutil.which, NAMES)), None)
"""The program; None where there is none."""


class Tab:
    """A page in which a terminal is shown."""

    def __init__(self, page: Page) -> None:
        """A page that is still empty."""
        self.page = page
        self.size = (0, 0)
        """Columns and rows of the terminal."""
        page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        asked = parse_qs(urlsplit(socket.url).query)
        self.size = int(asked["width"][0]), int(asked["height"][0])
        socket.on("framesent", self._sent)

    def _sent(self, frame: str | bytes) -> None:
        kind, *rest = json.loads(frame)
        if kind == "resize":
            self.size = rest[0]["width"], rest[0]["height"]

    async def open(self, address: str) -> None:
        """Go to a page, and wait until a terminal is shown in it."""
        await self.page.goto(address)
        await self.page.wait_for_selector("body.-first-byte")
        await self.page.locator(".xterm-helper-textarea").focus()

    async def click(self, column: int, row: int) -> None:
        """Click the middle of a cell of the terminal, counted from 0."""
        box = await self.page.locator(".xterm-screen").bounding_box()
        assert box
        wide, tall = box["width"] / self.size[0], box["height"] / self.size[1]
        await self.page.mouse.click(box["x"] + (column + 0.5) * wide, box["y"] + (row + 0.5) * tall)


@asynccontextmanager
async def browser(program: str) -> AsyncIterator[Tab]:
    """A browser with one page, 1000 × 700."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=program,
            args=["--disable-background-networking"],
            chromium_sandbox=os.geteuid() != 0,  # which root cannot have
        )
        try:
            yield Tab(await chromium.new_page(viewport={"width": 1000, "height": 700}))
        finally:
            await chromium.close()
