"""A host, running, and OpenSSH's own client to come in with."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.cli.run import run
from tests.host.house import Host
from tests.terminal.terminal import Terminal

REQUIRED = os.environ.get("MARBLES_TUI_REQUIRE_TERMINAL") == "1"


OpenHost = Callable[..., Host]
Ssh = Callable[..., Terminal]

MENU = "GOBBLET"
NAME = "What is your name?"


def make_key(file: Path) -> None:
    """Write a key that takes no password."""
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", file.name, "-f", str(file)], check=True
    )


def ssh_command(port: int, key: Path | None, user: str, *words: str) -> tuple[str, ...]:
    """OpenSSH's client on its way to a host at this machine: with a key or without one, with `words` of its own, and
    nothing of whoever runs it."""
    who = ("-i", str(key), "-o", "IdentitiesOnly=yes") if key else ("-o", "PubkeyAuthentication=no")
    trust = ("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null")
    quiet = ("-o", "LogLevel=ERROR", "-o", "IdentityAgent=none", "-F", os.devnull)
    return ("ssh", *trust, *quiet, *who, "-p", str(port), *words, f"{user}@127.0.0.1")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[OpenHost]:
    """Opens a host."""
    hosts: list[Host] = []

    def open_host(*options: str, folder: str = "data", without: tuple[str, ...] = ()) -> Host:
        hosts.append(Host(tmp_path / folder, *options, without=without))
        hosts[-1].start()
        return hosts[-1]

    yield open_host
    for each in hosts:
        each.stop(signal.SIGKILL)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One host for all tests that do nothing to it but come and go, or ask; others may be there."""
    one = Host(tmp_path_factory.mktemp("house") / "data")
    one.start()
    yield one
    one.stop(signal.SIGKILL)


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of somebody's key."""
    folder = tmp_path_factory.mktemp("keys")

    def key(name: str) -> Path:
        file = folder / name
        if not file.exists():
            make_key(file)
        return file

    return key


def with_ssh() -> None:
    """Go on only where there is OpenSSH's client."""
    if shutil.which("ssh") is None:
        if REQUIRED:
            pytest.fail("ssh is missing, and MARBLES_TUI_REQUIRE_TERMINAL=1 asks for it", pytrace=False)
        pytest.skip("ssh is missing: on Debian or Ubuntu, apt install openssh-client")


@pytest.fixture
def ssh(tmp_path: Path, keys: Callable[[str], Path]) -> Iterator[Ssh]:
    """Comes in by OpenSSH's client: with a key of that name, or without one for ""."""
    with_ssh()
    opened: list[Terminal] = []

    def come(
        at: Host,
        key: str = "mara",
        *words: str,
        columns: int = 80,
        rows: int = 24,
        user: str = "",
        command: tuple[str, ...] = (),
    ) -> Terminal:
        to = ssh_command(at.port, keys(key) if key else None, user or key or "nobody", *words)
        opened.append(Terminal((*to, *command), tmp_path / "home", columns, rows))
        return opened[-1]

    yield come
    for terminal in opened:
        if terminal.status is None:
            terminal.kill()


def to_menu(guest: Terminal, name: str = "") -> None:
    """Come to the menu, by a name or without one where it is asked for."""
    guest.until(lambda: any(words in guest.screen() for words in (MENU, NAME)), "the menu, or the question")
    if NAME in guest.screen():
        guest.type(f"{name}\r".encode() if name else b"\x1b")
        guest.until(lambda: NAME not in guest.screen(), "the menu without a question above it")
    guest.expect(MENU)


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
