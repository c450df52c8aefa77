"""`marbles-tui diagram`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from tests.cli.conftest import Shell

RECORD = '[Game "gobblet"] [Player1 "Ann"] [Player2 "Ben"] 1. W1B2 K1C3'


def test_a_position_in_letters(shell: Shell) -> None:
    ran = shell("diagram", "-", "--ply", "1", stdin=RECORD)
    assert (ran.status, ran.err) == (0, "")
    assert "Ann – Ben, 1 move" in ran.out
    assert ran.out.endswith("Ben to move.\n")


def test_a_picture_in_a_file_and_on_standard_output(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "position.svg"
    assert shell("diagram", "-", "--svg", str(file), stdin=RECORD) == (0, "", "")
    written = file.read_text(encoding="utf-8")
    assert "2 moves. Ann to move." in ElementTree.tostring(
        ElementTree.fromstring(written), encoding="unicode"
    )
    assert shell("diagram", "-", "--svg", "-", stdin=RECORD).out == written


def test_a_bare_list_of_moves_needs_its_game(shell: Shell) -> None:
    assert shell("diagram", "-", "--game", "gobblet", stdin="W1B2").status == 0
    assert shell("diagram", "-", stdin="W1B2").status == 1


def test_what_is_wrong_is_said_in_one_line(shell: Shell, tmp_path: Path) -> None:
    for arguments, text, status, message in (
        (("-",), "W1B2 [Game", 1, "expected"),
        (("-",), RECORD + " W1W1", 1, "W1W1 is not legal here"),
        (("-", "--ply", "3"), RECORD, 2, "there is no move 3: expected 0 to 2"),
        (("-", "--svg", str(tmp_path)), RECORD, 1, "cannot be written: it is a folder"),
        (("-", "--game", "chess"), RECORD, 2, "there is no game 'chess'"),
    ):
        ran = shell("diagram", *arguments, stdin=text)
        assert (ran.status, ran.out) == (status, "")
        assert message in ran.err
        assert ran.err.count("\n") == 1
