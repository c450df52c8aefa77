"""How quickly the page of site/ comes and answers keys: `python -m scripts.bench site`."""

from __future__ import annotations

import asyncio
import statistics
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.browser.site_tab import NotHere, Server, SiteTab, built, chromium, chromium_here

SIZE = (80, 24)
VISITS = 5

Step = tuple[str, str, str]
"""A kind of answer, the key that asks for it, and words to wait for before the next one, "" for none."""

MENU: Sequence[Step] = [
    ("an arrow in the menu", key, "") for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp")
]
SET_UP: Sequence[Step] = [
    ("a set-up is opened", "4", "More options"),
    ("an arrow in a set-up", "ArrowRight", ""),
    ("an arrow in a set-up", "ArrowDown", ""),
    ("an arrow in a set-up", "ArrowLeft", ""),
    ("a set-up is left", "Escape", "GOBBLET"),
]
HELP: Sequence[Step] = [
    ("help is opened", "?", "1 keys"),
    ("help is turned", "ArrowDown", ""),
    ("help is turned", "PageDown", ""),
    ("help is left", "Escape", "GOBBLET"),
]
TABLE: Sequence[Step] = [
    *(("the cursor on a board", key, "") for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") * 4),
    *(("a key at a table", key, "") for key in "+-" * 2),
]


async def paints(folder: Path, program: str) -> str:
    """First paint for somebody new and for somebody who comes again, and what is sent."""
    cold, warm = [], []
    for _ in range(VISITS):
        with Server(folder) as server:
            async with chromium(program, server) as context:
                tab = SiteTab(await context.new_page(), server.address)
                cold.append(await tab.open())
                sent, files = server.sent, len(server.asked)
                await tab.until(partial(_remembered, tab, server), "Python's memory kept for the next visit")
                await tab.page.goto("about:blank")
                warm.append(await tab.open())
    first, again = statistics.median(cold), statistics.median(warm)
    return (
        f"until the menu of the page answers: {first:.1f} s at the first visit, {again:.1f} s afterwards,"
        f" the middle of {VISITS}; {sent / 1e6:.1f} MB in {files} requests"
    )


async def _remembered(tab: SiteTab, server: Server) -> bool:
    """Whether the worker that keeps Python's memory for the next visit has begun and ended."""
    file = "/remembering.js"
    return file in server.asked and not any(worker.url.endswith(file) for worker in tab.page.workers)


async def keys(folder: Path, program: str, rounds: int) -> list[str]:
    """From keys to the paint that answers them, and until nothing changes any more."""
    waits: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with Server(folder) as server:
        async with chromium(program, server) as context:
            tab = SiteTab(await context.new_page(), server.address)
            await tab.open()
            await tab.resize(*SIZE)
            await tab.rest(1.0)
            for lap in range(rounds + 1):
                for steps in (MENU, SET_UP, MENU, HELP):
                    await _take(
                        tab, steps, waits if lap else defaultdict(list)
                    )  # at first modules are loaded
            await tab.press("1")
            await tab.sees("More options")
            await tab.press("Enter")
            await tab.sees("pick")
            await tab.rest(1.0)
            for _ in range(rounds):
                await _take(tab, TABLE, waits)
    said = [_told(kind, times) for kind, times in waits.items()]
    every = [time for times in waits.values() for time in times]
    return [*said, _told("any key", every)]


async def _take(tab: SiteTab, steps: Sequence[Step], waits: dict[str, list[tuple[float, float]]]) -> None:
    for kind, key, words in steps:
        times = await tab.react(key)
        if times:
            waits[kind].append(times)
        if words:
            await tab.sees(words)
            await tab.rest()


def _told(kind: str, times: Sequence[tuple[float, float]]) -> str:
    first = sorted(time for time, _ in times)
    last = sorted(time for _, time in times)
    p99 = first[max(0, int(len(first) * 0.99) - 1)]
    return (
        f"key to screen in the page, {kind}: median {statistics.median(first):.0f} ms, p99 {p99:.0f} ms"
        f" ({len(first)} keys); all shown after {statistics.median(last):.0f} ms"
    )


def site(rounds: int = 8) -> None:
    """The page: its first paint and its answers to keys."""
    try:
        folder, program = built(), chromium_here()
    except NotHere as missing:
        print(f"the page is not measured: {missing}")
        return

    async def measure() -> None:
        for line in await keys(folder, program, rounds):
            print(line, flush=True)
        print(await paints(folder, program), flush=True)

    asyncio.run(measure())
