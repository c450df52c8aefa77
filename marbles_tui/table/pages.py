"""The help pages as they are written."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from marbles_tui.core import BadRecord, Game
from marbles_tui.play import Match, read_match

FOLDER: Traversable = files("marbles_tui.table").joinpath("help")
"""Where they lie."""


TERMINAL: Final = "terminal"
"""Where the arcade is at home; other places are a `house` that is visited and a `page` in a browser."""

_ONLY: Final = re.compile(r" *<!-- only: ([a-z ]+) -->$")
"""Ends a line that is told in some places alone."""


@cache
def help_text(name: str, place: str = TERMINAL) -> str:
    """A help page in Markdown, `<package>.md` of a game or `keys.md`, as it holds at a place; or the record of an
    example.

    Raises FileNotFoundError with the name of the file that is missing.
    """
    try:
        text = FOLDER.joinpath(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(f"marbles_tui/table/help/{name} is missing") from None
    lines = [(line, _ONLY.search(line)) for line in text.split("\n")]
    told = (
        line[: only.start()] if only else line for line, only in lines if not only or place in only[1].split()
    )
    return "\n".join(told)


def package(game: Game) -> str:
    """What the files of a game are called."""
    return game.key.replace("-", "_")


def rules_page(game: Game, place: str = TERMINAL) -> str:
    """The rules of a game, as a place has them."""
    return help_text(f"{package(game)}.md", place)


def example(game: Game) -> Match:
    """The match that the help of a game replays.

    Raises BadRecord with the file and the ply at which it cannot be read on.
    """
    name = f"{package(game)}.record"
    reading = read_match(help_text(name), (game,), game)
    if reading.fault:
        _, word, message = reading.fault
        raise BadRecord(f"marbles_tui/table/help/{name}, ply {reading.fault.ply}, {word}: {message}")
    return reading.whole()
