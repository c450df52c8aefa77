"""The arcade's page in a browser: all of its scripts, with a terminal and a worker that are played."""

from __future__ import annotations

import asyncio
import shutil
import zlib
from base64 import b64encode
from pathlib import Path
from time import monotonic
from typing import Final

import pytest
from playwright.async_api import BrowserContext, Error, Page

from tests.browser.site_tab import NotHere, Server, chromium, chromium_here
from tests.browser.test_text_clicks import SITE, changes
from tests.golden import compare

pytestmark = pytest.mark.long

HERE: Final = Path(__file__).parent

COLOURS: Final = {"red": b"\xff\0\0\xff", "green": b"\0\xff\0\xff", "blue": b"\0\0\xff\xff"}

PATIENCE: Final = 60.0
RESTS: Final = 5
"""So often nothing has changed when it is told."""


class Visitor:
    """Somebody with several tabs."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.tabs: dict[str, Page] = {}
        self.page: Page
        self.before: list[str] = []

    async def tab(self, name: str) -> None:
        if name not in self.tabs:
            self.tabs[name] = await self.context.new_page()
            await self.tabs[name].goto(self.address)
        self.page, self.before = self.tabs[name], []
        await self.page.bring_to_front()

    async def does(self, what: str, words: str) -> None:
        """One line of a story."""
        match what:
            case "tab":
                await self.tab(words)
            case "load":
                await self.page.reload()
            case "key":
                await self.page.keyboard.press(words)
            case "press":
                await self.page.get_by_role("button", name=words, exact=True).click()
            case "rest":
                await asyncio.sleep(float(words))
            case "wait":
                end = monotonic() + PATIENCE
                while words not in "\n".join(told := await self.sees("notes", "seen()")):
                    assert monotonic() < end, f"waited for {words}: {told}"
                    await asyncio.sleep(0.05)
            case "image":
                number, wide, tall, colour = words.split()
                dots = b64encode(zlib.compress(COLOURS[colour] * (int(wide) * int(tall)))).decode()
                await self.act("osc", f"7711;a=t,i={number},s={wide},v={tall};{dots}")
            case _:
                await self.act(what, words)

    async def act(self, what: str, words: str) -> None:
        await self.page.evaluate("([what, words]) => { played.does[what](words); }", [what, words])

    async def sees(self, *what: str) -> list[str]:
        """What is told and seen; nothing of a page that is loaded anew meanwhile."""
        try:
            return [str(line) for one in what for line in await self.page.evaluate(f"played.{one}")]
        except Error:
            return []

    async def happened(self) -> list[str]:
        """What has happened and what is seen now, as soon as that rests."""
        told: list[str] = []
        rests, now = 0, [""]
        while rests < RESTS:
            await asyncio.sleep(0.05)
            notes, last, now = await self.sees("notes.splice(0)"), now, await self.sees("seen()")
            told += notes
            rests = 0 if notes or now != last else rests + 1
        lines = [f"    {note}" for note in told] + changes(self.before, now)
        self.before = now
        return [line.replace(self.address, "/") for line in lines]


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "fingers"])
async def test_the_page_is_clicked_through(tmp_path: Path, touch: bool) -> None:
    """What is done stands behind ">" in a file, and what happens then, and what has come ("+") and gone ("-"); behind
    ">>" what may happen at once or later, and is waited for next. `PLAYTHROUGHS=write` takes it anew."""
    try:
        program = chromium_here()
    except NotHere as missing:
        pytest.skip(str(missing))
    folder = tmp_path / "site"
    shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns("service-worker.js", "node_modules"))
    shutil.copy(HERE / "played_look.js", folder / "look.js")
    file = HERE / f"page_{'fingers' if touch else 'clicks'}.txt"
    lines: list[str] = []
    with Server(folder) as server:
        async with chromium(program, server) as first:
            assert first.browser
            context = await first.browser.new_context(has_touch=touch, is_mobile=touch)
            context.set_default_timeout(10_000)
            await context.add_init_script(path=HERE / "played_page.js")
            visitor = Visitor(context, f"{server.address}index.html")
            for line in file.read_text(encoding="utf-8").splitlines():
                if not line.startswith("    "):
                    lines.append(line)
                if line.startswith(">"):
                    await visitor.does(*line.lstrip("> ").partition(" ")[::2])
                if line.startswith("> "):
                    lines += await visitor.happened()
    compare(file, lines)
