"""Guests who behave badly, and a host that is killed: `python -m tests.host.storm [--rounds N] [--kills N]`.

Two guests play Egg Carton by the lobby. In the rounds others come and vanish, send rubbish, ask for what there is not
and connect by the hundred, while the two go on: every move must reach the other's screen, and in the end the host
may hold no more memory, files or guests than before. Then the host is killed -9 in the middle of that game, again and
again: what the screens had shown must be kept, each move once, and each finished game once in both libraries.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import asyncssh

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match
from marbles_tui.rooms.sqlite import FILE
from marbles_tui.store.matches import FILE as LIBRARY
from scripts.kills import rounds as rounds_of
from tests.host.bad_guests import CROWD, DEEDS, Broken, crowd
from tests.host.house import MENU, PATIENCE, UNLIMITED, Host, SshGuest, moves_of, offer_and_take, read_moves
from tests.processes import reported

PLAYERS: Final = ("Ann", "Ben")


class Table:
    """Two quiet guests in one game, which is played here, too."""

    def __init__(self, host: Host, random: Random) -> None:
        self._host, self._random = host, random
        self.seats = [SshGuest(host, name, (100, 30)) for name in PLAYERS]
        self.match = Match.new(EGG_CARTON)
        self.played = 0
        self.finished: list[str] = []
        """The moves of each game that is over."""

    async def begin(self) -> None:
        """Come in and sit down to a new game."""
        self.match = Match.new(EGG_CARTON)
        await self.come()
        await offer_and_take(*self.seats)
        for guest in self.seats:
            guest.type("+++")

    async def come(self) -> None:
        """Come in, and see the menu."""
        for guest in self.seats:
            await guest.enter()

    async def leave(self) -> None:
        """Go home."""
        for guest in self.seats:
            await guest.leave()

    @property
    def moves(self) -> str:
        """What was played."""
        return moves_of(self.match)

    def choose(self) -> str:
        """A move of whoever is to move."""
        return str(self._random.choice(self.match.position.moves()))

    async def ready(self) -> SshGuest:
        """Whoever is to move, when they are asked for it; a new game if this one is over."""
        if self.match.turn is None:
            await self.leave()
            await self.begin()
        assert self.match.turn is not None
        mover = self.seats[self.match.turn]
        await mover.expect("pick")
        return mover

    async def play(self) -> None:
        """One move, until both have seen it. Raises AssertionError where they do not."""
        mover = await self.ready()
        move = self.choose()
        mover.type(move.lower())
        self.take(move)
        self.played += 1
        for guest in self.seats:
            await guest.until(partial(self.shown, guest), f"{self.moves} seen", PATIENCE)

    def take(self, move: str) -> None:
        """A move is played."""
        self.match, _ = self.match.play(self.match.game.find(self.match.position, move))
        if self.match.turn is None:
            self.finished.append(self.moves)

    def shown(self, guest: SshGuest) -> bool:
        """Whether a guest has seen all: the last round stands among the moves, or the end is told."""
        screen = guest.screen()
        if self.match.turn is None:
            return "Rematch" in screen or "rematch" in screen
        played = rounds_of(" ".join(str(self.match).partition("\n\n")[2].split()))
        last = max(played)
        return _moves(rounds_of(screen).get(last, [])) == _moves(played[last])


def _moves(words: list[str]) -> list[str]:
    return [word for word in words if word != "/"]


async def back(guest: SshGuest, *told: str) -> None:
    """To the game that waits: who has come in stands there where a clock runs, else goes by the lobby. There one of
    some words is told."""
    if MENU in guest.screen():
        guest.type("p")
        await guest.expect("n offer")
        await guest.rest(0.3, 2)
        guest.type("\r")
    await guest.expect(*told)


@dataclass(frozen=True, slots=True)
class Kept:
    """The moves of all games that a host has kept."""

    rooms: list[str]
    """Of each game that goes on, or has ended and is not in both libraries yet."""

    libraries: Mapping[str, list[str]]
    """Of each game in the libraries of the players, by name."""

    rated: Mapping[str, int]
    """How many games have counted for the players' ratings, by name."""

    def handed(self, moves: str) -> bool:
        """Whether both players have a finished game, and the host does not hold it any more. Raises Broken where
        somebody has it twice."""
        times = {name: library.count(moves) for name, library in self.libraries.items()}
        if any(number > 1 for number in times.values()) or self.rooms.count(moves) > 1:
            raise Broken(f"kept more than once: {moves}: {times}, {self}")
        return set(times.values()) == {1} and moves not in self.rooms


