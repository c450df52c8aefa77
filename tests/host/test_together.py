"""People on different machines at one table; and whose fingers can do what."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.host.conftest import asked, ssh_command, with_ssh
from tests.host.conftest import told as told_by_host
from tests.host.house import PATIENCE
from tests.host.party import LINES, Guest, Party
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.long

PAGE = Path(__file__).parent.parent.parent / "docs" / "together.md"


async def test_two_play_to_the_end_with_a_move_taken_back_a_draw_and_a_resignation(tmp_path: Path) -> None:
    async with Party(tmp_path) as party:
        ann, ben = party.players
        for guest in party.players:
            await guest.enter()
            await guest.goes_to_lobby()
        moves = LINES["gobblet"].split()
        await party.sit("gobblet")
        await party.plays(moves[:2])
        await ann.sees_no("Waiting for")
        ann.type("u")
        await ben.sees("Ann asks to", "y agree")
        ben.type("y")
        await party.until(lambda: party.match().plies == 0, "both moves are taken back")
        for guest in party.players:
            await guest.sees("W1A1 and K1B2")
        await party.plays(moves[:3])
        cleo = Guest(party.host, "Cleo")
        await cleo.enter_keyless()
        await cleo.goes_to_lobby()
        await cleo.sees("enter watch")
        cleo.type("\r")
        await cleo.sees("W2A2", "Waiting for Ben")
        await ann.comes_back()
        await ann.sees("W2A2")
        await ben.sees("Ann is back.")
        assert await party.plays(moves[3:]) == len(moves)
        await party.see_the_end("made four")
        await cleo.sees("Ann made four")

        await party.plays_again(ann, ben)
        await party.plays(moves[:2])
        await ben.sees_no("Waiting for")
        await ben.chooses("Offer a draw")
        await ann.sees("Ben offers a draw", "y accept")
        ann.type("y")
        await party.see_the_end("Agreed")

        await party.plays_again(ben, ann)
        await party.plays(moves[:3])
        await ben.sees_no("Waiting for")
        await ben.chooses("Resign")
        await ben.sees("do you resign?")
        ben.type("y")
        await ben.sees("You resigned")
        await ann.sees("Ben resigned")


async def test_nobody_moves_for_another_key_and_a_game_outlives_the_host(tmp_path: Path) -> None:
    async with Party(tmp_path) as party:
        ann = party.players[0]
        for guest in party.players:
            await guest.enter()
            await guest.goes_to_lobby()
        moves = LINES["gobblet"].split()
        await party.sit("gobblet")
        await party.plays(moves[:1])
        cleo = Guest(party.host, "Cleo")
        await cleo.enter_keyless()
        await cleo.goes_to_lobby()
        cleo.type("\r")
        await cleo.sees("Waiting for Ben")
        for stranger in (ann, cleo):  # it is Ben's turn
            stranger.type("1b2")
            await stranger.rest()
        assert party.match().plies == 1
        cleo.type("g")
        await cleo.sees("Copy the record")
        await cleo.rest()
        for deed in ("Resign", "draw", "undo a move"):
            assert deed not in cleo.screen()
        await party.host.end(signal.SIGKILL)
        await party.host.open()
        for guest in party.players:
            await guest.comes_back()
            await guest.sees("W1A1")
        assert await party.plays(moves[1:2]) == 2


def test_what_the_page_says_of_the_host(keys: Callable[[str], Path], tmp_path: Path) -> None:
    with_ssh()
    section = PAGE.read_text(encoding="utf-8")
    words = next(line.partition("&& ")[2] for line in section.splitlines() if "&& marbles-tui host" in line)
    said = [line.strip() for line in section.splitlines() if ":  " in line or "Ctrl-C" in line]
    in_a_house = section.partition("## In a house")[2].partition("\n## ")[0]
    assert len(in_a_house.splitlines()) < 40, "it fits on a screen"

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
