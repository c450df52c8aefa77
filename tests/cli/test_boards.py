"""`marbles-tui boards`, board files at the table, `marbles-tui library`."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.getaway.read import read_board
from marbles_tui.play import Match
from marbles_tui.store import MatchStore
from tests.cli.conftest import Shell


@pytest.mark.parametrize("command", ["check", "simulate"])
def test_a_pipe_is_no_board(shell: Shell, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = shell("boards", command, str(tmp_path / "pipe"))
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "it is not a file" in ran.err


def test_a_file_that_is_too_long_is_refused(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("Start :\n" + "#" * 2_000_000)
    (error,) = shell("boards", "check", str(file), "--json").object["errors"]
    assert "expected at most 1,000,000 bytes" in error


def test_a_board_file_that_is_no_text_is_not_played(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(b"Start :\nC\xffstle :\n")
    assert "is not UTF-8 text" in shell("play", "getaway", "--setup", str(file)).err


# Any text


@pytest.mark.long
@pytest.mark.parametrize(
    "piece", [":", " : ", "a", "a :\n", "Z\n", "a : Z\n", "\n", "1 ", "S F 1 ", "x : S F 1 "]
)
def test_a_megabyte_of_anything_comes_to_an_end(piece: str) -> None:
    reading = read_board(piece * (999_000 // len(piece)))
    assert (reading.board is None) == bool(reading.complaints)


RECORD = '[Game "gobblet"] [Player1 "Ann"] [Player2 "Ben"] 1. W1B2 K1C3'


def test_a_picture_in_a_file_and_on_standard_output(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "position.svg"
    assert shell("diagram", "-", "--svg", str(file), stdin=RECORD) == (0, "", "")
    written = file.read_text(encoding="utf-8")
    assert "2 moves. Ann to move." in ElementTree.tostring(
        ElementTree.fromstring(written), encoding="unicode"
    )
    assert shell("diagram", "-", "--svg", "-", stdin=RECORD).out == written


# `marbles-tui library`.


@pytest.fixture
def kept() -> MatchStore:
    """Two matches, one of them over."""
    store = MatchStore.open()
    match = Match.new(GAMES[0]).read("A")
    store.begin(match)
    store.begin(match.resign(1))
    return store


def test_what_was_put_right_is_told_once(shell: Shell, kept: MatchStore) -> None:
    kept.write("", "INSERT INTO notice VALUES ('version', 77)")
    ran = shell("library", "list", "--json")
    assert ran.object["count"] == 2
    assert ran.err.startswith("marbles-tui: Your saved games had an impossible version number, 77,")
    assert shell("library", "list", "--json").err == ""


def test_favourites_are_listed(shell: Shell, kept: MatchStore) -> None:
    assert kept.library.mark(1, favourite=True)
    ran = shell("library", "list", "--state", "favourites", "--json")
    assert [entry["id"] for entry in ran.object["matches"]] == [1]
    assert shell("library", "list", "--state", "favourites").out.startswith("     1* ")
