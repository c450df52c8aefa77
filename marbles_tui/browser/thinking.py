"""The computers of a page: a worker beside that of the arcade, and the arcade's way to it."""

from __future__ import annotations

import asyncio
from typing import Protocol

from marbles_tui.ai.engine.job import Job, Message, dump, unpack
from marbles_tui.ai.engine.job_queue import LinkBrokenError, ThinkingFailedError


class WorkerScript(Protocol):
    """What the page's script does about the worker."""

    def begin_thinker(self) -> bool:
        """Start a worker; whether it can be stopped while it thinks, because both share memory."""

    def ask_thinker(self, body: bytes) -> None:
        """Send the worker a message."""

    def stop_thinker(self, number: int) -> None:
        """Write into the shared memory that all jobs up to that number are stopped."""

    def end_thinker(self) -> None:
        """End the worker, whatever it does; nothing that it has said is heard any more."""


class WorkerLink:
    """A worker that thinks.

    One that shares no memory hears nothing while it thinks. A stop then ends it, its job is over with what it has
    told of last, and the next job begins another worker, which takes seconds.
    """

    def __init__(self, script: WorkerScript) -> None:
        self._script = script
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self.alive = False
        """Whether there is a worker."""

        self._shares = False
        self._number = 0
        self._found: object = None
        self._hurried = False

    async def start(self) -> None:
        """Start a worker; what it is asked waits until it is ready. Raises ThinkingFailedError."""
        try:
            self._shares = self._script.begin_thinker()
        except Exception as error:  # whatever the browser has against it
            raise ThinkingFailedError(f"the engine worker cannot be started: {error}") from error
        self._messages = asyncio.Queue()
        self.alive = True

    async def ask(self, number: int, job: Job[object]) -> None:
        """Begin a job."""
        self._number, self._found, self._hurried = number, None, False
        self._script.ask_thinker(dump(("job", number, job)))

    async def hear(self) -> Message:
        """The next message. Raises LinkBrokenError if the worker dies."""
        message = await self._messages.get()
        if message is None:
            raise LinkBrokenError
        return message

    def stop(self, number: int, wanted: bool) -> None:
        """End a job; what is wanted of a worker that shares no memory is the first thing that it tells of."""
        if not self.alive or number != self._number:
            return
        if self._shares:
            self._script.stop_thinker(number)
        elif not wanted or self._found is not None:
            self._cut_short()
        else:
            self._hurried = True

    async def close(self) -> None:
        """End the worker."""
        if self.alive:
            self.alive = False
            self._script.end_thinker()

    def receive(self, body: bytes) -> None:
        """The worker has said something."""
        kind, _, what = message = unpack(body)
        if kind == "report":
            self._found = what
        else:
            self._number = 0
        self._messages.put_nowait(message)
        if self._hurried and kind == "report":
            self._cut_short()

    def die(self) -> None:
        """The worker has died."""
        self.alive = False
        self._messages.put_nowait(None)

    def _cut_short(self) -> None:
        """End the worker, and its job with what it has found."""
        self.alive = False
        self._script.end_thinker()
        self._messages.put_nowait(("done", self._number, self._found))
        self._number = 0
