"""A host in several processes, by OpenSSH's real client."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.cluster.nats_server import server
from tests.host.conftest import with_ssh
from tests.host.party import Guest, Party
from tests.host.test_control import asked

pytestmark = pytest.mark.long


def test_two_play_by_way_of_two_workers_and_go_on_when_the_one_that_plays_is_killed(tmp_path: Path) -> None:
    with_ssh()
    server()  # skips where there is no nats-server
    with Party(tmp_path, "--workers", "2") as party:
        try:
            two_play_and_one_worker_dies(party)
        finally:
            party.host.end()  # a host that is killed leaves its NATS server to the next one


def two_play_and_one_worker_dies(party: Party) -> None:
    ann, ben = in_both(party)
    ann.goes_to_lobby()
    ben.goes_to_lobby()
    ann.types(b"n")
    ann.sees("FIRST MOVE")
    ann.types(b"\r")
    ann.sees("enter withdraw")
    ben.presses_until(b"\x1b[D\x1b[A", "enter take this seat")
    ben.types(b"\r")
    party.until(lambda: any("Press a letter" in each.screen for each in (ann, ben)), "somebody is asked")
    first, second = (ann, ben) if "Press a letter" in ann.screen else (ben, ann)
    second.sees(f"Waiting for {first.name}")
    first.types(b"a")  # and goes again
    second.sees("1. A")
    # Whoever takes the last seat brings the game: it is played by Ben's worker.
    os.kill(pid_of(party, process_of(party, ben)), signal.SIGKILL)
    party.host.wait_for("lost")
    ben.comes_back()
    ben.sees("1. A")
    ann.sees_no("gone")
    first.sees("a-f pick")
    first.types(b"c")
    second.sees("1. A C")


def in_both(party: Party) -> tuple[Guest, Guest]:
    """Two who have come in by different workers."""
    first = party.comes("Ann")
    for name in ("Ben", "Cleo", "Dora", "Emil", "Fritz", "Gert", "Hugo", "Ida"):
        guest = party.comes(name)
        if process_of(party, guest) != process_of(party, first):
            return first, guest
        guest.terminal.kill()
    raise AssertionError("all come by the same worker")


def process_of(party: Party, guest: Guest) -> str:
    """The id of the process by which somebody has come in."""
    people = asked(party.host.data, "people")["people"]
    return next(str(person["process"]) for person in people if person["name"] == guest.name)


def pid_of(party: Party, process: str) -> int:
    """The number of a process."""
    processes = asked(party.host.data, "status")["processes"]
    return next(int(each["pid"]) for each in processes if each["process"] == process)
