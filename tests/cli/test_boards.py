"""`marbles-tui boards`, and board files at the table."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from marbles_tui.games.getaway.read import read_board
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
