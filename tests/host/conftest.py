"""A host, running, and OpenSSH's own client to come in with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host.hosted import Hosted, make_key, ssh_command
from tests.terminal.terminal import Terminal

__all__ = ["Hosted", "Ssh"]

REQUIRED = os.environ.get("MARBLES_TUI_REQUIRE_TERMINAL") == "1"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Callable[..., Hosted]]:
    """Opens a host."""
    hosts: list[Hosted] = []

    def open_host(*options: str, folder: str = "data", without: tuple[str, ...] = ()) -> Hosted:
        hosts.append(Hosted(tmp_path / folder, *options, without=without))
        return hosts[-1]

    yield open_host
    for each in hosts:
        each.kill()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """One host for all tests that do nothing to it but come and go, or ask; others may be there."""
    hosted = Hosted(tmp_path_factory.mktemp("house") / "data")
    yield hosted
    hosted.kill()


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


Ssh = Callable[..., Terminal]


@pytest.fixture
def ssh(tmp_path: Path, keys: Callable[[str], Path]) -> Iterator[Ssh]:
    """Comes in by OpenSSH's client: with a key of that name, or without one for ""."""
    with_ssh()
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
        to = ssh_command(at.port, keys(key) if key else None, user or key or "nobody", *words)
        opened.append(Terminal((*to, *command), tmp_path / "home", columns, rows))
        return opened[-1]

    yield come
    for terminal in opened:
        if terminal.status is None:
            terminal.kill()
