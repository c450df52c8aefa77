"""Keeping a match as it is played, whatever the disk does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from marbles_tui.play import Match

Keep: TypeAlias = Callable[[Match], Awaitable[object] | object]
"""Saves a match, now or by the time that what it returns is done. Raises where it cannot; or gives False where
somebody else will try again."""

NOT_YET: Final = "the last move is not saved yet"


class Saving:
    """Saves states of a match in their order. Never raises, and never waits unless asked to."""

    def __init__(self, keep: Keep | None, told: Callable[[], None], trouble: Callable[[str], None]) -> None:
        """`told` is called when saves that were waited for are done, `trouble` with what is wrong, or ""."""
        self._keep = keep
        self._told = told
        self._trouble = trouble
        self._pending: set[asyncio.Future[object]] = set()
        self.problem = ""
        """Why the last save failed; "" if it did not."""

    @property
    def unsaved(self) -> bool:
        """Whether the last state is not saved: not yet, or because that failed."""
        return bool(self._pending or self.problem)

    def save(self, match: Match) -> asyncio.Future[object] | None:
        """Save a match; what is still to be waited for, if anything."""
        if self._keep is None:
            return None
        try:
            saving = self._keep(match)
        except Exception as error:  # whatever it is, play goes on
            self._done(_words(error))
            return None
        if not isinstance(saving, Awaitable):
            self._done(NOT_YET if saving is False else "")
            return None
        task: asyncio.Future[object] = asyncio.ensure_future(saving)
        self._pending.add(task)
        task.add_done_callback(self._done_later)
        return task

    def _done_later(self, task: asyncio.Future[object]) -> None:
        self._pending.discard(task)
        if not task.cancelled():
            error = task.exception()
            self._done(_words(error) if error else NOT_YET if task.result() is False else "")
        self._told()

    def _done(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            self._trouble(problem)


def _words(error: BaseException) -> str:
    return str(error) or type(error).__name__
