"""The schema of the database of matches, and how an older one becomes it."""

from __future__ import annotations

import sqlite3
from typing import Final

from marbles_tui.core.text import sanitize_line
from marbles_tui.play.record import scan

MOST_SEATS: Final = 6

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
    """
    CREATE TABLE listed (
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
        deleted TEXT NOT NULL DEFAULT ''
    );
    INSERT INTO listed (id, game, record, finished, summary, plies, begun, changed, revision, players, result)
        SELECT id, game, record, finished, summary, plies, begun, changed, revision,
            players_of(record), result_of(record) FROM match;
    DROP TABLE match;
    ALTER TABLE listed RENAME TO match;
    CREATE INDEX match_by_change ON match (finished, changed);
    CREATE INDEX match_listed ON match (deleted, changed, id, game, finished, plies, result, players)
    """,
    """
    CREATE TABLE ledger (
        match INTEGER PRIMARY KEY,
        revision INTEGER NOT NULL,
        maker TEXT NOT NULL,
        entry TEXT NOT NULL
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
    database.create_function("players_of", 1, players_of, deterministic=True)
    database.create_function("result_of", 1, result_of, deterministic=True)
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


def players_of(record: str) -> str:
    """Who plays by a record, as lists show it and filters look for it: "Ann - Novice"."""
    tags = {name.lower(): value for name, value in next(scan(_head(record))).tags}
    names = []
    for number in range(1, MOST_SEATS + 1):
        name, level = tags.get(f"player{number}", ""), tags.get(f"seat{number}", "")
        if not (name or level):
            break
        kind = level.removeprefix("computer").strip() if level.startswith("computer") else ""
        told = sanitize_line(name or f"Player {number}", 24)
        names.append(f"{told} ({kind})" if kind and kind != told.lower() else told)
    return " - ".join(names)


def result_of(record: str) -> str:
    """How a record says that its match ended: the winners' numbers, "draw", or "*"."""
    return next(scan(_head(record))).tag("result") or "*"


def _head(record: str) -> str:
    """The tags of a record, above its moves: those need not be read to find them."""
    return record.partition("\n\n")[0]


def _version(database: sqlite3.Connection) -> int:
    found: int = database.execute("PRAGMA user_version").fetchone()[0]
    return found
