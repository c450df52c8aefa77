"""The database file: opened, made where there is none, looked over for damage, and asked without ever raising."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from marbles_tui.core.text import sanitize_line, searchable
from marbles_tui.store.files import unused
from marbles_tui.store.rows import score_of

SCHEMA: Final = (
    "CREATE TABLE review (key TEXT PRIMARY KEY, judgements TEXT NOT NULL)",
    """
    CREATE TABLE match (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        record TEXT NOT NULL,
        finished INTEGER NOT NULL,
        summary TEXT NOT NULL,
        plies INTEGER NOT NULL,
        begun TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        changed TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        revision INTEGER NOT NULL DEFAULT 1,
        players TEXT NOT NULL DEFAULT '',
        result TEXT NOT NULL DEFAULT '*',
        deleted TEXT NOT NULL DEFAULT '',
        favourite INTEGER NOT NULL DEFAULT 0,
        imported INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX match_by_change ON match (finished, changed)",
    """
    CREATE TABLE ledger (
        match INTEGER PRIMARY KEY,
        revision INTEGER NOT NULL,
        maker TEXT NOT NULL,
        entry TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE puzzle_try (
        id INTEGER PRIMARY KEY,
        puzzle TEXT NOT NULL,
        game TEXT NOT NULL,
        difficulty INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        tried TEXT NOT NULL,
        day TEXT NOT NULL DEFAULT '',
        hints INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        score INTEGER
    )
    """,
    "CREATE TABLE notice (what TEXT NOT NULL, count INTEGER NOT NULL)",
    """
    CREATE INDEX match_listed
        ON match (deleted, changed, id, game, finished, plies, result, players, favourite, imported)
    """,
)
"""The statements that make a new database. What changes it after 1.0 is a step of its own from one version to the
next: plain SQL, frozen once it was released."""

VERSION: Final = 8
"""The version that SCHEMA makes, the first that was released."""

LAST_MADE: Final = "SELECT count(*) FROM pragma_table_info('match') WHERE name = 'imported'"
"""Whether there is what came last to the tables."""

GREATEST: Final = 1000
"""The greatest version that is believed: a greater one is damage, not a newer program."""


class OtherSchema(ValueError):
    """The database is of another program, and is left as it is."""

    def __init__(self, whose: str, way_out: str) -> None:
        super().__init__(whose)
        self.whose, self.way_out = whose, way_out


def prepare(database: sqlite3.Connection) -> None:
    """Make a new database, whole or not at all; where the number of the version cannot be right, put it right.

    Raises OtherSchema for one of a newer program or from before the first release, and sqlite3.Error.
    """
    version = version_of(database)
    if version == VERSION:
        return
    if VERSION < version <= GREATEST:
        told = f"from a newer marbles-tui (schema {version}; this one knows {VERSION})"
        raise OtherSchema(told, "update marbles-tui")
    database.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(database)  # another copy may have been faster
        if not is_current(database):
            if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'match'").fetchone():
                way_out = "export its games with the program that wrote it, then move it away"
                raise OtherSchema(f"from before marbles-tui 1.0 (schema {version})", way_out)
            for statement in SCHEMA:
                database.execute(statement)
        elif version != VERSION:
            database.execute("INSERT INTO notice VALUES ('version', ?)", (version,))
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:  # on a full disk it has been rolled back already
            database.execute("ROLLBACK")
        raise


def version_of(database: sqlite3.Connection) -> int:
    """The number of the version that a database has."""
    found: int = database.execute("PRAGMA user_version").fetchone()[0]
    return found


def is_current(database: sqlite3.Connection) -> bool:
    """Whether a database is of VERSION: by its tables where the number cannot be right."""
    version = version_of(database)
    by_tables = not VERSION < version <= GREATEST and database.execute(LAST_MADE).fetchone()[0]
    return version == VERSION or bool(by_tables)


PATIENCE: Final = 8.0
"""Seconds to wait for another copy of the program that is writing."""
CHECK: Final = 0.03
"""Seconds that looking for damage may take at the start; a very large database is looked at in part."""
FAILURES: Final = (sqlite3.Error, UnicodeError)
"""What a call may raise: where a damaged schema holds no text, the message about it cannot be read either."""
SECTOR: Final = 512
"""Bytes of which every page of a database has a multiple."""
DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FULL: Final = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_FSYNC,
)
"""Errors that mean there is no room left, in a file system or a browser."""
JOURNAL: Final = "TRUNCATE" if sys.platform == "emscripten" else "WAL"
"""How a change is made whole or not at all: in a page's memory, files cannot be shared as WAL needs it."""
MISSING: Final = re.compile(r"row \d+ missing from index ")
"""What is said of an index from which something is missing that its table has."""
MOST_TOLD: Final = 300
"""Characters of the line that says what is wrong."""
PARTS: Final = ("-wal", "-shm", "-journal", "")
"""The endings of a database's files, itself last: a new one must never find the journal of the old."""

Values = Sequence[object] | Mapping[str, object]


class NoFile(OSError):
    """Something that is no file has the name of one."""


