"""The schema of the database of matches, and how an older one becomes it.

A migration is frozen once it was released: it is plain SQL, or code that stands here whole and calls nothing that
may change.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from typing import Final

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
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
        )
        """,
        "CREATE INDEX match_by_change ON match (finished, changed)",
    ),
    (
        """
        CREATE TABLE review (
            key TEXT PRIMARY KEY,
            judgements TEXT NOT NULL
        )
        """,
    ),
    (
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
        )
        """,
        """
        INSERT INTO listed (id, game, record, finished, summary, plies, begun, changed, revision, players, result)
            SELECT id, game, record, finished, summary, plies, begun, changed, revision,
                players_of_version_2(record), result_of_version_2(record) FROM match
        """,
        "DROP TABLE match",
        "ALTER TABLE listed RENAME TO match",
        "CREATE INDEX match_by_change ON match (finished, changed)",
        "CREATE INDEX match_listed ON match (deleted, changed, id, game, finished, plies, result, players)",
    ),
    (
        """
        CREATE TABLE ledger (
            match INTEGER PRIMARY KEY,
            revision INTEGER NOT NULL,
            maker TEXT NOT NULL,
            entry TEXT NOT NULL
        )
        """,
    ),
    (
        "ALTER TABLE match ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0",
        "DROP INDEX match_listed",
        """
        CREATE INDEX match_listed
            ON match (deleted, changed, id, game, finished, plies, result, players, favourite)
        """,
    ),
    (
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
    ),
    (
        "ALTER TABLE match ADD COLUMN imported INTEGER NOT NULL DEFAULT 0",
        # Own games were kept at their first move and again at each later one; an import wrote both times at once, as
        # the first moment of the day that the record names. What is begun at a table has a Seed, what goes on from a
        # paste has Changed; a Room is in games of a house, which came in as imports do.
        """
        UPDATE match SET imported = 1 WHERE instr(record, '[Room "') = 0 AND (
            begun LIKE '%T00:00:00.000Z'
            OR (begun = changed AND instr(record, '[Seed "') = 0 AND instr(record, '[Changed "') = 0)
        )
        """,
        "CREATE TABLE notice (what TEXT NOT NULL, count INTEGER NOT NULL)",
        """
        INSERT INTO notice SELECT 'imported', count(*) FROM match
            WHERE imported = 1 AND deleted = '' HAVING count(*) > 0
        """,
        "DROP INDEX match_listed",
        """
        CREATE INDEX match_listed
            ON match (deleted, changed, id, game, finished, plies, result, players, favourite, imported)
        """,
    ),
    (
        # Ratings are worked out from the games, never kept: from here on by Glicko-2 in place of Elo's formula.
        """
        INSERT INTO notice SELECT 'ratings', count(*) FROM match
            WHERE imported = 0 AND deleted = '' AND finished = 1 AND game != 'getaway'
                AND instr(record, '"computer ') > 0 AND instr(record, '[Rated "no"]') = 0
            HAVING count(*) > 0
        """,
    ),
)
"""The statements that lead from each version to the next; version n has the first n behind it."""

VERSION: Final = len(MIGRATIONS)

GREATEST: Final = 1000
"""The greatest version that is believed: a greater one is damage, not a newer program."""


class NewerSchema(ValueError):
    """The database is of a newer program, and is left as it is."""


def migrate(database: sqlite3.Connection, keep_copy: Callable[[int], object]) -> None:
    """Bring a database to VERSION, each step whole or not at all.

    `keep_copy(version)` copies one that holds matches before its first step, and one whose number is wrong. Raises
    NewerSchema, sqlite3.Error if a step cannot be made, and what `keep_copy` raises.
    """
    given = version_of(database)
    if (first := believed(database)) != given:
        keep_copy(given)
        database.execute(f"PRAGMA user_version = {first}")
    _know_version_2(database)
    while version_of(database) < VERSION:
        database.execute("BEGIN IMMEDIATE")
        try:
            version = version_of(database)  # another copy may have been faster
            if version < VERSION:
                if (
                    version == first == given > 0
                    and database.execute("SELECT 1 FROM match LIMIT 1").fetchone()
                ):
                    keep_copy(version)
                for statement in MIGRATIONS[version]:
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {version + 1}")
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:  # on a full disk it has been rolled back already
                database.execute("ROLLBACK")
            raise
    if version_of(database) > VERSION:
        raise NewerSchema(f"schema {version_of(database)}; this one knows {VERSION}")
    if first != given:
        database.execute("INSERT INTO notice VALUES ('version', ?)", (given,))


def version_of(database: sqlite3.Connection) -> int:
    """How many migrations a database has behind it."""
    found: int = database.execute("PRAGMA user_version").fetchone()[0]
    return found


def believed(database: sqlite3.Connection) -> int:
    """The version that a database has by its number, or by its tables where the number cannot be right: what a step
    has made cannot be made again."""
    number = version_of(database)
    if VERSION <= number <= GREATEST:
        return number
    columns = _columns(database)
    by_tables = max(version for version in range(VERSION + 1) if _made_by(version) <= columns)
    while by_tables and _made_by(by_tables - 1) == _made_by(by_tables):
        by_tables -= 1  # a step that makes no tables leaves no trace
    return number if 0 <= number <= GREATEST and number >= by_tables else by_tables


@cache
def _made_by(version: int) -> frozenset[tuple[str, str]]:
    """The columns that there are in a version, each with its table."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        _know_version_2(database)
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                database.execute(statement)
        return _columns(database)


def _columns(database: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    query = (
        "SELECT made.name, part.name FROM sqlite_master AS made, pragma_table_info(made.name) AS part"
        " WHERE made.type = 'table' AND made.name NOT LIKE 'sqlite_%'"
    )
    return frozenset(database.execute(query))


# Records as they were when version 2 was the newest: for the third migration alone

_TAG_OF_VERSION_2: Final = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\r\n]|\\[^\r\n])*)"\s*\]')


def _know_version_2(database: sqlite3.Connection) -> None:
    database.create_function("players_of_version_2", 1, _players_of_version_2, deterministic=True)
    database.create_function("result_of_version_2", 1, _result_of_version_2, deterministic=True)


def _tags_of_version_2(record: str) -> dict[str, str]:
    """The tags above the moves, their names in small letters."""
    found = _TAG_OF_VERSION_2.finditer(record.partition("\n\n")[0])
    return {tag[1].lower(): re.sub(r"\\(.)", r"\1", tag[2]) for tag in found}


def _players_of_version_2(record: str) -> str:
    """Who plays: "Ann - Novice"."""
    tags, names = _tags_of_version_2(record), []
    for number in range(1, 7):
        name, level = tags.get(f"player{number}", ""), tags.get(f"seat{number}", "")
        if not (name or level):
            break
        kind = level.removeprefix("computer").strip() if level.startswith("computer") else ""
        told = "".join(char if char.isprintable() else "?" for char in name or f"Player {number}")
        told = told if len(told) <= 24 else f"{told[:21]}..."
        names.append(f"{told} ({kind})" if kind and kind != told.lower() else told)
    return " - ".join(names)


def _result_of_version_2(record: str) -> str:
    """How the match ended: the winners' numbers, "draw", or "*"."""
    return _tags_of_version_2(record).get("result") or "*"
