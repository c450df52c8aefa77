"""The store's thread: in order, never on the event loop, and nothing lost while another program is using the file."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from marbles_tui.browser.store import InlineStore
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_matches
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store.thread import NotSavedError
from marbles_tui.table.session import Saving
from tests.store.kept import match_of, moves_of, place
from tests.waiting import until


@pytest.fixture(params=[StoreThread, InlineStore])
def kind(request: pytest.FixtureRequest) -> type[StoreThread]:
    """The store of a terminal, and that of a page, which has no threads."""
    found: type[StoreThread] = request.param
    return found


@contextmanager
def locked(home: Path) -> Iterator[sqlite3.Connection]:
    """Another program writes all the time."""
    other = sqlite3.connect(place(home), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        other.close()


@contextmanager
def blocked(home: Path) -> Iterator[None]:
    """A file stands where the folder of the matches should be."""
    (home / "file").write_text("")
    yield
    (home / "file").unlink()


async def test_calls_are_made_in_order_by_one_other_thread() -> None:
    store, made = StoreThread(), list[tuple[int, int]]()
    for number in range(20):
        store.do(lambda _, number=number: made.append((number, threading.get_ident())))  # type: ignore[misc]
    await store.ask(lambda _: None)
    assert [number for number, _ in made] == list(range(20))
    assert len({thread for _, thread in made}) == 1
    assert threading.get_ident() not in {thread for _, thread in made}
    assert await store.close() is None


async def test_no_thread_without_a_call(kind: type[StoreThread], home: Path) -> None:
    assert await kind().close() is None
    assert list(home.iterdir()) == []


async def test_what_a_call_raises_is_raised_where_it_is_waited_for(kind: type[StoreThread]) -> None:
    store = kind()
    with pytest.raises(ZeroDivisionError):
        await store.ask(lambda _: 1 // 0)
    assert await store.ask(lambda _: 3) == 3
    await store.close()


async def test_a_match_is_saved_from_state_to_state_in_one_place(kind: type[StoreThread]) -> None:
    store = kind()
    saver = store.saver()
    for moves in ("C", "C A", "C A B"):
        await saver.keep(match_of(moves))
        assert not saver.waiting
    last = await store.ask(MatchStore.last_unfinished)
    assert last
    again = store.saver(last.id)
    await again.keep(match_of("C A"))
    assert await store.close() is None
    kept = MatchStore.open()
    assert kept.library.count() == 1
    assert moves_of(kept, saver.id) == ["C", "A"]


def test_a_move_that_comes_while_the_one_before_is_being_saved_is_saved_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, saver, begin = MatchStore.open(), StoreThread().saver(), MatchStore.begin

    def meanwhile(store: MatchStore, match: Match) -> int | None:
        saver.put(match_of("C A"))
        return begin(store, match)

    monkeypatch.setattr(MatchStore, "begin", meanwhile)
    saver.put(match_of("C"))
    assert [saver.write(store) and saver.waiting for _ in range(2)] == [True, False]
    assert moves_of(store, saver.id) == ["C", "A"]


async def test_closing_saves_what_was_not_waited_for() -> None:
    store = StoreThread()
    saver = store.saver()
    for moves in ("C", "C A", "C A B"):
        saver.save(match_of(moves))
    assert saver.waiting
    assert await store.close() is None
    assert moves_of(MatchStore.open(), saver.id) == ["C", "A", "B"]
    assert store.do(lambda _: None).cancelled()


async def test_while_another_program_writes_moves_wait_and_are_saved_afterwards(home: Path) -> None:
    store, troubles = StoreThread(), list[str]()
    first, second = store.saver(), store.saver()
    await first.keep(match_of("C"))
    store.on_trouble = lambda: troubles.append(store.trouble)
    with locked(home):
        assert not await asyncio.wrap_future(first.save(match_of("C A")))
        assert "moves are not saved yet: another program is using the file" in store.trouble
        waiting = [
            asyncio.create_task(first.keep(match_of("C A B"))),
            asyncio.create_task(second.keep(match_of("B"))),
        ]
        assert await store.ask(lambda matches: matches.library.count()) == 1  # reading goes on
        await asyncio.sleep(0)
        assert first.waiting
        assert not any(task.done() for task in waiting)
    await asyncio.wait_for(asyncio.gather(*waiting), 10)
    assert (first.waiting, second.waiting, store.waiting, store.trouble) == (False, False, 0, "")
    assert [bool(trouble) for trouble in troubles][-1] is False
    assert await store.close() is None
    kept = MatchStore.open()
    assert [moves_of(kept, saver.id) for saver in (first, second)] == [["C", "A", "B"], ["B"]]


async def test_where_waiting_does_not_help_that_is_said_at_once_and_tried_again(
    kind: type[StoreThread], home: Path
) -> None:
    store = kind(home / "file" / "matches.sqlite3")
    saver = store.saver()
    with blocked(home):
        with pytest.raises(NotSavedError, match="games cannot be read or saved: "):
            await saver.keep(match_of("C"))
        assert saver.waiting
    again = asyncio.create_task(saver.keep(match_of("C A")))
    await asyncio.wait_for(again, 10)
    await store.close()
    assert moves_of(MatchStore.open(store.place), saver.id) == ["C", "A"]


async def test_a_table_hears_that_what_failed_is_saved(
    kind: type[StoreThread], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("store.thread", "browser.store"):
        monkeypatch.setattr(f"marbles_tui.{module}.RETRY", 0.01)
    store, told, troubles = kind(home / "file" / "matches.sqlite3"), list[bool](), list[str]()
    saving = Saving(store.saver().keep, lambda: told.append(saving.unsaved), troubles.append)
    with blocked(home):
        saving.save(match_of("C"))
        await until(lambda: troubles)
    await until(lambda: not saving.unsaved)
    await store.close()
    assert told == [True, False]
    assert [bool(trouble) for trouble in troubles] == [True, False]


async def test_it_is_tried_until_it_is_saved(
    kind: type[StoreThread], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("store.thread", "browser.store"):
        monkeypatch.setattr(f"marbles_tui.{module}.RETRY", 0.01)
    store, tried, begin = kind(), list[object](), MatchStore.begin

    def fails(store: MatchStore, match: Match) -> int | None:
        tried.append(match)
        return begin(store, match) if len(tried) > 5 else None

    monkeypatch.setattr(MatchStore, "begin", fails)
    saver = store.saver()
    saver.save(match_of("C"))
    await until(lambda: not saver.waiting)
    await store.close()
    assert len(tried) == 6
    assert moves_of(MatchStore.open(), saver.id) == ["C"]


async def test_what_cannot_be_saved_before_the_end_is_written_to_a_file_for_an_import(home: Path) -> None:
    store = StoreThread()
    savers = [store.saver(), store.saver()]
    await savers[0].keep(match_of("C"))
    with locked(home):
        savers[0].save(match_of("C A"))
        savers[1].save(match_of("B L"))
        unsaved = await store.close(patience=0.1)
    assert unsaved
    assert unsaved.matches == 2
    assert unsaved.file == home / "unsaved.matches-1.txt"
    found = [reading.match for reading in read_matches(unsaved.file.read_text(), GAMES)]
    assert [match and [str(move) for move in match.moves] for match in found] == [["C", "A"], ["B", "L"]]


async def test_a_lock_that_ends_before_the_farewell_loses_nothing(home: Path) -> None:
    store = StoreThread()
    saver = store.saver()
    await saver.keep(match_of("C"))
    with locked(home):
        assert not await asyncio.wrap_future(saver.save(match_of("C A")))
        closing = asyncio.create_task(store.close(patience=10))
        await asyncio.sleep(0)
    assert await closing is None
    assert moves_of(MatchStore.open(), saver.id) == ["C", "A"]


async def test_a_damaged_file_that_is_set_aside_makes_room_for_what_waits(
    kind: type[StoreThread], home: Path
) -> None:
    place(home).write_bytes(b"no database at all" * 100)
    store = kind()
    saver = store.saver()
    with pytest.raises(NotSavedError, match="damaged"):
        await saver.keep(match_of("C"))
    assert store.damaged
    assert await store.ask(MatchStore.set_aside)
    await store.close()
    assert moves_of(MatchStore.open(), saver.id) == ["C"]


async def test_a_match_is_kept_while_it_has_a_move(kind: type[StoreThread]) -> None:
    store = kind()
    saver = store.saver()
    await saver.keep(match_of(""))
    assert await store.ask(lambda matches: matches.load(1)) is None
    await saver.keep(match_of("C"))
    await saver.keep(match_of(""))  # its moves are undone
    assert await store.ask(MatchStore.last_unfinished) is None
    assert await store.ask(lambda matches: matches.library.count()) == 0
    await saver.keep(match_of("C A"))
    found = await store.ask(MatchStore.last_unfinished)
    assert found
    assert (found.id, found.plies) == (1, 2)
    await store.close()
