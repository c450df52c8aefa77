"""What is saved while the arcade runs: never by the event loop, never held up by a lock, and nothing is lost."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.store import MatchStore
from marbles_tui.store.files import boards_folder
from marbles_tui.tui.games.getaway import chooser
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.games.getaway.editor import Editor
from marbles_tui.tui.pages.menu import Menu
from tests.tui.stage import Here, arcade, opened, opens

TABLE = '[Game "egg-carton"] A C'


def moves_of(record: str) -> int:
    return len(read_match(record, GAMES).whole().moves)


@pytest.fixture
def callers(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the threads that ask the disk: for a connection, for a flush, for a folder's files."""
    found: set[str] = set()

    def noted(ask: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*args: Any, **named: Any) -> Any:
            found.add(threading.current_thread().name)
            return ask(*args, **named)

        return asked

    for owner, name in ((sqlite3, "connect"), (os, "fsync"), (os, "scandir")):
        monkeypatch.setattr(owner, name, noted(getattr(owner, name)))
    return found


@pytest.mark.long
async def test_boards_are_looked_for_and_read_beside_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    file = boards_folder() / "mine.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("10 6 2 Start : Castle :")
    found: list[str] = []

    def noted(ask: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*args: Any) -> Any:
            found.append(threading.current_thread().name)
            return ask(*args)

        return asked

    for owner, name in ((chooser, "own_boards"), (chooser, "read_file"), (chooser, "draft_of")):
        monkeypatch.setattr(owner, name, noted(getattr(owner, name)))
    async with opened(arcade()) as here:
        here.arcade.push_screen(BoardChooser())
        await here.rest()
        for key in ("end", "e"):
            await here.press(key)
        assert isinstance(here.screen, Editor)
    assert len(found) >= 3
    assert threading.main_thread().name not in found


@pytest.mark.long
async def test_the_event_loop_never_asks_the_disk(callers: set[str], tmp_path: Path) -> None:
    async with opened(arcade(TABLE)) as here:
        for key in "j", "u", "y", "plus", "q", "c", "q", "l", "w", "q", "d", "u", "x", "enter":
            await here.press(key)
        here.screen.query_one(Input).value = str(tmp_path / "out")
        for key in (
            "end",
            "t",
            "enter",
            "t",
            "escape",
            "s",
            "down",
            "right",
            "down",
            "right",
            "escape",
            "enter",
        ):
            await here.press(key)
    assert callers
    assert threading.main_thread().name not in callers


@opens(TABLE)
async def test_moves_are_shown_while_another_program_writes_and_saved_afterwards(
    here: Here, home: Path
) -> None:
    other = sqlite3.connect(home / "matches.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    table: Any = here.screen
    await here.press("j")
    await here.until(lambda: table.match.plies == 3, "the move is shown")
    await here.until(lambda: any("moves are not saved yet" in said for said in here.notices), "why")
    other.close()
    await here.until(lambda: not here.arcade.store.trouble, "the move is saved")
    found = await here.arcade.store.ask(MatchStore.last_unfinished)
    assert found
    assert moves_of(found.record) == table.match.plies


async def test_the_menu_says_what_is_wrong_with_the_saved_matches(home: Path) -> None:
    (home / "matches.sqlite3").mkdir()
    async with opened(arcade()) as here:
        await here.press("c")
        assert isinstance(here.screen, Menu)
        said = [notice for notice in here.notices if "a folder has the name of the file" in notice]
        assert len(said) == 2  # at the start, and when it was asked for
