"""An arcade, and somebody in front of it: what they do and what they see. All they do is waited for: until what is
expected is there, or nothing that has begun is still on its way; never for a while."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import wraps
from inspect import Parameter, signature
from time import monotonic
from typing import Any, Final, TypeVar, cast
from weakref import WeakKeyDictionary, WeakSet

import pytest
import textual.app
import textual.pilot
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.actions import ActionError
from textual.app import App
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.events import Paste
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.review import Judgement
from marbles_tui.core import Game
from marbles_tui.core.game import Solutions
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import Settings, StoreThread
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.pasted import AFTER_PASTE
from tests.at_table import MatchTable, plays

T = TypeVar("T")

PATIENCE: Final = 60.0
"""Seconds after which a test gives up: far more than a busy machine takes."""

POLL: Final = 0.01
"""Seconds between two looks at what is waited for."""

ROUNDS: Final = 3
"""How often in a row the program has to be found at rest: what is drawn may ask for more to be done."""

NEAR: Final = 0.02
"""Seconds: what is due within them after a key is waited for."""

jobs: WeakSet[Future[Any]] = WeakSet()
"""What has been given to threads."""

told: WeakSet[Future[Any]] = WeakSet()
"""What they have told those who wait for it."""


_submit = ThreadPoolExecutor.submit


def _noted(self: ThreadPoolExecutor, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
    job = _submit(self, fn, *args, **named)
    jobs.add(job)
    return job


# No executor tells from outside whether its threads are at work.
ThreadPoolExecutor.submit = _noted  # type: ignore[method-assign, assignment]

_invoke_callbacks = Future._invoke_callbacks  # type: ignore[attr-defined]


def _told(self: Future[Any]) -> None:
    _invoke_callbacks(self)
    told.add(self)


# A thread is done some time before it tells so to those who wait for it.
Future._invoke_callbacks = _told  # type: ignore[attr-defined]

_do = StoreThread.do


def _noted_call(self: StoreThread, call: Callable[..., T], *args: Any, **named: Any) -> Future[T]:
    job = _do(self, call, *args, **named)
    jobs.add(job)
    return job


StoreThread.do = _noted_call  # type: ignore[method-assign]


def _at_work() -> list[asyncio.Future[Any]]:
    """What threads work at. Whatever it raises is for those to hear who asked for it."""
    working = [asyncio.wrap_future(job) for job in jobs if job not in told]
    for job in working:
        job.add_done_callback(lambda done: done.cancelled() or done.exception())
    return working


async def _rest(min_sleep: float = NEAR, max_sleep: float = 1.0) -> None:
    """Wait until what has begun has come to rest, and what is due soon as well."""
    loop = asyncio.get_running_loop()
    near, end = loop.time() + max(NEAR, min_sleep), loop.time() + max_sleep
    while (now := loop.time()) < end:
        timers = loop._scheduled  # type: ignore[attr-defined]
        if loop._ready:  # type: ignore[attr-defined]
            await asyncio.sleep(0)
        elif working := _at_work():
            await asyncio.wait(working, timeout=end - now)
        elif due := [timer.when() for timer in timers if timer.when() <= near and not timer.cancelled()]:
            await asyncio.sleep(min(due) - now)
        else:
            return


# Textual sleeps 20 ms twice for every key, and for up to two seconds where something moves or the machine is busy.
textual.app.wait_for_idle = textual.pilot.wait_for_idle = _rest  # type: ignore[attr-defined]


async def _read(pilot: Pilot[Any], timeout: float = PATIENCE) -> bool:
    """Wait until every message has been read; whether that was in time."""
    del pilot
    end = monotonic() + timeout
    await asyncio.sleep(0)
    while asyncio.get_running_loop()._ready:  # type: ignore[attr-defined]
        if monotonic() > end:
            return False
        await asyncio.sleep(0)
    return True


# Textual sends every widget a message to see that it has read those before: a tenth of what a test took.
Pilot._wait_for_screen = _read  # type: ignore[assignment, method-assign]


class UnknownAction(ActionError, AssertionError):
    """Something asks for an action that is not there."""


_dispatch_action = App._dispatch_action


async def _known(self: App[Any], namespace: DOMNode, action_name: str, params: Any) -> bool:
    if not any(hasattr(namespace, f"{before}action_{action_name}") for before in ("", "_")):
        raise UnknownAction(
            f"a key, a menu or a command asks {namespace} for {action_name}, which it has not"
        )
    return await _dispatch_action(self, namespace, action_name, params)


# Actions are named in strings: Textual says in its log alone that there is none of that name.
App._dispatch_action = _known  # type: ignore[method-assign]


# A traceback with all that stands in each frame took a second, and nobody reads it: the mistake itself is raised.
App._fatal_error = App._close_messages_no_wait  # type: ignore[method-assign]


_rows: WeakKeyDictionary[Compositor, list[Strip]] = WeakKeyDictionary()
"""What was seen on screens that have not changed since."""

_render_update = Compositor.render_update


def _unsent(
    self: Compositor,
    full: bool = False,
    screen_stack: list[Screen[Any]] | None = None,
    simplify: bool = False,
) -> Any:
    """Nothing, unless a picture is taken."""
    if full:
        return _render_update(self, full, screen_stack, simplify)
    self._dirty_regions.clear()
    _rows.pop(self, None)
    return None


def nothing_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render nothing for a terminal that nobody reads: a quarter of what a test took. Whoever reads the screen has
    it rendered."""
    monkeypatch.setattr(Compositor, "render_update", _unsent)


