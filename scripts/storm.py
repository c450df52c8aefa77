"""Guests who behave badly, and a host that is killed: `python scripts/storm.py [--rounds N] [--kills N] [--seed S]`.

Two guests play Egg Carton by the lobby. In the rounds others come and vanish, send rubbish, ask for what there is not
and connect by the hundred, while the two go on: every move must reach the other's screen, and in the end the host
may hold no more memory, files or guests than before. Then the host is killed -9 in the middle of that game, again and
again: what the screens had shown must be kept, each move once.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import asyncssh

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, read_match
from scripts.bench_host import offer_and_take
from scripts.host_guests import UNLIMITED, Host, SshGuest
from scripts.kills import rounds as rounds_of

PATIENCE: Final = 60.0

CROWD: Final = 1000
"""Connections that come at once."""

GROWTH: Final = 60.0
"""Megabytes by which the host may have grown: what guests leave until the next look for garbage."""

HALVES: Final = (
    "\x1b",
    "\x1b[",
    "\x1b[200~half",
    "\x1b[<0;1",
    "\x1b[99999999;9",
    "\x1b]52;c;",
    "\x1bP",
    "\udcff",
)
"""Sequences that do not end."""


class Broken(Exception):
    """Something did not hold."""


class Table:
    """Two quiet guests in one game, which is played here, too."""

    def __init__(self, host: Host, random: Random) -> None:
        self._host, self._random = host, random
        self.seats = [SshGuest(host, name, (100, 30)) for name in ("Ann", "Ben")]
        self.match = Match.new(EGG_CARTON)
        self.played = 0

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
    def moves(self) -> list[str]:
        """What was played and seen by both."""
        return [str(move) for move in self.match.moves]

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
        self.match, _ = self.match.play(self.match.game.find(self.match.position, move))
        self.played += 1
        for guest in self.seats:
            await guest.until(partial(self.shown, guest), f"{self.moves} seen", PATIENCE)

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


# What guests do who behave badly


async def _come(host: Host, random: Random) -> SshGuest:
    guest = SshGuest(host, "storm", random.choice(((80, 24), (120, 40), (1, 1))))
    await guest.come()
    await guest.news(5)
    return guest


async def vanish(host: Host, random: Random) -> None:
    """The socket is gone in the middle of anything."""
    guest = await _come(host, random)
    for _ in range(random.randrange(6)):
        guest.type(random.choice("12345plsq?\r\x1b"))
        await guest.news(random.random() * 0.3)
    guest.vanish()


async def half_keys(host: Host, random: Random) -> None:
    """A sequence begins and never ends."""
    guest = await _come(host, random)
    guest.type(random.choice(HALVES).encode("utf-8", "replace").decode())
    await guest.news(0.5)
    guest.vanish()


async def paste(host: Host, random: Random) -> None:
    """A megabyte is pasted, marked or not."""
    guest = await _come(host, random)
    text = random.choice(("A C ", "\x1b[A", "x", "\x00", "\u202e", "é")) * 250_000
    with suppress(OSError):
        guest.type(f"\x1b[200~{text}\x1b[201~" if random.random() < 0.7 else text)
    await guest.rest(0.5, 5)
    guest.vanish()


async def sizes(host: Host, random: Random) -> None:
    """The window has sizes that none has."""
    guest = await _come(host, random)
    for _ in range(20):
        guest.resize(random.choice((0, 1, 80, 100_000)), random.choice((0, 1, 24, 100_000)))
    await guest.rest(0.5, 5)
    guest.vanish()


async def reads_nothing(host: Host, random: Random) -> None:
    """A terminal takes nothing of what it is sent."""
    guest = await _come(host, random)
    guest.hold()
    for _ in range(40):
        guest.type(random.choice(("\x1b[B", "\x1b[A", "l", "\x1b", "?")))
        await asyncio.sleep(0.02)
    guest.vanish()


async def _refused(
    host: Host, ask: Callable[[asyncssh.SSHClientConnection], Awaitable[Any]], what: str
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    connection = await asyncssh.connect(
        "127.0.0.1",
        host.port,
        username="x",
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
    )
    try:
        await asyncio.wait_for(ask(connection), PATIENCE)
    except (asyncssh.Error, asyncssh.ChannelListenError, OSError):
        return
    finally:
        connection.abort()
    raise Broken(f"{what} was not refused")


async def commands(host: Host, random: Random) -> None:
    """A command, a shell without a terminal, sftp, scp."""
    command = random.choice(("ls", "cat /etc/passwd", "scp -f /etc/passwd", "sh -c id"))
    await _refused(host, lambda to: to.create_process(command), "a command")
    await _refused(host, lambda to: to.create_process(command, term_type="xterm"), "a command in a terminal")
    await _refused(host, lambda to: to.create_process(), "a shell without a terminal")
    await _refused(host, lambda to: to.start_sftp_client(), "sftp")


async def forwarding(host: Host, random: Random) -> None:
    """A way to elsewhere, or from there."""
    del random
    await _refused(host, lambda to: to.open_connection("127.0.0.1", host.port), "a way to a port")
    await _refused(host, lambda to: to.open_unix_connection("/var/run/docker.sock"), "a way to a socket")
    await _refused(host, lambda to: to.forward_remote_port("", 0, "127.0.0.1", 1), "a way from a port")
    await _refused(host, lambda to: to.forward_remote_path("/tmp/marbles-storm", "/x"), "a way from a socket")


async def environment(host: Host, random: Random) -> None:
    """Variables, many and large."""
    guest = SshGuest(host, "storm")
    name = random.choice(("LD_PRELOAD", "PYTHONPATH", "MARBLES_TUI_HOME", "TEXTUAL_LOG"))
    many = {f"{name}_{at}": "x" * 1000 for at in range(100)} | {name: "/tmp/marbles-storm"}
    await guest.come(env=many)
    await guest.news(2)
    guest.vanish()


async def wrong_keys(host: Host, random: Random) -> None:
    """Another's key that cannot be proven, no key, a password; rubbish instead of a greeting."""
    del random
    with suppress(asyncssh.Error, OSError):
        connection = await asyncssh.connect(
            "127.0.0.1", host.port, username="x", password="x", client_keys=None, known_hosts=None,
            config=None, agent_path=None, preferred_auth="password",
        )  # fmt: skip
        connection.abort()
        raise Broken("a password was taken")
    for greeting in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n" + bytes(1000), b"\xff" * 100_000):
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write(greeting)
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(100), 1)
            writer.transport.abort()