def kept(folder: Path) -> Kept:
    """What stands in a host's folder. Raises Broken for a damaged database or a record that cannot be read."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        rooms = _matches(database, "SELECT json_extract(body, '$.record') FROM document WHERE kind = 'room'")
        named = "SELECT json_extract(body, '$.account.name') AS name, id FROM document WHERE kind = 'account'"
        ids = dict(database.execute(f"{named} AND name IN (?, ?)", PLAYERS).fetchall())
        counted = dict(database.execute("SELECT account, games FROM rating").fetchall())
    libraries: dict[str, list[str]] = {}
    for name, id in ids.items():
        libraries[name] = []
        file = folder / "accounts" / id / LIBRARY
        if file.exists():
            with closing(sqlite3.connect(file)) as database:
                libraries[name] = _matches(database, "SELECT record FROM match")
    return Kept(rooms, libraries, {name: counted.get(id, 0) for name, id in ids.items()})


def _matches(database: sqlite3.Connection, query: str) -> list[str]:
    if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        raise Broken("the database is damaged")
    try:
        return [read_moves(record) for (record,) in database.execute(query)]
    except ValueError as error:
        raise Broken(f"a record cannot be read: {error}") from error


async def all_handed(folder: Path, finished: list[str]) -> None:
    """Wait until both players have every finished game in their libraries, and each has counted once. Raises
    Broken where that does not come, or anything is there twice."""
    end = time.monotonic() + PATIENCE
    while True:
        found = kept(folder)
        handed = [moves for moves in finished if found.handed(moves)]
        libraries = {name: len(library) for name, library in found.libraries.items()}
        wanted = dict.fromkeys(PLAYERS, len(finished))
        if handed == finished and libraries == found.rated == wanted:
            return
        if time.monotonic() > end:
            raise Broken(f"finished {finished}; kept {found}")
        await asyncio.sleep(0.2)


GROWTH: Final = 40.0
"""Megabytes by which the host may grow in the last two thirds: what guests leave until the next look for garbage."""


async def rounds(number: int, seed: int, folder: Path, crowded: int = CROWD) -> str:
    """So many bad guests beside a quiet game, and once a crowd; what came of them. Raises Broken."""
    random = Random(seed)
    limits = [word for limit in ("guests=60", *UNLIMITED[:-1]) for word in ("--limit", limit)]
    async with Host(folder, *limits) as host:
        table = Table(host, random)
        await table.begin()
        # What is loaded once is loaded before it is measured.
        await asyncio.gather(*(deed(host, random) for deed in dict.fromkeys(DEEDS)))
        await table.play()
        before = host.memory(), host.descriptors()
        longest, early = 0.0, before[0]
        for at in range(number):
            if at == number // 3:
                early = host.memory()
            doing = [asyncio.create_task(random.choice(DEEDS)(host, random)) for _ in range(3)]
            if at == number // 2:
                doing.append(asyncio.create_task(crowd(host, random, crowded)))
            began = time.monotonic()
            try:
                await table.play()
            except AssertionError as error:
                raise Broken(f"round {at}: the quiet game was disturbed: {error}") from error
            longest = max(longest, time.monotonic() - began)
            for task in doing:
                with suppress(OSError, asyncssh.Error):
                    await task
        await _gone(host)
        after = host.memory(), host.descriptors()
        if host.told("failed"):
            raise Broken("an arcade has ended by a mistake")
        if after[0] - early > GROWTH or after[1] > before[1] + 10:
            raise Broken(f"MB and descriptors before {before}, {early:.0f} MB on the way, after {after}")
        return (
            f"{3 * number} bad guests and {crowded} connections at once: {table.played} moves beside them, each seen"
            f" by both, after {longest:.1f} s at the latest; memory {before[0]:.0f} MB, {early:.0f}"
            f" after a third of them, {after[0]:.0f} in the end,"
            f" descriptors {before[1]} to {after[1]}"
        )


async def _gone(host: Host) -> None:
    end = time.monotonic() + PATIENCE
    while host.told("arrived") - host.told("left") > 2:
        if time.monotonic() > end:
            raise Broken("guests are still counted who are gone")
        await asyncio.sleep(0.2)
    await asyncio.sleep(1)


async def kills(number: int, seed: int, folder: Path) -> str:
    """Kill the host so often in the middle of a game; what came of that. Raises Broken."""
    random = Random(seed)
    host = Host(folder, *(word for limit in UNLIMITED for word in ("--limit", limit)))
    await host.open()
    table, hidden = Table(host, random), 0
    try:
        await table.begin()
        for _ in range(number):
            for _ in range(random.randrange(3)):
                await table.play()
            mover = await table.ready()
            move = table.choose()
            mover.type(move.lower())
            await asyncio.sleep(random.random() * 0.3)
            await host.end(9)
            if standing(folder, table, move):
                table.take(move)
            else:
                hidden += 1
            await host.open()
            await table.come()
            if table.match.turn is None:
                await table.leave()
                await all_handed(folder, table.finished)
                await table.begin()
            else:
                for guest in table.seats:
                    await back(guest, "goes on when", "begins when", "Waiting for", "pick")
        await all_handed(folder, table.finished)
    except Broken as broken:
        raise Broken(f"after {table.played} moves: {broken}") from broken
    finally:
        await host.end(9)
    return (
        f"{number} kills, {table.played} moves seen, others cut short ({number - hidden} kept, {hidden} not),"
        f" {len(table.finished)} games finished: none lost, none doubled"
    )


def standing(folder: Path, table: Table, move: str) -> bool:
    """Whether the move that was typed last is kept, where a host was killed. Raises Broken where anything else is
    lost, or anything is there twice."""
    found = kept(folder)
    after, _ = table.match.play(table.match.game.find(table.match.position, move))
    before, wanted = table.moves, moves_of(after)
    going = [moves for moves in found.rooms if moves not in table.finished]
    if all(moves in found.rooms or found.handed(moves) for moves in table.finished):
        if going == [wanted] or (not going and after.turn is None and found.handed(wanted)):
            return True
        if going == [before]:
            return False
    raise Broken(f"finished {table.finished}, seen {before}, then typed {move}; kept {found}")


def main() -> None:
    """Storm as long as asked; exit status 1 with what did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.rounds:
        reported(lambda folder: asyncio.run(rounds(given.rounds, given.seed, folder)), Broken)
    if given.kills:
        reported(lambda folder: asyncio.run(kills(given.kills, given.seed, folder)), Broken)


if __name__ == "__main__":
    main()
