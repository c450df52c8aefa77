"""What whoever runs the host asks and orders."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from marbles_tui.cli.run import run
from tests.host.conftest import Hosted, Ssh
from tests.host.test_ssh import to_menu

OpenHost = Callable[..., Hosted]


def told(data: Path, *words: str) -> tuple[int, str, str]:
    """The exit status of a question or an order to the host of that folder, and what is written."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        status = run(("host", *words, "--data", str(data)))
    for stream in (out, err):
        stream.seek(0)
    return status, out.read(), err.read()


def refused(data: Path, *words: str) -> tuple[int, str]:
    """The exit status of a host that does not open, and what it complains of. It takes its process for itself."""
    command = [sys.executable, "-m", "marbles_tui", "host", *words, "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stderr


def asked(data: Path, *words: str) -> Any:
    """The object that a command answers with."""
    status, out, _ = told(data, *words, "--json")
    assert status == 0
    return json.loads(out)


def test_people_are_listed_and_banned(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at)
    to_menu(guest)
    (person,) = asked(at.data, "people")["people"]
    assert (person["keyed"], person["doing"], person["address"]) == (True, "free", "127.0.0.1")
    assert person["name"] in told(at.data, "people")[1]
    assert asked(at.data, "status")["guests"] == 1
    assert "1 guest of at most 100" in told(at.data, "status")[1]

    assert asked(at.data, "ban", person["name"])["account"] == person["account"]
    assert guest.wait() == 0
    assert b"You are banned here." in guest.output
    again = ssh(at)
    assert again.wait() == 0
    assert b"You are banned here." in again.output

    assert told(at.data, "ban", person["account"], "--lift")[:2] == (
        0,
        f"{person['name']} may come in again.\n",
    )
    to_menu(ssh(at))


def test_the_host_is_closed_by_a_command(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at)
    to_menu(guest)
    command = [sys.executable, "-m", "marbles_tui", "host", "close", "--data", str(at.data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as closing:
        assert guest.wait() == 0  # reads meanwhile: a terminal that takes nothing is left after a second
        assert closing.communicate()[0] == "The host is closing.\n"
    assert closing.returncode == 0
    assert at.wait() == 0
    status, _, error = told(at.data, "status")
    assert (status, "no host is open" in error) == (1, True)


def test_what_is_not_there_is_said(house: Hosted) -> None:
    for words, said in (
        (("ban", "nobody here"), "nobody is called 'nobody here'"),
        (("close", "7"), "no game '7'"),
    ):
        status, out, error = told(house.data, *words, "--json")
        assert status == 1
        assert said in json.loads(out)["error"]
        assert said in error


def test_nobody_else_can_ask(house: Hosted) -> None:
    assert stat.S_IMODE((house.data / "control.sock").stat().st_mode) == 0o600
    assert stat.S_IMODE(house.data.stat().st_mode) == 0o700


def test_a_question_that_is_none_is_answered_all_the_same(house: Hosted) -> None:
    for line in (b"\n", b"hello\n", b"{}\n", b"[1]\n", b'{"ask": "ban"}\n', b"x" * 200_000):
        with socket.socket(socket.AF_UNIX) as own:
            own.connect(os.fspath(house.data / "control.sock"))
            with suppress(BrokenPipeError, ConnectionResetError):
                own.sendall(line)
                assert b"error" in own.makefile("rb").readline()
    assert "guests" in asked(house.data, "status")


def test_a_folder_has_one_host_at_a_time(house: Hosted) -> None:
    status, error = refused(house.data, "--port", "0")
    assert status == 1
    assert "cannot be host" in error
    assert "guests" in asked(house.data, "status")


def test_a_limit_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    status, error = refused(tmp_path, "--port", "0", "--limit", "cats=3")
    assert status == 2
    assert "there is no limit 'cats'" in error


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, error = refused(tmp_path / "data", "--port", str(taken.getsockname()[1]))
    assert status == 1
    assert "Address already in use" in error or "in use" in error
