"""Computers playing one another, game after game."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final

from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.engine.job import apart
from marbles_tui.ai.engine.line_engine import CLAIM, LONGEST, RESIGN, go, one_line
from marbles_tui.ai.levels import find_level
from marbles_tui.core import BadOption, Game, IllegalMove
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import TERMINATION
from marbles_tui.table.players import Act, Choice, Dice, Engine, Here, Player
from marbles_tui.table.session import Session, complete

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

    def __init__(self, command: Sequence[str], *, limit: Limit | None = None) -> None:
        """`limit` bounds each move."""
        self.fault = ""
        """Why it has lost, in one line; "" as long as nothing is wrong with it."""

        self._command = tuple(command)
        self._limit = limit or USUAL
        self._process: Process | None = None

    async def choose(self, match: Match) -> Choice:
        """What it answers; a forfeit, with the `fault`, where that is no legal move."""
        try:
            async with asyncio.timeout(READY):
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
        return match.find(word[:WORD])

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


DRAWN_AFTER: Final = 400
"""After so many plies a game without a winner counts as drawn."""

AHEAD: Final = 3
"""Games that wait in an executor for each one that is being played there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How games of a tournament are played. `random_plies` are drawn by chance at the start of each game, the
    same for everybody's turn to begin; after `longest` plies a game is drawn; `seconds` bound each move."""

    setup: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    random_plies: int = 0
    longest: int = DRAWN_AFTER
    seconds: float | None = None
    engines: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Programs that play beside the levels: what they are called here, and their commands."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a tournament, as values that can be sent to another process or machine."""

    game: str
    levels: tuple[str, ...]
    """Seat by seat."""

    number: int
    round: int
    """Bouts of one round have the same start and the same dice."""

    terms: Conditions


def play_bout(bout: Pairing) -> str:
    """The record of the finished game; a function of its bout alone for levels that know no clock."""
    return str(complete(_played(bout)))


async def _played(bout: Pairing) -> Match:
    game = next(game for game in GAMES if game.key == bout.game)
    terms = bout.terms
    draws = Random(f"{terms.seed}/{bout.round}")
    match = Match.new(
        game,
        setup=terms.setup,
        options=dict(terms.options),
        seats=[Seat("", f"computer {key}") for key in bout.levels],
        random=draws,
    )
    while match.result is None and match.plies < min(terms.random_plies, terms.longest):
        match, _ = match.play(draws.choice(match.position.moves()))
    limit = Limit(seconds=terms.seconds) if terms.seconds else None
    seed = Random(f"{terms.seed}/{bout.number}/minds").randrange(1 << 32)
    commands = dict(terms.engines)
    players = [
        External(commands[level], limit=limit)
        if level in commands
        else Engine(level, Here(), limit=limit, seed=seed)
        for level in bout.levels
    ]
    dice = Dice(draws.randrange(1 << 32))
    session = Session(match, players, dice=dice, stop=lambda match: match.plies >= terms.longest)
    try:
        match = await session.finish()
    finally:
        for player in players:
            if isinstance(player, External):
                await player.close()
    for level, player in zip(bout.levels, players, strict=True):
        if isinstance(player, External) and player.fault:
            match = replace(match, tags=(*match.tags, (TERMINATION, f"{level} loses: {player.fault}")))
    return match if match.result else match.agree()


def bouts(game: Game, levels: Sequence[str], games: int, terms: Conditions) -> Iterator[Pairing]:
    """The games of a tournament. As many levels as a table has seats sit down together, and move round by one
    from game to game, so that each begins equally often; more play every pair, `games` each.

    Raises BadOption for an unknown level or a number of levels that makes no table.
    """
    known = dict(terms.engines)
    keys = [level if level in known else find_level(game, level).key for level in levels]
    most = game.seats.stop - 1
    if len(keys) in game.seats:
        tables = [tuple(keys)]
    elif len(keys) > most >= 2 and 2 in game.seats:
        tables = list(combinations(keys, 2))
    else:
        least = game.seats.start
        takes = f"{least}" if least == most else f"{least} to {most}"
        given = "1 level is" if len(keys) == 1 else f"{len(keys)} levels are"
        raise BadOption(f"{game.key} is played by {takes}: {given} given")
    for at, table in enumerate(tables):
        for number in range(games):
            round_, turned = divmod(number, len(table))
            seated = (*table[turned:], *table[:turned])
            yield Pairing(game.key, seated, at * games + number, round_, terms)


def play_all(
    planned: Iterator[Pairing], executor: Executor | None = None, workers: int = 1
) -> Iterator[tuple[Pairing, str]]:
    """Each bout with its record, as they end: here, one after another, or in an executor with so many workers,
    which is kept busy without being given more than it needs."""
    if executor is None:
        for bout in planned:
            yield bout, play_bout(bout)
        return
    waiting: dict[Future[str], Pairing] = {}
    try:
        while True:
            while len(waiting) < AHEAD * workers and (another := next(planned, None)):
                waiting[executor.submit(play_bout, another)] = another
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: waiting[future].number):
                bout = waiting.pop(future)
                yield bout, future.result()
    finally:
        for future in waiting:
            future.cancel()
