"""A house whose processes are replaced by those of another version, one after the other, while guests play.

    python -m tests.cluster.rolling [--before COMMIT] [--hosts N] [--tables N]

First every host of the version of that commit (the one before this, if none is named) is replaced by this one, then
every host of this one by a newer one: the same program, but what it keeps has the next version, which this one cannot
read. Each host is asked to end as a restart does it; guests come back by the port to which they came. What a screen
has shown must be in what is kept, all tables are found again, and nothing fails in any log.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import re
import shutil
import subprocess
import tarfile
import time
from pathlib import Path
from typing import Final

import marbles_tui
from scripts.faults import Pair
from tests.host.bad_guests import Broken
from tests.host.house import UNLIMITED, ClusterHouse
from tests.processes import reported

PLAYED: Final = 6.0
"""Seconds for which guests play between two restarts."""

WIRE: Final = Path("marbles_tui/cluster/wire.py")

VERSION: Final = re.compile(r"^(VERSION|WRITTEN): Final = (\d+)$", re.MULTILINE)

FAILED: Final = ("Traceback", "ERROR")


def checkout(commit: str, folder: Path) -> Path:
    """The program as it was at a commit, in a folder."""
    top = Path(marbles_tui.__file__).parents[1]
    packed = subprocess.run(
        ["git", "-C", top, "archive", commit, "marbles_tui"], check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    return folder


def newer(folder: Path) -> Path:
    """This program, in a folder, but for the version of what it keeps: that is the next one."""
    shutil.copytree(
        Path(marbles_tui.__file__).parent,
        folder / "marbles_tui",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    wire = folder / WIRE
    text = wire.read_text()
    found = VERSION.search(text)
    assert found, f"{wire} says no version"
    wire.write_text(VERSION.sub(rf"\1: Final = {int(found[2]) + 1}", text))
    return folder


class Rolling:
    """The replacing of a house's hosts."""

    def __init__(self, house: ClusterHouse, pairs: list[Pair]) -> None:
        self._house, self._pairs = house, pairs
        self.slowest = 0.0
        """Seconds that a host took at most to end."""

    async def play(self, seconds: float) -> None:
        """All play, and come back where their connection is lost."""
        end = time.monotonic() + seconds
        await asyncio.gather(*(pair.play(end) for pair in self._pairs))

    async def replace(self, code: Path) -> None:
        """Replace one host after the other, while all play."""
        for host in self._house.hosts:
            playing = asyncio.create_task(self.play(PLAYED))
            began = time.monotonic()
            status = await host.end()
            self.slowest = max(self.slowest, time.monotonic() - began)
            if status:
                raise Broken(f"a host has not saved everything: status {status}\n{host.said()}")
            host.code = code
            await host.open()
            await playing
            await asyncio.gather(*(pair.settled() for pair in self._pairs))

    def faults(self) -> list[str]:
        """The lines of the hosts' logs that should not be there."""
        return [
            line
            for host in self._house.hosts
            for line in host.said().splitlines()
            if any(word in line for word in FAILED)
        ]


async def rolling(before: str, hosts: int, tables: int, servers: int, folder: Path) -> str:
    """Replace all hosts twice; what came of it. Raises Broken."""
    limits = [word for limit in UNLIMITED for word in ("--limit", limit)]
    house = ClusterHouse(folder / "house", *limits, hosts=hosts, servers=servers)
    old, now = checkout(before, folder / "before"), Path(marbles_tui.__file__).parents[1]
    for host in house.hosts:
        host.code = old
    async with house:
        pairs = [Pair(house, number, number) for number in range(tables)]
        for pair in pairs:
            await pair.begin()
        roll = Rolling(house, pairs)
        await roll.play(PLAYED)
        for code in (now, newer(folder / "newer")):
            await roll.replace(code)
        await asyncio.gather(*(pair.come_back() for pair in pairs))
        for pair in pairs:
            await pair.settled()
        if faults := roll.faults():
            raise Broken("\n".join(faults))
        left = sum("newer version" in host.said() for host in house.hosts)
        plies, returns = sum(pair.match.plies for pair in pairs), sum(pair.returns for pair in pairs)
        return (
            f"{hosts} hosts of {before} replaced by this version, and these by a newer one; {tables} games,"
            f" {plies} moves, {returns} returns to a table, after {max(pair.longest for pair in pairs):.0f} s at the"
            f" latest; a host took {roll.slowest:.1f} s to end; {left} of the older ones said that something is newer"
            " than they: none lost, none doubled"
        )


def main() -> None:
    """Replace what is asked for; exit status 1 with what did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--before", default="HEAD~1", metavar="COMMIT")
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--tables", type=int, default=3)
    given = parser.parse_args()
    reported(
        lambda home: asyncio.run(rolling(given.before, given.hosts, given.tables, given.servers, home)),
        Broken,
    )


if __name__ == "__main__":
    main()
