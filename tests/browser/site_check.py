"""site/ proven in a browser that reaches no other host: `python -m tests.browser.site_check [--whole]`.

Without --whole: one game, and few positions. With it all games are played to their end, and each is
compared with tmux at three sizes.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import BrowserContext

from marbles_tui.games import GAMES
from marbles_tui.play import Match
from scripts.site import SITE, write_worker
from tests.browser.site_cells import Shown, compare, positions
from tests.browser.site_games import leave, play_on, play_to_the_end, seated, sit_down
from tests.browser.site_tab import NotHere, Server, SiteTab, built, chromium, chromium_here
from tests.browser.site_words import WordsTab

PHONE = {"width": 390, "height": 844}
"""Points of a phone held upright."""

SHORT_GAME = "egg-carton"

GOBBLET = next(game for game in GAMES if game.key == "gobblet")

ALL_KEPT = """fetch("service-worker.js").then((answer) => answer.text()).then(async (worker) => {
    const names = Object.keys(JSON.parse(worker.match(/FILES = ({[^}]*})/)[1]));
    const kept = await Promise.all(names.map((name) => caches.match(new URL(name, location.href))));
    return kept.every(Boolean);
})"""
KEPT = "navigator.serviceWorker.ready"
STYLE = "fetch('page.css').then(answer => answer.text())"

IN_WORDS = ("egg-carton", "gobblet")
"""Games that are played in the text version where not only the short one is."""

LEGIBLE = 4.5
"""The least contrast of text, by WCAG 2.2 AA."""

FEW = 5
"""Positions that are compared where not all are: of each game one, at sizes in turn."""


class Proof:
    """A browser and a server, and what is to be proven with them: a method returns what can be said of its promise,
    and raises AssertionError where it is not kept."""

    def __init__(self, context: BrowserContext, server: Server, whole: bool) -> None:
        self.context, self.server, self.whole = context, server, whole
        self.tab: SiteTab
        self.tabs: list[SiteTab] = []

    async def paint(self) -> str:
        """The menu comes, from files of this server alone."""
        self.tab = SiteTab(await self.context.new_page(), self.server.address)
        self.tabs.append(self.tab)
        seconds = await self.tab.open()
        sent = f"{self.server.sent / 1e6:.1f} MB in {len(self.server.asked)} requests"
        return f"the menu is painted after {seconds:.1f} s, {sent}"

    async def cells(self) -> str:
        """The same boards as in tmux."""
        shown = list(positions())
        if not self.whole:
            shown = _some(shown)
        found = await compare(self.tab, shown)
        wrong = [f"{name}: {len(cells)} cells, {cells[0]}" for name, cells in found.items() if cells]
        assert not wrong, "\n".join(wrong)
        await self.tab.resize(80, 24)
        return f"{len(found)} positions are shown as in tmux, cell by cell"

    async def games(self) -> str:
        """Games to their end against the first level."""
        said = []
        for game in GAMES:
            if self.whole or game.key == SHORT_GAME:
                began = time.perf_counter()
                match = await play_to_the_end(self.tab, game)
                assert match.result, f"{game.title} is not over"
                seconds = time.perf_counter() - began
                said.append(
                    f"{game.title} against {_level(match)} in {match.plies} plies and {seconds:.0f} s"
                )
        return f"to its end: {', '.join(said)}"

    async def reload(self) -> str:
        """A match goes on where the page begins anew."""
        await sit_down(self.tab, GOBBLET)
        before = await play_on(self.tab, 2)
        seconds = await self.tab.reload()
        after = await seated(self.tab, GOBBLET)
        # The computer may have answered while the page was told to begin anew.
        assert after.moves[: before.plies] == before.moves, f"{after}\n{before}"
        now = await play_on(self.tab, before.plies + 2)
        await leave(self.tab)
        return f"a reload takes {seconds:.1f} s, and the game goes on after ply {before.plies} to ply {now.plies}"

    async def paste(self) -> str:
        """A record from the clipboard."""
        match = Match.new(GAMES[0])
        for _ in range(3):
            match, _ = match.play(match.position.moves()[0])
        await self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await self.tab.page.evaluate("text => navigator.clipboard.writeText(text)", str(match))
        await self.tab.press("Control+v")
        await self.tab.sees("Play on from what you pasted?")
        await self.tab.press("Enter")
        shown = await seated(self.tab, match.game)
        assert shown.position == match.position
        after = await play_on(self.tab, match.plies + 1)
        assert after.plies > match.plies
        await leave(self.tab)
        return "a record that is pasted goes on"

    async def select(self) -> str:
        """Text is taken from the screen with the mouse."""
        await self.tab.rest()
        box = await self.tab.page.locator(".xterm-screen").bounding_box()
        assert box
        rows = (await self.tab.screen()).split("\n")
        columns = await self.tab.page.evaluate("terminal.cols")
        y = next(at for at, row in enumerate(rows) if "GOBBLET" in row)
        x = rows[y].index("GOBBLET")
        wide, tall = box["width"] / columns, box["height"] / len(rows)
        mouse = self.tab.page.mouse
        await self.tab.page.keyboard.down("Shift")
        await mouse.move(box["x"] + (x + 0.1) * wide, box["y"] + (y + 0.5) * tall)
        await mouse.down()
        await mouse.move(box["x"] + (x + 6.9) * wide, box["y"] + (y + 0.5) * tall, steps=4)
        await mouse.up()
        await self.tab.page.keyboard.up("Shift")
        taken = await self.tab.page.evaluate("terminal.getSelection()")
        assert taken == "GOBBLET", repr(taken)
        await self.tab.page.evaluate("terminal.clearSelection()")
        return "text is selected with Shift and the mouse"

    async def words(self) -> str:
        """The text version is found, read and played by the keyboard alone, and goes on after a reload."""
        browser = self.context.browser
        assert browser
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        tab = SiteTab(await context.new_page(), self.server.address)
        self.tabs.append(tab)
        words = WordsTab(tab.page)
        await words.come(self.server)
        contrast = await words.contrast()
        said = []
        for game in GAMES:
            if game.key == SHORT_GAME or (self.whole and game.key in IN_WORDS):
                await words.sit_down(game)
                log = await words.log()
                assert (log["name"], log["live"]) == (game.title, "polite"), log
                await words.say("moves")
                turns = await words.play_to_the_end(seed=2)
                said.append(f"{game.title} in {turns} turns")
                await words.leave()
        await words.sit_down(GAMES[0])
        await words.say("A")
        await words.go_on()
        assert "You played A." in await tab.page.inner_text("#log")
        contrast = min(contrast, await words.contrast())
        assert contrast >= LEGIBLE, contrast
        # A phone, and a window of 1280 points at 200 and at 400 %.
        wide = [
            await words.overhang(*size)
            for size in ((PHONE["width"], PHONE["height"]), (640, 400), (320, 256))
        ]
        assert max(wide) <= 0, wide
        await context.close()
        return f"in words by the keyboard alone: {', '.join(said)}; contrast {contrast:.1f} and more"

    async def offline(self) -> str:
        """The arcade opens when nobody answers."""
        await self.tab.page.wait_for_function(ALL_KEPT)
        self.server.stop()
        seconds = await self.tab.reload()
        await self.tab.sees("GOBBLET")
        return f"it opens without a server, in {seconds:.1f} s"

    async def update(self) -> str:
        """A version that comes while a page is open leaves that page alone, and begins with the next one."""
        assert self.context.browser
        context = await self.context.browser.new_context()
        with TemporaryDirectory() as name:
            folder = Path(shutil.copytree(SITE, name, dirs_exist_ok=True))
            with Server(folder) as server:
                tab = SiteTab(await context.new_page(), server.address)
                self.tabs.append(tab)
                await tab.open()
                await sit_down(tab, GOBBLET)
                await play_on(tab, 2)
                with (folder / "page.css").open("a", encoding="utf-8") as style:
                    style.write(":root { --version: second; }")
                write_worker(folder)
                await tab.page.evaluate(f"{KEPT}.then(kept => kept.update())")
                await tab.page.wait_for_function(f"{KEPT}.then(kept => Boolean(kept.waiting))")
                await play_on(tab, 4)
                assert "second" not in await tab.page.evaluate(STYLE), (
                    "an open page gets files of two versions"
                )
                await tab.page.reload()
                await tab.page.wait_for_function(f"{STYLE}.then(text => text.includes('second'))")
                await seated(tab, GOBBLET)
                now = await play_on(tab, 6)
        await context.close()
        return f"a new version leaves an open page alone, and begins with the next one at ply {now.plies}"

    async def phone(self) -> str:
        """60 columns and 18 rows fit on a phone, and images are painted for its cells."""
        page = self.tab.page
        before = page.viewport_size
        assert before
        await page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        await self.tab.reload()
        await self.tab.sees("5 GOBBLET")
        columns, rows = await page.evaluate("[terminal.cols, terminal.rows]")
        box = await page.locator(".xterm-screen").bounding_box()
        assert box
        assert columns >= 60, columns
        assert rows >= 18, rows
        assert box["width"] <= PHONE["width"], box
        cell = round(box["width"] / columns), round(box["height"] / rows)

        async def told() -> bool:
            return bool(await self.tab.ask("str(arcade.ability.cell)") == str(cell))

        await self.tab.until(told, f"it is told how large a cell is, {cell}")
        await page.set_viewport_size(before)
        return f"a window of {PHONE['width']} × {PHONE['height']} points holds {columns} × {rows} cells"

    async def alone(self) -> str:
        """No other host was asked, and nothing has failed."""
        assert not self.server.elsewhere, self.server.elsewhere
        faults = [fault for tab in self.tabs for fault in tab.faults if "ERR_CONNECTION_REFUSED" not in fault]
        assert not faults, faults
        return "no other host was asked, and the page complains of nothing"

    @property
    def promises(self) -> Sequence[Callable[[], Awaitable[str]]]:
        """All of them, in the order in which they are proven."""
        first = (self.paint, self.select, self.cells, self.games, self.reload, self.paste)
        return (*first, self.phone, self.words, self.update, self.offline, self.alone)


def _some(shown: Sequence[Shown]) -> list[Shown]:
    """Of each game one, at each size one or more."""
    step = len(shown) // FEW + 1
    return [shown[at * step % len(shown)] for at in range(FEW)]


def _level(match: Match) -> str:
    return next(seat.name for seat in match.seats if seat.level)


async def prove(
    folder: Path, program: str, whole: bool, say: Callable[[str], object], only: Sequence[str] = ()
) -> None:
    """Prove all of it, or what is named, and say what was found. Raises AssertionError."""
    with Server(folder) as server:
        async with chromium(program, server) as context:
            proof = Proof(context, server, whole)
            for promise in proof.promises:
                if not only or getattr(promise, "__name__", "") in ("paint", *only):
                    said = await promise()
                    say(said)


def main() -> None:
    """Prove it."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--whole", action="store_true", help="all games and positions")
    options.add_argument("only", nargs="*", metavar="PROMISE", help="only these: cells, games, reload, ...")
    chosen = options.parse_args()
    try:
        folder, program = built(), chromium_here()
    except NotHere as missing:
        print(f"not proven: {missing}")
        sys.exit(0)
    asyncio.run(prove(folder, program, chosen.whole, lambda said: print(said, flush=True), chosen.only))


if __name__ == "__main__":
    main()
