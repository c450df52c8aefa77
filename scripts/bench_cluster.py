"""What a house in many processes carries: `python scripts/bench.py cluster [--guests N] [--seconds S] [--pace P]`.

Guests come to the servers and hosts of `scripts/cluster_house.py` by the balancer, and do what those of
`bench.py host` do; who plays whom comes in by another host more often than not. Guests, hosts and servers share the
machine: where it has too few cores for all of them, a slower pace lets as many guests play as are to be seen.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from marbles_tui.cluster.stream import Bus, Entry, KeyValueStream
from marbles_tui.cluster.wire import unpacked
from scripts.bench_host import PACE, Party, percentile, waits
from scripts.cluster_house import ClusterHouse, Server
from scripts.host_guests import UNLIMITED, Host, read_moves

BUSY: Final = 0.1
"""Less rest than this share of the time, and what is measured is the wait for a core."""


class Counter:
    """A house as a party of guests needs it: where to come in, and what is kept, as soon as NATS tells of it."""

    def __init__(self, house: ClusterHouse) -> None:
        self.port = house.port
        self._kept: dict[str, str] = {}
        self._moves = lru_cache(maxsize=10_000)(read_moves)

    def heard(self, entry: Entry) -> None:
        """Something is kept, or is gone."""
        if not entry.data:
            self._kept.pop(entry.key, None)
        elif entry.key.startswith("room."):
            self._kept[entry.key] = unpacked(entry.data)["record"]
        else:
            self._kept[entry.key] = entry.data.decode()

    def kept_moves(self, name: str = "", *, libraries: bool = True) -> list[str]:
        """The moves of each game that is kept, of one player or of all."""
        del libraries  # all games are kept in one place
        return [self._moves(record) for record in self._kept.values() if not name or f'"{name}"' in record]


@asynccontextmanager
async def counted(house: ClusterHouse) -> AsyncIterator[Counter]:
    """A counter that hears as long as it is needed."""
    counter, bus = Counter(house), Bus(house.url.split(","))
    await bus.open()
    stream = KeyValueStream(bus, "marbles-kept", "marbles.kept", "auditor")
    try:
        await stream.follow(("room.>", "game.>"), counter.heard)
        yield counter
    finally:
        await stream.close()
        await bus.close()


async def playing(
    guests: int,
    seconds: float,
    hosts: int,
    servers: int,
    pace: float = PACE,
    share: float = 0.6,
    instant: bool = False,
) -> None:
    """So many guests play, a share of them each other, and what that takes is printed."""
    options = [word for limit in (f"guests={guests}", *UNLIMITED) for word in ("--limit", limit)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with ClusterHouse(Path(folder), *options, servers=servers, hosts=hosts) as house:
            every: tuple[Host | Server, ...] = (*house.hosts, *house.servers)
            for host in house.hosts:
                host.goes_first()
            empty = sum(host.memory() for host in house.hosts)
            async with counted(house) as counter:
                party = Party(counter, 1, pace)
                began = time.perf_counter()
                await party.come(guests)
                print(
                    f"{guests} guests at {hosts} hosts, {servers} servers: all came in"
                    f" {time.perf_counter() - began:.1f} s",
                    flush=True,
                )
                began = time.perf_counter()
                await party.seat(share, instant=instant)
                print(
                    f"  {2 * len(party.games)} sit at tables {time.perf_counter() - began:.1f} s later",
                    flush=True,
                )
                pids = [each.pid for each in every] + [os.getpid()]
                used, rested, began = [cpu(pid) for pid in pids], rest(), time.perf_counter()
                await party.live(seconds)
                passed, rested = time.perf_counter() - began, rest() - rested
                shares = [(cpu(pid) - before) / passed for pid, before in zip(pids, used, strict=True)]
                lost = {game.moves for game in party.games} - set(counter.kept_moves())
            memory = (sum(host.memory() for host in house.hosts) - empty) / guests
            theirs = ", ".join(f"{held(server.pid):.0f}" for server in house.servers)
            rested /= passed * (os.cpu_count() or 1)
            print(
                f"  {2 * len(party.games)} of them play each other, a move after {pace:g} s or so"
                f"{', shown at once' if instant else ''}:"
                f" {len(party.moves) / passed:.1f} moves/s in {passed:.0f} s\n"
                f"  key to screen {waits(party.keys)}; move to the opponent's screen {waits(party.moves)};"
                f" {party.lost} keys without an answer, {party.again} typed again; {len(lost)} games kept otherwise"
                f" than played, {party.given_up} given up\n"
                f"  processor: hosts {', '.join(f'{share:.0%}' for share in shares[:hosts])}, servers"
                f" {', '.join(f'{share:.0%}' for share in shares[hosts:-1])}, the guests {shares[-1]:.0%} of a core;"
                f" the {os.cpu_count()} cores rested {rested:.0%} of the time (load {os.getloadavg()[0]:.1f}), the"
                f" guests' own lag p99 {percentile(party.lag, 0.99)} ms\n"
                f"  memory: {memory:.2f} MiB a guest beyond {empty / hosts:.0f} MiB a host; servers {theirs} MiB"
            )
            if rested < BUSY:
                print(
                    "  The machine was too busy for these figures to say what the house takes: they are upper bounds,"
                    " and most of it is waiting for a core. Try fewer guests, or a slower --pace."
                )


def rest() -> float:
    """Seconds for which all cores together have had nothing to do."""
    return int(Path("/proc/stat").read_text().split("\n")[0].split()[4]) / os.sysconf("SC_CLK_TCK")


def held(pid: int) -> float:
    """MiB of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cluster() -> None:
    """A house in several processes, with as many guests as are asked for (cluster --help: the options)."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--guests", type=int, default=400)
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pace", type=float, default=PACE, help="Seconds to the next move, on average.")
    parser.add_argument("--playing", type=float, default=0.6, help="The share who play each other.")
    parser.add_argument(
        "--instant", action="store_true", help="Moves are shown at once, without marbles that run."
    )
    given, _ = parser.parse_known_args()
    # A guest is three sockets here, with the balancer's.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(
        playing(
            given.guests,
            given.seconds,
            given.hosts,
            given.servers,
            given.pace,
            given.playing,
            given.instant,
        )
    )
