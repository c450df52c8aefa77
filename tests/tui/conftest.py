"""An arcade for tests: speed 0 unless a test wants to watch, chance that repeats, a store of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import Settings, Store
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.opening import Opening

MakeArcade = Callable[..., Arcade]


def match_of(text: str) -> Match:
    """The match of a record."""
    return read_match(text, GAMES).whole()


@pytest.fixture
def arcade() -> MakeArcade:
    """Makes an arcade; with a record it opens at that match's table."""

    def make(record: str = "", **settings: Any) -> Arcade:
        opening = Opening(match_of(record)) if record else None
        settings.setdefault("speed", 0)
        return Arcade(settings=Settings(**settings), store=Store.open(), opening=opening, seed=1)

    return make
