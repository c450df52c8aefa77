"""The help pages as they are written."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from marbles_tui.core import BadRecord, Game
from marbles_tui.play import Match, read_match

FOLDER: Traversable = files("marbles_tui.table").joinpath("help")
"""Where they lie."""


@cache
def help_text(name: str) -> str:
    """A help page in Markdown, `<package>.md` of a game or `keys.md`; or the record of an example.

    Raises FileNotFoundError with the name of the file that is missing.
    """
    try:
        return FOLDER.joinpath(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(f"marbles_tui/table/help/{name} is missing") from None


def package(game: Game) -> str:
    """What the files of a game are called."""
    return game.key.replace("-", "_")


def rules_page(game: Game) -> str:
    """The rules of a game."""
    return help_text(f"{package(game)}.md")


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
