"""A host, running, and OpenSSH's own client to come in with."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.terminal import Terminal

PATIENCE = 60.0
"""Seconds to wait for what should happen in a moment."""

REQUIRED = os.environ.get("MARBLES_TUI_REQUIRE_TERMINAL") == "1"


class Hosted:
    """`marbles-tui host --json` with its data in a folder, at a free port of this machine."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        command = [sys.executable, "-m", "marbles_tui", "host", "--port", "0", "--data", str(data), "--json"]
        self._run = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._read = b""
        self.events: list[dict[str, Any]] = []
        """What has been told so far."""
        self.wait_for("listening")
        self.port = int(self.events[0]["port"])

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._run.pid

    def wait_for(self, event: str, times: int = 1) -> dict[str, Any]:
        """An event, when it has been told so often."""
        assert self._run.stdout
        while len(found := [told for told in self.events if told["event"] == event]) < times:
            ready, _, _ = select.select([self._run.stdout], [], [], PATIENCE)
            assert ready, f"no {event}: {self.events}"
            got = os.read(self._run.stdout.fileno(), 1 << 16)
            assert got, f"the host has ended: {self.errors()}"
            *lines, self._read = (self._read + got).split(b"\n")
            self.events += [json.loads(line) for line in lines]
        return found[times - 1]

    def errors(self) -> str:
        """What the host complained of, when it has ended."""
        return self._run.communicate()[1].decode()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit status."""
        self._run.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end; the exit status."""
        self._run.communicate(timeout=PATIENCE)
        return self._run.returncode


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Callable[..., Hosted]]:
    """Opens a host."""
    hosts: list[Hosted] = []

    def open_host(*options: str, folder: str = "data") -> Hosted:
        hosts.append(Hosted(tmp_path / folder, *options))
        return hosts[-1]

    yield open_host
    for each in hosts:
        each._run.kill()
        each._run.communicate()


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of somebody's key."""
    folder = tmp_path_factory.mktemp("keys")

    def key(name: str) -> Path:
        file = folder / name
        if not file.exists():
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(file)], check=True
            )
        return file

    return key


Ssh = Callable[..., Terminal]


@pytest.fixture
def ssh(tmp_path: Path, keys: Callable[[str], Path]) -> Iterator[Ssh]:
    """Comes in by OpenSSH's client: with a key of that name, or without one for ""."""
    if shutil.which("ssh") is None:
        if REQUIRED:
            pytest.fail("ssh is missing, and MARBLES_TUI_REQUIRE_TERMINAL=1 asks for it", pytrace=False)
        pytest.skip("ssh is missing: on Debian or Ubuntu, apt install openssh-client")
    opened: list[Terminal] = []

    def come(
        at: Hosted,
        key: str = "mara",
        *words: str,
        columns: int = 80,
        rows: int = 24,
        user: str = "",
        command: tuple[str, ...] = (),
    ) -> Terminal:
        who = ("-i", str(keys(key)), "-o", "IdentitiesOnly=yes") if key else ("-o", "PubkeyAuthentication=no")
        trust = ("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null")
        quiet = ("-o", "LogLevel=ERROR", "-o", "IdentityAgent=none", "-F", os.devnull)
        to = ("-p", str(at.port), *words, f"{user or key or 'nobody'}@127.0.0.1", *command)
        opened.append(Terminal(("ssh", *trust, *quiet, *who, *to), tmp_path / "home", columns, rows))
        return opened[-1]

    yield come
    for terminal in opened:
        if terminal.status is None:
            terminal.kill()
