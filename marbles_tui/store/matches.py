"""Saved matches: a record each, in a database that takes one transaction after every move."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple, Self

from marbles_tui.core.text import harmless
from marbles_tui.play import Match
from marbles_tui.store.places import data_folder
from marbles_tui.store.schema import migrate

FILE: Final = "matches.sqlite3"
PATIENCE: Final = 2.0
"""Seconds to wait for another copy of the program that is writing."""


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


class Store:
    """The saved matches. Never raises: what is wrong with the database is said in `trouble`, and play goes on
    without it.

    Two copies of the program may use the same database: a match that another copy has changed since is saved
    as a new one, so that neither loses a move.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        """The database file."""
        self.trouble = ""
        """What is wrong, in one line; "" while all is well."""
        self.damaged = False
        """Whether the file is there but is no sound database."""
        self._database: sqlite3.Connection | None = None
        self._revisions: dict[int, int] = {}

    @classmethod
    def open(cls, place: Path | None = None) -> Self:
        """The store in the user's data folder, or at a place of its own; made if there is none yet."""
        store = cls(place or data_folder() / FILE)
        store._connect()
        return store

    def _connect(self) -> None:
        database = None
        try:
            self.place.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self.place, timeout=PATIENCE, isolation_level=None)
            database.execute("PRAGMA journal_mode = WAL")
            # A commit reaches the disk before the board moves on: nothing that was seen as played is lost.
            database.execute("PRAGMA synchronous = FULL")
            migrate(database)
            sound = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            if sound != "ok":
                raise sqlite3.DatabaseError(f"damaged: {sound}")
        except (OSError, sqlite3.Error) as error:
            self.damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(
                error, sqlite3.OperationalError
            )
            self._say(f"matches are not kept: {self.place}", error)
            if database:
                database.close()
            return
        self._database = database

    def _say(self, what: str, error: Exception) -> None:
        self.trouble = harmless(f"{what}: {error}", 300)

    def close(self) -> None:
        """Let go of the database."""
        if self._database:
            self._database.close()
            self._database = None

    def set_aside(self) -> Path | None:
        """Rename a damaged file and begin a new one; the new name of the old one, None if that failed."""
        self.close()
        number = 1
        while (aside := self.place.with_suffix(f".damaged-{number}.sqlite3")).exists():
            number += 1
        try:
            self.place.replace(aside)
            for ending in ("-wal", "-shm"):
                left = self.place.with_name(self.place.name + ending)
                if left.exists():
                    left.replace(aside.with_name(aside.name + ending))
        except OSError as error:
            self._say(f"cannot set aside {self.place}", error)
            return None
        self.trouble, self.damaged = "", False
        self._revisions.clear()
        self._connect()
        return aside

    # Matches

    def begin(self, match: Match) -> int | None:
        """Keep a new match; its id, None if it could not be kept."""
        return self._write(None, match)

    def save(self, number: int, match: Match) -> int | None:
        """Keep a match as it stands now; the id it has from now on, None if it could not be kept."""
        return self._write(number, match)

    def _write(self, number: int | None, match: Match) -> int | None:
        if not self._database:
            return number
        values = (match.game.key, str(match), match.result is not None, summary(match), match.plies)
        try:
            if number is not None:
                changed = self._database.execute(
                    "UPDATE match SET game = ?, record = ?, finished = ?, summary = ?, plies = ?,"
                    " changed = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), revision = revision + 1"
                    " WHERE id = ? AND revision = ?",
                    (*values, number, self._revisions.get(number, -1)),
                )
                if changed.rowcount == 1:
                    self._revisions[number] += 1
                    self.trouble = ""
                    return number
            cursor = self._database.execute(
                "INSERT INTO match (game, record, finished, summary, plies) VALUES (?, ?, ?, ?, ?)", values
            )
        except sqlite3.Error as error:
            self._say(f"this move is not kept: {self.place}", error)
            return number
        self.trouble = ""
        new = cursor.lastrowid
        if new is not None:
            self._revisions[new] = 1
        return new

    def load(self, number: int) -> Saved | None:
        """A match by its id."""
        return self._read("WHERE id = ?", number)

    def last_unfinished(self, game: str | None = None) -> Saved | None:
        """The unfinished match that was played last, of one game or of any."""
        if game is None:
            return self._read("WHERE NOT finished ORDER BY changed DESC, id DESC LIMIT 1")
        return self._read("WHERE NOT finished AND game = ? ORDER BY changed DESC, id DESC LIMIT 1", game)

    def _read(self, where: str, *values: object) -> Saved | None:
        if not self._database:
            return None
        try:
            row = self._database.execute(f"SELECT {COLUMNS} FROM match {where}", values).fetchone()
        except sqlite3.Error as error:
            self._say(f"saved matches cannot be read: {self.place}", error)
            return None
        if row is None:
            return None
        saved = Saved(*row)._replace(finished=bool(row[3]))
        self._revisions[saved.id] = saved.revision
        return saved


def summary(match: Match) -> str:
    """A match in a few words: the game, who plays, how far it has come."""
    names = " - ".join(harmless(name, 24) for name in match.names)
    if match.result:
        stands = f"result {match.result}"
    else:
        stands = f"{harmless(match.names[match.position.actor], 24)} to move"
    return f"{match.game.title}: {names}, move {match.plies + 1}, {stands}"
