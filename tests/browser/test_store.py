"""What is kept in a page: saved at once, and whole after a stop in the middle of a write."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Never

import pytest

from marbles_tui.browser.store import NO_ROOM, InlineStore
from marbles_tui.store import MatchStore, database
from tests.store.kept import match_of, moves_of, place

NOT_KEPT = "this browser keeps nothing"


async def test_a_move_is_saved_before_the_call_returns() -> None:
    store = InlineStore()
    saver = store.saver()
    assert saver.save(match_of("C")).result()
    assert moves_of(MatchStore.open(), saver.id) == ["C"]
    assert store.latest is saver


async def test_a_browser_that_keeps_nothing_is_said_and_played_in() -> None:
    store, told = InlineStore(shortcoming=NOT_KEPT), list[str]()
    store.on_trouble = lambda: told.append(store.trouble)
    saver = store.saver()
    await saver.keep(match_of("C"))
    await saver.keep(match_of("C A"))
    assert not saver.waiting
    assert told == [NOT_KEPT]
    await store.close()


async def test_a_browser_without_room_is_said_in_words_of_a_page() -> None:
    store, told = InlineStore(), list[str]()
    store.on_trouble = lambda: told.append(store.trouble)
    saver = store.saver()
    await saver.keep(match_of("C"))
    await store.ask(lambda matches: matches.read("PRAGMA max_page_count = 1"))  # no more than there are
    large = "INSERT INTO review (key, judgements) VALUES ('', hex(zeroblob(200000)))"
    await store.ask(lambda matches: matches.write("the review is not saved", large))
    assert told == [NO_ROOM]
    await store.close()


async def test_a_file_that_cannot_be_read_is_no_want_of_room() -> None:
    def unreadable() -> Iterator[Never]:
        fault = sqlite3.OperationalError("disk I/O error")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
        raise fault
        yield

    store, told = InlineStore(), list[str]()
    store.on_trouble = lambda: told.append(store.trouble)
    await store.ask(lambda matches: matches.transact("nothing is kept", unreadable()))
    assert told
    assert told != [NO_ROOM]
    await store.close()


async def test_closing_writes_what_cannot_be_saved_to_a_file(home: Path) -> None:
    place(home).mkdir()
    store = InlineStore()
    store.saver().save(match_of("C A"))
    unsaved = await store.close()
    assert unsaved
    assert unsaved.matches == 1
    assert unsaved.file
    assert "1. C" in unsaved.file.read_text()
    assert store.do(lambda _: None).cancelled()


def stopped_in_a_write(home: Path) -> None:
    """Leave the files as they are in the middle of a write that a page's end stops: the journal is there, the
    database has been changed."""
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    writing = sqlite3.connect(place(home), isolation_level=None)
    writing.execute("PRAGMA cache_spill = 1")
    writing.execute("PRAGMA cache_size = 1")
    writing.execute("BEGIN IMMEDIATE")
    writing.execute("UPDATE match SET record = 'half'")
    for key in range(20):
        writing.execute("INSERT INTO review (key, judgements) VALUES (?, hex(zeroblob(20000)))", (str(key),))
    for ending in ("", "-journal"):
        shutil.copy(f"{place(home)}{ending}", elsewhere)
    assert b"half" in (elsewhere / place(home).name).read_bytes()
    writing.execute("ROLLBACK")
    writing.close()
    for ending in ("", "-journal"):
        shutil.copy(elsewhere / f"{place(home).name}{ending}", f"{place(home)}{ending}")


async def test_a_write_that_was_stopped_leaves_the_state_before_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "JOURNAL", "TRUNCATE")
    store = InlineStore()
    saver = store.saver()
    await saver.keep(match_of("C A"))
    assert await store.ask(lambda matches: matches.read("PRAGMA journal_mode")) == [("truncate",)]
    await store.close()
    stopped_in_a_write(home)
    with place(home).open("ab") as file:
        file.write(b"half a page")
    again = MatchStore.open()
    assert (again.trouble, moves_of(again, saver.id)) == ("", ["C", "A"])
