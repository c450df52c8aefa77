"""How a new arcade draws the board of a record: what another arcade that has come there by play must look like."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from textual.pilot import Pilot

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.rating import unrated
from marbles_tui.store import Settings, load
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade

Rows = list[tuple[tuple[int, int], str]]
"""Rows of text, each with the column and the line of the screen at which it begins."""

VIEWS: Final[dict[str, tuple[str, ...]]] = {"abacus": ("y", "t", "c", "v")}
"""Keys that change how a board is seen, or how much room it has."""

USUAL: Final = ("y", "t")
"""Those of the other tables."""


class Still(EngineClient):
    """An engine that never comes to a decision."""

    async def start(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        """Nothing to end."""

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        """Nothing to say."""
        del match, report
        return None

    async def think(
        self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
    ) -> Analysis:
        """Never comes to an end."""
        del match, level, limit, seed
        await asyncio.Event().wait()
        raise AssertionError("nobody sets that event")


def boards_of(record: str, home: Path, size: tuple[int, int] = (80, 24)) -> Iterator[Rows]:
    """The board of a record in all the ways it can be seen, with the settings that are kept in `home`."""
    yield from asyncio.run(_boards(record, home, size))


async def screen_of(
    match: Match, skin: str, keys: Sequence[str] = (), size: tuple[int, int] = (80, 24)
) -> list[str]:
    """The screen of a match in a new arcade, after some keys, as text."""
    opening = Start(match)
    app = Arcade(settings=Settings(speed=0, skin=skin), opening=opening, engine=Still(), seed=1)
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await _settle(pilot)
        for key in keys:
            await pilot.press(key)
        await _settle(pilot)
        return screen_text(app)


async def _boards(record: str, home: Path, size: tuple[int, int]) -> list[Rows]:
    match = unrated(read_match(record, GAMES).whole())  # nobody asks first whether the analysis may unrate it
    before = os.environ.get("MARBLES_TUI_HOME")
    try:
        os.environ["MARBLES_TUI_HOME"] = str(home)
        kept, _ = load()
        with TemporaryDirectory() as folder:
            os.environ["MARBLES_TUI_HOME"] = folder
            settings = Settings(speed=0, skin=kept.skin, theme=kept.theme, hints=kept.hints)
            opening = Start(match)
            app = Arcade(settings=settings, opening=opening, engine=Still(), seed=1)
            app.animation_level = "none"
            async with app.run_test(size=size) as pilot:
                return [rows async for rows in _views(app, pilot, VIEWS.get(match.game.key, USUAL))]
    finally:
        if before is None:
            os.environ.pop("MARBLES_TUI_HOME", None)
        else:
            os.environ["MARBLES_TUI_HOME"] = before


async def _views(app: Arcade, pilot: Pilot[None], keys: tuple[str, ...]) -> AsyncIterator[Rows]:
    for pressed in product((False, True), repeat=len(keys)):
        await _settle(pilot)
        for key, wanted in zip(keys, pressed, strict=True):
            if wanted:
                await pilot.press(key)
        await _settle(pilot)
        yield _rows(app)
        for key, wanted in zip(keys, pressed, strict=True):
            if wanted:
                await pilot.press(key)


async def _settle(pilot: Pilot[None]) -> None:
    for _ in range(4):
        await pilot.pause()


def _rows(app: Arcade) -> Rows:
    region = app.screen.query_one("#board").content_region
    drawn = screen_text(app)
    return [((region.x, y), drawn[y][region.x : region.right]) for y in range(region.y, region.bottom)]


def screen_text(app: Arcade) -> list[str]:
    """The rows of the screen as text."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
