"""What whoever runs the host asks and orders."""

from __future__ import annotations

import json
import os
import select
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from marbles_tui.cli.run import run
from tests.host.conftest import OpenHost, Ssh
from tests.host.house import Host
from tests.host.test_door import proxy_header
from tests.host.test_ssh import to_menu
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.long


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


def ordered(at: Host, guest: Terminal, *words: str) -> str:
    """What is written of an order by which a guest has to go, who reads meanwhile: a terminal that takes nothing is
    left after a second."""
    command = [sys.executable, "-m", "marbles_tui", "host", *words, "--data", str(at.data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as order:
        assert guest.wait() == 0
        out = order.communicate()[0]
    assert order.returncode == 0
    return out


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


def test_a_house_is_looked_after_by_its_commands(host: OpenHost, ssh: Ssh) -> None:
    at = host("--log-json")
    data = at.data
    assert told(data, "message", "Tournament\x1b[2J on Sunday.")[1].strip() == "Tournament?[2J on Sunday."
    rules = told(data, "rules", "**Be kind.** No shouting.")[1]
    ann = ssh(at, "ann")
    to_menu(ann, "Ann")
    ann.expect("Tournament?[2J on Sunday.")
    ann.type(b"p")
    ann.expect("n offer")
    ann.type(b"?")
    ann.expect("up, down")
    ann.type(b"\x1b[F")
    ann.expect("The rules of this house")
    assert "Be kind" in rules
    ann.expect("No shouting.")
    assert asked(data, "say", "Back in five minutes.")["heard"] == 1
    ann.expect("Back in five minutes.")

    (account,) = asked(data, "accounts", "an")["accounts"]
    assert asked(data, "mute", account["keys"][0])["muted"] is True
    folder = data / "accounts" / account["account"]
    assert folder.exists()
    assert ordered(at, ann, "delete", "Ann", "--yes") == "Nothing is kept of Ann any more.\n"
    assert b"Your account here is deleted." in ann.output
    assert not folder.exists()

    log = [json.loads(line) for line in (data / "host.log").read_text().splitlines()]
    found = [line for line in log if line.get("event") in ("arrived", "named", "muted", "deleted", "left")]
    assert [line["event"] for line in found] == ["arrived", "named", "muted", "deleted", "left"]
    assert found[0]["key"] == account["keys"][0]
    assert found[0]["address"] == "127.0.0.1"
    assert (found[1]["before"], found[1]["name"]) == (found[0]["name"], "Ann")


def test_addresses_are_banned_for_a_time_and_with_a_reason(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at)
    to_menu(guest)
    assert told(at.data, "ban", "127.0.0.1", "--for", "1h", "--reason", "Floods.")[0] == 0
    assert guest.wait() == 0
    assert b"Your address is banned here until" in guest.output
    assert b": Floods." in guest.output
    again = ssh(at)
    assert again.wait() == 0
    assert b"Your address is banned here until" in again.output
    assert told(at.data, "ban", "127.0.0.1", "--lift")[1] == "127.0.0.1 may come in again.\n"
    to_menu(ssh(at))


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


def test_who_is_not_known_needs_an_invitation_where_that_is_so(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    assert told(at.data, "open-to", "invited")[1] == "Those who are known or invited may come in.\n"
    code = asked(at.data, "invite", "--note", "the club")["code"]
    assert "the club" in told(at.data, "invitations")[1]
    stranger = ssh(at, "ann")
    assert stranger.wait() == 0
    assert b"Only those who were invited may come in here" in stranger.output
    invited = ssh(at, "ann", user=code.lower())
    to_menu(invited, "Ann")
    assert asked(at.data, "invitations")["invitations"] == []
    to_menu(ssh(at, "ann"))
    assert told(at.data, "open-to", "everybody")[1] == "Everybody may come in.\n"


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


def test_the_host_is_closed_by_a_command(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at)
    to_menu(guest)
    assert ordered(at, guest, "close") == "The host is closing.\n"
    assert at.wait() == 0
    status, _, error = told(at.data, "status")
    assert (status, "no host is open" in error) == (1, True)


def test_what_is_not_there_is_said(house: Host) -> None:
    for words, said in (
        (("ban", "nobody here"), "nobody is called 'nobody here'"),
        (("close", "7"), "no game '7'"),
    ):
        status, out, error = told(house.data, *words, "--json")
        assert status == 1
        assert said in json.loads(out)["error"]
        assert said in error


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


def test_a_folder_has_one_host_at_a_time(house: Host) -> None:
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
