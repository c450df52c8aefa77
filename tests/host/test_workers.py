"""A host in several processes."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.cluster.nats_server import server
from tests.host.conftest import asked
from tests.host.house import PATIENCE
from tests.host.party import Guest, Party

pytestmark = pytest.mark.long


async def test_two_play_by_two_workers_and_go_on_when_the_one_that_plays_is_killed(tmp_path: Path) -> None:
    server()  # skips where there is no nats-server
    async with Party(tmp_path, "--workers", "2") as party:
        ann, ben = party.players = await in_both(party)
        await ann.goes_to_lobby()
        await ben.goes_to_lobby()
        ann.type("n")
        await ann.sees("FIRST MOVE")
        ann.type("\r")
        await ann.sees("enter withdraw")
        await ben.presses_until("\x1b[D\x1b[A", "enter take this seat")
        ben.type("\r")
        await party.until(lambda: any("Press a letter" in each.screen() for each in (ann, ben)), "a question")
        first, second = (ann, ben) if "Press a letter" in ann.screen() else (ben, ann)
        await second.sees(f"Waiting for {first.name}")
        first.type("a")  # and goes again
        await second.sees("1. A")
        # Whoever takes the last seat brings the game: it is played by Ben's worker.
        os.kill(pid_of(party, await process_of(party, ben)), signal.SIGKILL)
        party.host.wait_for("lost")
        await ben.comes_back()
        await ben.sees("1. A")
        await ann.sees_no("gone")
        await first.sees("a-f pick")
        first.type("c")
        await second.sees("1. A C")
        assert [told["here"] for told in party.host.events if "here" in told][-1] == 2


async def in_both(party: Party) -> tuple[Guest, Guest]:
    """Two who have come in by different workers."""
    first = party.players[0]
    await first.enter()
    for name in ("Ben", "Cleo", "Dora", "Emil", "Fritz", "Gert", "Hugo", "Ida"):
        guest = Guest(party.host, name)
        await guest.enter()
        if await process_of(party, guest) != await process_of(party, first):
            return first, guest
        guest.vanish()
    raise AssertionError("all come by the same worker")


async def process_of(party: Party, guest: Guest) -> str:
    """The id of the process by which somebody has come in, as soon as all know the name."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for person in asked(party.host.data, "people")["people"]:
                if person["name"] == guest.name:
                    return str(person["process"])
            await guest.news(0.2)


def pid_of(party: Party, process: str) -> int:
    """The number of a process."""
    processes = asked(party.host.data, "status")["processes"]
    return next(int(each["pid"]) for each in processes if each["process"] == process)