class Unsound(sqlite3.DatabaseError):
    """The database can be opened, but is damaged inside."""


class Written(NamedTuple):
    """What a statement has done: how many rows it changed, and the id of the row it made."""

    rows: int
    id: int | None


class Database:
    """The file of the matches. Never raises: what is wrong is said in `trouble`, and every later call tries again.

    Only the thread that opened it may use it.
    """

    def __init__(self, place: Path, patience: float = PATIENCE) -> None:
        self.place = place
        """The database file."""
        self.trouble = ""
        """What is wrong and what helps, in one line; "" while all is well."""
        self.damaged = False
        """Whether the file is there but is no sound database; `set_aside` makes room for a new one."""
        self.busy = False
        """Whether what is wrong is that another program holds the database."""
        self.full = False
        """Whether it is that nothing can be written."""
        self.readable = False
        """Whether the last call could read: it does from a database that cannot be written, too."""
        self.connection: sqlite3.Connection | None = None
        self._patience = patience
        self._writable = False
        self._again = True  # whether what kept the database from being opened may pass

    def connect(self) -> None:
        """Open the file, made if there is none yet; for reading alone where it cannot be written."""
        self._again = False
        self._drop()
        try:
            self.connection = self._opened()
        except (*FAILURES, OSError, OtherSchema) as error:
            self._fail("games cannot be read or saved", error)
            self._again = not (self.damaged or isinstance(error, OtherSchema))
            if self._again and not self.busy and not isinstance(error, NoFile):
                self.connection = self._opened_for_reading()
                if self.connection:
                    self.readable = True
                    self._fail("games cannot be saved", error)
            return
        self.trouble, self.damaged, self.busy = "", False, False
        self._writable = self.readable = True

    def _opened(self) -> sqlite3.Connection:
        self.place.parent.mkdir(parents=True, exist_ok=True)
        _look_for_what_is_no_file(self.place)
        _look_for_a_cut(self.place)
        _check_rights(self.place)
        empty = self.place.is_file() and not _size(self.place)
        connection = _connected(str(self.place), self._patience)
        try:
            connection.execute(f"PRAGMA journal_mode = {JOURNAL}")
            # A commit reaches the disk before the board moves on: nothing that was seen as played is lost.
            connection.execute("PRAGMA synchronous = FULL")
            prepare(connection)
            _look_for_damage(connection)
            if empty:
                connection.execute("INSERT INTO notice VALUES ('empty', 0)")
        except BaseException:
            connection.close()
            raise
        return connection

    def _opened_for_reading(self) -> sqlite3.Connection | None:
        """The database as it stands; None if it cannot be read either, or is of another program."""
        journal = self.place.with_name(f"{self.place.name}-wal")
        # Without a journal nobody is writing: then the file can be read where not even a lock can be made.
        ways = [""] if _size(journal) else ["", "&immutable=1"]
        for way in ways:
            connection = None
            try:
                connection = _connected(
                    f"{self.place.absolute().as_uri()}?mode=ro{way}", self._patience, uri=True
                )
                if is_current(connection):
                    _look_for_damage(connection)
                    return connection
            except (*FAILURES, OSError):
                pass
            if connection:
                connection.close()
        return None

    def close(self) -> None:
        """Let go of the file for good."""
        self._drop()
        self._again = False

    def _drop(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection, self._writable, self.readable = None, False, False

    def set_aside(self) -> Path | None:
        """Rename a damaged file and begin a new one; the new name of the old one.

        None if that failed, and if the file is sound after all: another copy may have set it aside already.
        """
        if not self.connection:
            self.damaged = False
            self.connect()
        if not self.damaged:
            return None
        self._drop()
        aside = unused(self.place, "damaged", PARTS)
        try:
            for ending in PARTS:
                part = self.place.with_name(self.place.name + ending)
                if part.exists():
                    part.rename(aside.with_name(aside.name + ending))
        except OSError as error:
            self._fail("the damaged file cannot be set aside", error)
            return None
        self.damaged = False
        self.connect()
        return aside

    # Reading and writing

    def read(self, query: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """What a query finds; nothing where the database cannot be read."""
        return list(self.each(query, values))

    def each(self, query: str, values: Values = ()) -> Iterator[tuple[Any, ...]]:
        """What a query finds, row after row, without having all of it in memory."""
        if self._again and not self.connection:
            self.connect()
        if self.connection is None:
            return
        try:
            yield from self.connection.execute(query, values)
            self.readable = True
        except FAILURES as error:
            self.readable = False
            self._fail("saved games cannot be read", error)

    def write(self, failure: str, statement: str, values: Values = ()) -> Written | None:
        """Do one statement; None if it could not be done, and `failure` says so in `trouble`."""
        connection = self._for_writing()
        if connection is None:
            return None
        try:
            done = connection.execute(statement, values)
        except FAILURES as error:
            self._fail(failure, error)
            return None
        return Written(done.rowcount, done.lastrowid)

    def write_all(self, failure: str, statement: str, rows: Iterable[Values]) -> bool:
        """Do a statement for many rows in one transaction, all or none; whether it could be done."""
        return self.transact(failure, [(statement, rows)])

    def transact(self, failure: str, steps: Iterable[tuple[str, Iterable[Values]]]) -> bool:
        """Do several statements for many rows each in one transaction, all or none; whether it could be done."""
        connection = self._for_writing()
        if connection is None:
            return False
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statement, rows in steps:
                connection.executemany(statement, rows)
            connection.execute("COMMIT")
        except FAILURES as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._fail(failure, error)
            return False
        return True

    def is_well(self) -> None:
        """What was asked for has been done: there is no trouble any more."""
        self.trouble, self.busy = "", False

    def _for_writing(self) -> sqlite3.Connection | None:
        if self._again:
            self.connect()
        return self.connection if self._writable else None

    def _fail(self, what: str, error: Exception) -> None:
        exact = getattr(error, "sqlite_errorcode", 0)
        code = exact & 0xFF
        self.damaged = self.damaged or code in DAMAGE or isinstance(error, Unsound | UnicodeDecodeError)
        self.busy, self.full = code in BUSY, exact in FULL
        self.trouble = explain(what, error, self.place, damaged=self.damaged, busy=self.busy)


def _connected(place: str, patience: float, uri: bool = False) -> sqlite3.Connection:
    """A connection that knows what queries call."""
    connection = sqlite3.connect(place, timeout=patience, isolation_level=None, uri=uri)
    connection.create_function("searchable", 1, _searchable, deterministic=True)
    connection.create_function("score_of", 3, _score_of, deterministic=True)
    connection.text_factory = _text
    return connection


def _text(value: bytes) -> str:
    """A text as it is kept, also where a letter is damaged."""
    return value.decode("utf-8", "replace")


@lru_cache(1 << 14)
def _searchable(value: object) -> str:
    """A column in the form in which it is searched: the same few people have played many matches."""
    return searchable(_text(value) if isinstance(value, bytes) else str(value))


def _score_of(players: object, result: object, name: str) -> float | None:
    """See `score_of`."""
    told = _text(players) if isinstance(players, bytes) else str(players)
    return score_of(told, str(result), name)


def _check_rights(place: Path) -> None:
    """Raises PermissionError for a file that cannot be written: SQLite would only say so at the first move."""
    if place.is_file() and not os.access(
        place, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    ):
        raise PermissionError(errno.EACCES, "the file cannot be written", str(place))


def _look_for_what_is_no_file(place: Path) -> None:
    """Raises NoFile for a pipe or a device, which SQLite would wait for, or write into."""
    for ending in PARTS:
        part = place.with_name(f"{place.name}{ending}")
        try:
            mode = part.stat().st_mode  # asked once: journals come and go
        except (FileNotFoundError, NotADirectoryError):
            continue
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise NoFile(errno.EINVAL, f"{part.name} is a pipe or a device, not a file", str(part))


def _look_for_a_cut(place: Path) -> None:
    """Raises Unsound for what SQLite would mend without a word, by filling with zeros or forgetting moves."""
    waiting, undone = (_size(place.with_name(f"{place.name}{ending}")) for ending in ("-wal", "-journal"))
    size = _size(place)
    if waiting and not size:
        raise Unsound("the database is gone and its journal still there")
    if not (waiting or undone) and size % SECTOR and place.is_file():  # else the end may be in the journal
        raise Unsound("it ends too early")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        return 0


def _look_for_damage(connection: sqlite3.Connection) -> None:
    """Mend damaged indexes. Raises sqlite3.DatabaseError for other damage, as far as CHECK lets it look."""
    found = _damage(connection)
    if MISSING.match(found):  # where an index has more than its table, that is what is damaged
        connection.execute("REINDEX")
        found = _damage(connection)
    if found:
        raise Unsound(found)


def _damage(connection: sqlite3.Connection) -> str:
    """What is wrong inside, "" if nothing was found in time."""
    until = monotonic() + CHECK
    connection.set_progress_handler(lambda: monotonic() > until, 1000)
    try:
        found = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return ""
    finally:
        connection.set_progress_handler(None, 0)
    return "" if found == "ok" else found


def explain(what: str, error: Exception, place: Path, *, damaged: bool = False, busy: bool = False) -> str:
    """What could not be done, why, the file, and the way out: the one line that every face shows."""
    reason, way_out = str(error), ""
    if damaged:
        reason, way_out = f"the file is damaged, {error}", "marbles-tui offers to set it aside when it starts"
    elif isinstance(error, OtherSchema):
        reason, way_out = f"the file is {error.whose}", error.way_out
    elif busy:
        reason, way_out = f"another program is using the file ({error})", "close that program, or wait"
    elif place.is_dir():
        reason, way_out = "a folder has the name of the file", "move the folder away"
    elif place.parent.is_file():
        reason = "its folder is a file"
    elif isinstance(error, OSError):
        reason = error.strerror or reason
    line = f"{what}: {reason} ({place})"
    if way_out and len(line) + len(way_out) + 2 <= MOST_TOLD:
        line = f"{line}; {way_out}"
    return sanitize_line(line, MOST_TOLD)
