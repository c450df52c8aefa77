"""Where output goes: text and objects to stdout, a line about an error to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any


def put(text: str) -> None:
    """Write lines for a person."""
    sys.stdout.write(text + "\n")


def put_json(answer: Mapping[str, Any]) -> None:
    """Write an object in one line; UTF-8, whatever the terminal speaks."""
    sys.stdout.flush()
    # A lone surrogate (a broken byte of an argument) has no UTF-8, but JSON has an escape for it.
    line = json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def complain(line: str) -> None:
    """Write a line to stderr."""
    sys.stderr.write(f"marbles-tui: {line}\n")
