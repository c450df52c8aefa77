"""However the program ends, the match is where it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.program import Program
from tests.terminal.terminal import STOPPED, Terminal, arcade

pytestmark = pytest.mark.long


PLAY = ("play", "egg-carton", "--seat", "1=human", "--seat", "2=human")


def test_kill_9_loses_nothing_that_was_played(home: Path) -> None:
    with Program(home, *PLAY) as program:
        program.expect("pick a slot")
        program.type(b"a")
        program.until(lambda: program.moves() == "1. A", "A")
        program.kill()
    with Program(home, "resume") as program:
        program.expect("played A")
        program.type(b"c")
        program.until(lambda: program.moves() == "1. A C", "C after A")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal_and_says_where_the_match_is(
    home: Path, number: signal.Signals
) -> None:
    with Program(home, *PLAY) as program:
        program.expect("pick a slot")
        program.type(b"b")
        program.until(lambda: program.moves() == "1. B", "B")
        program.kill(number)
        end = program.output.decode(errors="replace")
    assert "\x1b[?1049l" in end, "the alternate screen is left"
    assert f"stopped by {number.name}" in end
    assert str(home / "matches.sqlite3") in end.replace("\r\n", "")


def test_a_closed_terminal_that_says_go_on_does_not_start_it_again(home: Path) -> None:
    """What is closed gets SIGHUP and SIGCONT, one after the other, in any order."""
    with Program(home, *PLAY) as program:
        program.expect("pick a slot")
        for _ in range(5):
            program.send_signal(signal.SIGCONT)
            program.read(0.1)
        program.type(b"a")
        program.until(lambda: program.moves() == "1. A", "A")
        program.send_signal(signal.SIGHUP)
        for _ in range(400):
            program.send_signal(signal.SIGCONT)
            program.read(0.002)
        assert program.wait() == 1


def test_ctrl_z_rests_until_the_shell_calls_back(home: Path) -> None:
    with Program(home, *PLAY, background=True) as program:
        program.expect("pick a slot")
        program.type(b"\x1a")
        program.expect(STOPPED)
        assert b"\x1b[?1049l" in program.output, "the alternate screen is left"
        known = len(program.output)
        program.call_back()
        program.until(lambda: b"pick a slot" in program.output[known:], "all is drawn again")
        program.type(b"a")
        program.until(lambda: program.moves() == "1. A", "A")


def test_kill_9_in_the_middle_of_a_show(home: Path) -> None:
    (home / "settings.toml").write_text("speed = 6\n")
    with Program(home, *PLAY) as program:
        program.expect("pick a slot")
        program.type(b"b")
        program.expect("takes 3 from B")
        program.kill()
        assert program.moves() == "1. B"


def test_quitting_ends_cleanly(home: Path) -> None:
    with Program(home) as program:
        program.expect("quit")
        program.type(b"q")
        assert program.wait() == 0


def test_resume_says_that_there_is_nothing(home: Path) -> None:
    with Program(home, "resume") as program:
        assert program.wait() == 1
        assert b"there is no unfinished game" in program.output


def test_two_copies_do_not_hurt_each_other(home: Path) -> None:
    with Program(home, *PLAY) as one:
        one.expect("pick a slot")
        one.type(b"a")
        one.until(lambda: one.moves() == "1. A", "A")
        with Program(home, "resume") as other:
            other.expect("played A")
            other.type(b"c")
            other.until(lambda: other.moves() == "1. A C", "C in the other copy")
            one.type(b"d")
            one.until(lambda: one.moves() == "1. A D", "D in the first copy")
            other.type(b"i")
            other.until(lambda: other.moves() == "1. A C I", "I in the other copy")
    import sqlite3

    rows = sqlite3.connect(home / "matches.sqlite3").execute("SELECT record FROM match").fetchall()
    movetexts = {row[0].partition("\n\n")[2].strip() for row in rows}
    assert any(text.startswith("1. A C I") for text in movetexts)
    assert any(text.startswith("1. A D") for text in movetexts)


def test_an_unwritable_place_is_said_and_play_goes_on(home: Path) -> None:
    (home / "file").write_text("")
    with Program(home / "file" / "below", *PLAY) as program:
        program.expect("Press a letter")  # settings cannot be written either: this is always the first game
        program.expect("cannot be read or saved")
        program.type(b"a")
        program.expect("takes 3 from A")


def test_a_terminal_that_goes_away_ends_the_program_that_waits_for_a_key(home: Path) -> None:
    """Without a signal, and while nothing is written: as below make."""
    with Program(home, *PLAY, background=True) as program:
        program.expect("pick a slot")
        program.watch(1.0)
        program.hang_up()


def test_a_terminal_that_goes_away_ends_the_program(home: Path) -> None:
    """In the middle of a show, and without a signal: a program in the background of its session gets none."""
    (home / "settings.toml").write_text("speed = 6\n")
    with Program(home, *PLAY, background=True) as program:
        program.expect("pick a slot")
        program.type(b"b")
        program.expect("takes 3 from B")
        program.hang_up()
        assert program.moves() == "1. B"


@pytest.fixture
def owner(home: Path, tmp_path: Path) -> Iterator[Terminal]:
    """Somebody who opens a house, and visits it by an ssh that nothing but the program ends."""
    pytest.importorskip("asyncssh")
    ssh = tmp_path / "ssh"
    ssh.write_text("#!/bin/sh\ntrap '' HUP\necho visiting $$\nexec sleep 600\n")
    ssh.chmod(0o755)
    with Terminal(arcade(), home, environment={"PATH": f"{tmp_path}:{os.environ['PATH']}"}) as program:
        program.expect("Play together")
        program.type(b"p")
        program.expect("A house of your own")
        program.type(b"\x1b[B" * 3)
        program.expect("this machine")
        yield program


def open_house(owner: Terminal) -> Path:
    """Open it; what is there as long as it is open."""
    owner.type(b"\r")
    owner.expect("Your house is open")
    house = (owner.home / "host" / "control.sock").resolve()
    assert house.exists()
    return house


def test_a_terminal_that_goes_away_during_a_visit_ends_the_program_and_its_own_house(owner: Terminal) -> None:
    house = open_house(owner)
    owner.type(b"\r")
    owner.expect("visiting")
    owner.hang_up()
    assert not house.exists(), "the house is closed"


def test_a_house_that_closes_with_the_arcade_closes_when_that_is_killed(owner: Terminal) -> None:
    house = open_house(owner)
    owner.kill()
    owner.until(lambda: not house.exists(), "the house is closed")


def test_a_house_that_does_not_close_with_the_arcade_stays_when_that_is_killed(owner: Terminal) -> None:
    owner.type(b"\t\t\x1b[C")
    owner.expect("● not")
    open_house(owner)
    owner.kill()
    time.sleep(1.0)  # the other one has closed by now
    environment = {**os.environ, "MARBLES_TUI_HOME": str(owner.home)}
    subprocess.run(arcade("host", "close"), env=environment, check=True)


def test_a_record_from_a_pipe_is_watched_by_keys(home: Path) -> None:
    with Program(home, "replay", "-", "--watch", piped=b'[Game "egg-carton"] A C') as program:
        program.expect("Move 2 of 2")
        program.type(b"q")
        program.expect("quit")
        program.type(b"q")
        assert program.wait() == 0


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ([], "the arcade needs a terminal; try `marbles-tui play GAME --text`"),
        (["play", "abacus"], "the arcade needs a terminal; try `marbles-tui play abacus --text`"),
        (["season"], "the arcade needs a terminal; try `marbles-tui season --text`"),
        (["today"], "the arcade needs a terminal; try `marbles-tui today --text`"),
        (["puzzles", "hurry"], "the arcade needs a terminal; try `marbles-tui puzzles hurry --text`"),
        (
            ["daily", "abacus", "--date", "2026-11-22"],
            "the arcade needs a terminal; try `marbles-tui daily abacus --date 2026-11-22 --text`",
        ),
        (["resume", "999"], "there is no saved game 999"),
    ],
)
def test_without_a_terminal_nothing_is_shown(home: Path, command: list[str], said: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "marbles_tui", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert ran.returncode == 1
    assert ran.stderr == f"marbles-tui: {said}\n"
