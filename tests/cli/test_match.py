"""`marbles-tui match`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import read_matches
from tests.cli.conftest import Shell

KEYS = ["games", "wins", "wins_by_seat", "draws", "score", "interval", "plies"]


def test_the_object(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", "--games", "4", "--seed", "3", "--json")
    answer = ran.object
    assert (ran.status, list(answer)) == (0, KEYS)
    assert answer["games"] == 4
    assert list(answer["wins"]) == ["adept", "novice"]
    assert sum(answer["wins"].values()) + answer["draws"] == sum(answer["wins_by_seat"]) == 4
    assert answer["score"]["adept"] + answer["score"]["novice"] == 1
    assert answer["plies"] > 0


def test_the_same_seed_gives_the_same_games(shell: Shell) -> None:
    arguments = ("match", "egg-carton", "--seats", "novice", "novice", "--games", "3", "--json", "--seed")
    assert shell(*arguments, "5").object == shell(*arguments, "5").object


def test_seats_may_be_named_one_by_one(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "--seats", "Adept", "--games", "2", "--json")
    assert list(ran.object["wins"]) == ["novice", "adept"]


def test_the_plain_text(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", "--games", "2")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["level", "adept", "novice"]
    assert lines[3].startswith("2 games of Egg Carton, ")
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", "--games", "1")
    assert "\n1 game of Egg Carton, " in ran.out


def test_no_difference_is_plus_nought(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", "--games", "2")
    assert ran.out.splitlines()[1].split()[6] == "+0"


def test_every_seat_wants_a_level(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "--json")
    assert ran.status == 2
    assert "egg-carton is played by 2" in ran.err


def test_more_levels_than_seats_play_every_pair(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "amateur", "adept", "--games", "2", "--json")
    assert ran.object["games"] == 6
    assert sum(ran.object["wins"].values()) == 6


def test_several_processes_play_the_same_games(shell: Shell) -> None:
    arguments = ("match", "egg-carton", "--seats", "novice", "adept", "--games", "6", "--json", "--jobs")
    assert shell(*arguments, "1").object == shell(*arguments, "2").object


def test_records_are_written(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    arguments = ("--games", "3", "--records", str(file), "--random-plies", "2")
    assert shell("match", "egg-carton", "--seats", "novice", "novice", *arguments).status == 0
    matches = [reading.whole() for reading in read_matches(file.read_text(), GAMES)]
    assert len(matches) == 3
    assert all(match.result for match in matches)
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", "--records", str(file / "x"))
    assert (ran.status, "cannot be written" in ran.err) == (1, True)
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments)
    assert (ran.status, "is there already; --force overwrites it" in ran.err) == (1, True)
    assert shell("match", "egg-carton", "--seats", "novice", "novice", "--force", *arguments).status == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_records_that_their_file_does_not_take_are_kept_elsewhere(shell: Shell, home: Path) -> None:
    arguments = ("--games", "3", "--records", "/dev/full", "--random-plies", "2")
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments)
    file = home / "unsaved.matches-1.txt"
    assert ran.status == 1
    assert "3 games of Egg Carton" in ran.out
    assert ran.err.splitlines() == [
        "marbles-tui: /dev/full cannot be written: No space left on device; the games go on",
        "marbles-tui: 3 games could not be saved; import them as they stand later: "
        f"marbles-tui library import {file}",
    ]
    assert shell("library", "import", str(file), "--json").object["taken"] == 3
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments, "--json")
    assert (ran.status, ran.object["games"]) == (1, 3)
    assert "could not be saved" in ran.object["error"]["message"]


def test_a_long_game_is_drawn(shell: Shell) -> None:
    ran = shell(
        "match", "abacus", "--seats", "novice", "novice", "--games", "2", "--max-plies", "9", "--json"
    )
    assert (ran.object["draws"], ran.object["plies"]) == (2, 9)


def test_the_sequential_test_ends_early(shell: Shell) -> None:
    arguments = ("--games", "200", "--sprt", "--setup", "random", "--json")
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", *arguments)
    assert ran.object["sprt"] == "stronger"
    assert ran.object["games"] < 200
    ran = shell("match", "egg-carton", "--seats", "novice", "adept", *arguments)
    assert ran.object["sprt"] == "not stronger"
    for levels in (["novice"], ["novice", "amateur", "adept"]):
        ran = shell("match", "egg-carton", "--seats", *levels, "--sprt", "--games", "1")
        assert (ran.status, ran.err) == (2, "marbles-tui: --sprt compares two levels\n")


def test_the_game_that_decides_a_sequential_test_is_written_too(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    arguments = ("--games", "200", "--sprt", "--setup", "random", "--json", "--records", str(file))
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", *arguments)
    assert ran.object["sprt"] == "stronger"
    assert file.read_text().count("[Game ") == ran.object["games"]


def test_without_a_scheduler_no_cluster(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.cli.match.PATIENCE", "0.5s")
    arguments = ("--games", "1", "--cluster", "tcp://127.0.0.1:1")
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments)
    assert (ran.status, "no Dask scheduler answers" in ran.err) == (1, True)


def test_an_interrupt_lets_the_games_end_that_are_being_played(tmp_path: Path) -> None:
    pipe = tmp_path / "games.txt"
    os.mkfifo(pipe)
    arguments = ("--games", "2000", "--jobs", "2", "--records", str(pipe), "--json")
    command = [sys.executable, "-m", "marbles_tui", "match", "egg-carton", "--seats", "novice", "novice"]
    with subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # ignored in a shell's background
    ) as ran:
        with pipe.open() as records:
            records.readline()
            ran.send_signal(signal.SIGINT)
            records.read()
        out, err = ran.communicate(timeout=60)
    assert ran.returncode == 130
    games = json.loads(out)["games"]
    assert 0 < games < 2000
    assert [line.removeprefix("marbles-tui: ") for line in err.splitlines()] == [
        "stopping after the games being played; Ctrl-C again stops at once",
        f"interrupted after {games:,} of 2,000 games",
    ]