class Here(Pilot[Any]):
    """Somebody in front of an arcade."""

    @property
    def arcade(self) -> Arcade:
        """The arcade."""
        return cast("Arcade", self.app)

    # What is done

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await super().press(*keys)
        await self.rest()

    async def click(self, *where: Any, **more: Any) -> bool:
        """Click somewhere."""
        hit = await super().click(*where, **more)
        await self.rest()
        return hit

    async def paste(self, text: str) -> None:
        """Paste a text at the screen, and wait until what is to be done with it is asked."""
        self.screen.post_message(Paste(text))
        await self.rest()
        await self.passes(AFTER_PASTE)

    async def size(self, width: int, height: int) -> None:
        """Make the window as large."""
        await self.resize_terminal(width, height)
        await self.rest()

    async def passes(self, seconds: float) -> None:
        """Let that much time go by, for tests that something does *not* happen in it."""
        gone = asyncio.Event()
        self.app.set_timer(seconds, gone.set)  # on the program's own clock: what is due earlier has happened
        await gone.wait()
        await self.rest()

    async def rest(self) -> None:
        """Wait until nothing that has begun is still on its way: no callback is ready to run, no message is
        queued, no thread works, and what has changed is drawn. What waits for a timer or for a person does not
        count."""
        loop, until, quiet = asyncio.get_running_loop(), monotonic() + PATIENCE, 0
        while quiet < ROUNDS and self.app.is_running:
            await self.pause(0)  # every queue has been read, and the screen is drawn
            screen: Any = self.app.screen
            at_rest = not (
                (screen.is_current and screen._layout_required) or getattr(screen, "_waits_until", 0.0)
            )
            # Callbacks ready to run are all that moves a program between two timers; asyncio has no public word for
            # them.
            while loop._ready and monotonic() < until:  # type: ignore[attr-defined]
                at_rest = False
                await asyncio.sleep(0)
            if working := _at_work():
                at_rest = False
                await asyncio.wait(working, timeout=max(0.0, until - monotonic()))
            quiet = quiet + 1 if at_rest else 0
            if monotonic() > until:
                cause = "a thread still works" if _at_work() else "no thread works"
                raise AssertionError(f"not at rest after {PATIENCE:g} s, {cause}\n{self._scene}")

    # What is seen

    @property
    def screen(self) -> ArcadeScreen[Any]:
        """What lies on top."""
        return cast("ArcadeScreen[Any]", self.app.screen)

    @property
    def rows(self) -> list[Strip]:
        """What is on the screen, in its colours."""
        compositor = self.app.screen._compositor
        if (rows := _rows.get(compositor)) is None:
            rows = self.rendered()
            if Compositor.render_update is _unsent:
                _rows[compositor] = rows
        return rows

    def rendered(self) -> list[Strip]:
        """The same, whatever was seen before."""
        app = self.app
        compositor = app.screen._compositor
        due = set(compositor._dirty_regions)
        # Textual has no public way to what it shows, only to pictures of it.
        with app._context():
            visible_screen_stack.set(app._background_screens)
            rows = compositor.render_full_update().strips
        compositor._dirty_regions |= due
        return [Strip.join(row) for row in rows]

    @property
    def text(self) -> str:
        """What is on the screen, line by line."""
        return "\n".join(row.text.rstrip() for row in self.rows)

    @property
    def notices(self) -> list[str]:
        """What is said in the corner."""
        return [one.message for one in self.app._notifications]

    @property
    def table(self) -> MatchTable:
        """The table that is on top."""
        screen = self.app.screen
        assert plays(screen)
        return screen

    def on(self, kind: type[T]) -> T:
        """The screen on top, which is of that kind."""
        screen = self.app.screen
        assert isinstance(screen, kind), screen
        return screen

    async def until(self, condition: Callable[[], T], what: str, patience: float = PATIENCE) -> T:
        """What the condition gives once it holds; an error names what was waited for and what was there instead.
        A screen that is being exchanged may not have yet what a condition asks it for."""
        end = monotonic() + patience
        while True:
            with suppress(NoMatches):
                if found := condition():
                    return found
            if not self.app.is_running:
                raise AssertionError(f"the program ended while a test waited for this: {what}")
            if monotonic() > end:
                raise AssertionError(f"waited {patience:g} s for this: {what}\n{self._scene}")
            await self.pause(POLL)

    async def sees(self, words: str) -> None:
        """Wait until these words are on the screen."""
        await self.until(lambda: words in self.text, words)

    async def comes(self, kind: type[T]) -> T:
        """Wait until a screen of that kind is on top."""
        await self.until(lambda: isinstance(self.app.screen, kind), kind.__name__)
        return self.on(kind)

    async def sits(self) -> MatchTable:
        """Wait until a table is on top."""
        await self.until(lambda: plays(self.app.screen), "a table")
        return self.table

    @property
    def _scene(self) -> str:
        """What there is instead of what was expected."""
        screens = [type(screen).__name__ for screen in self.app.screen_stack]
        workers = [f"{worker.group}/{worker.name}: {worker.state.name}" for worker in self.app.workers]
        return f"screens: {screens}\nnotices: {self.notices}\nworkers: {workers}\n{self.text}"


