"""The files that come with the program, in folders by what they are: boards, lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
