"""What whoever runs the host asks and orders."""

from __future__ import annotations

import asyncio
import json
import os
import select
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from marbles_tui.host.server import LOG
from tests.host.conftest import OpenHost, Ssh, asked, to_menu, told
from tests.host.house import Host
from tests.host.test_door import proxy_header
from tests.waiting import until

pytestmark = pytest.mark.long


def test_a_balancer_says_where_guests_come_from(
    host: OpenHost, ssh: Ssh, keys: Callable[[str], Path]
) -> None:
    at = host("--proxy", "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as door:
        balancer = Thread(target=balance, args=(door, at.port, proxy_header("203.0.113.7")), daemon=True)
        balancer.start()
        behind = SimpleNamespace(port=door.getsockname()[1])
        to_menu(ssh(behind))
        assert asked(at.data, "people")["people"][0]["address"] == "203.0.113.7"
    told(at.data, "ban", "203.0.113.7")
    alone = ssh(at)
    assert alone.wait() != 0, "whoever comes past the balancer is not believed to be nobody"


def balance(door: socket.socket, port: int, first: bytes) -> None:
    """Pass on the one connection that comes, after what is said of it."""
    near, _ = door.accept()
    far = socket.create_connection(("127.0.0.1", port))
    far.sendall(first)
    ends = {near: far, far: near}
    while True:
        for end in select.select(list(ends), [], [])[0]:
            data = end.recv(1 << 16)
            if not data:
                return
            ends[end].sendall(data)


def test_top_shows_what_goes_on(house: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, _ = told(house.data, "top", "--once")
    assert status == 0
    assert "of at most 100" in out
    assert "ms late" in out
    monkeypatch.setattr("marbles_tui.cli.host.sleep", Mock(side_effect=[None, KeyboardInterrupt]))
    again = told(house.data, "top")[1]
    assert again.count("\x1b[H") == 2, "the second is drawn over the first"
    assert again.count("of at most 100") == 2
    assert told(tmp_path, "top", "--once")[0] == 1


def test_nobody_else_can_ask(house: Host) -> None:
    assert stat.S_IMODE((house.data / "control.sock").stat().st_mode) == 0o600
    assert stat.S_IMODE(house.data.stat().st_mode) == 0o700


def test_a_question_that_is_none_is_answered_all_the_same(house: Host) -> None:
    for line in (b"\n", b"hello\n", b"{}\n", b"[1]\n", b'{"ask": "ban"}\n', b"x" * 200_000):
        with socket.socket(socket.AF_UNIX) as own:
            own.connect(os.fspath(house.data / "control.sock"))
            with suppress(BrokenPipeError, ConnectionResetError):
                own.sendall(line)
                assert b"error" in own.makefile("rb").readline()
    assert "guests" in asked(house.data, "status")


@pytest.mark.parametrize("place", [os.pipe, os.openpty])
async def test_a_house_waits_for_nobody_who_reads_what_it_tells(
    place: Callable[[], tuple[int, int]], tmp_path: Path
) -> None:
    ours, theirs = place()
    command = [sys.executable, "-m", "marbles_tui", "host", "--json", "--port", "0", "--data", str(tmp_path)]
    house = subprocess.Popen(command, stdout=theirs)
    os.close(theirs)
    try:
        with open(ours, encoding="utf-8") as reader:
            events = [json.loads(reader.readline())["event"]]
            for number in range(400):  # more than is taken
                answered(tmp_path, f"{number} " + "x" * 300)
            house.terminate()
            await until(lambda: "the host is closed" in (tmp_path / LOG).read_text(), "it closes")
            await asyncio.sleep(0.5)  # nothing is written any more but for who reads late
            while events[-1] != "closed":
                events.append(json.loads(reader.readline())["event"])
            assert events == ["listening", *["said"] * 400, "closing", "closed"]
            assert house.wait() == 0
    finally:
        house.kill()
        house.wait()


def answered(folder: Path, text: str) -> None:
    """Have the house say something. Raises TimeoutError where it does not answer soon."""
    with socket.socket(socket.AF_UNIX) as own:
        own.settimeout(20)
        own.connect(os.fspath(folder / "control.sock"))
        own.sendall(json.dumps({"ask": "say", "text": text}).encode() + b"\n")
        assert "words" in json.loads(own.makefile("rb").readline())
