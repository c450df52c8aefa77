"""The text face: a command line, what is typed at it or given to it, and what it says."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, TextIO, cast

import pytest

from marbles_tui.cli.run import run
from marbles_tui.cli.text import run_text
from marbles_tui.core import Game
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.table.players import Here
from tests.tui.stage import Resting

WHEN = re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d\.\d+Z)?")
SECONDS = re.compile(r"\b\d+\.\d+ s\b")
LEFT = re.compile(r"\b1[78]\d(?= seconds left| s\))")
"""What is left of three minutes: nearly all."""


class Typed:
    """Somebody who types the lines of a playthrough, each where it is asked for; the paper shows them."""

    def __init__(self, lines: Iterator[str], paper: io.TextIOWrapper) -> None:
        self._lines, self._paper = lines, paper

    def readline(self) -> str:
        """The next line, or "" at the end."""
        line = next(self._lines, None)
        if line is None:
            return ""
        self._paper.write(f"> {line}\n")
        return f"{line}\n"

    @property
    def buffer(self) -> io.BytesIO:
        """All that is left, for a command that reads a file here."""
        return io.BytesIO("".join(iter(self.readline, "")).encode())


class Complaints(io.StringIO):
    """What goes to stderr, marked on the paper."""

    def __init__(self, paper: io.TextIOWrapper) -> None:
        super().__init__()
        self._paper = paper

    def write(self, text: str) -> int:
        """Write a line."""
        return self._paper.write(f"! {text}")


def told(command: str, typed: Iterator[str]) -> list[str]:
    """What is read in a terminal after a command line and the lines that are typed, which stand between the
    answers; objects are spread over lines. Behind " > FILE" all of it goes into that file, too."""
    raw = io.BytesIO()
    paper = io.TextIOWrapper(raw, encoding="utf-8", newline="", write_through=True)
    keyboard, sys.stdin = sys.stdin, cast("TextIO", Typed(typed, paper))
    command, _, target = command.partition(" > ")
    try:
        with redirect_stdout(paper), redirect_stderr(Complaints(paper)):
            status = run(tuple(shlex.split(command)[1:]))
    finally:
        sys.stdin = keyboard
    text = raw.getvalue().decode()
    if target:
        said = (line for line in text.splitlines(keepends=True) if line[:2] not in ("> ", "! "))
        Path(target).write_text("".join(said), encoding="utf-8")
    home = str(Path(os.environ["MARBLES_TUI_HOME"]).absolute())
    text = text.replace(home, "HOME").replace(f"{date.today():%Y.%m.%d}", "TODAY")
    text = LEFT.sub("180", text)
    text = SECONDS.sub("0.0 s", WHEN.sub("WHEN", re.sub(r"\b\d:\d\d\b", "0:00", text)))
    spread = [part.rstrip() for line in text.split("\n") for part in _spread(line)]
    return [*spread[:-1], *(spread[-1:] if spread[-1] else ()), *([f"(exit {status})"] * bool(status))]


def _spread(line: str) -> Iterator[str]:
    """A line; of an object one for each key, and for each of several objects in a list."""
    try:
        found = json.loads(line) if line.startswith("{") else None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        yield line
        return
    for key, value in found.items():
        shown = 0 if key == "seconds" and value is not None else value
        if isinstance(shown, list) and len(shown) > 1 and isinstance(shown[0], dict):
            yield f"{key}:"
            yield from (f"  {json.dumps(one, ensure_ascii=False)}" for one in shown)
        else:
            yield f"{key}: {json.dumps(shown, ensure_ascii=False)}"


def at_ease(monkeypatch: pytest.MonkeyPatch, thinking: bool = False) -> None:
    """Computers play the first legal move unless they are `thinking`, and chance repeats."""
    if not thinking:
        monkeypatch.setattr(Here, "think", lambda _, *match, **how: Resting().think(*match, **how))
    monkeypatch.setattr("marbles_tui.table.start.Random", lambda: Random(1))
    monkeypatch.setattr("marbles_tui.text.faces.Random", lambda: Random(1))
    monkeypatch.setenv("COLUMNS", "100")


def _named(part: object) -> str:
    """What is opened, in a few words."""
    if isinstance(part, tuple):
        return " ".join(f"{seat.name}[{seat.player}]" for seat in part) or "()"
    return (
        part.key
        if isinstance(part, Game)
        else part.id
        if isinstance(part, Puzzle)
        else str(part).replace("\n", "|")
    )


def opened(*, text: bool = False, **start: Any) -> int:
    """What the arcade is asked to open, in place of its screen."""
    if text:
        return run_text(**start)
    for what, given in start.items():
        parts = given if isinstance(given, tuple) else (given,)
        print(f"(opens {what}:", *map(_named, parts), end=")\n")
    if not start:
        print("(opens the menu)")
    return 0
