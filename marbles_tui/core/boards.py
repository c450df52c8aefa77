"""The boards that come with the program: plain text, one file each, in one folder per game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marbles_tui.core.position import BadSetup

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def asset_folder(name: str) -> Traversable | None:
    """The folder `assets/<name>`; None where nothing was installed.

    An installed wheel holds it inside the package; an editable install leaves it beside the package, in the
    checkout.
    """
    from importlib.resources import files  # not needed for the first paint

    package = files("marbles_tui")
    for root in (package.joinpath("assets"), package.joinpath("..", "assets")):
        if root.is_dir():
            folder = root.joinpath(name)
            return folder if folder.is_dir() else None
    return None


SUFFIX: Final = ".txt"


def board_names(game_key: str) -> list[str]:
    """The names of a game's boards, sorted; empty for a game that has none."""
    return sorted(_boards(game_key))


def board_text(game_key: str, name: str) -> str:
    """A board as its file has it, comments and all.

    Raises BadSetup, naming the boards there are.
    """
    boards = _boards(game_key)
    if name not in boards:
        known = f"it has {', '.join(sorted(boards))}" if boards else "it has none"
        raise BadSetup(f"{game_key} has no board {name!r}: {known}")
    return boards[name].read_text(encoding="utf-8")


def _boards(game_key: str) -> dict[str, Traversable]:
    """The files of a game's boards by name."""
    boards = asset_folder("boards")
    games = {folder.name: folder for folder in boards.iterdir() if folder.is_dir()} if boards else {}
    found = games[game_key].iterdir() if game_key in games else ()
    return {file.name.removesuffix(SUFFIX): file for file in found if file.name.endswith(SUFFIX)}
