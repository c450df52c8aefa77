"""A house of one process, copied while it is open, and brought back."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from marbles_tui.host.backup import back_up, bring_back
from tests.host.conftest import OpenHost, Ssh, asked, to_menu, told


@pytest.mark.long
def test_a_house_is_copied_while_it_is_open_and_brought_back(
    host: OpenHost, ssh: Ssh, tmp_path: Path
) -> None:
    at = host()
    ann = ssh(at, "ann")
    to_menu(ann, "Ann")
    assert told(at.data, "message", "Welcome!")[0] == 0
    (before,) = asked(at.data, "accounts")["accounts"]
    copy, new = tmp_path / "copy", tmp_path / "new"
    status, out, _ = told(at.data, "backup", str(copy))
    assert (status, "copied to" in out) == (0, True)
    assert told(at.data, "backup", str(copy))[0] == 1, "a copy is never written over"
    status, _, error = told(at.data, "restore", str(copy))
    assert (status, "keeps a house already" in error) == (1, True)
    assert all(file.stat().st_mode & 0o077 == 0 for file in (copy, *copy.rglob("*.*"), copy / "host_key"))
    at.stop(signal.SIGKILL)

    assert told(new, "restore", str(copy))[0] == 0
    again = host(folder="new")
    (account,) = asked(new, "accounts")["accounts"]
    assert account == before | {"here": False}
    assert told(new, "message")[1] == "Welcome!\n"
    assert (new / "host_key").read_bytes() == (at.data / "host_key").read_bytes()
    to_menu(ssh(again, "ann"))
    assert asked(new, "people")["people"][0]["name"] == "Ann"


def test_where_no_house_is_nothing_is_copied_either_way(tmp_path: Path) -> None:
    none, copy = tmp_path / "none", tmp_path / "copy"
    for order, why in (
        ("backup", f"made: {none} keeps no house"),
        ("restore", f"brought back: {copy} holds no copy of a house"),
    ):
        assert told(none, order, str(copy)) == (1, "", f"marbles-tui: the backup cannot be {why}\n")
    assert not copy.exists()


def test_a_database_that_is_written_to_is_copied_as_it_was_at_one_moment(tmp_path: Path) -> None:
    data, copy, stop = tmp_path / "data", tmp_path / "copy", Event()
    folder = data / "accounts" / "a1"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("greeted = true")
    for file in (data / "host.sqlite3", folder / "matches.sqlite3"):
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("CREATE TABLE pair (one, other)")

    def write() -> None:
        with closing(sqlite3.connect(folder / "matches.sqlite3", isolation_level=None)) as database:
            number = 0
            while not stop.is_set() or number < 50:
                number += 1
                database.execute("BEGIN")
                database.execute("INSERT INTO pair VALUES (?, 0)", (number,))
                database.execute("UPDATE pair SET other = one WHERE one = ?", (number,))
                database.execute("COMMIT")

    writing = Thread(target=write)
    writing.start()
    try:
        assert back_up(data, copy) == 3
    finally:
        stop.set()
        writing.join()
    with closing(sqlite3.connect(copy / "accounts" / "a1" / "matches.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM pair WHERE one != other").fetchone() == (0,)
    assert bring_back(copy, tmp_path / "new") == 3
    assert (tmp_path / "new" / "accounts" / "a1" / "settings.toml").read_text() == "greeted = true"


def test_what_is_no_house_is_neither_copied_nor_brought_back(tmp_path: Path) -> None:
    for copied in (back_up, bring_back):
        with pytest.raises(FileNotFoundError, match="house"):
            copied(tmp_path, tmp_path / "other")
    assert not (tmp_path / "other").exists()
