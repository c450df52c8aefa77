"""What a house in many processes carries: `python scripts/bench.py cluster [--guests N] [--seconds S]`.

Guests come to the servers and hosts of `scripts/cluster_house.py` by the balancer, and do what those of
`bench.py host` do; who plays whom comes in by another host more often than not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from marbles_tui.play import Match
from scripts.bench_host import Party, percentile, waits
from scripts.cluster_house import ClusterHouse, Server
from scripts.host_guests import UNLIMITED, Host, moves_of

LOOK: Final = 0.5
"""Seconds between two looks at what is kept."""


class Counter:
    """A house as a party of guests needs it: where to come in, and what is kept, read again and again."""

    def __init__(self, house: ClusterHouse) -> None:
        self._house = house
        self.port = house.port
        self._kept: list[Match] = []

    async def follow(self) -> None:
        """Read what is kept, until it is cancelled."""
        while True:
            self._kept = await self._house.kept("")
            await asyncio.sleep(LOOK)

    def kept_moves(self, name: str = "", *, libraries: bool = True) -> list[str]:
        """The moves of each game that is kept, of one player or of all."""
        del libraries  # all games are kept in one place
        return [moves_of(match) for match in self._kept if not name or name in match.names]


@asynccontextmanager
async def counted(house: ClusterHouse) -> AsyncIterator[Counter]:
    """A counter that reads as long as it is needed."""
    counter = Counter(house)
    following = asyncio.create_task(counter.follow(), name="what is kept")
    try:
        yield counter
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def playing(guests: int, seconds: float, hosts: int, servers: int) -> None:
    """So many guests play, and what that takes is printed."""
    options = [word for limit in (f"guests={guests}", *UNLIMITED) for word in ("--limit", limit)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with ClusterHouse(Path(folder), *options, servers=servers, hosts=hosts) as house:
            every: tuple[Host | Server, ...] = (*house.hosts, *house.servers)
            empty = sum(host.memory() for host in house.hosts)
            async with counted(house) as counter:
                party = Party(counter, 1)
                began = time.perf_counter()
                await party.come(guests)
                print(f"{guests} guests at {hosts} hosts: all came in {time.perf_counter() - began:.1f} s")
                await party.seat(0.6)
                used, began = [cpu(each.pid) for each in every], time.perf_counter()
                await party.live(seconds)
                passed = time.perf_counter() - began
                shares = [(cpu(each.pid) - before) / passed for each, before in zip(every, used, strict=True)]
            print(
                f"  {len(party.moves) / passed:.1f} moves/s; key to screen {waits(party.keys)}; move to the"
                f" opponent's screen {waits(party.moves)}; {party.lost} keys without an answer, {party.again} typed"
                " again\n"
                f"  processor: hosts {', '.join(f'{share:.0%}' for share in shares[:hosts])}, servers"
                f" {', '.join(f'{share:.0%}' for share in shares[hosts:])} of a core; memory"
                f" {(sum(host.memory() for host in house.hosts) - empty) / guests:.2f} MiB a guest beyond"
                f" {empty / hosts:.0f} MiB a host; the guests' own lag p99 {percentile(party.lag, 0.99)} ms; load"
                f" {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
            )


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cluster() -> None:
    """As many guests as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--guests", type=int, default=400)
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    given, _ = parser.parse_known_args()
    asyncio.run(playing(given.guests, given.seconds, given.hosts, given.servers))
