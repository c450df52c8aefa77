"""How many guests one host carries: `python scripts/bench.py host [--guests N] [--seconds S] [--idle]`.

Of the guests, all in one process, three of five play each other (Egg Carton, ten minutes and five seconds, a move
every few seconds, the help page now and then), one plays a computer, one walks about the menu and resizes the window.
Afterwards the moves that the host has kept are compared with those that were played.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, read_match
from scripts.host_guests import UNLIMITED, Host, SshGuest

SIZES: Final = ((80, 24), (100, 30), (120, 40))

CLOCK: Final = 500
"""Bytes of a frame in which more has changed than the clocks."""

ASKED: Final = b"pick"
"""What the key line says to whoever is to move."""

ANIMATED: Final = 30.0
"""Seconds after which every move is shown."""

PATIENCE: Final = 5.0
"""Seconds after which a key counts as lost."""

ENTRIES: Final = 40
"""Entries of the lobby among which the open games are looked for, upwards."""

TOGETHER: Final = 8
"""Guests who come in at the same time."""

WALK: Final = ("\x1b[B", "\x1b[B", "\x1b[A", "?", "\x1b", "l", "\x1b", "t", "\x1b", "s", "\x1b")
"""What somebody types in the menu: entries, help, library, statistics, settings."""


class Party:
    """Guests who play for some time, and what they have waited for."""

    def __init__(self, host: Host, seed: int) -> None:
        self._host, self._random = host, Random(seed)
        self.guests: list[SshGuest] = []
        self.games: list[Game] = []
        self.keys: list[float] = []
        """Seconds from each key to the first of what it changes on the screen."""
        self.moves: list[float] = []
        """Seconds from the key of each move to the opponent's screen."""
        self.lost = 0
        """Keys that nothing has followed."""
        self.lag: list[float] = []
        """Seconds by which this process itself was late."""

    async def come(self, number: int) -> None:
        """So many guests come in, and see the menu."""
        new = [
            SshGuest(self._host, name_of(at), self._random.choice(SIZES))
            for at in range(len(self.guests), len(self.guests) + number)
        ]
        gate = asyncio.Semaphore(TOGETHER)

        async def enter(guest: SshGuest) -> None:
            async with gate:
                await guest.enter()

        await asyncio.gather(*map(enter, new))
        self.guests += new

    async def seat(self, share: float) -> None:
        """A share of the guests sit down to play each other, by an offer in the lobby."""
        for at in range(0, int(len(self.guests) * share) // 2 * 2, 2):
            first, second = self.guests[at : at + 2]
            await offer_and_take(first, second)
            self.games.append(Game(self, first, second, self._random.random()))

    async def live(self, seconds: float) -> None:
        """Everybody does what guests do, for so long."""
        end = time.perf_counter() + seconds
        seated = 2 * len(self.games)
        others = self.guests[seated:]
        doing = [game.play(end) for game in self.games]
        for at, guest in enumerate(others):
            doing.append(self._against_computer(guest, end) if at % 2 else self._walk(guest, end))
        await asyncio.gather(*doing, self._listen(end))

    async def answered(self, guest: SshGuest, keys: str) -> float | None:
        """Type something and wait for what it changes, more than the clocks; it is counted."""
        wait = await changed(guest, keys)
        if wait is None:
            self.lost += 1
        else:
            self.keys.append(wait)
        return wait

    async def _listen(self, end: float) -> None:
        while time.perf_counter() < end:
            began = time.perf_counter()
            await asyncio.sleep(0.05)
            self.lag.append(time.perf_counter() - began - 0.05)

    async def _walk(self, guest: SshGuest, end: float) -> None:
        random, at = Random(guest.name), 0
        while time.perf_counter() < end and guest.here:
            guest.look_away()
            await asyncio.sleep(random.uniform(1, 4))
            if at % 12 == 11:
                guest.resize(*random.choice(SIZES))
                await guest.rest(0.3, 5)
            await self.answered(guest, WALK[at % len(WALK)])
            at += 1
            await guest.rest(0.3, 5)

    async def _against_computer(self, guest: SshGuest, end: float) -> None:
        random = Random(guest.name)
        for keys in ("1", "\r"):
            guest.type(keys)
            await guest.rest(0.5, 5)
        while time.perf_counter() < end and guest.here:
            await asyncio.sleep(random.uniform(3, 6))
            guest.look_away()
            guest.type(random.choice("abcdef"))  # some cups are empty


def name_of(number: int) -> str:
    """A name that looks like no other."""
    return "".join("bdfghkmrst"[int(digit)] for digit in f"{number:03}").title()


async def offer_and_take(first: SshGuest, second: SshGuest) -> None:
    """Two sit down at Egg Carton by the lobby; the first one begins."""
    first.type("p")
    await first.expect("n offer")
    first.type("n")
    await first.expect("First move")
    first.type("\x1b[B\x1b[C")
    await first.expect("‹ you ›", "you ▶", " you ")
    first.type("\r")
    await first.expect("withdraw")
    second.type("p")
    await second.expect("take this seat", "n offer")
    await second.rest(0.3, 2)
    for _ in range(ENTRIES):
        if "take this seat" in second.screen():
            break
        second.type("\x1b[A")
        await second.rest(0.2, 2)
    await second.expect("take this seat")
    second.type("\r")
    await second.expect("Waiting for")
    await first.expect("pick")


async def changed(guest: SshGuest, keys: str, patience: float = PATIENCE) -> float | None:
    """Type, and wait until more is drawn than the clocks: after how many seconds; None if nothing was."""
    before, began = guest.bytes, time.perf_counter()
    guest.type(keys)
    return await drawn(guest, before, began, patience)


async def drawn(guest: SshGuest, before: int, began: float, patience: float = PATIENCE) -> float | None:
    """Wait until more than the clocks is drawn after the first `before` bytes: how long after `began`."""
    while guest.here and guest.bytes - before < CLOCK:
        left = began + patience - time.perf_counter()
        if left <= 0:
            return None
        await guest.news(left)
    return guest.last - began if guest.here else None


class Game:
    """A game of two guests, which is played here, too: whose turn it is, is known without reading the screen."""

    def __init__(self, party: Party, first: SshGuest, second: SshGuest, seed: float) -> None:
        self._party, self._seats, self._random = party, (first, second), Random(seed)
        self.match = Match.new(EGG_CARTON)

    async def play(self, end: float) -> None:
        """Play until then."""
        random = self._random
        turn = self.match.turn
        while turn is not None:
            await asyncio.sleep(random.uniform(2, 5))
            mover, other = self._seats[turn], self._seats[1 - turn]
            if random.random() < 0.2:
                for keys in ("?", "\x1b"):
                    await self._party.answered(other, keys)
                    await other.rest(0.3, 2)
            if time.perf_counter() > end:
                return
            for guest in self._seats:
                guest.look_away()
            move = random.choice(self.match.position.moves())
            before, began = other.bytes, time.perf_counter()
            moved, seen = await asyncio.gather(
                self._party.answered(mover, str(move).lower()), drawn(other, before, began)
            )
            if moved is None or seen is None:
                return
            self._party.moves.append(seen)
            self.match, _ = self.match.play(move)
            if (turn := self.match.turn) is not None:
                await self._asked(self._seats[turn])

    async def _asked(self, guest: SshGuest) -> None:
        """Wait until all is shown and somebody is asked for a move."""
        end = time.perf_counter() + ANIMATED
        while guest.here and not guest.wrote(ASKED):
            if time.perf_counter() > end:
                raise AssertionError(f"{guest.name} is not asked for a move after {self.moves}")
            await guest.news(1)

    @property
    def moves(self) -> str:
        """The moves that were played."""
        return " ".join(map(str, self.match.moves))


def kept_moves(host: Host) -> set[str]:
    """The moves of each game that the host has kept."""
    with sqlite3.connect(f"file:{host.data / 'host.sqlite3'}?mode=ro", uri=True) as database:
        records = [row[0] for row in database.execute("SELECT record FROM room")]
    return {" ".join(map(str, read_match(record, GAMES).whole().moves)) for record in records}


def percentile(values: Sequence[float], share: float) -> str:
    """A value that a share of them does not exceed, in milliseconds."""
    return f"{1000 * sorted(values)[int(len(values) * share)]:.0f}" if values else "-"


def waits(values: Sequence[float]) -> str:
    """The median and the slowest of a hundred, in words."""
    return f"p50 {percentile(values, 0.5)} ms, p99 {percentile(values, 0.99)} ms of {len(values)}"


async def playing(guests: int, seconds: float, seed: int, profile: str) -> None:
    """So many guests play, and what that takes is printed."""
    options = [word for limit in (f"guests={guests}", *UNLIMITED) for word in ("--limit", limit)]
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        host = await stack.enter_async_context(Host(Path(folder), *options, profile=profile))
        empty = host.memory()
        party = Party(host, seed)
        began, cpu = time.perf_counter(), host.cpu()
        await party.come(guests)
        arrival = (host.cpu() - cpu) / guests
        print(
            f"{guests} guests: all came in {time.perf_counter() - began:.1f} s, {1000 * arrival:.0f} ms of"
            f" processor each; memory of the menu {(host.memory() - empty) / guests:.2f} MiB each"
        )
        await party.seat(0.6)
        cpu, waited, began = host.cpu(), host.waited(), time.perf_counter()
        traffic = sum(guest.bytes for guest in party.guests)
        await party.live(seconds)
        passed = time.perf_counter() - began
        used, waited = (host.cpu() - cpu) / passed, (host.waited() - waited) / passed
        traffic = sum(guest.bytes for guest in party.guests) - traffic
        lost = {game.moves for game in party.games if game.match.plies} - kept_moves(host)
        print(
            f"  key to screen {waits(party.keys)}; move to the opponent's screen {waits(party.moves)};"
            f" {party.lost} keys without an answer; {len(lost)} games kept otherwise than played\n"
            f"  memory {(host.memory() - empty) / guests:.2f} MiB each beyond {empty:.0f} MiB, {host.descriptors()}"
            f" descriptors; {traffic / passed / guests / 1024:.1f} KiB/s each; processor {used:.0%} of a core"
            f" (ready but without a core for {waited:.0%} of the time); the guests' own lag p99"
            f" {percentile(party.lag, 0.99)} ms; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        )
        await host.end()


async def idle(guests: int, seconds: float, profile: str) -> None:
    """So many guests do nothing, half of them in the menu and half in the lobby."""
    options = [word for limit in (f"guests={guests}", *UNLIMITED) for word in ("--limit", limit)]
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        host = await stack.enter_async_context(Host(Path(folder), *options, profile=profile))
        party = Party(host, 1)
        await party.come(guests)
        for guest in party.guests[::2]:
            guest.type("p")
        await asyncio.gather(*(guest.rest(3, 60) for guest in party.guests))
        cpu, sent, began = host.cpu(), sum(guest.bytes for guest in party.guests), time.perf_counter()
        await asyncio.sleep(seconds)
        used = (host.cpu() - cpu) / (time.perf_counter() - began)
        sent = sum(guest.bytes for guest in party.guests) - sent
        print(f"{guests} guests at rest for {seconds:g} s: processor {used:.1%} of a core, {sent} bytes sent")
        await host.end()


def host() -> None:
    """The sizes that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--guests", type=int, action="append", help="How many; may be given several times.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--idle", action="store_true", help="Only guests who do nothing.")
    parser.add_argument("--profile", default="", help="Where the host says what has taken its time.")
    given, _ = parser.parse_known_args()
    if not given.idle:
        for guests in given.guests or (10, 50, 100, 200):
            asyncio.run(playing(guests, given.seconds, given.seed, given.profile))
    if given.idle or not given.guests:
        for guests in given.guests if given.idle and given.guests else (200,):
            asyncio.run(idle(guests, given.seconds, given.profile))


if __name__ == "__main__":
    host()
