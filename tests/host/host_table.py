"""Two quiet guests at a table of an open host, and where their games are kept."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match
from marbles_tui.rooms.sqlite import FILE
from marbles_tui.store.matches import FILE as LIBRARY
from scripts.kills import rounds as rounds_of
from tests.host.bad_guests import Broken
from tests.host.house import MENU, PATIENCE, Host, SshGuest, moves_of, offer_and_take, read_moves

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
