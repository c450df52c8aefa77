"""For `pytest -p tests.sixth.plugin`: every test that goes through all games goes through Chomp too."""

from __future__ import annotations

from typing import Any, cast

import marbles_tui.games
from tests.sixth import lists

# First of all: whoever is imported later takes the list from there.
marbles_tui.games.GAMES = lists.games()


def pytest_configure() -> None:
    """Write Chomp into the lists."""
    from marbles_tui.table import pages
    from marbles_tui.tui.games import VIEWS
    from tests.conformance.perft import PERFT

    pages.FOLDER = lists.pages()
    for known, own in ((VIEWS, lists.views()), (PERFT, lists.expectations())):
        cast("dict[str, Any]", known).update(own)
