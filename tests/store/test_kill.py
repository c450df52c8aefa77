"""`kill -9` and crowds: nothing that was shown as saved is ever lost."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.store import MatchStore
from tests.store.kept import moves_of, place

pytestmark = pytest.mark.long

SAVER = """
import sys
from random import Random
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.store import MatchStore
store, chance = MatchStore.open(), Random(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    match, number = Match.new(GAMES[0]), None
    while not match.result:
        match, _ = match.play(chance.choice(match.position.moves()))
        number = store.begin(match) if number is None else store.save(number, match)
        assert number is not None and not store.trouble, store.trouble
        print(number, *match.moves, flush=True)
"""
"""Plays matches by chance, and says after every save which match has which moves."""


def saver(seed: int, matches: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SAVER, str(seed), str(matches)], stdout=subprocess.PIPE, text=True
    )


def note(shown: dict[int, list[str]], line: str) -> None:
    number, *moves = line.split()
    shown[int(number)] = moves


def assert_kept(shown: dict[int, list[str]], moves: list[str], number: int) -> None:
    """The last save before the end may have been made and not yet said: it goes on from what was shown."""
    assert moves[: len(shown[number])] == shown[number]
    assert len(moves) <= len(shown[number]) + 1


def test_kill_9_at_any_moment_loses_nothing_that_was_shown(home: Path) -> None:
    shown: dict[int, list[str]] = {}
    for lines in (1, 2, 3, 5, 8, 13, 40, 90):
        with saver(lines, 1000) as running:
            assert running.stdout
            for _ in range(lines):
                note(shown, running.stdout.readline())
            running.send_signal(signal.SIGKILL)
            for line in running.stdout:
                if line.endswith("\n"):  # the kill may cut the last line
                    note(shown, line)
        store = MatchStore.open()
        assert store.trouble == ""
        for number in shown:
            assert_kept(shown, moves_of(store, number), number)
        store.close()
    assert len(shown) >= 8
    database = sqlite3.connect(place(home))
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_four_copies_that_start_and_write_at_the_same_time_keep_everything() -> None:
    shown: dict[int, list[str]] = {}
    running = [saver(seed, 3) for seed in range(4)]
    for one in running:
        for line in one.communicate(timeout=60)[0].splitlines():
            note(shown, line)
    assert [one.returncode for one in running] == [0, 0, 0, 0]
    assert sorted(shown) == list(range(1, 13))
    store = MatchStore.open()
    assert {number: moves_of(store, number) for number in shown} == shown


IMPORTER = """
import sys
from marbles_tui.games import GAMES
from marbles_tui.store import MatchStore
def told(done):
    print(done.taken, flush=True)
    return True
done = MatchStore.open().library.import_(open(sys.argv[1]).read(), GAMES, going_on=told)
assert not done.stopped, done
"""
"""Takes a file in, and says after every batch how many matches are kept."""


def test_kill_9_during_an_import_keeps_every_batch_that_was_told(tmp_path: Path) -> None:
    moves = ("A C J", "A C K", "B E", "C F I", "D", "E")
    records = [f'[Game "egg-carton"][Player1 "P{number}"]\n\n{moves[number % 6]}\n' for number in range(600)]
    readable = [record for record in records if read_match(record, GAMES).fault is None]
    file = tmp_path / "many.txt"
    file.write_text("\n".join(readable))
    kept = 0
    for batches in (1, 2, 3):
        with subprocess.Popen(
            [sys.executable, "-c", IMPORTER, str(file)], stdout=subprocess.PIPE, text=True
        ) as running:
            assert running.stdout
            told = [int(running.stdout.readline()) for _ in range(batches)]
            running.send_signal(signal.SIGKILL)
        store = MatchStore.open()
        assert store.trouble == ""
        count = store.library.count()
        store.close()
        assert count >= kept + told[-1]
        kept = count
    subprocess.run([sys.executable, "-c", IMPORTER, str(file)], check=True, stdout=subprocess.DEVNULL)
    store = MatchStore.open()
    assert store.library.count() == len(readable)
    store.close()
