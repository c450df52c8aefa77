"""Other programs that play: how the command line names them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

from marbles_tui.cli.failure import WRONG_USAGE, Failure

PREFIX: Final = "engine:"
LABEL: Final = 30
"""Characters by which a program is called in tables and records."""


class Program(NamedTuple):
    """A program that plays: what it is called, and the words that start it."""

    label: str
    command: tuple[str, ...]


def name_engines(words: Sequence[str]) -> dict[str, Program]:
    """The words that begin with `engine:`, each with its program; their labels differ.

    Raises Failure where there is no such program."""
    found: dict[str, Program] = {}
    for word in words:
        if word.lower().startswith(PREFIX) and word not in found:
            command = _split(word)
            label = _label(command)
            while label in {program.label for program in found.values()}:
                label += "'"
            found[word] = Program(label, command)
    return found


def _split(word: str) -> tuple[str, ...]:
    try:
        command = shlex.split(word[len(PREFIX) :], posix=os.name != "nt")
    except ValueError as error:
        raise Failure(f"{word!r} is no command: {error}", WRONG_USAGE) from error
    if not command:
        raise Failure("expected a command after engine:, such as engine:./my-engine", WRONG_USAGE)
    if shutil.which(command[0]) is None:
        raise Failure(f"there is no program {command[0]!r} to play", WRONG_USAGE)
    return tuple(command)


def _label(command: Sequence[str]) -> str:
    """The last parts of the command's paths, as records can keep them."""
    names = " ".join(PurePath(word).name for word in command if not word.startswith("-"))
    plain = " ".join(re.sub(r"[^a-z0-9._ -]", " ", names.lower()).split())
    return f"{PREFIX}{plain or 'program'}"[:LABEL].rstrip()