async def crowd(host: Host, random: Random, number: int = CROWD) -> None:
    """Very many connections within a second, which say nothing."""
    del random

    async def knock() -> asyncio.StreamWriter | None:
        with suppress(OSError):
            return (await asyncio.open_connection("127.0.0.1", host.port))[1]
        return None

    knocked = await asyncio.gather(*(knock() for _ in range(number)))
    await asyncio.sleep(1)
    for writer in filter(None, knocked):
        writer.transport.abort()


DEEDS: Final = (
    vanish,
    vanish,
    half_keys,
    paste,
    sizes,
    reads_nothing,
    commands,
    forwarding,
    environment,
    wrong_keys,
)


async def rounds(number: int, seed: int, folder: Path, crowded: int = CROWD) -> str:
    """So many bad guests beside a quiet game, and once a crowd; what came of them. Raises Broken."""
    random = Random(seed)
    limits = [word for limit in ("guests=60", *UNLIMITED[:2]) for word in ("--limit", limit)]
    async with Host(folder, *limits) as host:
        table = Table(host, random)
        await table.begin()
        # What is loaded once is loaded before it is measured.
        await asyncio.gather(*(deed(host, random) for deed in dict.fromkeys(DEEDS)))
        await table.play()
        before = host.memory(), host.descriptors()
        longest = 0.0
        for at in range(number):
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
        if after[0] - before[0] > GROWTH or after[1] > before[1] + 10:
            raise Broken(f"MB and descriptors before {before}, after {after}")
        return (
            f"{3 * number} bad guests and {crowded} connections at once: {table.played} moves beside them, each seen"
            f" by both, after {longest:.1f} s at the latest; memory {before[0]:.0f} to {after[0]:.0f} MB,"
            f" descriptors {before[1]} to {after[1]}"
        )


async def _gone(host: Host) -> None:
    end = time.monotonic() + PATIENCE
    while host.told("arrived") - host.told("left") > 2:
        if time.monotonic() > end:
            raise Broken("guests are still counted who are gone")
        await asyncio.sleep(0.2)
    await asyncio.sleep(1)


def kept(folder: Path) -> list[list[str]]:
    """The moves of each unfinished or finished game that a host has kept. Raises Broken."""
    with sqlite3.connect(folder / "host.sqlite3") as database:
        if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Broken("the database is damaged")
        found = []
        for (record,) in database.execute("SELECT record FROM room"):
            reading = read_match(record, GAMES)
            if reading.fault or not reading.match:
                raise Broken(f"a record cannot be read: {reading.fault}\n{record}")
            found.append([str(move) for move in reading.match.moves])
    return found


async def kills(number: int, seed: int, folder: Path) -> str:
    """Kill the host so often in the middle of a game; what came of that. Raises Broken."""
    random = Random(seed)
    host = Host(folder, *(word for limit in UNLIMITED for word in ("--limit", limit)))
    await host.open()
    table, hidden = Table(host, random), 0
    try:
        await table.begin()
        for at in range(number):
            for _ in range(random.randrange(3)):
                await table.play()
            mover = await table.ready()
            move = table.choose()
            mover.type(move.lower())
            await asyncio.sleep(random.random() * 0.3)
            await host.end(9)
            seen = [str(move) for move in table.match.moves]
            found = kept(folder)
            if [*seen, move] in found:
                table.match, _ = table.match.play(table.match.game.find(table.match.position, move))
            elif seen in found:
                hidden += 1
            else:
                raise Broken(f"kill {at}: seen {seen}, then typed {move}; kept {found}")
            await host.open()
            await table.come()
            if table.match.turn is None:
                await table.leave()
                await table.begin()
            else:
                for guest, told in zip(
                    table.seats, (("goes on when",), ("Waiting for", "pick")), strict=True
                ):
                    await back(guest, *told)
    finally:
        await host.end(9)
    cut = f"{number - hidden} kept, {hidden} not"
    return f"{number} kills, {table.played} moves seen, others cut short ({cut}): none lost, none doubled"


async def back(guest: SshGuest, *told: str) -> None:
    """To the game that waits, by the lobby; there one of some words is told."""
    guest.type("p")
    await guest.expect("n offer")
    await guest.rest(0.3, 2)
    guest.type("\r")
    await guest.expect(*told)


def main() -> None:
    """Storm as long as asked; exit status 1 with what did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for work, number in ((rounds, given.rounds), (kills, given.kills)):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                if number:
                    print(asyncio.run(work(number, given.seed, Path(folder))))
            except Broken as broken:
                sys.exit(str(broken))


if __name__ == "__main__":
    main()
