"""What the house keeps, in one SQLite file. A thread of its own writes it: what waits at the same time is committed
together, and nothing counts as kept before it is on the disk."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import KnownAccount
from marbles_tui.rooms.backend import (
    DOCUMENTS,
    NUMBERED,
    ArchivedRecord,
    D,
    Document,
    InUse,
    KeptHouse,
    Note,
    NotKept,
    Ratings,
    check_taken,
    follows,
)
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.store.files import shown

FILE: Final = "host.sqlite3"
PATIENCE: Final = 8.0
"""Seconds to wait for another program that is writing."""

MOST_TOGETHER: Final = 200
"""Changes in one transaction."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE account (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            named INTEGER NOT NULL,
            owner INTEGER NOT NULL,
            banned INTEGER NOT NULL,
            muted INTEGER NOT NULL,
            mutes TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE key (
            fingerprint TEXT PRIMARY KEY,
            account TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE rating (
            account TEXT NOT NULL,
            game TEXT NOT NULL,
            number REAL NOT NULL,
            deviation REAL NOT NULL,
            games INTEGER NOT NULL,
            volatility REAL NOT NULL,
            PRIMARY KEY (account, game)
        )
        """,
        """
        CREATE TABLE room (
            id TEXT PRIMARY KEY,
            revision INTEGER NOT NULL,
            record TEXT NOT NULL,
            holders TEXT NOT NULL,
            control TEXT NOT NULL,
            rated INTEGER NOT NULL,
            code TEXT NOT NULL,
            since REAL NOT NULL,
            kept REAL NOT NULL,
            left TEXT NOT NULL,
            lines TEXT NOT NULL,
            finished INTEGER NOT NULL,
            handed TEXT NOT NULL
        )
        """,
    ),
    (
        "ALTER TABLE rating ADD COLUMN played REAL NOT NULL DEFAULT 0",
        "UPDATE rating SET played = CAST(strftime('%s', 'now') AS REAL)",
        """
        CREATE TABLE offer (
            id TEXT PRIMARY KEY,
            account TEXT NOT NULL,
            terms TEXT NOT NULL,
            guest TEXT,
            code TEXT NOT NULL
        )
        """,
    ),
    (
        "ALTER TABLE account ADD COLUMN ban TEXT",
        """UPDATE account SET ban = '{"since": 0, "until": null, "reason": ""}' WHERE banned""",
        "CREATE TABLE note (name TEXT PRIMARY KEY, text TEXT NOT NULL)",
    ),
    (
        """
        CREATE TABLE IF NOT EXISTS document (
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (kind, id)
        )
        """,
        """
        INSERT INTO document SELECT 'room', id, json_object(
            'id', id, 'revision', revision, 'record', record, 'holders', json(holders), 'control', control,
            'rated', json(iif(rated, 'true', 'false')), 'code', code, 'since', since, 'kept', kept,
            'left', json("left"), 'lines', json(lines), 'finished', json(iif(finished, 'true', 'false')),
            'handed', json(handed)
        ) FROM room ORDER BY since
        """,
        """
        INSERT INTO document SELECT 'offer', id, json_object(
            'id', id, 'by', account, 'terms', json(terms), 'to', guest, 'code', code
        ) FROM offer ORDER BY rowid
        """,
        "INSERT INTO document SELECT 'note', name, json_object('id', name, 'text', text) FROM note",
        """
        INSERT INTO document SELECT 'account', id, json_object(
            'account', json_object(
                'id', id, 'name', name, 'keyed', json('true'), 'named', json(iif(named, 'true', 'false')),
                'owner', json(iif(owner, 'true', 'false'))
            ),
            'keys', (SELECT json_group_array(fingerprint) FROM key WHERE account = account.id), 'ban', json(ban),
            'muted', json(iif(muted, 'true', 'false')), 'mutes', json(mutes)
        ) FROM account
        """,
        "DROP TABLE account",
        "DROP TABLE key",
        "DROP TABLE room",
        "DROP TABLE offer",
        "DROP TABLE note",
    ),
)
"""The statements that lead from each version to the next; version n has the first n behind it. A migration is frozen
once it was released."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], object]


class SqliteBackend:
    """A `Backend` in a file, made with mode 0600 if there is none; one program at a time may have it."""

    def __init__(self, place: Path, patience: float = PATIENCE) -> None:
        self.place = place
        self._patience = patience
        self._jobs: queue.SimpleQueue[tuple[Work, Future[object]]] = queue.SimpleQueue()
        self._thread: ThreadPoolExecutor | None = None
        self._database: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._forgets = False

    # What a `Backend` does

    async def load(self) -> KeptHouse:
        """See `Backend`."""
        kept: KeptHouse = await self._do(_load)
        return kept

    def keep_account(self, known: KnownAccount) -> asyncio.Future[None]:
        """See `Backend`."""
        id, body = known.account.id, json.dumps(encoded(known))

        def write(database: sqlite3.Connection) -> None:
            before = _one(database, "account", id, KnownAccount)  # looking through all takes a while
            if not before or (before.account.name, before.keys) != (known.account.name, known.keys):
                check_taken(known, _all(database, "account", KnownAccount))
            database.execute("INSERT OR REPLACE INTO document VALUES ('account', ?, ?)", (id, body))

        return self._do(write)

    async def introduce(self, known: KnownAccount) -> None:
        """See `Backend`: there is one process."""

    def forget_account(self, account: str) -> asyncio.Future[None]:
        """See `Backend`."""

        def write(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM document WHERE kind = 'account' AND id = ?", (account,))
            database.execute("DELETE FROM rating WHERE account = ?", (account,))
            self._forgets = True

        return self._do(write)

    def keep_document(self, document: Document, ratings: Ratings | None = None) -> asyncio.Future[None]:
        """See `Backend`."""
        if isinstance(document, Note) and not document.text:
            return self.forget_document(Note, document.id)
        kind, id, body = document.kind, document.id, json.dumps(encoded(document))
        rated = [(*whose, *rating) for whose, rating in (ratings or {}).items()]

        def write(database: sqlite3.Connection) -> None:
            if isinstance(document, NUMBERED):
                number = "SELECT json_extract(body, '$.revision') FROM document WHERE kind = ? AND id = ?"
                found = database.execute(number, (kind, id)).fetchone()
                follows(found[0] if found else 0, document.revision)
            database.execute("INSERT OR REPLACE INTO document VALUES (?, ?, ?)", (kind, id, body))
            database.executemany("INSERT OR REPLACE INTO rating VALUES (?, ?, ?, ?, ?, ?, ?)", rated)

        return self._do(write)

    def read_document(self, kind: type[D], id: str) -> asyncio.Future[D | None]:
        """See `Backend`."""
        return self._do(lambda database: _one(database, kind.kind, id, kind))

    def forget_document(self, kind: type[Document], id: str) -> asyncio.Future[None]:
        """See `Backend`."""

        def write(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM document WHERE kind = ? AND id = ?", (kind.kind, id))
            self._forgets = self._forgets or kind is Note

        return self._do(write)

    async def close(self) -> None:
        """See `Backend`."""
        thread, self._thread = self._thread, None
        if thread:
            thread.submit(self._let_go)
            await asyncio.to_thread(thread.shutdown)

    # The thread

    def _do(self, work: Work) -> asyncio.Future[Any]:
        self._thread = self._thread or ThreadPoolExecutor(1, "host store")
        answer: Future[object] = Future()
        self._jobs.put((work, answer))
        self._thread.submit(self._write)
        return asyncio.wrap_future(answer)

    def _write(self) -> None:
        """Do what waits, together: the first to come may do it for those behind."""
        jobs: list[tuple[Work, Future[object]]] = []
        while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
            jobs.append(self._jobs.get())
        try:
            self._database = self._database or self._opened()
        except (sqlite3.Error, OSError, NotKept) as error:
            for _, answer in jobs:
                _fail(answer, error, self.place)
        else:
            if jobs:
                self._commit(self._database, jobs)

    def _let_go(self) -> None:
        if self._database:
            self._database.close()
        if self._lock is not None:
            os.close(self._lock)
        self._database = self._lock = None

    def _opened(self) -> sqlite3.Connection:
        self.place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._lock is None:
            self._lock = locked(self.place.with_name(f"{self.place.name}.lock"))
        os.close(os.open(self.place, os.O_RDWR | os.O_CREAT, 0o600))
        database = sqlite3.connect(self.place, timeout=self._patience, isolation_level=None)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            # A commit reaches the disk before anybody sees the move.
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA secure_delete = FAST")
            migrate(database)
        except BaseException:
            database.close()
            raise
        return database

    def _commit(self, database: sqlite3.Connection, jobs: Sequence[tuple[Work, Future[object]]]) -> None:
        """Do everything in one transaction; what fails alone fails only itself."""
        done: list[tuple[Future[object], object]] = []
        try:
            database.execute("BEGIN IMMEDIATE")
            for work, answer in jobs:
                database.execute("SAVEPOINT one")
                try:
                    done.append((answer, work(database)))
                except NotKept as error:
                    database.execute("ROLLBACK TO one")
                    _fail(answer, error, self.place)
                database.execute("RELEASE one")
            database.execute("COMMIT")
        except (sqlite3.Error, ValueError) as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            for _, answer in jobs:
                _fail(answer, error, self.place)
            return
        if self._forgets:
            self._fold(database)
        for answer, result in done:
            if not answer.cancelled():
                answer.set_result(result)

    def _fold(self, database: sqlite3.Connection) -> None:
        """Leave nothing beside the database of what was there before; where somebody reads, after a later commit."""
        database.execute("PRAGMA busy_timeout = 0")
        with suppress(sqlite3.Error):
            (self._forgets, *_) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        database.execute(f"PRAGMA busy_timeout = {1000 * self._patience:.0f}")


def locked(place: Path) -> int:
    """A lock that nobody else has until it is closed, or this process has ended. Raises InUse."""
    import fcntl  # not on Windows, where nobody can be host

    lock = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise InUse(f"another host uses {shown(place.parent)}") from None
    return lock


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database to the newest version, each step whole or not at all. Raises NotKept for one of a newer
    program, and sqlite3.Error."""
    while True:
        database.execute("BEGIN IMMEDIATE")
        try:
            version: int = database.execute("PRAGMA user_version").fetchone()[0]
            for statement in MIGRATIONS[version] if version < len(MIGRATIONS) else ():
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {max(version, min(version + 1, len(MIGRATIONS)))}")
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise
        if version > len(MIGRATIONS):
            raise NotKept("the file is of a newer marbles-tui")
        if version == len(MIGRATIONS):
            return


def _fail(answer: Future[object], error: Exception, place: Path) -> None:
    if not answer.done():
        answer.set_exception(error if isinstance(error, NotKept) else NotKept(f"{error} ({place})"))


def _load(database: sqlite3.Connection) -> KeptHouse:
    # A program of before kept the name of a note that was deleted.
    database.execute("DELETE FROM document WHERE kind = 'note' AND json_extract(body, '$.text') = ''")
    ratings = {
        (account, game): Rating(*rating)
        for account, game, *rating in database.execute("SELECT * FROM rating")
    }
    documents = [
        document
        for kind in DOCUMENTS.values()
        if kind is not ArchivedRecord
        for document in _all(database, kind.kind, kind)
    ]
    return KeptHouse(_all(database, "account", KnownAccount), ratings, documents)


def _all(database: sqlite3.Connection, kind: str, of: type[T]) -> list[T]:
    """What is kept of a kind, in the order in which it was written last."""
    rows = database.execute("SELECT body FROM document WHERE kind = ? ORDER BY rowid", (kind,))
    return [value_of(of, json.loads(body)) for (body,) in rows]


def _one(database: sqlite3.Connection, kind: str, id: str, of: type[T]) -> T | None:
    row = database.execute("SELECT body FROM document WHERE kind = ? AND id = ?", (kind, id)).fetchone()
    return value_of(of, json.loads(row[0])) if row else None
