"""What a house keeps, as long as a test runs."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import KnownAccount
from marbles_tui.rooms.backend import DOCUMENTS, Document
from marbles_tui.rooms.sqlite import SqliteBackend, Work, _all, _load, migrate


class Memory(SqliteBackend):
    """The backend of a host, but for the file and the thread: each change is kept at once."""

    def __init__(self) -> None:
        super().__init__(Path("memory"))

    def _opened(self) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:", isolation_level=None)
        migrate(database)
        return database

    def _do(self, work: Work) -> asyncio.Future[Any]:
        answer, done = Future[object](), asyncio.get_running_loop().create_future()
        self._jobs.put((work, answer))
        self._write()
        if error := answer.exception():
            done.set_exception(error)
        else:
            done.set_result(answer.result())
        return done

    @property
    def _kept(self) -> sqlite3.Connection:
        self._database = self._database or self._opened()
        return self._database

    @property
    def accounts(self) -> dict[str, KnownAccount]:
        """The accounts that are kept, by id."""
        return {known.account.id: known for known in _all(self._kept, "account", KnownAccount)}

    @property
    def ratings(self) -> dict[tuple[str, str], Rating]:
        """The ratings, by account and game."""
        return dict(_load(self._kept).ratings)

    @property
    def documents(self) -> dict[tuple[str, str], Document]:
        """The documents, by kind and id."""
        kinds = DOCUMENTS.values()
        return {(each.kind, each.id): each for kind in kinds for each in _all(self._kept, kind.kind, kind)}
