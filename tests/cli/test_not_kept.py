"""What is not kept is tried again in the end, kept elsewhere if it can be, and said, in the exit status, too."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from marbles_tui.core import BadRecord
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.puzzle import shipped
from marbles_tui.store import MatchStore, load
from marbles_tui.store.database import VERSION, Database, Values, Written
from marbles_tui.table.start import saved_match
from marbles_tui.tui import run as arcade
from marbles_tui.tui.app import Arcade
from tests.cli.conftest import Shell
from tests.cli.test_text import Script
from tests.store.kept import match_of, moves_of, place

FOR_EVER = 1_000_000


class Disk:
    """A disk on which the next writes fail: so many, or so many of finished games."""

    def __init__(self) -> None:
        self.fails = self.fails_at_the_end = 0

    def fails_now(self, values: Values) -> bool:
        if self.fails:
            self.fails -= 1
            return True
        if self.fails_at_the_end and isinstance(values, Mapping) and values.get("finished"):
            self.fails_at_the_end -= 1
            return True
        return False


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk, write = Disk(), Database.write

    def tried(self: Database, failure: str, statement: str, values: Values = ()) -> Written | None:
        if disk.fails_now(values):
            self.trouble = f"{failure}: disk I/O error"
            return None
        return write(self, failure, statement, values)

    monkeypatch.setattr(Database, "write", tried)
    return disk


PLAY = ("play", "egg-carton", "--text", "--seat", "2=human")


@pytest.mark.parametrize("typed", ["c\nquit\n", "c\n"])
def test_a_passing_error_at_the_last_move_is_made_good(shell: Shell, disk: Disk, typed: str) -> None:
    disk.fails = 1
    ran = shell(*PLAY, stdin=typed)
    assert "disk I/O error" in ran.said
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "The game is saved: marbles-tui resume 1 --text"
    assert moves_of(MatchStore.open(), 1) == ["C"]


def test_the_end_of_a_game_that_is_played_on_in_another_is_saved_too(shell: Shell, disk: Disk) -> None:
    disk.fails_at_the_end = 1
    typed = "a\nresign\nyes\nundo\nyes\nquit\n"
    ran = shell("play", "gobblet", "--text", stdin=typed.replace("a\n", "W1A1\n"))
    assert (ran.status, ran.err) == (0, "")
    assert "disk I/O error" in ran.said
    assert "Play on from your last move" in ran.said
    store = MatchStore.open()
    assert store.read("SELECT id, finished FROM match ORDER BY id") == [(1, 1), (2, 0)]


def test_what_is_never_saved_is_in_a_file_that_can_be_imported(shell: Shell, disk: Disk, home: Path) -> None:
    disk.fails = FOR_EVER
    ran = shell(*PLAY, stdin="c\nquit\n")
    file = home / "unsaved.matches-1.txt"
    told = (
        f"1 game could not be saved; import it as it stands later: marbles-tui library import --mine {file}"
    )
    assert (ran.status, ran.err) == (1, f"marbles-tui: {told}\n")
    assert "The game is saved" not in ran.said
    disk.fails = 0
    assert shell("library", "import", "--mine", str(file)).status == 0
    assert moves_of(MatchStore.open(), 1) == ["C"]


def test_where_no_file_can_be_written_the_record_is_shown(
    shell: Shell, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk.fails = FOR_EVER
    monkeypatch.setattr("marbles_tui.store.files._places", lambda folder: iter(()))
    ran = shell(*PLAY, stdin="c\nquit\n")
    assert (ran.status, ran.err) == (1, "marbles-tui: 1 game could not be saved: the last moves are lost\n")
    assert ran.out.rstrip().endswith("1. C")


STATUSES = {signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGINT: 130}


@pytest.mark.long
@pytest.mark.parametrize("number", STATUSES, ids=lambda number: number.name)
def test_a_signal_leaves_nothing_unsaid(home: Path, number: signal.Signals) -> None:
    for kept in (True, False):
        if not kept:
            place(home).rename(home / "before.sqlite3")
            place(home).mkdir()
        with Script(*PLAY) as script:
            script.say("c")
            os.kill(script.pid, number)
            status, complaints = script.leave()
        if kept:
            assert (status, complaints) == (STATUSES[number], "")
            assert script.told[-1].startswith("The game is saved: ")
        else:
            assert status == 1
            assert "marbles-tui library import --mine" in complaints
            assert list(home.glob("unsaved*"))


def test_a_try_at_a_puzzle_is_tried_again(shell: Shell, disk: Disk) -> None:
    puzzle = shipped(GAMES[4])[0]
    solve = ("puzzles", "solve", puzzle.id, "--text")
    solved = "\n".join([*puzzle.solution[::2], ""])
    disk.fails = 1
    ran = shell(*solve, stdin=solved)
    assert "the puzzle is not saved: disk I/O error" in ran.said
    assert (ran.status, ran.err, len(MatchStore.open().tries.all())) == (0, "", 1)
    disk.fails = FOR_EVER
    ran = shell(*solve, stdin=solved)
    assert (ran.status, ran.err) == (1, "marbles-tui: the puzzle is not saved: disk I/O error\n")


def test_a_step_of_a_lesson_is_tried_again(shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fails, replace = [True, False], os.replace

    def failing(source: object, target: object) -> None:
        if fails.pop(0):
            raise OSError(5, "Input/output error")
        replace(source, target)  # type: ignore[arg-type]

    monkeypatch.setattr("os.replace", failing)
    ran = shell("learn", "egg-carton", "--text", stdin="D\nquit\n")
    assert "settings cannot be saved: Input/output error" in ran.said
    assert (ran.status, ran.err, load()[0].lessons) == (0, "", {"egg-carton": "1"})


NOBODY = 65534


def folder(home: Path) -> None:
    place(home).mkdir()


def damaged(home: Path) -> None:
    place(home).write_bytes(b"no database at all, " * 512)


def newer(home: Path) -> None:
    MatchStore.open().close()
    database = sqlite3.connect(place(home))
    database.execute("PRAGMA user_version = 99")
    database.close()


WRONG = {
    folder: "games cannot be read or saved: a folder has the name of the file ({}); move the folder away",
    damaged: "games cannot be read or saved: the file is damaged, file is not a database ({});"
    " marbles-tui offers to set it aside when it starts",
    newer: "games cannot be read or saved: the file is from a newer marbles-tui"
    f" (schema 99; this one knows {VERSION}) ({{}});"
    " update marbles-tui",
}


@pytest.fixture(params=WRONG, ids=lambda wrong: wrong.__name__)
def line(request: pytest.FixtureRequest, home: Path) -> str:
    """What is said about a store with which something is wrong."""
    request.param(home)
    return WRONG[request.param].format(place(home))


@pytest.mark.parametrize(
    "command",
    [
        ("library", "list"),
        ("library", "stats"),
        ("library", "export", "-"),
        ("resume", "--text"),
        ("daily", "--days"),
    ],
    ids=" ".join,
)
def test_a_command_says_what_is_wrong(shell: Shell, line: str, command: tuple[str, ...]) -> None:
    ran = shell(*command)
    assert (ran.status, ran.out, ran.err) == (1, "", f"marbles-tui: {line}\n")


def test_the_day_is_shown_and_what_is_wrong_is_said(shell: Shell, line: str) -> None:
    ran = shell("today", "--text")
    assert (ran.status, ran.err) == (0, f"marbles-tui: {line}\n")
    assert "not tried yet" in ran.out


@pytest.mark.parametrize("command", [("library", "list"), ("library", "stats")], ids=" ".join)
def test_json_is_answered_all_the_same(shell: Shell, line: str, command: tuple[str, ...]) -> None:
    ran = shell(*command, "--json")
    assert ran.status == 1
    assert ran.object["error"]["message"] == line


def test_resume_on_the_screen_says_it_too_and_offers_to_set_a_damaged_file_aside(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[Arcade] = []
    monkeypatch.setattr(arcade, "take_terminal", lambda: True)
    monkeypatch.setattr(Arcade, "run", lambda self: started.append(self))
    status = arcade.run(resume="")
    if "damaged" in line:  # the arcade itself asks what is to be done
        assert (status, len(started)) == (0, 1)
    else:
        assert (status, started, capsys.readouterr().err) == (1, [], f"marbles-tui: {line}\n")


def test_a_lock_is_said_where_a_match_is_to_be_resumed(home: Path) -> None:
    store = MatchStore.open()
    store.begin(match_of("C"))
    store.close()
    other = sqlite3.connect(place(home), isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BadRecord, match=r"another program is using the file .*close that program, or wait"):
        saved_match(MatchStore.open(patience=0.05), GAMES, "")
    other.close()
    assert saved_match(MatchStore.open(), GAMES, "").saved == 1


@contextmanager
def unprivileged() -> Iterator[None]:
    """Root may write everywhere: be nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a database of one match, which nobody may write; others than root may look into it."""
    home = Path(tempfile.mkdtemp(dir="/tmp"))
    monkeypatch.setenv("MARBLES_TUI_HOME", str(home))
    store = MatchStore.open()
    store.begin(match_of("C A"))
    store.close()
    place(home).chmod(0o444)
    home.chmod(0o555)
    yield home
    home.chmod(0o755)
    shutil.rmtree(home)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_a_database_that_cannot_be_written_is_read(shell: Shell, shut: Path) -> None:
    for command in (("resume", "--text"), ("library", "stats")):
        shell(*command)  # nobody may not even read the program, which is loaded by this
    with unprivileged():
        listed = shell("library", "list", "--json")
        assert (listed.status, listed.object["count"]) == (0, 1)
        assert shell("library", "export", "-").out.count("[Game ") == 1
        assert json.loads(shell("library", "stats", "--json").out)["careers"] == []
        store = MatchStore.open()
        assert saved_match(store, GAMES, "").saved == 1
        assert store.trouble.startswith("games cannot be saved: ")
        assert store.save(1, match_of("C A B")) == 1
        assert store.trouble.startswith("games cannot be saved: ")
        assert "2 moves" in shell("library", "list").out
        resumed = shell("resume", "--text", stdin="b\n")
        assert resumed.status == 1
        assert "games cannot be saved: " in resumed.out


def test_a_bar_says_how_much_of_a_file_was_read(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = io.StringIO()
    seen.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("marbles_tui.cli.library._watched", lambda: seen)
    assert shell("library", "import", "-", stdin='[Game "egg-carton"]\n\nA\n\n' * 200).status == 0
    shares = re.findall(r"(\d+)%", seen.getvalue())
    assert list(dict.fromkeys(shares)) == ["0", "25", "50", "75", "100"]
