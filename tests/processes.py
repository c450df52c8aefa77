"""Processes that are known by what their environment says, where the system tells: in /proc."""

from __future__ import annotations

from pathlib import Path


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
