"""How far a person has come, asked of the store."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.play.rating import START, UNKNOWN, of_computer
from marbles_tui.play.statistics import HeadToHead
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store import matches as cache
from marbles_tui.store.matches import StatisticsCache, entries_of, statistics_of
from marbles_tui.store.puzzles import add_puzzle, own_file, own_puzzles
from marbles_tui.table.progress import progress_of, rungs, score_words
from tests.ai.test_puzzles import puzzle_of
from tests.for_each import for_each
from tests.play.test_puzzles import FORK

EGG_CARTON = GAMES[0]
LEVELS = rungs(EGG_CARTON)


def match_of(level: str, end: str, name: str = "Ann") -> Match:
    start = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'
    seats = f'[Player1 "{name}"][Player2 "{level}"][Seat2 "computer {level}"]'
    return read_match(f"{start}{seats} {end}", GAMES).whole()


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore.open(tmp_path / "matches.sqlite3")


def test_nobody_waits_for_many_matches_that_were_imported(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "FEW", 2)
    for _ in range(6):
        store.begin(match_of("novice", "F"))
    clock = iter([0.0, 0.1, 0.2, 0.4, *[10.0] * 9])
    monkeypatch.setattr(cache, "monotonic", lambda: next(clock))
    assert store.progress("Ann")["egg-carton"].total.played == 4
    monkeypatch.setattr(cache, "monotonic", lambda: 0.0)
    assert store.progress("Ann")["egg-carton"].total.played == 6, "the others count the next time"


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


@for_each(
    ("score", "left_out", "words"),
    [
        (HeadToHead(), False, "not met yet"),
        (HeadToHead(), True, "none rated yet"),
        (HeadToHead(5, 3, 2, 0), False, "won 3 of 5"),
        (HeadToHead(5, 3, 1, 1), False, "won 3, drew 1 of 5"),
    ],
)
def test_scores_in_words(score: HeadToHead, left_out: bool, words: str) -> None:
    assert score_words(score, left_out=left_out) == words


FIRST = Try("gobblet-f55c73", "gobblet", 1450, True, date(2026, 2, 3))


def test_tries_are_kept_in_their_order(home: Path) -> None:
    store = MatchStore.open()
    journey = Try("getaway-2026-11-22", "getaway", 0, True, date(2026, 11, 22), "2026-11-22", 1, 48.5, 41)
    assert store.tries.add(FIRST)
    assert store.tries.add(journey)
    store.close()
    again = MatchStore.open()
    assert again.tries.all() == [FIRST, journey]
    again.close()


def test_puzzles_of_one_s_own_are_kept_once_in_a_file_of_puzzles(home: Path) -> None:
    fork, other = puzzle_of(FORK), puzzle_of(FORK.replace("fork", "another"))
    assert own_puzzles(GAMES) == []
    assert add_puzzle(fork, GAMES)
    assert add_puzzle(other, GAMES)
    assert add_puzzle(fork, GAMES)
    assert [puzzle.id for puzzle in own_puzzles(GAMES)] == ["fork", "another"]
    own_file().write_text("no puzzle\n\n" + own_file().read_text(), encoding="utf-8")
    assert [puzzle.id for puzzle in own_puzzles(GAMES)] == ["fork", "another"]
    own_file().unlink()
    own_file().mkdir()
    assert not add_puzzle(fork, GAMES)


RATINGS = {"egg-carton": {"novice": 800.0, "adept": 1200.0}}


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
    monkeypatch.setattr(cache, "PAGE", 2)
    for moves in ("F", "#1", "F", "", "F"):
        store.begin(match_of("adept", moves))
    assert StatisticsCache(store).missing() == 4
    assert work_out(StatisticsCache(store)) == 4
    assert StatisticsCache(store).missing() == 0
    assert work_out(StatisticsCache(store)) == 0
    assert played(StatisticsCache(store)) == [(4, 3)]


def test_an_earlier_program_may_have_counted_otherwise(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.begin(match_of("adept", "F"))
    work_out(StatisticsCache(store))
    monkeypatch.setattr(cache, "MAKER", "99.0")
    assert work_out(StatisticsCache(store)) == 1


def test_what_cannot_be_kept_counts_all_the_same(store: MatchStore) -> None:
    store.begin(match_of("adept", "F"))
    assert store.connection
    store.connection.execute("PRAGMA query_only = 1")
    one = StatisticsCache(store)
    assert work_out(one) == 1
    assert "could not save the statistics" in store.trouble
    assert played(one) == [(1, 1)]
