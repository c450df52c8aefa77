"""A host that runs in a process of its own, and OpenSSH's client to come in with."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 60.0
"""Seconds to wait for what should happen in a moment."""

WITHOUT: Final = """
import runpy, sys
sys.modules.update(dict.fromkeys({names}))
runpy.run_module("marbles_tui", run_name="__main__", alter_sys=True)
"""


class Hosted:
    """`marbles-tui host --json` with its data in a folder, at a free port of this machine."""

    def __init__(self, data: Path, *options: str, without: Sequence[str] = ()) -> None:
        """`without`: libraries that are taken away."""
        self.data = data
        started = ["-c", WITHOUT.format(names=tuple(without))] if without else ["-m", "marbles_tui"]
        command = [sys.executable, *started, "host", "--port", "0", "--data", str(data), "--json"]
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
        self.ask(number)
        return self.wait()

    def ask(self, number: int = signal.SIGTERM) -> None:
        """Send a signal."""
        self._run.send_signal(number)

    def wait(self) -> int:
        """Wait for the end; the exit status."""
        self._run.communicate(timeout=PATIENCE)
        return self._run.returncode

    def kill(self) -> None:
        """End it at once, as a machine that fails does."""
        self._run.kill()
        self._run.communicate()


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
