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
)
"""The statements that lead from each version to the next; version n has the first n behind it."""

VERSION: Final = len(MIGRATIONS)


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database to VERSION, each step whole or not at all.

    Raises sqlite3.DatabaseError, also for a database of a newer program.
    """
    version = _version(database)
    if version > VERSION:
        raise sqlite3.DatabaseError(
            f"it is of a newer marbles-tui (schema {version}; this one knows {VERSION})"
        )
    while version < VERSION:
        database.execute("BEGIN IMMEDIATE")
        try:
            version = _version(database)  # another copy may have been faster
            if version < VERSION:
                for statement in MIGRATIONS[version].split(";"):
                    if statement.strip():
                        database.execute(statement)
                version += 1
                database.execute(f"PRAGMA user_version = {version}")
            database.execute("COMMIT")
        except sqlite3.Error:
            database.execute("ROLLBACK")
            raise


def _version(database: sqlite3.Connection) -> int:
    found: int = database.execute("PRAGMA user_version").fetchone()[0]
    return found
