"""Saved matches: nothing that was shown as saved is ever lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.store import Store
from marbles_tui.store.schema import VERSION

EGG_CARTON = GAMES[0]


def match_of(moves: str) -> Match:
    return read_match(moves, GAMES, EGG_CARTON).whole()


def moves_of(store: Store, number: int | None) -> list[str]:
    assert number is not None
    saved = store.load(number)
    assert saved
    match = read_match(saved.record, GAMES).match
    assert match
    return [str(move) for move in match.moves]


def test_a_match_is_kept_from_move_to_move() -> None:
    store = Store.open()
    number = store.begin(match_of(""))
    assert number is not None
    for moves in ("C", "C A", "C A B"):
        assert store.save(number, match_of(moves)) == number
    assert moves_of(Store.open(), number) == ["C", "A", "B"]
    assert store.trouble == ""


def test_the_last_unfinished_match_is_found() -> None:
    store = Store.open()
    first = store.begin(match_of("C"))
    second = store.begin(match_of("A"))
    finished = store.begin(match_of("A #1"))
    found = store.last_unfinished()
    assert found
    assert found.id == second
    assert first is not None
    store.save(first, match_of("C A"))
    found = store.last_unfinished("egg-carton")
    assert found
    assert found.id == first
    assert store.last_unfinished("gobblet") is None
    assert finished is not None
    saved = store.load(finished)
    assert saved
    assert saved.finished


def test_the_summary_says_who_plays_and_who_is_to_move() -> None:
    store = Store.open()
    store.begin(Match.new(EGG_CARTON, seats=(Seat("Ann"), Seat("\x1b[2J", "computer novice"))))
    found = store.last_unfinished()
    assert found
    assert found.summary == "Egg Carton: Ann - ?[2J, move 1, Ann to move"


def test_two_stores_on_one_match_lose_no_move() -> None:
    one, other = Store.open(), Store.open()
    number = one.begin(match_of("C"))
    assert number is not None
    assert other.load(number)
    assert other.save(number, match_of("C A")) == number
    forked = one.save(number, match_of("C B"))
    assert forked != number
    assert moves_of(one, number) == ["C", "A"]
    assert moves_of(one, forked) == ["C", "B"]
    assert forked is not None
    assert one.save(forked, match_of("C")) == forked


SAVER = """
import sys
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.store import Store
store = Store.open()
match = Match.new(GAMES[0])
number = store.begin(match)
while not match.result:
    match, _ = match.play(match.position.moves()[-1])
    assert store.save(number, match) == number and not store.trouble, store.trouble
    print(match.plies, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 2, 4, 7])
def test_kill_9_between_moves_loses_nothing_that_was_saved(lines: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SAVER], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as saver:
        assert saver.stdout
        shown = [int(saver.stdout.readline()) for _ in range(lines)]
        saver.send_signal(signal.SIGKILL)
        shown += [int(line) for line in saver.stdout if line.strip()]
    store = Store.open()
    assert not store.trouble
    assert len(moves_of(store, 1)) >= max(shown)


def test_two_processes_write_at_the_same_time() -> None:
    savers = [
        subprocess.Popen([sys.executable, "-c", SAVER], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    plies = [int(saver.communicate(timeout=60)[0].split()[-1]) for saver in savers]
    assert [saver.returncode for saver in savers] == [0, 0]
    store = Store.open()
    assert [len(moves_of(store, number)) for number in (1, 2)] == plies


def place(home: Path) -> Path:
    return home / "matches.sqlite3"


@pytest.mark.parametrize(
    "content", [b"no database at all, but a long enough text " * 40, b"SQLite format 3\x00" + b"\xff" * 4000]
)
def test_a_damaged_file_is_said_and_set_aside_but_never_deleted(home: Path, content: bytes) -> None:
    place(home).write_bytes(content)
    store = Store.open()
    assert store.damaged
    assert "matches are not kept" in store.trouble
    assert store.begin(match_of("C")) is None
    assert store.load(1) is None
    assert store.last_unfinished() is None
    aside = store.set_aside()
    assert aside
    assert aside.read_bytes() == content
    assert not store.trouble
    assert moves_of(store, store.begin(match_of("C"))) == ["C"]


def test_a_truncated_file_is_said(home: Path) -> None:
    store = Store.open()
    for _ in range(60):
        store.begin(match_of("C A B"))
    store.close()
    whole = place(home).read_bytes()
    place(home).write_bytes(whole[: len(whole) // 2])
    damaged = Store.open()
    assert damaged.damaged
    assert damaged.trouble
    assert "\n" not in damaged.trouble


def test_a_database_of_a_newer_program_is_left_alone(home: Path) -> None:
    Store.open().close()
    database = sqlite3.connect(place(home))
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    before = place(home).read_bytes()
    store = Store.open()
    assert "newer marbles-tui" in store.trouble
    assert store.begin(match_of("C")) is None
    store.close()
    assert place(home).read_bytes() == before


def test_an_empty_database_is_brought_up_to_date(home: Path) -> None:
    sqlite3.connect(place(home)).close()
    store = Store.open()
    assert not store.trouble
    assert store.begin(match_of("C")) == 1


def test_an_unwritable_place_is_said_and_play_goes_on(home: Path) -> None:
    (home / "file").write_text("")
    store = Store.open(home / "file" / "below" / "matches.sqlite3")
    assert "matches are not kept" in store.trouble
    assert not store.damaged
    assert store.begin(match_of("C")) is None
    assert store.save(1, match_of("C A")) == 1


def test_a_full_disk_is_said_and_saving_works_again_when_there_is_room() -> None:
    store = Store.open()
    number = store.begin(match_of("C"))
    assert number is not None
    database = store._database
    assert database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    huge = Match.new(EGG_CARTON, seats=(Seat("Ann"), Seat("Ben")), tags=[("Note", "x" * 100_000)])
    assert store.save(number, huge) == number
    assert "not kept" in store.trouble
    assert moves_of(store, number) == ["C"]
    database.execute("PRAGMA max_page_count = 1000000")
    assert store.save(number, match_of("C A")) == number
    assert store.trouble == ""
    assert moves_of(store, number) == ["C", "A"]


def test_nothing_heavy_is_loaded_to_open_a_store(home: Path) -> None:
    code = "import sys; from marbles_tui.store import Store, load; load(); Store.open(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"textual", "rich", "tomlkit", "platformdirs"} & set(loaded.split())
