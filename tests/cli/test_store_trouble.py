"""What is wrong with the saved matches: every command says the same line."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from marbles_tui.core import BadRecord
from marbles_tui.games import GAMES
from marbles_tui.store import MatchStore
from marbles_tui.store.schema import VERSION
from marbles_tui.table.start import saved_match
from marbles_tui.tui import run as arcade
from marbles_tui.tui.app import Arcade
from tests.cli.conftest import Shell
from tests.store.kept import match_of, place

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
    folder: "games cannot be saved: a folder has the name of the file ({}); move the folder away",
    damaged: "games cannot be saved: the file is damaged, file is not a database ({});"
    " marbles-tui offers to set it aside when it starts",
    newer: "games cannot be saved: the file is from a newer marbles-tui"
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
    [("library", "list"), ("library", "stats"), ("library", "export", "-"), ("resume", "--text")],
    ids=" ".join,
)
def test_a_command_says_what_is_wrong(shell: Shell, line: str, command: tuple[str, ...]) -> None:
    ran = shell(*command)
    assert (ran.status, ran.out, ran.err) == (1, "", f"marbles-tui: {line}\n")


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
