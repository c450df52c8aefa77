"""A player that is another program, which speaks the line protocol of docs/protocol.md.

It may be wrong or hostile in any way: it gets its time and no more, and whatever it does, the worst that
comes of it is that it loses its game.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.job import apart
from marbles_tui.ai.engine.line_engine import CLAIM, LONGEST, RESIGN, go, one_line
from marbles_tui.core import IllegalMove, Move
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match
from marbles_tui.table.players import Act, Choice, Player

USUAL: Final = Limit(seconds=1.0)
"""How long it thinks about a move where nothing else is said."""

READY: Final = 10.0
"""Seconds that it may take to start."""

GRACE: Final = 2.0
"""Seconds beyond its time before it is taken to answer no more."""

PATIENCE: Final = 600.0
"""Seconds for a move where no time bounds it."""

MOST_LINES: Final = 10_000
"""Lines that are read while one answer is waited for."""

FAREWELL: Final = 1.0
"""Seconds that it has to end by itself."""

SHOWN: Final = 160
"""Characters of a fault."""

WORD: Final = 40
"""Characters of a word that it has said."""


class Faulty(Exception):
    """The program does not do what the protocol says; the message is one line, and never leaves this file raw."""


class External(Player):
    """A program on a seat; it is started when it is first asked, and is to be closed in the end."""

    def __init__(self, command: Sequence[str], *, limit: Limit | None = None, ready: float = READY) -> None:
        """`limit` bounds each move; `ready` is how many seconds it may take to start."""
        self.fault = ""
        """Why it has lost, in one line; "" as long as nothing is wrong with it."""

        self._command = tuple(command)
        self._limit = limit or USUAL
        self._ready = ready
        self._process: Process | None = None

    async def choose(self, match: Match) -> Choice:
        """What it answers; a forfeit, with the `fault`, where that is no legal move."""
        try:
            async with asyncio.timeout(self._ready):
                await self._start(match.game.key)
            wait = (self._limit.seconds or PATIENCE) + GRACE
            async with asyncio.timeout(wait):
                return await self._move(match)
        except TimeoutError:
            self.fault = "it does not answer in time"
        except Faulty as fault:
            self.fault = sanitize_line(str(fault), SHOWN)
        except IllegalMove as error:
            self.fault = sanitize_line(f"illegal move: {error}", SHOWN)
        except ConnectionError:
            self.fault = await self._end() or "it reads no more"
        except OSError as error:
            self.fault = sanitize_line(f"it cannot run: {error.strerror}", SHOWN)
        return Act.FORFEIT

    async def close(self) -> None:
        """End the program, and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin
        with suppress(OSError):
            process.stdin.write(b"quit\n")
            process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(0 if self.fault else FAREWELL):
                await process.wait()
        _kill(process)
        process._transport.close()  # type: ignore[attr-defined]  # or a child that has got away holds it open for ever
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await process.wait()

    async def _start(self, key: str) -> None:
        if self._process:
            return
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST, **apart()
        )
        await self._say("games")
        if key not in (await self._hear("games")).split():
            raise Faulty(f"it does not play {key}")

    async def _move(self, match: Match) -> Choice:
        await self._say(f"position {one_line(str(match))}")
        await self._say(go(self._limit))
        word = (await self._hear("bestmove")).partition(" ")[0]
        if word == CLAIM and match.claimable:
            return Act.CLAIM
        if word == RESIGN and len(match.seats) > 1:
            return Act.RESIGN
        move: Move = match.game.find(match.position, word[:WORD])
        return move

    async def _end(self) -> str:
        """How the program has ended; "" if it goes on."""
        assert self._process
        try:
            async with asyncio.timeout(FAREWELL):
                return f"it has ended (status {await self._process.wait()})"
        except TimeoutError:
            return ""

    async def _say(self, line: str) -> None:
        assert self._process
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()

    async def _hear(self, wanted: str) -> str:
        """The rest of the next line that begins with that word."""
        assert self._process
        assert self._process.stdout
        for _ in range(MOST_LINES):
            try:
                data = await self._process.stdout.readline()
            except ValueError as error:
                raise Faulty("a line has no end") from error
            if not data:
                raise Faulty(await self._end() or "it writes no more")
            word, _, rest = data.decode("utf-8", "replace").strip().partition(" ")
            if word == wanted:
                return rest.strip()
        raise Faulty(f"{MOST_LINES:,} lines, and no {wanted}")


def _kill(process: Process) -> None:
    """End a process, and where the system knows groups, all that it has started and not let go of."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        elif process.returncode is None:
            process.kill()
