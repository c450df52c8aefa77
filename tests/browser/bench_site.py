"""How quickly the page of site/ comes and answers keys: `python -m scripts.bench site`."""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread

from tests.browser.site_tab import NotHere, Server, SiteTab, built, chromium, chromium_here
from tests.processes import begun_by

SIZE = (80, 24)
VISITS = 5
MOMENT = 0.005
"""Seconds."""

BEGUN = 3.0
"""Seconds after which a browser has begun, which opens pages of its own."""

MEGABITS_10 = 1_250_000
"""Bytes a second."""

Step = tuple[str, str, str]
"""A kind of answer, the key that asks for it, and words to wait for before the next one, "" for none."""

MENU: Sequence[Step] = [
    ("an arrow in the menu", key, "") for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp")
]
SET_UP: Sequence[Step] = [
    ("a set-up is opened", "4", "MORE OPTIONS"),
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


async def paints(folder: Path, program: str, slow: bool) -> str:
    """First paint for somebody new and for somebody who comes again, and what is sent."""
    cold, warm = [], []
    slowly: Callable[[], AbstractContextManager[None]] = slowed if slow else nullcontext
    for _ in range(VISITS):
        with Server(folder, rate=MEGABITS_10 if slow else None) as server:
            async with chromium(program, server) as context:
                tab = SiteTab(await context.new_page(), server.address)
                await asyncio.sleep(BEGUN)
                with slowly():
                    cold.append(await tab.open())
                sent, files = server.sent, len(server.asked)
                await tab.until(partial(_remembered, tab), "Python's memory kept for the next visit")
                await tab.page.goto("about:blank")
                with slowly():
                    warm.append(await tab.open())
    first, again = statistics.median(cold), statistics.median(warm)
    where = "at 10 Mbit/s with a quarter of the processor " if slow else ""
    return (
        f"until the menu of the page answers {where}: {first:.1f} s at the first visit, {again:.1f} s afterwards,"
        f" the middle of {VISITS}; {sent / 1e6:.1f} MB in {files} requests"
    )


@contextmanager
def slowed() -> Iterator[None]:
    """Let the browser have a quarter of the time: its processes stand still for three of four moments."""
    over = Event()

    def stop_and_go() -> None:
        while not over.is_set():
            browser = [*filter(_is_browser, begun_by(os.getpid()))]
            for _ in range(20):
                for number, moments in ((signal.SIGSTOP, 3), (signal.SIGCONT, 1)):
                    for process in browser:
                        with suppress(ProcessLookupError):
                            os.kill(process, number)
                    time.sleep(moments * MOMENT)

    thread = Thread(target=stop_and_go, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _is_browser(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/comm").read_text().startswith("chrom")
    return False


async def _remembered(tab: SiteTab) -> bool:
    """Whether Python's memory is kept for the next visit, and the worker that keeps it has ended."""
    kept = await tab.page.evaluate("import('./snapshot.js').then((snapshot) => snapshot.isMemoryKept())")
    return bool(kept) and not any(worker.url.endswith("/remembering.js") for worker in tab.page.workers)


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
            await tab.sees("MORE OPTIONS")
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
        for slow in (False, True):
            print(await paints(folder, program, slow), flush=True)

    asyncio.run(measure())
