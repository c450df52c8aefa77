"""`marbles-tui boards`, and board files at the table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from marbles_tui.cli.arguments import find_setup
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.game import SETUPS
from marbles_tui.games.getaway.read import read_board
from marbles_tui.store.files import boards_folder
from tests.cli.conftest import Shell

GOOD = "# The Garden\n# Mind the cat.\n20 4 4\nGate :\nPond : T F -1\nTree : S M 5\nHouse :\n"
BAD = "20 4 4\nGate :\nPond : T F x\nTree : S M 0\nHouse :\n"
ENDLESS = "20 2 5\nStart :\nA : S F 1\nB : Q A 0\nC : Q A 0\nCastle :\n"


@pytest.fixture
def board(tmp_path: Path) -> str:
    """A board file."""
    file = tmp_path / "garden.txt"
    file.write_text(GOOD)
    return str(file)


def test_the_list_has_the_boards_that_ship_and_ones_own(shell: Shell) -> None:
    boards_folder().mkdir(parents=True)
    (boards_folder() / "garden.txt").write_text(GOOD)
    (boards_folder() / "broken.txt").write_text(BAD)
    (boards_folder() / "notes.md").write_text("no board")
    listed = {one["name"]: one for one in shell("boards", "list", "--json").object["boards"]}
    assert list(listed) == [*SETUPS, "broken", "garden"]
    assert listed["garden"]["about"] == "The Garden"
    assert (listed["garden"]["squares"], listed["garden"]["gold"], listed["garden"]["sides"]) == (4, 20, 4)
    assert (listed["broken"]["squares"], listed["broken"]["errors"]) == (None, 2)
    text = shell("boards", "list")
    assert (text.status, text.err) == (0, "")
    assert "has errors" in next(line for line in text.out.splitlines() if line.startswith("broken"))


def test_a_good_board_is_told_square_by_square(shell: Shell, board: str) -> None:
    ran = shell("boards", "check", board, "--json")
    assert ran.status == 0
    assert ran.object == {
        "squares": [
            {"number": 0, "name": "Gate", "kind": "start"},
            {"number": 1, "name": "Pond", "kind": "teleporter", "once": True, "jump": "F -1"},
            {"number": 2, "name": "Tree", "kind": "treasure", "once": True, "amount": "M 5"},
            {"number": 3, "name": "House", "kind": "castle"},
        ],
        "gold": 20,
        "sides": 4,
        "warnings": [],
        "errors": [],
    }
    text = shell("boards", "check", board)
    assert text.out.endswith("can be played: 4 squares, 20 gold, a die of 4 sides, 0 warnings\n")


def test_errors_name_file_line_column_square_and_what_was_expected(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(BAD)
    ran = shell("boards", "check", str(file), "--json")
    first, second = ran.object["errors"]
    assert ran.status == 1
    assert first.startswith(f"{file}: line 3, column 12: Pond: expected a number of squares")
    assert second.startswith(f"{file}: line 4, column 12: Tree: expected an amount of gold")
    assert ran.object["error"]["message"] == f"{first} (and 1 more error)"
    text = shell("boards", "check", str(file))
    assert text.out.splitlines() == [first, second]
    assert text.err == f"marbles-tui: {file} cannot be played: 2 errors\n"


def test_warnings_refuse_nothing(shell: Shell) -> None:
    ran = shell("boards", "check", "-", stdin="20 6 9\nStart :\nMeadow :\nCastle :\n")
    assert ran.status == 0
    assert "stdin: warning: the header announces 9 squares, there are 3\n" in ran.out
    assert "stdin: warning: square 1, Meadow: there is nothing after the colon" in ran.out


@pytest.mark.parametrize("name", SETUPS)
def test_the_boards_that_ship_are_checked_by_name(shell: Shell, name: str) -> None:
    assert shell("boards", "check", name, "--json").status == 0


@pytest.mark.parametrize("command", ["check", "simulate"])
@pytest.mark.parametrize(
    ("place", "reason"),
    [("nowhere.txt", "No such file or directory"), (".", "it is not a file"), ("pipe", "it is not a file")],
)
def test_what_cannot_be_read_is_said_in_one_line(
    shell: Shell, tmp_path: Path, command: str, place: str, reason: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = shell("boards", command, str(tmp_path / place))
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert reason in ran.err


def test_a_file_that_is_too_long_is_refused(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("Start :\n" + "#" * 2_000_000)
    (error,) = shell("boards", "check", str(file), "--json").object["errors"]
    assert "expected at most 1,000,000 bytes" in error


# Simulations


def test_a_simulation_for_programs(shell: Shell) -> None:
    command = ("boards", "simulate", "wood", "--players", "3", "--games", "40", "--seed", "5", "--json")
    ran = shell(*command)
    found = ran.object
    assert (ran.status, ran.err) == (0, "")
    assert (found["players"], found["seed"], found["games"], found["ended"]) == (3, 5, 40, 40)
    assert (found["endless"], found["verdict"]) == (False, "All 40 games ended.")
    assert sum(found["turns"]["counts"].values()) == 40
    assert sum(found["gold"]["counts"].values()) == 120
    assert sum(found["wins"]) == pytest.approx(40, abs=1e-4)
    assert found["first_gain"] == pytest.approx(found["wins"][0] / 40 - 1 / 3, abs=1e-4)
    assert found["met"][-1]["times"] == 120
    assert shell(*command).object == found


def test_a_simulation_for_people(shell: Shell) -> None:
    ran = shell("boards", "simulate", "wood", "--games", "20")
    assert (ran.status, ran.err) == (0, "")
    for said in ("All 20 games ended.", "Gold at the end", "Going first is worth", "castle", "█"):
        assert said in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines() if line.startswith("│"))


def test_an_endless_board_is_called_so(shell: Shell) -> None:
    found = shell("boards", "simulate", "gary", "--games", "60", "--json").object
    assert found["endless"]
    assert found["verdict"].startswith("This board is endless: ")
    ran = shell("boards", "simulate", "-", "--games", "50", stdin=ENDLESS)
    assert ran.status == 0
    assert "This board is endless: all of 50 games never end." in ran.out


def test_names_are_no_markup(shell: Shell) -> None:
    ran = shell("boards", "simulate", "-", "--games", "3", stdin="[red]Go :\n[/] :bold: : S F 1\nEnd :\n")
    assert ran.status == 1
    ran = shell("boards", "simulate", "-", "--games", "3", stdin="[red]Go :\n[/nobody] : S F 1\nEnd :\n")
    assert ran.status == 0
    assert "[red]Go" in ran.out
    assert "[/nobody]" in ran.out


def test_a_long_name_is_cut(shell: Shell) -> None:
    ran = shell("boards", "simulate", "-", "--games", "3", stdin=f"Go :\n{'a' * 5000} : S F 1\nEnd :\n")
    assert f" {'a' * 27}... " in ran.out
    assert max(map(len, ran.out.splitlines())) < 120


def test_wrong_usage(shell: Shell) -> None:
    assert shell("boards", "simulate", "wood", "--players", "7").status == 2
    assert shell("boards", "simulate", "wood", "--games", "0").status == 2
    assert shell("boards", "rub").status == 2
    ran = shell("boards", "simulate", "-", stdin=BAD)
    assert ran.status == 1
    assert "line 3, column 12: Pond" in ran.err


# At the table


def test_a_board_file_is_played(shell: Shell, board: str, launched: list[dict[str, Any]]) -> None:
    assert shell("play", "getaway", "--setup", board).status == 0
    game, setup, *_ = launched[0]["table"]
    assert game.start(setup, 2, game.choose({})).course.trail == read_board(GOOD).board


def test_a_board_file_with_errors_is_not_played(
    shell: Shell, tmp_path: Path, launched: list[dict[str, Any]]
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(BAD)
    ran = shell("play", "getaway", "--setup", str(file))
    assert ran.status in (1, 2)
    assert "line 3, column 12: Pond" in ran.err
    file.write_bytes(b"Start :\nC\xffstle :\n")
    assert "is not UTF-8 text" in shell("play", "getaway", "--setup", str(file)).err
    assert not launched


def test_no_other_game_reads_files(shell: Shell, board: str, launched: list[dict[str, Any]]) -> None:
    assert shell("play", "egg-carton", "--setup", board).status != 0
    assert not launched


# Any text


@pytest.mark.long
@pytest.mark.parametrize(
    "piece", [":", " : ", "a", "a :\n", "Z\n", "a : Z\n", "\n", "1 ", "S F 1 ", "x : S F 1 "]
)
def test_a_megabyte_of_anything_comes_to_an_end(piece: str) -> None:
    reading = read_board(piece * (999_000 // len(piece)))
    assert (reading.board is None) == bool(reading.complaints)


def test_ones_own_boards_go_by_the_name_in_the_list(shell: Shell) -> None:
    boards_folder().mkdir(parents=True)
    (boards_folder() / "garden.txt").write_text(GOOD)
    listed = shell("boards", "list", "--json").object["boards"]
    assert "garden" in [board["name"] for board in listed]
    for command in (("boards", "check"), ("boards", "simulate", "--games", "5")):
        ran = shell(*command, "Garden")
        assert (ran.status, ran.err) == (0, ""), ran
    assert find_setup(GETAWAY, "garden") == GOOD
    assert find_setup(GETAWAY, "orchard") == "orchard"


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
