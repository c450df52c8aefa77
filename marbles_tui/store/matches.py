"""Saved matches: a record each, in a database that takes one transaction after every move."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, Self

from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.match import HUMAN
from marbles_tui.play.record import scan
from marbles_tui.store.paths import data_folder, unused
from marbles_tui.store.schema import NewerSchema, migrate, players_of

FILE: Final = "matches.sqlite3"
PATIENCE: Final = 8.0
"""Seconds to wait for another copy of the program that is writing."""
CHECK: Final = 0.01
"""Seconds that looking for damage may take at the start; a very large database is looked at in part."""
FAILURES: Final = (sqlite3.Error, UnicodeError)
"""What a call may raise: where a damaged schema holds no text, the message about it cannot be read either."""
SECTOR: Final = 512
"""Bytes of which every page of a database has a multiple."""
DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
PARTS: Final = ("-wal", "-shm", "")
"""The endings of a database's files, itself last: a new one must never find the journal of the old."""


class Saved(NamedTuple):
    """A match as it was saved."""

    id: int
    game: str
    record: str
    finished: bool
    summary: str
    plies: int
    changed: str
    revision: int


COLUMNS: Final = ", ".join(Saved._fields)
INSERT: Final = (
    "INSERT INTO match (game, record, finished, summary, plies, players, result) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
RUNNING: Final = "finished = 0 AND deleted = ''"
LARGEST: Final = 2**63 - 1
"""The largest id that the database can hold."""


class Unsound(sqlite3.DatabaseError):
    """The database can be opened, but is damaged inside."""


class Store:
    """The saved matches. Never raises: what is wrong with the database is said in `trouble`, play goes on
    without it, and every later move tries again.

    Two copies of the program may use the same database: a match that another copy has changed since is saved
    as a new one, so that neither loses a move.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        """The database file."""
        self.trouble = ""
        """What is wrong, in one line; "" while all is well."""
        self.damaged = False
        """Whether the file is there but is no sound database; `set_aside` makes room for a new one."""
        self._database: sqlite3.Connection | None = None
        self._again = False  # whether what kept the database from being opened may pass
        self._revisions: dict[int, int] = {}  # of the matches that were loaded or saved here
        self._seen: dict[int, int] = {}  # of those that were only looked at

    @property
    def database(self) -> sqlite3.Connection | None:
        """The database for those who list and move many matches at once; None while there is none. What they
        fail at, they report to `fail`."""
        if self._again:
            self._connect()
        return self._database

    def fail(self, what: str, error: Exception) -> None:
        """Say what could not be done."""
        self._say(what, error)

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """What a query finds; nothing where the database cannot be read."""
        database = self.database
        if database is None:
            return []
        try:
            return database.execute(query, tuple(values)).fetchall()
        except FAILURES as error:
            self._say("saved matches cannot be read", error)
            return []

    def write_all(self, what: str, statement: str, rows: Iterable[Sequence[object]]) -> bool:
        """Write many rows in one transaction, all or none; whether it could be done. `what` says it did not."""
        database = self.database
        if database is None:
            return False
        try:
            database.execute("BEGIN IMMEDIATE")
            database.executemany(statement, rows)
            database.execute("COMMIT")
        except FAILURES as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            self._say(what, error)
            return False
        return True

    @classmethod
    def open(cls, place: Path | None = None) -> Self:
        """The store in the user's data folder, or at a place of its own; made if there is none yet."""
        store = cls(place or data_folder() / FILE)
        store._connect()
        return store

    def _connect(self) -> None:
        database = None
        self._again = False
        try:
            self.place.parent.mkdir(parents=True, exist_ok=True)
            _look_for_a_cut(self.place)
            database = sqlite3.connect(self.place, timeout=PATIENCE, isolation_level=None)
            database.execute("PRAGMA journal_mode = WAL")
            # A commit reaches the disk before the board moves on: nothing that was seen as played is lost.
            database.execute("PRAGMA synchronous = FULL")
            migrate(database)
            _look_for_damage(database)
        except (*FAILURES, OSError, NewerSchema) as error:
            self._say("matches are not kept", error)
            self._again = not (self.damaged or isinstance(error, NewerSchema))
            if database:
                database.close()
            return
        self._database, self.trouble, self.damaged = database, "", False

    def _say(self, what: str, error: Exception) -> None:
        self.trouble = sanitize_line(f"{what}: {error} ({self.place})", 300)
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        self.damaged = self.damaged or code in DAMAGE or isinstance(error, Unsound | UnicodeError)

    def close(self) -> None:
        """Let go of the database."""
        if self._database:
            self._database.close()
        self._database, self._again = None, False

    def set_aside(self) -> Path | None:
        """Rename a damaged file and begin a new one; the new name of the old one.

        None if that failed, and if the file is sound after all: another copy may have set it aside already.
        """
        if not self._database:
            self.damaged = False
            self._connect()
        if not self.damaged:
            return None
        self.close()
        aside = unused(self.place, "damaged", PARTS)
        try:
            for ending in PARTS:
                part = self.place.with_name(self.place.name + ending)
                if part.exists():
                    part.rename(aside.with_name(aside.name + ending))
        except OSError as error:
            self._say("the damaged file cannot be set aside", error)
            return None
        self.damaged = False
        self._revisions.clear()
        self._seen.clear()
        self._connect()
        return aside

    # Matches

    def begin(self, match: Match) -> int | None:
        """Keep a new match; its id, None if it could not be kept."""
        return self._write(None, match)

    def save(self, number: int, match: Match) -> int | None:
        """Keep a match as it stands now; the id it has from now on, a new one if another copy of the program
        has changed the match since. If it could not be kept, `trouble` says why and the id is the old one."""
        return self._write(number, match)

    def _write(self, number: int | None, match: Match) -> int | None:
        if self._again:
            self._connect()
        if not self._database:
            return number
        record = str(match).encode(errors="replace").decode()  # a name may hold what no file can
        values = values_of(match, record)
        try:
            if number is not None:
                known = self._revisions.get(number, self._seen.get(number, -1))
                changed = self._database.execute(
                    "UPDATE match SET game = ?, record = ?, finished = ?, summary = ?, plies = ?,"
                    " players = ?, result = ?, deleted = '',"  # what is played on is there again
                    " changed = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), revision = revision + 1"
                    " WHERE id = ? AND revision = ?",
                    (*values, number, known),
                )
                if changed.rowcount == 1:
                    self._revisions[number] = known + 1
                    self.trouble = ""
                    return number
            cursor = self._database.execute(INSERT, values)
        except FAILURES as error:
            self._say("this move is not kept", error)
            return number
        self.trouble = ""
        new = cursor.lastrowid
        if new is not None:
            self._revisions[new] = 1
        return new

    def load(self, number: int) -> Saved | None:
        """A match by its id, to be gone on with."""
        saved = self._read("WHERE id = ?", number) if number <= LARGEST else None
        if saved:
            self._revisions[saved.id] = saved.revision
        return saved

    def last_unfinished(self, game: str | None = None) -> Saved | None:
        """The unfinished match that was played last, of one game or of any."""
        if game is None:
            saved = self._read("WHERE finished = 0 AND deleted = '' ORDER BY changed DESC, id DESC LIMIT 1")
        else:
            saved = self._read(
                "WHERE finished = 0 AND deleted = '' AND game = ? ORDER BY changed DESC, id DESC LIMIT 1",
                game,
            )
        if saved:
            # A look must not hide from a table that another copy has played on.
            self._seen[saved.id] = saved.revision
        return saved

    # Reviews

    def review(self, key: str) -> str:
        """The review that was kept under a key, as it was given; "" if there is none."""
        rows = self.rows("SELECT judgements FROM review WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else ""

    def keep_review(self, key: str, judgements: str) -> None:
        """Keep a review, whole or as far as it has come."""
        if not self._database:
            return
        try:
            self._database.execute(
                "INSERT OR REPLACE INTO review (key, judgements) VALUES (?, ?)", (key, judgements)
            )
        except FAILURES as error:
            self._say("the review is not kept", error)

    # Names

    def names(self, latest: int = 200) -> list[str]:
        """The names of the people in the latest matches, the latest first."""
        query = "SELECT record FROM match ORDER BY changed DESC, id DESC LIMIT ?"
        found: dict[str, None] = {}
        for (record,) in self.rows(query, (latest,)):
            tags = dict(next(scan(record)).tags)
            for number in range(1, 7):
                name = tags.get(f"Player{number}", "")
                if name and name != f"Player {number}" and tags.get(f"Seat{number}", HUMAN) == HUMAN:
                    found[name] = None
        return list(found)

    def _read(self, where: str, *values: object) -> Saved | None:
        if not self._database:
            return None
        try:
            row = self._database.execute(f"SELECT {COLUMNS} FROM match {where}", values).fetchone()
        except FAILURES as error:
            self._say("saved matches cannot be read", error)
            return None
        return Saved(*row)._replace(finished=bool(row[3])) if row else None


def _look_for_a_cut(place: Path) -> None:
    """Raises Unsound for what SQLite would mend without a word, by filling with zeros or forgetting moves."""
    journal = place.with_name(f"{place.name}-wal")
    waiting = journal.stat().st_size if journal.exists() else 0
    size = place.stat().st_size if place.exists() else 0
    if waiting and not size:
        raise Unsound("the database is gone and its journal still there")
    if not waiting and size % SECTOR and place.is_file():  # else the end may be in the journal
        raise Unsound("it ends too early")


def _look_for_damage(database: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError if the database is damaged, as far as CHECK lets it look."""
    until = monotonic() + CHECK
    database.set_progress_handler(lambda: monotonic() > until, 1000)
    try:
        found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Unsound(str(found))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
    finally:
        database.set_progress_handler(None, 0)


def values_of(match: Match, record: str) -> tuple[str, str, bool, str, int, str, str]:
    """What is kept of a match, in the order of INSERT."""
    over = match.result is not None
    result = str(match.result) if match.result else "*"
    return match.game.key, record, over, summary(match), match.plies, players_of(record), result


def summary(match: Match) -> str:
    """A match in a few words: the game, who plays, how far it has come."""
    names = " - ".join(sanitize_line(name, 24) for name in match.names)
    if match.result:
        stands = f"result {match.result}"
    else:
        stands = f"{sanitize_line(match.names[match.position.actor], 24)} to move"
    return f"{match.game.title}: {names}, move {match.plies + 1}, {stands}"
