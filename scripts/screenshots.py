"""Makes every picture in screenshots/ from records: `python scripts/screenshots.py [NAME ...]`.

The pictures are SVG, as the program draws them; nothing in them depends on the clock or on chance. `browser`
is a PNG and `sowing` a GIF; both need Chromium.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from math import ceil
from pathlib import Path
from typing import Any, Final

from textual.pilot import Pilot
from textual.widgets import Input

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.review import Judgement
from marbles_tui.ai.think import consider
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import Settings
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from scripts.browser import CHROMIUM, Tab, browser
from scripts.film import FRAME, film
from scripts.pictures import PICTURES, SMALL, SOURCE, Picture, stand_still

FOLDER: Final = Path(__file__).resolve().parent.parent / "screenshots"


class Silent(EngineClient):
    """Starts no process: looks a little ahead, the same on every machine, and plays no move."""

    async def start(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        """Nothing to end."""

    async def think(
        self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
    ) -> Analysis:
        """Never comes to an end."""
        del match, level, limit, seed
        await asyncio.Event().wait()
        raise AssertionError("nobody sets that event")

    async def review(self, match: Match, unit: str, deep: bool = False) -> Judgement | None:
        """Looks at so many positions, then at more; how fast is not told."""
        limit = Limit(nodes=12_000 if deep else 4_000)
        return Judgement.of(consider(match, limit=limit, multipv=2), unit, deep)

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        """What there is to see within so many positions; how fast is not told."""
        del report
        return replace(consider(match, limit=Limit(nodes=3000), multipv=3), seconds=0.0)


def open_arcade(picture: Picture) -> Arcade:
    """An arcade in which nothing moves by itself, opened for a picture. Changes into an empty folder, so that
    no picture shows where it was taken."""
    os.chdir(tempfile.mkdtemp())
    os.environ["MARBLES_TUI_HOME"] = "arcade"
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    app = Arcade(
        settings=Settings(speed=0, skin=picture.skin, theme=picture.theme, name="Ann", hints=False),
        opening=Start(read_match(picture.record, GAMES).whole()) if picture.record else None,
        engine=Silent(),
        seed=1,
    )
    app.animation_level = "none"
    app.today = app.utc_today = lambda: date(2026, 11, 21)
    return app


async def pose(pilot: Pilot[None], picture: Picture) -> None:
    """Press the keys of a picture and bring its show to the instant that is wanted."""
    await _settle(pilot)
    for key in picture.keys:
        await pilot.press(key)
        await _settle(pilot)
    if picture.prepare:
        await picture.prepare(pilot)
        await _settle(pilot)
    for field in pilot.app.screen.query(Input):  # its cursor would be there or not
        field.cursor_blink = False
    await pilot.pause()


async def photograph(name: str, picture: Picture) -> None:
    """Take one picture."""
    app = open_arcade(picture)
    async with app.run_test(size=picture.size) as pilot:
        await pose(pilot, picture)
        text = app.export_screenshot(title="marbles-tui")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")


@asynccontextmanager
async def page() -> AsyncIterator[Tab]:
    """An empty page in a browser."""
    if CHROMIUM is None:
        raise SystemExit(
            "the picture of a browser and the film need Chromium: on Debian, apt install chromium"
        )
    async with browser(CHROMIUM) as tab:
        yield tab


async def photograph_browser() -> None:
    """Take a picture of the arcade in a browser."""
    command = [sys.executable, "-m", "marbles_tui", "serve", "--port", "8765"]
    environment = {**os.environ, "MARBLES_TUI_HOME": tempfile.mkdtemp()}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout
        address = server.stdout.readline().split()[4]
        try:
            async with page() as tab:
                await tab.open(address)
                for key in ("1", "Enter"):
                    await tab.page.keyboard.press(key)
                    await tab.page.wait_for_timeout(1500)
                await tab.page.screenshot(path=FOLDER / "browser.png")
        finally:
            server.terminate()


async def sowing() -> AsyncIterator[str]:
    """A move that goes round the carton, at normal speed, as SVG."""
    app = open_arcade(Picture(record=SOURCE))
    async with app.run_test(size=SMALL) as pilot:
        await _settle(pilot)
        app.settings = replace(app.settings, speed=3)
        screen: Any = app.screen
        screen.dress()
        screen.mark()
        await pilot.pause()
        yield app.export_screenshot(title="marbles-tui")
        before, match = screen.match.position.board, screen.match
        after, happened = match.play(match.game.find(match.position, "A"))
        stand_still(screen, after)
        for event in happened:
            screen.told(event)
            count = ceil(screen.board.BEATS.get(event.kind, 0) * 1000 / FRAME)
            for number in range(count):
                screen.board.act(before, event, number / count)
                await pilot.pause()
                yield app.export_screenshot(title="marbles-tui")
            before = event.board
        screen.around.show_match()
        await pilot.pause()
        yield app.export_screenshot(title="marbles-tui")


async def film_sowing() -> None:
    """Take the film."""
    async with page() as tab:
        await film(tab, sowing(), (994, 636), FOLDER / "sowing.gif")


async def _settle(pilot: Pilot[None]) -> None:
    for _ in range(5):
        await pilot.pause()


def main() -> None:
    """Take the pictures that are named, or all."""
    moving = {"browser": photograph_browser, "sowing": film_sowing}
    for name in sys.argv[1:] or [*PICTURES, *moving]:
        asyncio.run(moving[name]() if name in moving else photograph(name, PICTURES[name]))
        print(f"screenshots/{name}")


if __name__ == "__main__":
    main()
