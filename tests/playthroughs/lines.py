"""The text face: a command line, what is typed at it, and what it says."""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import TextIO, cast

import pytest

from marbles_tui.cli.run import run
from marbles_tui.table.players import Here
from tests.tui.conftest import Resting


class Typed:
    """Somebody who types the lines of a playthrough, each where it is asked for; the paper shows them."""

    def __init__(self, lines: Iterator[str], paper: io.StringIO) -> None:
        self._lines, self._paper = lines, paper

    def readline(self) -> str:
        """The next line, or "" at the end."""
        line = next(self._lines, None)
        if line is None:
            return ""
        self._paper.write(f"> {line}\n")
        return f"{line}\n"


def told(command: str, typed: Iterator[str]) -> str:
    """What is read in a terminal after a command line and the lines that are typed, which stand between the
    answers."""
    paper = io.StringIO()
    keyboard, sys.stdin = sys.stdin, cast("TextIO", Typed(typed, paper))
    try:
        with redirect_stdout(paper), redirect_stderr(paper):
            status = run(tuple(shlex.split(command)[1:]))
    finally:
        sys.stdin = keyboard
    text = re.sub(r"\b\d:\d\d\b", "0:00", paper.getvalue())
    return "\n".join(line.rstrip() for line in text.splitlines()) + f"\n(exit {status})" * bool(status)


def at_ease(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers play the first legal move, and chance repeats; the records that are named are found."""
    monkeypatch.setattr(Here, "think", lambda _, *match, **how: Resting().think(*match, **how))
    monkeypatch.setattr("marbles_tui.table.start.Random", lambda: Random(1))
    monkeypatch.setattr("marbles_tui.text.faces.Random", lambda: Random(1))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(Path(__file__).parents[2])
