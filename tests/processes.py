"""Processes: which were started with a variable or by another, and what they take."""

from __future__ import annotations

import os
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


def cpu(process: int) -> float:
    """Seconds of processor time that one has used, without those it has begun."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Megabytes that one holds, its share of what it holds together with others."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