def middle_of(region: Region) -> tuple[int, int]:
    """A cell in the middle of a region, for a click."""
    return region.x + region.width // 2, region.y + region.height // 2


def match_of(text: str) -> Match:
    """The match of a record."""
    return read_match(text, GAMES).whole()


class Resting(EngineClient):
    """Knows only the first legal move, and needs no time for it."""

    async def start(self) -> None:
        return None

    async def close(self) -> None:
        return None

    async def think(self, match: Match, *given: object, **named: object) -> Analysis:
        thought = await self.hint(match)
        assert thought
        return thought

    async def hint(self, match: Match) -> Analysis | None:
        move = str(match.position.moves()[0])
        return Analysis(move, 1.5, depth=2, pv=(move,))

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        return await self.hint(match)

    async def review(self, match: Match, deep: bool = False) -> Judgement | None:
        best = str(match.position.moves()[0]) if match.turn is not None else None
        return Judgement(1.0 if match.plies < 2 else 30.0, False, "+1.0", best, deep=deep)

    async def solutions(self, match: Match) -> Solutions | None:
        return Solutions(12, ("A", "C"))

    async def puzzle(self, game: Game, seed: int) -> str:
        return "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"


def arcade(record: str = "", engine: EngineClient | None = None, **settings: Any) -> Arcade:
    """An arcade whose tables take no time; with a record it opens at that match's table."""
    opening = Start(match_of(record)) if record else None
    chosen = Settings(**{"speed": 0, "hints": False, **settings})
    return Arcade(settings=chosen, opening=opening, engine=engine or Resting(), seed=1)


@asynccontextmanager
async def opened(app: App[Any], size: tuple[int, int] = (80, 24), **more: Any) -> AsyncIterator[Here]:
    """Open an app in a window, and wait until all is there."""
    async with app.run_test(size=size, **more):
        here = Here(app)
        await here.rest()
        yield here


def opens(
    record: str = "",
    engine: Callable[[], EngineClient] | None = None,
    size: tuple[int, int] = (80, 24),
    **settings: Any,
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """The test is about somebody at an arcade like that, whom it gets as `here`."""

    def made(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        @wraps(test)
        async def tried(**given: Any) -> None:
            async with opened(arcade(record, engine() if engine else None, **settings), size) as here:
                await test(here=here, **given)

        asked = signature(test)
        left: list[Parameter] = [one for name, one in asked.parameters.items() if name != "here"]
        tried.__signature__ = asked.replace(parameters=left)  # type: ignore[attr-defined]
        return tried

    return made
