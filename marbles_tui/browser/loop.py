"""asyncio's own event loop for a place where nothing may wait: the browser calls it, a turn at a time.

Pyodide has a loop of its own, which hands each callback to the browser by itself: what one callback puts off comes in
another order than with asyncio, so that a Textual screen that closes may wait for ever, and a key takes hundreds of
ways through the browser. Here asyncio's loop does whole turns, and asks to be called when the next timer is due.
"""

from __future__ import annotations

import asyncio
from asyncio import base_events, events
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Final, Protocol, TypeVar, TypeVarTuple, Unpack

from marbles_tui.browser.thinker import Buffer
from marbles_tui.browser.thinking import WorkerLink, WorkerScript

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

LONGEST: Final = 0.012
"""Seconds that turns may take together before the browser comes in between."""


class _NothingToWaitFor:
    """In place of a selector: there are no files and no sockets."""

    def select(self, timeout: float | None) -> list[object]:
        """Nothing, at once."""
        return []


class BrowserLoop(base_events.BaseEventLoop):
    """An event loop that never blocks: `wake` is asked to have `turn` called after so many seconds."""

    _ready: object
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, wake: Callable[[float], object]) -> None:
        super().__init__()
        self._selector = _NothingToWaitFor()
        self._wake = wake

    def begin(self, coroutine: Coroutine[object, object, object]) -> asyncio.Task[object]:
        """Run a coroutine from the next turn on."""
        task = self.create_task(coroutine)
        self._wake(0.0)
        return task

    def hear(self, call: Callable[..., object], *said: object) -> None:
        """Have something called that the browser has to say, in the loop."""
        self.call_soon(call, *said)
        self._wake(0.0)

    def turn(self) -> None:
        """Do what is due, and ask to be called again for what is due later."""
        until = self.time() + LONGEST
        events._set_running_loop(self)
        try:
            self._run_once()  # type: ignore[attr-defined]
            while self._ready and self.time() < until:
                self._run_once()  # type: ignore[attr-defined]
        finally:
            events._set_running_loop(None)
        if self._ready:
            self._wake(0.0)
        elif self._scheduled:
            self._wake(max(0.0, self._scheduled[0].when() - self.time()))

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """There are no threads: it is done now."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def _process_events(self, found: list[object]) -> None:
        del found

    def _write_to_self(self) -> None:
        self._wake(0.0)


class PageWaker(WorkerScript, Protocol):
    """What it does for any page."""

    def wake(self, seconds: float) -> None:
        """Call `turn` after so many seconds, or sooner."""


class ScriptedPage:
    """What the script of any page calls: its loop, and what the worker has to say."""

    def __init__(self, script: PageWaker) -> None:
        self.thinking = WorkerLink(script)
        self.loop = BrowserLoop(script.wake)
        self.turn = self.loop.turn

    def heard(self, body: Buffer) -> None:
        """The worker that thinks has said something."""
        self.loop.hear(self.thinking.receive, body.to_bytes())

    def thinker_died(self) -> None:
        """The worker that thinks is no more."""
        self.loop.hear(self.thinking.die)
