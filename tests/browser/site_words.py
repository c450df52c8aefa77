"""The text version of site/: found, read and played by the keyboard alone, as with a screen reader."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from playwright.async_api import Page

from marbles_tui.core import Game
from tests.browser.site_tab import Server

MENU: Final = "#menu:not([hidden])"
PATIENCE: Final = 60_000
"""Milliseconds to wait for what should happen soon."""

MOST_TABS: Final = 60
MOST_TURNS: Final = 500

ANSWERED: Final = """before => {
    const answers = document.querySelectorAll("#log .answer");
    return answers.length > before && Boolean(answers[answers.length - 1].querySelector(".question"));
}"""

CONTRAST: Final = """() => {
    const channel = (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (rgb) => 0.2126 * channel(rgb[0]) + 0.7152 * channel(rgb[1]) + 0.0722 * channel(rgb[2]);
    const ground = (element) => {
        const rgb = numbers(getComputedStyle(element).backgroundColor);
        return rgb.length < 4 || rgb[3] > 0 ? rgb : ground(element.parentElement);
    };
    const written = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
    const ratios = [...document.querySelectorAll("body *")]
        .filter((element) => element.checkVisibility() && [...element.childNodes].some(written))
        .map((element) => [light(numbers(getComputedStyle(element).color)), light(ground(element))])
        .map(([ink, paper]) => (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05));
    return Math.min(...ratios);
}"""
"""The least ratio of a text's luminance to that of its ground, as WCAG 2 reckons it."""


class WordsTab:
    """A page with the text version, and somebody who has a keyboard and no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def come(self, server: Server) -> None:
        """Come to it from the arcade's page, by the first thing that Tab leads to until the arcade is there."""
        with server.held(".zst"):
            await self.page.goto(server.address, wait_until="load")
            # It loads itself anew once.
            await self.page.wait_for_function("() => crossOriginIsolated", timeout=PATIENCE)
            await self.page.wait_for_selector("#in-words")
            await self.page.keyboard.press("Tab")
            assert await self._is_at("#in-words"), "the text version is not what Tab comes to first"
            await self.page.keyboard.press("Enter")
            await self.page.wait_for_url("**/text.html", wait_until="commit")
        await self.page.wait_for_selector(MENU, timeout=PATIENCE)

    async def sit_down(self, game: Game) -> None:
        """Begin a game, with everything as the menu proposes it."""
        await self._tab_to("#games input")
        while not await self._is_at(f'[value="{game.key}"]'):
            await self.page.keyboard.press("ArrowDown")
        await self._tab_to("#play button")
        await self.page.keyboard.press("Enter")
        await self.page.wait_for_selector("#log .question", timeout=PATIENCE)
        assert await self._is_at("#line"), "who sits down is not where moves are typed"

    async def play_to_the_end(self, seed: int) -> int:
        """Play random moves; how many that were."""
        random = Random(seed)
        for turn in range(MOST_TURNS):
            if "The game is over" in await self._last():
                return turn
            said = " ".join((await self.say("moves")).split())
            legal = said.partition("Legal moves:")[2].partition(" Your move")[0].split()
            await self.say(random.choice(legal) if legal else "")
        raise AssertionError(f"no end after {MOST_TURNS} turns")

    async def say(self, line: str) -> str:
        """Type a line; what is said to it."""
        before = await self.page.locator("#log .answer").count()
        await self.page.keyboard.type(line)
        await self.page.keyboard.press("Enter")
        await self.page.wait_for_function(ANSWERED, arg=before, timeout=PATIENCE)
        return await self._last()

    async def leave(self) -> None:
        """Back to the menu."""
        await self.page.keyboard.type("quit")
        await self.page.keyboard.press("Enter")
        await self.page.wait_for_selector(MENU)

    async def go_on(self) -> None:
        """Load the page anew, and sit down to the unfinished game."""
        await self.page.reload()
        await self.page.wait_for_selector(MENU, timeout=PATIENCE)
        await self._tab_to("#unfinished button")
        await self.page.keyboard.press("Enter")
        await self.page.wait_for_selector("#log .question", timeout=PATIENCE)

    async def log(self) -> dict[str, Any]:
        """The log as assistive technology has it: its name and its properties."""
        session = await self.page.context.new_cdp_session(self.page)
        tree = await session.send("Accessibility.getFullAXTree")
        (node,) = (node for node in tree["nodes"] if node.get("role", {}).get("value") == "log")
        properties = {each["name"]: each["value"].get("value") for each in node["properties"]}
        return {"name": node["name"]["value"], **properties}

    async def contrast(self) -> float:
        """The least contrast of anything written, in light and in dark."""
        least = []
        for scheme in ("light", "dark"):
            await self.page.emulate_media(color_scheme=scheme)
            least.append(float(await self.page.evaluate(CONTRAST)))
        return min(least)

    async def overhang(self, width: int, height: int) -> int:
        """By how many points the page is wider than a window."""
        await self.page.set_viewport_size({"width": width, "height": height})
        return int(await self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    async def _last(self) -> str:
        return await self.page.locator("#log .answer").last.inner_text()

    async def _is_at(self, selector: str) -> bool:
        return bool(await self.page.evaluate("at => document.activeElement.matches(at)", selector))

    async def _tab_to(self, selector: str) -> None:
        for _ in range(MOST_TABS):
            if await self._is_at(selector):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")
