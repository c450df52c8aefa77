"""The help pages as they are written."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from marbles_tui.core import Game

FOLDER: Traversable = files("marbles_tui.table").joinpath("help")
"""Where they lie."""


def help_text(name: str) -> str:
    """A help page in Markdown, `<package>.md` of a game or `keys.md`; or the record of an example."""
    return FOLDER.joinpath(name).read_text(encoding="utf-8")


def package(game: Game) -> str:
    """What the files of a game are called."""
    return game.key.replace("-", "_")


def rules(game: Game) -> str:
    """The rules of a game."""
    return help_text(f"{package(game)}.md")
