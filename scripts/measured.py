"""A program in a pseudo-terminal of 120 × 40 whose speed and size are measured."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts.terminal import Terminal

COLUMNS, ROWS = 120, 40


class Measured(Terminal):
    """A program whose speed and size are measured."""

    def __init__(self, command: Sequence[str], home: Path, columns: int = COLUMNS, rows: int = ROWS) -> None:
        # An installed program has its byte code.
        super().__init__(command, home, columns, rows, {"PYTHONDONTWRITEBYTECODE": "", "PYTHONHASHSEED": "0"})

    def wait_for(self, text: bytes, start: int = 0) -> float:
        """Seconds from the start of the program until it has written `text`, after the first `start` bytes."""
        self.until(lambda: text in self.output[start:], f"{text!r} written")
        return time.perf_counter() - self.began

    def answer(self, keys: bytes, text: bytes) -> float:
        """Send keys; the seconds until a text is written anew."""
        start, began = len(self.output), time.perf_counter()
        self.type(keys)
        self.wait_for(text, start)
        return time.perf_counter() - began

    def cpu(self) -> float:
        """Seconds of processor time the program has used, without its children."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes that the program and its children take, what they share counted once."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        kilobytes = 0
        for pid in (self.pid, *children):
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
            kilobytes += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
        return kilobytes / 1024


@contextmanager
def running(*command: str, settings: str = "") -> Iterator[Measured]:
    """A program in a pseudo-terminal, with settings and matches of its own."""
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "settings.toml").write_text(settings)
        with Measured(command, Path(home)) as terminal:
            yield terminal
