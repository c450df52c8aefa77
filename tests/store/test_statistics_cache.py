"""What is kept of finished matches for the statistics."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import MatchStore
from marbles_tui.store import statistics_cache as ledger
from marbles_tui.store.statistics_cache import StatisticsCache, entries_of, statistics_of

WON = (
    '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Ann"]'
    '[Player2 "Adept"][Seat2 "computer adept"] '
)
RATINGS = {"egg-carton": {"novice": 800.0, "adept": 1200.0}}


def match_of(moves: str) -> Match:
    return read_match(WON + moves, GAMES).whole()


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore.open(tmp_path / "matches.sqlite3")


def work_out(one: StatisticsCache) -> int:
    """Make all entries that are missing; how many were."""
    made = 0
    for page in one.pages():
        one.enter(page, entries_of(page, GAMES))
        made += len(page)
    return made


def played(one: StatisticsCache) -> list[tuple[int, int]]:
    """Matches played and won by each name."""
    found = statistics_of(one.entries(), RATINGS)
    return [(tally.played, tally.won) for career in found.careers for tally in career.against.values()]


def test_each_match_is_worked_out_once(store: MatchStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "PAGE", 2)
    for moves in ("F", "#1", "F", "", "F"):
        store.begin(match_of(moves))
    assert StatisticsCache(store.database).missing() == 4
    assert work_out(StatisticsCache(store.database)) == 4
    assert StatisticsCache(store.database).missing() == 0
    assert work_out(StatisticsCache(store.database)) == 0
    assert played(StatisticsCache(store.database)) == [(4, 3)]


def test_what_was_changed_since_is_worked_out_anew(store: MatchStore) -> None:
    number = store.begin(match_of("#1"))
    assert number
    work_out(StatisticsCache(store.database))
    assert played(StatisticsCache(store.database)) == [(1, 0)]
    store.save(number, match_of("F"))
    assert work_out(StatisticsCache(store.database)) == 1
    assert played(StatisticsCache(store.database)) == [(1, 1)]


def test_an_earlier_program_may_have_counted_otherwise(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.begin(match_of("F"))
    work_out(StatisticsCache(store.database))
    monkeypatch.setattr(ledger, "MAKER", "99.0")
    assert work_out(StatisticsCache(store.database)) == 1


def test_what_cannot_be_kept_counts_all_the_same(store: MatchStore) -> None:
    store.begin(match_of("F"))
    assert store.database.connection
    store.database.connection.execute("PRAGMA query_only = 1")
    one = StatisticsCache(store.database)
    assert work_out(one) == 1
    assert "could not save the statistics" in store.trouble
    assert played(one) == [(1, 1)]


def test_what_was_deleted_does_not_count(store: MatchStore) -> None:
    store.begin(match_of("F"))
    work_out(StatisticsCache(store.database))
    assert store.database.connection
    store.database.connection.execute("UPDATE match SET deleted = 'now'")
    assert played(StatisticsCache(store.database)) == []


def test_a_record_that_cannot_be_read_is_looked_at_once(store: MatchStore) -> None:
    store.begin(match_of("F"))
    assert store.database.connection
    store.database.connection.execute("UPDATE match SET record = 'no record'")
    assert work_out(StatisticsCache(store.database)) == 1
    assert work_out(StatisticsCache(store.database)) == 0
    assert played(StatisticsCache(store.database)) == []
