"""Let the machines of a house fail one after the other while guests play, and see that nothing is lost.

Pairs of guests play Egg Carton through the balancer of `tests/host/house.py`. Every few seconds something
happens to a random one of its servers and hosts: it is killed -9 and started again, it stands still for some seconds
as if the network to it was cut, or a server finds its disk full. Guests whose connection is lost come back by the
same port and go on with their game. What a screen has shown must be in what is kept, each move once; no clock is
charged more than the time that has passed and what a host may be silent, or gains time; in the end all find their
tables.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import reduce
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import asyncssh
import click

from marbles_tui.cluster.peers import LEASE
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match
from marbles_tui.table.clock import TAG, TimeControl
from scripts.kills import shown
from tests.host.bad_guests import Broken
from tests.host.house import (
    UNLIMITED,
    ClusterHouse,
    Host,
    Server,
    SshGuest,
    moves_of,
    name_of,
    offer_and_take,
)
from tests.host.storm import back
from tests.processes import reported

PATIENCE: Final = 20.0
"""Seconds after which somebody whose screen does not go on comes in anew."""

LONGEST: Final = 300.0
"""Seconds after which a table that cannot be reached counts as lost."""

PACE: Final = 5.0
"""Seconds between two faults."""

STILL: Final = (2.0, 9.0)
"""Seconds for which a process stands still: some within the lease of a host, some beyond it."""

FULL: Final = 1 << 11
"""Bytes by which no file may grow of a server with a full disk, beyond the largest that it has."""

NO_ROOM: Final = b"file too large"
"""What it says of that."""

DISTURBED: Final = (AssertionError, OSError, asyncssh.Error)
"""What comes of a fault where somebody waits for something."""

T = TypeVar("T")

AT_TABLE: Final = ("pick", "Waiting for", "goes on when", "claims the game")


class Behind(OSError):
    """What was read is older than what was seen: a server that does not know yet that others go on without it."""


class Pair:
    """Two guests at one table after the other."""

    def __init__(self, house: ClusterHouse, number: int, seed: int) -> None:
        self._house, self._random = house, Random(seed)
        self.seats = [SshGuest(house, name_of(2 * number + at), (100, 30)) for at in (0, 1)]
        self.match = Match.new(EGG_CARTON)
        self.played = self.returns = 0
        self.longest = 0.0
        """Seconds that it took at most to be back at the table."""

        self.clocks = 0
        """Moves of which it was looked at what the clock has charged for them."""

        self._typed: list[str] = []  # moves of which it is not known yet whether they are kept
        self._left: dict[int, float] = {}
        self._since = self._tried = (
            time.monotonic()
        )  # when the last move, and the next, were typed at the earliest

    async def begin(self) -> None:
        """Come in, and sit down to a game."""
        for guest in self.seats:
            await guest.enter()
        await offer_and_take(*self.seats)
        for guest in self.seats:
            guest.type("+++")

    async def play(self, end: float) -> None:
        """Play until then, or until the game is over, whatever happens. Raises Broken."""
        while time.monotonic() < end and self.match.turn is not None:
            try:
                await self._move()
            except DISTURBED:
                await self.come_back()
            await asyncio.sleep(self._random.uniform(0.2, 1.5))

    async def _move(self) -> None:
        assert self.match.turn is not None
        mover = self.seats[self.match.turn]
        await mover.until(lambda: "pick" in mover.screen(), "being asked", PATIENCE)
        move = self._random.choice(self.match.position.moves())
        after, _ = self.match.play(move)
        mover.type(str(move).lower())
        self._tried = self._tried if self._typed else time.monotonic()
        self._typed.append(str(move))
        end = time.monotonic() + PATIENCE
        while moves_of(kept := await self._kept()) != moves_of(after):
            assert time.monotonic() < end, f"{mover.name} waits for {move} to be kept"
            self._compare(kept)
            await asyncio.sleep(0.3)
        self._go_on(kept)
        self.played += 1
        for guest in self.seats if after.turn is not None else ():
            await guest.until(
                lambda guest=guest: any(word in guest.screen() for word in AT_TABLE),  # type: ignore[misc]
                "the move",
                PATIENCE,
            )

    async def _kept(self) -> Match:
        """The game as it is kept. Raises OSError where that cannot be asked, Behind where it is not there."""
        found = await self._house.kept(self.seats[0].name)
        if not found:
            raise Behind(f"the game of {self.seats[0].name} is not kept; played were {moves_of(self.match)}")
        return found[-1]

    def _compare(self, kept: Match) -> None:
        """Raises Broken where other moves are kept than were typed, or one is doubled; and Behind where moves that
        were kept, or shown, are missing. What was read before may have been older than what was kept: then more moves
        are kept than were known of."""
        mine, theirs = moves_of(self.match).split(), moves_of(kept).split()
        if mine[: len(theirs)] == theirs != mine:
            raise Behind(f"played were {mine}; kept are {theirs}")
        typed = iter(self._typed)
        if theirs[: len(mine)] != mine or not all(move in typed for move in theirs[len(mine) :]):
            raise Broken(f"played were {mine}, typed {self._typed}; kept are {theirs}")
        without_clocks = str(reduce(Match.read, theirs, Match.new(EGG_CARTON))).replace("/", "")
        for guest in self.seats:
            screen = guest.screen().replace(" / ", " ")
            if not shown(screen, without_clocks):
                raise Behind(f"{guest.name} was shown what is not kept: {theirs}\n{screen}")

    def _go_on(self, kept: Match) -> None:
        """The game as it is kept counts from now on. Raises Broken where the clock has charged a move with more than
        has passed, or has given time away."""
        now, match, news = time.monotonic(), self.match, kept.plies - self.match.plies
        control = TimeControl.read(kept.tag(TAG))
        for move, left in zip(kept.moves[match.plies :], kept.clocks[match.plies :], strict=False):
            mover = match.turn
            assert mover is not None
            if control.timed and left is not None:
                charged = self._left.get(mover, 60.0 * control.minutes) + control.increment - left
                if news == 1 and not -LEASE <= charged <= now - self._since + LEASE:
                    raise Broken(f"{charged:.1f} s were charged for a move of {now - self._since:.1f} s")
                self._left[mover] = left
                self.clocks += news == 1
            match, _ = match.play(move)
        if news:
            self._since = self._tried
            self._typed.clear()
        self.match = kept

    async def _return(self, guest: SshGuest, kept: Match) -> None:
        await guest.enter()
        if kept.turn is not None:
            await back(guest, *AT_TABLE)

    async def settled(self) -> None:
        """Raises Broken where the game is not kept as it was played."""

        async def look() -> None:
            self._compare(await self._kept())

        await repeated(look, "the game is not kept", PATIENCE)

    async def come_back(self) -> None:
        """Who was sent home comes in anew, to the table, or else both. Raises Broken where that takes too long."""
        began = time.monotonic()
        self.returns += 1
        await repeated(self._come_back, "no way back to the table")
        self.longest = max(self.longest, time.monotonic() - began)

    async def _come_back(self) -> None:
        away = [guest for guest in self.seats if not guest.here] or self.seats
        for guest in away:
            if guest.here:
                guest.vanish()
        kept = await self._kept()
        self._compare(kept)
        self._go_on(kept)
        await asyncio.gather(*(self._return(guest, kept) for guest in away))


class Faults:
    """What happens to the servers and hosts."""

    def __init__(self, house: ClusterHouse, seed: int) -> None:
        self._house, self._random = house, Random(seed)
        self.done: Counter[str] = Counter()

    async def go_on(self, end: float) -> None:
        """One after the other until then; afterwards everything runs again."""
        doing: set[asyncio.Task[None]] = set()
        down: set[object] = set()
        while time.monotonic() < end:
            await asyncio.sleep(PACE)
            every: list[Server | Host] = [*self._house.servers, *self._house.hosts]
            target = self._random.choice(every)
            if target not in down:
                down.add(target)
                task = asyncio.create_task(self._one(target))
                doing.add(task)
                task.add_done_callback(lambda _, target=target: down.discard(target))  # type: ignore[misc]
        await asyncio.gather(*doing)

    async def _one(self, target: Server | Host) -> None:
        kinds = (self._kill, self._kill, self._stop, self._fill)
        await self._random.choice(kinds if isinstance(target, Server) else kinds[:3])(target)

    async def _kill(self, target: Server | Host) -> None:
        self.done["killed"] += 1
        await target.end(signal.SIGKILL)
        await asyncio.sleep(self._random.uniform(0, 3))
        await _again(target)

    async def _stop(self, target: Server | Host) -> None:
        self.done["cut off"] += 1
        os.kill(target.pid, signal.SIGSTOP)
        await asyncio.sleep(self._random.uniform(*STILL))
        os.kill(target.pid, signal.SIGCONT)

    async def _fill(self, target: Server | Host) -> None:
        assert isinstance(target, Server)
        self.done["disk full"] += 1
        await target.end(signal.SIGKILL)
        said = target.log.stat().st_size
        with suppress(AssertionError, TimeoutError):  # it may not even start
            await target.open(largest_file=target.largest_file() + FULL)
        await asyncio.sleep(PACE)
        await target.end(signal.SIGKILL)
        self.done["of them felt it"] += NO_ROOM in target.log.read_bytes()[said:].lower()
        await _again(target)


async def repeated(act: Callable[[], Awaitable[T]], what: str, patience: float = LONGEST) -> T:
    """Do it until nothing disturbs it; what it gives. Raises Broken where that takes too long."""
    end = time.monotonic() + patience
    while True:
        try:
            return await act()
        except DISTURBED as error:
            if time.monotonic() > end:
                raise Broken(f"{what} for {patience:g} s: {error}") from error
            await asyncio.sleep(1)


async def _again(target: Server | Host) -> None:
    """Start it until it stays: a host that does not reach NATS ends, as one does that something starts again."""

    async def start() -> None:
        try:
            await target.open()
        except DISTURBED:
            await target.end(signal.SIGKILL)
            raise

    await repeated(start, "it does not start")


async def faults(seconds: float, tables: int, seed: int, folder: Path) -> str:
    """Play so long; what came of it. Raises Broken."""
    limits = [word for limit in UNLIMITED for word in ("--limit", limit)]
    async with ClusterHouse(folder, *limits) as house:
        every, end, happening = list[Pair](), time.monotonic() + seconds, Faults(house, seed)

        async def sit(number: int) -> Pair:
            while True:
                every.append(pair := await _new_pair(house, number, seed))
                await pair.play(end)
                if time.monotonic() >= end:
                    return pair
                for guest in pair.seats:
                    with suppress(OSError, asyncssh.Error):
                        guest.vanish()
                number += tables

        happens = asyncio.create_task(happening.go_on(end), name="faults")
        last = await asyncio.gather(*map(sit, range(tables)))
        await happens
        await asyncio.gather(*(pair.come_back() for pair in last))
        for pair in every:
            await pair.settled()
        counts = ((pair.played, pair.returns, pair.clocks) for pair in every)
        plies, returns, clocks = map(sum, zip(*counts, strict=True))
        longest = max(pair.longest for pair in every)
        what = ", ".join(f"{number} {kind}" for kind, number in happening.done.items())
        return (
            f"{seconds / 60:g} minutes, {len(every)} games, {plies} moves; {what}; {returns} returns to a table,"
            f" after {longest:.0f} s at the latest; {clocks} moves by the clock: none lost, none doubled"
        )


async def _new_pair(house: ClusterHouse, number: int, seed: int) -> Pair:
    """Others sit down; where that is disturbed yet others do."""
    numbers = count(number, 1000)

    async def sit() -> Pair:
        at = next(numbers)
        pair = Pair(house, at, seed + at)
        await pair.begin()
        return pair

    return await repeated(sit, "no game could be begun")


@click.command(help=__doc__, context_settings={"show_default": True})
@click.option("--minutes", default=30.0, help="How long.")
@click.option("--tables", default=6, help="Of two guests each.")
@click.option("--seed", default=1, help="Of what fails.")
def main(minutes: float, tables: int, seed: int) -> None:
    """Let things fail as long as asked; exit status 1 with what did not hold."""
    reported(lambda home: asyncio.run(faults(60 * minutes, tables, seed, home)), Broken)


if __name__ == "__main__":
    main(prog_name="python -m scripts.faults")
