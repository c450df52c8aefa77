"""The boards that Gary's Great Getaway starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from marbles_tui.core import BadSetup
from marbles_tui.core.boards import board_text
from marbles_tui.core.text import sanitize_line
from marbles_tui.games.getaway.board import Board
from marbles_tui.games.getaway.journey import Journey
from marbles_tui.games.getaway.read import BoardReading, read_board
from marbles_tui.games.getaway.write import write_board

KEY: Final = "getaway"
BOARDS_OWN: Final = "board"
"""The value of the options gold and sides that leaves them as the board has them."""

SETUPS: Final[Mapping[str, str]] = {
    "smugglers": "Smugglers' Coast: from harbour to lighthouse, customs men behind you",
    "wood": "The Whispering Wood: a night among owls, wolves and a witch",
    "caravan": "The Caravan: through the desert to Samarkand, past wells and toll gates",
    "night-train": "Night Train: through seven carriages before the frontier",
    "orbit": "Last Shuttle Home: across a space station that is falling apart",
    "gary": "the first board of the original, with every kind of square",
    "crummy": "the second board of the original: slide after slide",
}
DEFAULT: Final = "smugglers"

TITLES: Final[Mapping[str, str]] = {
    **{name: about.partition(":")[0] for name, about in SETUPS.items()},
    "gary": "Gary's First Board",
    "crummy": "Gary's Second Board",
}
"""What the boards that ship are called."""


def built_in(name: str) -> Board:
    """A board that ships.

    Raises BadSetup, naming those that do.
    """
    board = _read(board_text(KEY, name)).board
    assert board, "a board that ships can be read"
    return board


def board_of(setup: str | None) -> Board:
    """The board of a setup: one that ships, by its name, or the text of a board file.

    Raises BadSetup.
    """
    name = (setup or DEFAULT).strip().lower()
    if name in SETUPS:
        return built_in(name)
    if setup is None or not ("\n" in setup or ":" in setup):
        raise BadSetup(
            f"getaway has no board {sanitize_line(name, 60)!r}: it has {', '.join(SETUPS)}, or a board's text"
        )
    reading = _read(setup)
    if reading.board is None:
        first, *more = reading.complaints
        others = f" (and {len(more)} more)" if more else ""
        raise BadSetup(f"board, {first}{others}")
    return reading.board


@lru_cache(maxsize=16)
def _read(text: str) -> BoardReading:
    return read_board(text)


def resolve_setup(setup: str | None) -> str | None:
    """The setup as a record keeps it: None, a name, or the lines of a board; see core.Game."""
    board = board_of(setup)
    name = (setup or DEFAULT).strip().lower()
    if name == DEFAULT:
        return None
    return name if name in SETUPS else write_board(board)


def fill(setup: str | None, options: Mapping[str, str]) -> dict[str, str]:
    """The options with the board's gold and sides where they are left to it; see core.Game."""
    board = board_of(setup)
    own = {"gold": board.gold, "sides": board.sides}
    return {
        name: str(own[name]) if value == BOARDS_OWN and name in own else value
        for name, value in options.items()
    }


def start(setup: str | None, seats: int, options: Mapping[str, str]) -> Journey:
    """The first position of a settled setup; see core.Game."""
    board = board_of(setup)
    filled = fill(setup, options)
    trail = replace(board, gold=int(filled["gold"]), sides=int(filled["sides"]))
    return Journey.begin(trail, seats, exact=filled["exact"] == "on", choose=filled["toll"] == "choose")
