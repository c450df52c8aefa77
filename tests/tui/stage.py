"""An arcade, and somebody in front of it: what they do and what they see. All they do is waited for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar, cast

from textual.events import Paste
from textual.pilot import Pilot

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.store import Settings
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.pasted import AFTER_PASTE
from tests.at_table import MatchTable, plays
from tests.tui import waiting
from tests.tui.conftest import Resting, match_of

T = TypeVar("T")


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
        """Paste a text at the screen."""
        self.screen.post_message(Paste(text))
        await self.rest()
        await waiting.time_passes(self, AFTER_PASTE)

    async def size(self, width: int, height: int) -> None:
        """Make the window as large."""
        await self.resize_terminal(width, height)
        await self.rest()

    async def rest(self) -> None:
        """Wait until nothing moves any more."""
        await waiting.settle(self)

    # What is seen

    @property
    def screen(self) -> ArcadeScreen[Any]:
        """What lies on top."""
        return cast("ArcadeScreen[Any]", self.app.screen)

    @property
    def text(self) -> str:
        """What is on the screen, line by line."""
        return waiting.screen_text(self)

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

    async def until(self, condition: Callable[[], T], what: str) -> T:
        """Wait until that holds."""
        return await waiting.until(self, condition, what)

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


def arcade(record: str = "", engine: EngineClient | None = None, **settings: Any) -> Arcade:
    """An arcade whose tables take no time; with a record it opens at that match's table."""
    opening = Start(match_of(record)) if record else None
    chosen = Settings(**{"speed": 0, "hints": False, **settings})
    return Arcade(settings=chosen, opening=opening, engine=engine or Resting(), seed=1)


@asynccontextmanager
async def opened(app: Arcade, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Here]:
    """Open an arcade in a window, and wait until all is there."""
    async with app.run_test(size=size):
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
