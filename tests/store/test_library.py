"""The library: what is listed, deleted, exported and imported."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.store import MatchStore
from marbles_tui.store.library import LATEST, Imported, Order, estimate
from marbles_tui.store.matches import FEW
from marbles_tui.store.profile import KeptMatch, Profile, merged
from tests.conformance.random_games import wander
from tests.store.kept import match_of

EGG, ABACUS, GOBBLET = (
    next(game for game in GAMES if game.key == key) for key in ("egg-carton", "abacus", "gobblet")
)


def played(game: object, seed: int, names: tuple[str, ...] = ("Ann", "Bob"), plies: int = 400) -> Match:
    """A random match."""
    random = Random(seed)
    seats = [Seat(name) for name in names]
    return wander(Match.new(game, random=random, seats=seats), random, plies)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    store = MatchStore.open(tmp_path / "matches.sqlite3")
    store.begin(played(EGG, 1))
    store.begin(played(EGG, 2, ("Ann", "Cleo"), plies=3))
    store.begin(played(GOBBLET, 3, ("100%", "a_b")))
    return store


def test_a_column_chosen_again_and_again_turns_each_time() -> None:
    orders = [LATEST.chosen("game")]
    for _ in range(3):
        orders.append(orders[-1].chosen("game"))
    assert orders == [Order("game"), Order("game", True)] * 2
    assert orders[-1].chosen("date") == LATEST


def test_pages_follow_one_another(store: MatchStore) -> None:
    pages = [store.library.page(first=first, count=2) for first in (0, 2, 4)]
    assert [len(page) for page in pages] == [2, 1, 0]
    assert [*pages[0], *pages[1]] == store.library.page()


def kept(moves: str, changed: str, *, finished: bool = False, begun: str = "2026.01.01") -> KeptMatch:
    """A match of Egg Carton as a profile has it."""
    ended = "1" if finished else "*"
    return KeptMatch(
        "egg-carton", moves, finished, "", len(moves.split()), "Ann", ended, begun, changed, "", 0
    )


def test_of_two_profiles_all_is_kept_but_what_was_played_on() -> None:
    """The later copy of an unfinished game is kept; what has ended is, however often it was begun."""
    both, ours, theirs = kept("A", "1", finished=True), kept("B C", "3"), kept("B", "2")
    won, lost = kept("D", "4", finished=True), kept("E", "5", finished=True)
    here = Profile("", {"a": "1", "b": "1"}, (both, ours, won), taken=7)
    there = Profile("speed = 1", {"b": "2"}, (both, theirs, lost), taken=5)
    for one, other, boards in ((here, there, {"a": "1", "b": "2"}), (there, here, {"a": "1", "b": "1"})):
        found = merged(one, other)
        assert sorted(match.record for match in found.matches) == ["A", "D", "E"]
        assert (found.settings, found.boards, found.taken) == ("speed = 1", boards, 7)
    other = replace(there, matches=(theirs._replace(begun="2026.01.02"),))
    assert {match.record for match in merged(here, other).matches} == {"A", "B", "D"}
    assert merged(replace(here, matches=(ours,)), replace(there, matches=(theirs,))).matches == (ours,)


def test_an_import_can_be_stopped_and_what_was_taken_stays(tmp_path: Path) -> None:
    text = "\n".join(str(played(EGG, seed, plies=seed % 7)) for seed in range(7)) * 30
    store = MatchStore.open(tmp_path / "matches.sqlite3")
    heard: list[int] = []

    def going_on(done: Imported) -> bool:
        heard.append(done.seen)
        return len(heard) < 2

    done = store.library.import_(text, GAMES, going_on=going_on)
    assert done.stopped
    assert heard == [50, 100]
    assert store.library.count() == done.taken


def test_other_forms_are_taken_in(store: MatchStore) -> None:
    apgn = '[Event "x"]\n[Layout "standard"]\n\n1. a1b2 i9h8\n'
    assert store.library.import_("A C J", GAMES, EGG).taken == 1
    assert store.library.import_(apgn, GAMES, ABACUS).taken == 1
    assert estimate(apgn) == 1


def test_a_full_disk_keeps_whole_batches_and_says_so(store: MatchStore) -> None:
    database = store.connection
    assert database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages + 2}")
    text = "\n".join(str(played(ABACUS, seed, plies=12)) for seed in range(60))
    done = store.library.import_(text, GAMES)
    assert done.stopped
    assert "full" in store.trouble
    assert store.library.count() == 3 + done.taken


# Two copies of the program


def test_nothing_heavy_is_loaded_to_open_a_store() -> None:
    code = (
        "import sys; from marbles_tui.store import MatchStore, load, save\n"
        "load(); MatchStore.open(); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "marbles_tui.store" in loaded.split()
    assert not {"textual", "rich", "tomlkit", "platformdirs"} & set(loaded.split())


def test_a_commit_reaches_the_disk() -> None:
    store = MatchStore.open()
    store.begin(match_of("C"))
    assert store.read("PRAGMA synchronous") == [(2,)]  # FULL
    assert store.read("PRAGMA journal_mode") == [("wal",)]


def test_where_there_is_time_for_few_the_latest_games_are_counted(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(FEW + 2):
        store.begin(played(EGG, seed, names=(f"P{seed}", "Bob")))
    moments = iter((0.0, 0.0, 9.0))
    monkeypatch.setattr("marbles_tui.store.matches.monotonic", lambda: next(moments))
    assert set(store.statistics.soon(GAMES, {}).names()) == {"Bob", *(f"P{at}" for at in range(2, FEW + 2))}


@pytest.mark.parametrize(("hours", "kept"), [(0, True), (23, True), (25, False), (24 * 365, False)])
def test_what_was_deleted_can_be_restored_for_a_day(store: MatchStore, hours: int, kept: bool) -> None:
    assert store.library.delete(2)
    ago = f"strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-{hours} hours')"
    store.write("", f"UPDATE match SET deleted = {ago} WHERE id = 2")
    store.library.purge()
    assert store.library.last_deleted() == (2 if kept else None)
    assert store.library.restore(2) is kept
