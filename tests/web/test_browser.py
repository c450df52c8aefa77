"""A real browser opens the page, and somebody plays in it."""

from __future__ import annotations

import asyncio

import pytest

from tests.web.browser import CHROMIUM, browser
from tests.web.conftest import PATIENCE, Served, saved_moves
from tests.web.places import place_of

pytestmark = pytest.mark.long


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: on Debian, apt install chromium")
async def test_egg_carton_is_played_in_chromium_by_key_and_mouse(served: Served) -> None:
    assert CHROMIUM
    async with browser(CHROMIUM) as tab, asyncio.timeout(3 * PATIENCE):
        await tab.open(served.ticket)
        while saved_moves() != "1. A":
            for key in ("1", "Enter", "a"):
                await tab.page.keyboard.press(key)
                await asyncio.sleep(0.7)
        width, height = tab.size
        assert width >= 60
        assert height >= 18
        column, row = await place_of("C", (width, height))
        while saved_moves() == "1. A":  # the first click only ends the show of what was played
            await tab.click(column, row)
            await asyncio.sleep(0.4)
        assert saved_moves().startswith("1. A C")
