"""How far a person has come, asked of the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.progress import Score
from marbles_tui.play.rating import START, UNKNOWN, of_computer
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store import statistics_cache as cache
from marbles_tui.table.progress import beaten, next_level, progress_of, rungs, score_words

EGG_CARTON = GAMES[0]
LEVELS = rungs(EGG_CARTON)


def match_of(level: str, end: str, name: str = "Ann") -> Match:
    start = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'
    seats = f'[Player1 "{name}"][Player2 "{level}"][Seat2 "computer {level}"]'
    return read_match(f"{start}{seats} {end}", GAMES).whole()


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore.open(tmp_path / "matches.sqlite3")


def test_a_finished_match_counts_at_once(store: MatchStore) -> None:
    assert store.progress("Ann")["egg-carton"].total == Score()
    for end in ("F", "#1", "=", "F", ""):
        store.begin(match_of("novice", end))
    progress = store.progress("Ann")["egg-carton"]
    assert progress.score("novice") == progress.total == Score(played=4, won=2, drawn=1, lost=1)
    assert (progress.streak, progress.best_streak, progress.fewest_turns) == (1, 1, 1)
    assert progress.last
    assert (progress.last.against, progress.last.score) == ("novice", 1.0)
    assert store.progress("Ann")["gobblet"].total.played == 0
    assert store.progress("Ben")["egg-carton"].last is None


def test_what_is_deleted_counts_no_more(store: MatchStore) -> None:
    number = store.begin(match_of("novice", "F"))
    assert number
    assert store.progress("Ann")["egg-carton"].total.won == 1
    store.library.delete(number)
    assert store.progress("Ann")["egg-carton"].total.won == 0


def test_the_order_is_that_in_which_matches_ended(store: MatchStore) -> None:
    first = store.begin(match_of("novice", ""))
    assert first
    store.begin(match_of("novice", "#1"))
    assert store.database.connection
    store.database.connection.execute("UPDATE match SET changed = '2026-01-01T00:00:00.000Z'")
    store.save(first, match_of("novice", "F"))
    assert store.progress("Ann")["egg-carton"].streak == 1


def test_nobody_waits_for_many_matches_that_were_imported(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "FEW", 2)
    for _ in range(6):
        store.begin(match_of("novice", "F"))
    clock = iter([0.0, 0.1, 0.2, 0.4, *[10.0] * 9])
    monkeypatch.setattr(cache, "monotonic", lambda: next(clock))
    assert store.progress("Ann")["egg-carton"].total.played == 4


def test_a_database_that_cannot_be_written_is_counted_all_the_same(store: MatchStore) -> None:
    store.begin(match_of("novice", "F"))
    assert store.database.connection
    store.database.connection.execute("PRAGMA query_only = 1")
    assert store.progress("Ann")["egg-carton"].total.won == 1


def test_matches_are_gone_through_only_when_something_has_changed(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.begin(match_of("novice", "F"))
    before = store.progress("Ann")
    monkeypatch.setattr(cache, "statistics_of", lambda *_: pytest.fail("nothing has changed"))
    assert store.progress("Ann") == before


async def test_it_is_asked_from_an_event_loop_with_ratings(tmp_path: Path) -> None:
    place = tmp_path / "matches.sqlite3"
    MatchStore.open(place).begin(match_of(LEVELS[0].key, "F", name="Player 1"))
    thread = StoreThread(place)
    assert (await thread.ask(MatchStore.progress, ""))["egg-carton"].rating == UNKNOWN
    progress = (await thread.ask(progress_of("", GAMES)))["egg-carton"]
    assert progress.rating == UNKNOWN.after(of_computer(LEVELS[0].rating), 1)
    assert progress.rating_change == progress.rating.number - START
    await thread.close()


def test_the_next_level_follows_the_strongest_one_beaten(store: MatchStore) -> None:
    def now() -> str | None:
        level = next_level(EGG_CARTON, store.progress("Ann")["egg-carton"])
        return level.key if level else None

    keys = [level.key for level in LEVELS]
    assert now() == keys[0]
    store.begin(match_of(keys[0], "#1"))
    assert now() == keys[0]
    store.begin(match_of(keys[1], "F"))
    assert now() == keys[2]
    assert beaten(EGG_CARTON, store.progress("Ann")["egg-carton"])[:3] == (False, True, False)
    store.begin(match_of(keys[-1], "F"))
    assert now() == keys[-2]
    for key in keys:
        store.begin(match_of(key, "F"))
    assert now() is None


def test_scores_in_words() -> None:
    assert score_words(Score()) == "not met yet"
    assert score_words(Score(), left_out=True) == "no rated game yet"
    assert score_words(Score(5, 3, 0, 2)) == "won 3 of 5"
    assert score_words(Score(5, 3, 1, 1)) == "won 3, drew 1 of 5"
