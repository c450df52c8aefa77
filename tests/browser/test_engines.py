"""The page in Firefox and in WebKit: a move of each game, by keys, mouse and touch; a reload, no network, tabs."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

import pytest

from tests.browser.engines import FIREFOX, MINI_BROWSER, WEBKIT, Engine, firefox, until, webkit
from tests.browser.site_tab import READ, NotHere, Server, built

pytestmark = pytest.mark.long

MOMENT: Final = 10.0
"""Seconds in which a key is heard."""

CELL: Final = """(() => {
    const box = document.querySelector(".xterm-screen").getBoundingClientRect();
    return [box.x, box.y, box.width / terminal.cols, box.height / terminal.rows];
})()"""

TYPED: Final = {"1 EGG CARTON": ("a",), "2 ABACUS": ("m", "a1b2", "Enter")}
"""The moves of games that are played by keys."""

POINTED: Final = {"3 GETAWAY": ("space roll", "mouse"), "4 BEADMASTER": ("place all", "touch")}
"""What is clicked or tapped in others."""


class Hand:
    """Somebody at the page."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def screen(self) -> str:
        """What is on the screen; "" as long as that is nothing."""
        return await self.engine.value(f"({READ}).text()") or ""

    async def until(self, there: Callable[[str], bool], what: str) -> None:
        """Wait for a screen."""

        async def seen() -> bool:
            return there(await self.screen())

        try:
            await until(seen, what)
        except AssertionError as missing:
            raise AssertionError(f"{self.engine.name}: {missing}\n{await self.screen()}") from None

    async def sees(self, words: str) -> None:
        """Wait for words on the screen."""
        await self.until(lambda screen: words in screen, words)

    async def point(self, column: float, row: float, kind: str) -> None:
        """Click or tap a cell."""
        x, y, wide, tall = await self.engine.value(CELL)
        kind = kind if self.engine.fingers else "mouse"
        await self.engine.point(x + (column + 0.5) * wide, y + (row + 0.5) * tall, kind)

    async def click(self, words: str, kind: str = "mouse") -> None:
        """The same with words, as soon as they are there."""
        await self.sees(words)
        rows = (await self.screen()).split("\n")
        row = next(at for at, text in enumerate(rows) if words in text)
        await self.point(rows[row].index(words) + 1, row, kind)

    async def press(self, key: str, there: Callable[[str], bool], what: str) -> None:
        """Press a key until a screen is there: what comes late may only end a show."""
        last = 0.0

        async def pressed() -> bool:
            nonlocal last
            if there(await self.screen()):
                return True
            if time.monotonic() > last + MOMENT:
                last = time.monotonic()
                await self.engine.press(key)
            return False

        await until(pressed, what)

    async def sit_down(self, game: str) -> str:
        """At a table of a game, from the menu; what is seen there."""
        await self.sees(game)
        await self.press(game[0], lambda screen: "options" in screen.lower(), "a set-up")
        await self.press("Enter", lambda screen: "q leave" in screen, "a table")
        return await self.screen()

    async def leave(self) -> None:
        """Back to the menu."""
        await self.press("q", lambda screen: "5 GOBBLET" in screen, "the menu")


def board_of(screen: str) -> list[str]:
    """What is seen but for the last lines, which say what can be done."""
    return screen.split("\n")[1:-4]


def placed(screen: str) -> bool:
    """Whether a gobblet has left the first stack."""
    return "q leave" in screen and "W1 4321" not in screen


def at_menu(screen: str) -> bool:
    """Whether the menu is there, or its show."""
    return "5 GOBBLET" in screen or "back to the menu" in screen


async def trial(engine: Engine, server: Server) -> None:
    """All of it."""
    hand = Hand(engine)
    await engine.go(server.address)
    for game, keys in TYPED.items():
        before = await hand.sit_down(game)
        for key in keys:
            await engine.press(key)
        await hand.until(lambda now, before=before: board_of(now) != board_of(before), "a move")  # type: ignore[misc]
        await hand.leave()
    for game, (words, kind) in POINTED.items():
        before = await hand.sit_down(game)
        await hand.click(words, kind)
        await hand.until(lambda now, before=before: board_of(now) != board_of(before), "a move")  # type: ignore[misc]
        await hand.leave()
    await hand.sit_down("5 GOBBLET")
    for key in "1b2":
        await engine.press(key)
    await hand.until(placed, "a gobblet on the board")
    kept = placed if engine.keeps else at_menu
    await engine.go(server.address)
    await hand.until(kept, "what is kept after a reload")
    server.stop()
    await engine.go(server.address)
    await hand.until(kept, "the same without a network")
    await engine.other_tab()
    await engine.go(server.address)
    words = "document.getElementById('words').textContent.includes('open in another tab')"
    await until(lambda: engine.value(words), "a word of the other tab")


@pytest.mark.parametrize(
    ("start", "there"),
    [
        pytest.param(firefox, FIREFOX, id="Firefox"),
        pytest.param(webkit, WEBKIT and MINI_BROWSER, id="WebKit"),
    ],
)
async def test_the_page_is_played_in(
    start: Callable[[], AbstractAsyncContextManager[Any]], there: object
) -> None:
    if not there:
        pytest.skip("on Debian: apt install firefox-esr webkit2gtk-driver xvfb")
    try:
        folder = built(build=False)
    except NotHere as missing:
        pytest.skip(str(missing))
    with Server(folder) as server:
        async with start() as engine:
            await trial(engine, server)
