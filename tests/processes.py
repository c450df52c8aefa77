"""Processes that are known by what their environment says, where the system tells, or by who began them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path


def reported(run: Callable[[Path], str], broken: type[Exception]) -> None:
    """Run something in a folder of its own and print what came of it; exit status 1 with what was broken."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            print(run(Path(folder)))
        except broken as error:
            sys.exit(str(error))


def started_with(name: str, value: str) -> list[int]:
    """The numbers of all that were started with a variable of that value."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{name}={value}".encode() in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


def begun_by(process: int) -> list[int]:
    """The processes that one has begun, those that these have begun, and so on."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [process]
    for parent in found:
        found += [child for child, above in pairs if above == parent]
    return found[1:]
