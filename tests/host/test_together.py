"""People on different machines at one table, by OpenSSH's real client; and whose fingers can do what."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host.conftest import with_ssh
from tests.host.hosted import PATIENCE, ssh_command
from tests.host.party import Party
from tests.host.test_control import asked
from tests.host.test_control import told as told_by_host
from tests.host.together import LINES, gobblet
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.long

PAGE = Path(__file__).parent.parent.parent / "docs" / "together.md"


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    """An open host to which guests come."""
    with_ssh()
    with Party(tmp_path) as party:
        yield party


def test_two_people_play_to_the_end_agree_on_a_draw_and_resign(party: Party) -> None:
    ann, ben = party.comes("Ann"), party.comes("Ben", columns=120, rows=40)
    ben.goes_to_lobby()
    ann.goes_to_lobby()
    gobblet(party, ann, ben)


def test_nobody_moves_for_another_key_and_a_game_outlives_the_host(party: Party) -> None:
    ann, ben = party.comes("Ann"), party.comes("Ben")
    ann.goes_to_lobby()
    ben.goes_to_lobby()
    party.offered_quickly(ann, ben, "gobblet")
    moves = LINES["gobblet"].split()
    party.plays((ann, ben), moves[:1])
    cleo = party.comes("Cleo", key=False)
    cleo.goes_to_lobby()
    cleo.types(b"\r")
    cleo.sees("Waiting for Ben")
    for stranger in (ann, cleo):  # it is Ben's turn
        stranger.types(b"1b2")
        party.rest(stranger)
    assert party.kept(1)
    cleo.types(b"g")
    cleo.sees("Copy the record")
    party.rest(cleo)
    for deed in ("Resign", "draw", "take a move back"):
        assert deed not in cleo.screen
    cleo.types(b"\x1b")
    party.host.kill()
    party.opens_again()
    for guest in (ann, ben):
        guest.comes_back()
        guest.sees("W1A1")
    party.plays((ann, ben), moves[1:2])
    assert party.kept(2)


def test_what_the_page_says_of_the_host(keys: Callable[[str], Path], tmp_path: Path) -> None:
    with_ssh()
    section = PAGE.read_text(encoding="utf-8")
    words = next(line.partition("&& ")[2] for line in section.splitlines() if "&& marbles-tui host" in line)
    said = [line.strip() for line in section.splitlines() if ":  " in line or "Ctrl-C" in line]
    assert len(section.splitlines()) < 40, "it fits on a screen"

    data = tmp_path / "data"
    command = [sys.executable, "-m", "marbles_tui", *words.split()[1:], "--port", "0", "--data", str(data)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        told = read_until(run, b"Ctrl-C closes the host")
        for line, as_said in zip(told.splitlines(), said, strict=True):
            assert line.partition(":  ")[0] == as_said.partition(":  ")[0]
        port, key = re.search(r"ssh -p (\d+) \S+", told), re.search(r"SHA256:\S+", told)
        assert port
        assert key
        with Terminal(ssh_command(int(port[1]), keys("mara"), "mara"), tmp_path / "home") as guest:
            guest.expect("What is your name?")
            guest.type(b"Mara\r")
            guest.expect("Play together")
            assert key[0] in fingerprints(int(port[1]))
            people = asked(data, "people")["people"]
            assert [person["name"] for person in people] == ["Mara"]
            assert "--limit" in told_by_host(tmp_path, "--help")[1]
            assert asked(data, "ban", "Mara")["name"] == "Mara"
            guest.wait()
            assert b"You are banned here." in guest.output
        assert told_by_host(data, "close")[0] == 0
        assert b"all games are kept" in run.communicate(timeout=PATIENCE)[0]
        assert run.returncode == 0
    finally:
        run.kill()


def fingerprints(port: int) -> str:
    """What ssh would ask about at a port of this machine."""
    scan = ["ssh-keyscan", "-p", str(port), "127.0.0.1"]
    scanned = subprocess.run(scan, capture_output=True, check=True, timeout=PATIENCE).stdout
    return subprocess.run(
        ["ssh-keygen", "-l", "-f", "-"], input=scanned, capture_output=True, check=True
    ).stdout.decode()


def read_until(run: subprocess.Popen[bytes], words: bytes) -> str:
    """What a program has printed when there are words in it."""
    assert run.stdout
    end, told = time.monotonic() + PATIENCE, b""
    while words not in told:
        assert select.select([run.stdout], [], [], end - time.monotonic())[0], told
        got = os.read(run.stdout.fileno(), 1 << 16)
        assert got, told
        told += got
    return told.decode()
