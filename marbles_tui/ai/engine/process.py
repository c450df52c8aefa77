"""The engine process, and the arcade's end of the pipes to it."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from contextvars import Context
from logging import getLogger
from pathlib import Path
from typing import Final

import marbles_tui
from marbles_tui import __version__
from marbles_tui.ai.engine.job import HEAD, OTHER_VERSION, Job, Message, apart, dump, unpack
from marbles_tui.ai.engine.job_queue import LinkBrokenError, ThinkingFailedError

logger = getLogger(__name__)

FAREWELL: Final = 1.0
"""How many seconds the process has to end by itself."""

UPDATED: Final = (
    "the program was updated while it is open: computers think in this process until it is opened again"
)


class ProcessLink:
    """A process that thinks."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._logging: asyncio.Task[None] | None = None
        self._outdated = False  # whether the program was updated since it is open

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The number of the process, None while none runs."""
        return self._process.pid if self._process and self.alive else None

    async def start(self) -> None:
        """Start the process; it is ready in about a tenth of a second.

        Raises ThinkingFailedError if the system does not let it start, or it would be of another version.
        """
        if self._outdated:
            raise ThinkingFailedError(UPDATED)
        # -P: nothing that lies about in the user's folder shall be imported.
        command = (sys.executable, "-P", "-m", "marbles_tui.ai.engine.job", __version__)
        try:
            self._process = await asyncio.create_task(
                asyncio.create_subprocess_exec(
                    *command,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=PIPE,
                    env=environment(),
                    **apart(),
                ),
                context=Context(),  # it outlives the task that starts it
            )
        except OSError as error:
            raise ThinkingFailedError(f"the engine process cannot be started: {error}") from error
        self._logging = asyncio.create_task(_log(self._process), name="engine log", context=Context())

    async def ask(self, number: int, job: Job[object]) -> None:
        """Begin a job. Raises LinkBrokenError if the process has died."""
        assert self._process
        assert self._process.stdin
        try:
            self._process.stdin.write(dump(("job", number, job)))
            await self._process.stdin.drain()
        except OSError as error:
            raise LinkBrokenError from error

    async def hear(self) -> Message:
        """The next message. Raises LinkBrokenError if the process dies, or says what is not understood."""
        assert self._process
        assert self._process.stdout
        try:
            (length,) = HEAD.unpack(await self._process.stdout.readexactly(HEAD.size))
            return unpack(await self._process.stdout.readexactly(length))
        except Exception as error:
            raise LinkBrokenError from error

    def stop(self, number: int, wanted: bool) -> None:
        """Want the answer to a job now."""
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(dump(("stop", number, None)))

    async def close(self) -> None:
        """End the process, at once if it does not by itself."""
        process, self._process = self._process, None
        if process:
            assert process.stdin
            assert process.stdout
            broken = process.stdout.at_eof()
            process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), FAREWELL)
            except TimeoutError:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            if process.returncode == OTHER_VERSION:
                self._outdated = True
                logger.warning("%s", UPDATED)
            elif broken:
                logger.warning("a process that searches has ended with status %s", process.returncode)
        if self._logging:
            await self._logging


def environment() -> dict[str, str]:
    """The environment in which the process finds this very package, wherever the arcade was started."""
    house = Path(marbles_tui.__file__).parents[1]
    if house.name in ("site-packages", "dist-packages"):
        return dict(os.environ)
    paths = filter(None, (str(house), os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


async def _log(process: Process) -> None:
    """Log what the process complains of, until it ends."""
    assert process.stderr
    while text := await process.stderr.read(1 << 16):
        logger.warning("engine process: %s", text.decode(errors="replace").rstrip())
