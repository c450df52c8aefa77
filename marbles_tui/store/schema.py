"""The schema of the database of matches, and how an older one becomes it."""

from __future__ import annotations

import sqlite3
from typing import Final

MIGRATIONS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        record TEXT NOT NULL,
        finished INTEGER NOT NULL,
        summary TEXT NOT NULL,
        plies INTEGER NOT NULL,
        begun TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        changed TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        revision INTEGER NOT NULL DEFAULT 1
    );
    CREATE INDEX match_by_change ON match (finished, changed);
    """,
    """
    CREATE TABLE review (
        key TEXT PRIMARY KEY,
        judgements TEXT NOT NULL
    )
    """,
)
"""The statements that lead from each version to the next; version n has the first n behind it."""

VERSION: Final = len(MIGRATIONS)


class NewerSchema(ValueError):
    """The database is of a newer program, and is left as it is."""


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database to VERSION, each step whole or not at all.

    Raises NewerSchema, and sqlite3.Error if a step cannot be made.
    """
    while _version(database) < VERSION:
        database.execute("BEGIN IMMEDIATE")
        try:
            version = _version(database)  # another copy may have been faster
            if version < VERSION:
                for statement in MIGRATIONS[version].split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {version + 1}")
            database.execute("COMMIT")
        except sqlite3.Error:
            if database.in_transaction:  # on a full disk it has been rolled back already
                database.execute("ROLLBACK")
            raise
    if _version(database) > VERSION:
        raise NewerSchema(
            f"it is of a newer marbles-tui (schema {_version(database)}; this one knows {VERSION})"
        )


def _version(database: sqlite3.Connection) -> int:
    found: int = database.execute("PRAGMA user_version").fetchone()[0]
    return found
