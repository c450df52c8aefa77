"""`marbles-tui match`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.cli.replay import describe
from marbles_tui.cli.think import progress
from marbles_tui.play import Match
from marbles_tui.play.perft import Bit
from tests.cli.conftest import Shell
from tests.play.toy import SPIN, Spin, SpinGame


def test_several_processes_play_the_same_games(shell: Shell) -> None:
    arguments = ("match", "egg-carton", "--seats", "novice", "adept", "--games", "6", "--json", "--jobs")
    assert shell(*arguments, "1").object == shell(*arguments, "2").object


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


def play(match: Match, words: str) -> Match:
    for word in words.split():
        match = match.read(word)
    return match


def test_a_game_adds_facts_and_its_story_before_the_warnings() -> None:
    class StorySpin(SpinGame):
        told_as_story = True

        def facts(self, position: Spin, names: Sequence[str]) -> Mapping[str, Any]:
            return {"at": position.place, "who": names[0]}

    answer = describe(play(Match.new(StorySpin()), "L R"), ["odd"], None)
    assert list(answer)[-5:] == ["at", "who", "narrative", "warnings", "error"]
    assert (answer["at"], answer["who"]) == (0, "Player 1")
    assert answer["narrative"] == ["The token is at 7.", "The token is at 0."]


def test_a_board_that_stands_in_the_record_is_no_setup() -> None:
    match = replace(Match.new(SPIN), setup="a board\nof two lines")
    assert describe(match, [], None)["setup"] is None


@pytest.mark.parametrize("divide", [False, True])
def test_ctrl_c_ends_it_with_what_is_known(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, divide: bool
) -> None:
    parts = iter([Bit(7, 0.1), Bit(5, 0.1)])

    def stopped(*given: object) -> Iterator[Bit]:
        yield next(parts)
        if not divide or next(parts, None):
            raise KeyboardInterrupt

    monkeypatch.setattr("marbles_tui.cli.think.bits", stopped)
    ran = shell("perft", "egg-carton", "40", *(("--divide",) if divide else ()), "--json")
    assert (ran.status, ran.object["count"], ran.object["at_least"]) == (130, None, 7)
    assert ran.object.get("moves") == ({} if divide else None)
    assert ran.err == "marbles-tui: interrupted: this is what had been counted\n"


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        ((500, 0.5, 10.0), "500 of about 1,000 sequences, about 10 seconds left; Ctrl-C stops"),
        ((10, 0.001, 10.0), "10 of about 10,000 sequences, about 3 hours left; Ctrl-C stops"),
        ((9, 1e-30, 1.0), "9 of about 9 times 10^30 sequences, more than a year left; Ctrl-C stops"),
    ],
)
def test_it_is_told_how_far_a_long_count_has_come(counted: tuple[int, float, float], told: str) -> None:
    assert progress(*counted) == told
