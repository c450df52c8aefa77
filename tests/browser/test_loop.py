"""The loop of a page, turned as a browser turns it."""

from __future__ import annotations

import asyncio
from time import monotonic, sleep
from typing import Any

from marbles_tui.browser.loop import BrowserLoop


def turned(loop: BrowserLoop, wakes: list[float], task: asyncio.Task[Any]) -> Any:
    """The result of a task whose loop is called whenever it asks for it."""
    until = monotonic() + 5
    while not task.done():
        assert wakes, "a loop that waits for something must ask to be called"
        assert monotonic() < until
        soonest = min(wakes)
        wakes.clear()
        sleep(soonest)
        loop.turn()
    return task.result()


def run(coroutine: Any) -> Any:
    wakes: list[float] = []
    loop = BrowserLoop(wakes.append)
    try:
        return turned(loop, wakes, loop.begin(coroutine))
    finally:
        loop.close()


def test_timers_come_in_their_order() -> None:
    async def count() -> list[int]:
        seen: list[int] = []

        async def after(seconds: float, number: int) -> None:
            await asyncio.sleep(seconds)
            seen.append(number)

        await asyncio.gather(after(0.02, 3), after(0.01, 2), after(0, 1))
        return seen

    assert run(count()) == [1, 2, 3]


def test_a_cancelled_task_ends() -> None:
    async def cancel() -> bool:
        sleeper = asyncio.create_task(asyncio.sleep(60))
        await asyncio.sleep(0)
        sleeper.cancel()
        try:
            await sleeper
        except asyncio.CancelledError:
            return True
        return False

    assert run(cancel())


def test_what_a_thread_would_do_is_done_at_once() -> None:
    async def both() -> tuple[int, str]:
        length = await asyncio.to_thread(len, "marbles")
        try:
            await asyncio.to_thread(int, "none")
        except ValueError as error:
            return length, type(error).__name__
        return length, ""

    assert run(both()) == (7, "ValueError")


def test_what_is_heard_between_turns_is_done_in_the_next() -> None:
    wakes: list[float] = []
    loop = BrowserLoop(wakes.append)
    heard: list[str] = []
    loop.hear(heard.append, "key")
    assert not heard
    assert wakes[-1] == 0
    loop.turn()
    loop.close()
    assert heard == ["key"]


def test_the_browser_comes_in_between_where_there_is_much_to_do() -> None:
    told: list[bool] = []

    async def busy() -> None:
        while not told:
            await asyncio.sleep(0)

    wakes: list[float] = []
    loop = BrowserLoop(wakes.append)
    task = loop.begin(busy())
    wakes.clear()
    loop.turn()
    assert wakes == [0.0]
    told.append(True)
    turned(loop, wakes, task)
    loop.close()
