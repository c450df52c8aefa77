"""The worker of a page that thinks: the counterpart of the engine process."""

from __future__ import annotations

from typing import Protocol, cast

from marbles_tui.ai.engine.job import Job, Message, do, dump, unpack


class Buffer(Protocol):
    """An array of bytes, as the browser hands them over."""

    def to_bytes(self) -> bytes:
        """A copy of it."""


class ThinkerScript(Protocol):
    """What the worker's script does."""

    def tell(self, body: bytes) -> None:
        """Send the arcade a message."""

    def stopped(self) -> int:
        """The number up to which all jobs are stopped, 0 for none. It is asked every few milliseconds."""


class PageThinker:
    """Does one job after another."""

    def __init__(self, script: ThinkerScript) -> None:
        self._script = script

    def hear(self, body: Buffer) -> None:
        """Do the job that a message asks for; returns when it is done."""
        _, number, job = unpack(body.to_bytes())
        stopped = self._script.stopped
        do(number, cast("Job[object]", job), lambda: stopped() >= number, self._say)

    def _say(self, message: Message) -> None:
        self._script.tell(dump(message))
