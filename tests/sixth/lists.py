"""The lists that CONTRIBUTING names, with Chomp in them."""

from __future__ import annotations

from importlib.readers import MultiplexedPath
from pathlib import Path
from typing import Any

from marbles_tui.core import Game
from tests.sixth.chomp import CHOMP

OWN = Path(__file__).parent / "chomp" / "help"


def games() -> tuple[Game, ...]:
    """Step 2: all games, the sixth at the end."""
    from marbles_tui.games import GAMES

    return (*(game for game in GAMES if game.key != CHOMP.key), CHOMP)


def views() -> dict[str, Any]:
    """Step 4: its line in VIEWS."""
    from tests.sixth.chomp.view import ChompView

    return {CHOMP.key: ChompView()}


def pages() -> Any:
    """Step 5: the folder of the help pages, as if its own lay there too."""
    from marbles_tui.table.pages import FOLDER

    return MultiplexedPath(Path(str(FOLDER)), OWN)


def expectations() -> dict[str, Any]:
    """Step 6: its perft lines. Its golden playthrough lies with the others."""
    from tests.conformance.perft import Line

    return {
        CHOMP.key: (
            Line(None, {}, (20, 250, 2300)),
            Line("1,1,0,0/2", {}, (2, 1, 0)),
        )
    }
