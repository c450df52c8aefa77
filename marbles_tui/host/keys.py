"""The host's own key, by which those who come again know it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import asyncssh

FILE: Final = "host_key"
PRIVATE: Final = 0o600


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key that is kept in a folder, made if there is none yet. Raises OSError, and ValueError for a file that
    holds no key or that others can read."""
    file = folder / FILE
    if not file.exists():
        _make(file)
    if os.name == "posix" and file.stat().st_mode & 0o077:
        raise ValueError(f"{file} can be read by others: chmod 600 {file}")
    try:
        return asyncssh.read_private_key(file)
    except asyncssh.KeyImportError as error:
        raise ValueError(f"{file} holds no key: {error}") from error


def own_keys() -> list[str]:
    """The fingerprints of the SSH keys of whoever runs the host."""
    found = []
    for file in (Path.home() / ".ssh").glob("id_*.pub"):
        with suppress(OSError, asyncssh.KeyImportError):
            found.append(asyncssh.read_public_key(file).get_fingerprint())
    return found


def _make(file: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519", "marbles-tui host")
    new = file.with_name(f".{file.name}.{os.getpid()}")
    number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        with os.fdopen(number, "wb") as opened:
            opened.write(key.export_private_key())
            opened.flush()
            os.fsync(opened.fileno())
        new.rename(file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
