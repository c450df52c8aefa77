"""`marbles-tui library`."""

from __future__ import annotations

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.store import MatchStore
from tests.cli.conftest import Shell


@pytest.fixture
def kept() -> MatchStore:
    """Two matches, one of them over."""
    store = MatchStore.open()
    match = Match.new(GAMES[0]).read("A")
    store.begin(match)
    store.begin(match.resign(1))
    return store


def test_what_an_update_has_changed_is_told_once(shell: Shell, kept: MatchStore) -> None:
    kept.write("", "INSERT INTO notice VALUES ('imported', 2)")
    ran = shell("library", "list", "--json")
    assert ran.object["count"] == 2
    assert ran.err.startswith("marbles-tui: 2 imported games will not count as your own any more")
    assert shell("library", "list", "--json").err == ""


def test_favourites_are_listed(shell: Shell, kept: MatchStore) -> None:
    assert kept.library.mark(1, favourite=True)
    ran = shell("library", "list", "--state", "favourites", "--json")
    assert [entry["id"] for entry in ran.object["matches"]] == [1]
    assert shell("library", "list", "--state", "favourites").out.startswith("     1* ")
