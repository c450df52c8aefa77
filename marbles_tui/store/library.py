"""The library: all saved matches listed, filtered, deleted, exported and imported."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match, Reading, read_matches
from marbles_tui.store.matches import FAILURES, Store, values_of

PAGE: Final = 200
"""Rows that are read at once."""

BATCH: Final = 50
"""Matches that are imported in one transaction."""

MOST_FAULTS: Final = 20
"""Faults of an import that are kept."""

KEPT_DELETED: Final = "-1 day"
"""How long what was deleted can be brought back."""

TAKE_IN: Final = (
    "INSERT INTO match (game, record, finished, summary, plies, players, result, begun, changed)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,"
    " coalesce(?8, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(?8, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))"
)
"""Keeps a match as of the day when it was played, where its record tells that."""

DAY: Final = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")

LIST: Final = "id, game, players, result, plies, finished, changed"
STATES: Final = {
    "all": "",
    "unfinished": " AND finished = 0",
    "finished": " AND finished = 1",
    "first won": " AND result = '1'",
    "second won": " AND result = '2'",
    "drawn": " AND result = 'draw'",
}
"""Which matches to list, each with its condition."""


class Entry(NamedTuple):
    """A line of the library. `result`: the winners' numbers, "draw", or "*"; `changed` in UTC."""

    id: int
    game: str
    players: str
    result: str
    plies: int
    finished: bool
    changed: str


class Filter(NamedTuple):
    """What is listed: of one game or all (""), in one of STATES, with all `words` in players or game."""

    game: str = ""
    state: str = "all"
    words: str = ""

    @property
    def condition(self) -> tuple[str, tuple[str, ...]]:
        """The condition and its values."""
        condition, values = f"deleted = ''{STATES[self.state]}", []
        if self.game:
            condition += " AND game = ?"
            values.append(self.game)
        for word in self.words.split():
            condition += " AND (players || ' ' || game) LIKE ? ESCAPE '\\'"
            plain = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            values.append(f"%{plain}%")
        return condition, tuple(values)


EVERYTHING: Final = Filter()


@dataclass(slots=True)
class Imported:
    """What came of an import."""

    taken: int = 0
    known: int = 0
    """Matches that were there already, word for word."""

    faults: list[str] = field(default_factory=list)
    """What could not be read, the first MOST_FAULTS of it."""

    refused: int = 0
    stopped: bool = False

    @property
    def seen(self) -> int:
        """How many matches of the text have been looked at."""
        return self.taken + self.known + self.refused

    @property
    def words(self) -> str:
        """In a sentence."""
        parts = [f"{self.taken:,} taken in"]
        parts += [f"{self.known:,} known already"] if self.known else []
        parts += [f"{self.refused:,} could not be read"] if self.refused else []
        return f"{', '.join(parts)}{'; stopped' if self.stopped else ''}."


class Library:
    """The matches of a store. Like the store it never raises: what fails is said in `store.trouble`."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Listing

    def count(self, which: Filter = EVERYTHING) -> int:
        """How many matches there are."""
        condition, values = which.condition
        rows = self.store.rows(f"SELECT count(*) FROM match WHERE {condition}", values)
        return int(rows[0][0]) if rows else 0

    def page(self, which: Filter = EVERYTHING, first: int = 0, count: int = PAGE) -> list[Entry]:
        """Some matches, latest change first, from the place `first` on."""
        condition, values = which.condition
        rows = self.store.rows(
            f"SELECT {LIST} FROM match WHERE {condition} ORDER BY changed DESC, id DESC LIMIT ? OFFSET ?",
            (*values, count, first),
        )
        return [Entry(*row)._replace(finished=bool(row[5])) for row in rows]

    def record(self, number: int) -> str:
        """The record of a match, "" if there is none."""
        rows = self.store.rows("SELECT record FROM match WHERE id = ?", (number,))
        return str(rows[0][0]) if rows else ""

    def records(self, which: Filter = EVERYTHING) -> Iterator[str]:
        """The records of all that a filter lists, oldest first: the order in which an import keeps them."""
        condition, values = which.condition
        numbers = self.store.rows(f"SELECT id FROM match WHERE {condition} ORDER BY changed, id", values)
        for (number,) in numbers:
            yield self.record(number)

    # Deleting

    def delete(self, number: int) -> bool:
        """Delete a match; for a day it can be brought back. Whether it could be done."""
        return self._do(
            "the match is not deleted",
            "UPDATE match SET deleted = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = ?",
            (number,),
        )

    def restore(self, number: int) -> bool:
        """Undo a deletion. Whether it could be done."""
        return self._do(
            "the match is not brought back", "UPDATE match SET deleted = '' WHERE id = ?", (number,)
        )

    def purge(self) -> None:
        """Forget what was deleted long ago."""
        self._do(
            "what was deleted is not forgotten",
            "DELETE FROM match WHERE deleted != '' AND deleted < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)",
            (KEPT_DELETED,),
        )
        self._do(
            "what was deleted is not forgotten",
            "DELETE FROM ledger WHERE match NOT IN (SELECT id FROM match)",
            (),
        )

    # In and out

    def import_(
        self,
        text: str,
        games: Sequence[Game],
        game: Game | None = None,
        going_on: Callable[[Imported], bool] = lambda _: True,
    ) -> Imported:
        """Import all matches of a text, in any form that can be read; `game` where the text does not say it.

        `going_on` hears of the progress after each batch, which is kept whole or not at all, and ends the
        import by returning False.
        """
        done = Imported()
        # Counted: what was played twice, word for word, goes out twice and has to come in twice.
        kept = self.store.rows("SELECT record FROM match WHERE deleted = ''")
        known = Counter(_hash(record) for (record,) in kept)
        batch: list[tuple[Any, ...]] = []
        for number, reading in enumerate(read_matches(text, games, game), 1):
            self._take(reading, number, known, batch, done)
            if len(batch) >= BATCH or number % BATCH == 0:
                if not self._insert(batch, done):
                    return done
                if not going_on(done):
                    done.stopped = True
                    return done
        self._insert(batch, done)
        going_on(done)
        return done

    def _take(
        self,
        reading: Reading,
        number: int,
        known: Counter[bytes],
        batch: list[tuple[Any, ...]],
        done: Imported,
    ) -> None:
        match = reading.match
        if reading.fault or match is None or not (match.plies or match.setup or reading.record.tags):
            done.refused += 1
            message = reading.fault.message if reading.fault else "there is no match in it"
            if len(done.faults) < MOST_FAULTS:
                line = reading.line or reading.record.line
                done.faults.append(sanitize_line(f"record {number}, line {line}: {message}", 200))
            return
        record = text_of(match)
        mark = _hash(record)
        if known[mark]:
            known[mark] -= 1
            done.known += 1
            return
        batch.append((*values_of(match, record), _day(match.date)))

    def _insert(self, batch: list[tuple[Any, ...]], done: Imported) -> bool:
        if batch and not self.store.write_all("not all is taken in", TAKE_IN, batch):
            done.faults.append(self.store.trouble)
            done.stopped = True
            return False
        done.taken += len(batch)
        batch.clear()
        return True

    # The database

    def _do(self, what: str, statement: str, values: Sequence[object]) -> bool:
        database = self.store.database
        if database is None:
            return False
        try:
            changed: sqlite3.Cursor = database.execute(statement, tuple(values))
        except FAILURES as error:
            self.store.fail(what, error)
            return False
        return changed.rowcount > 0


def text_of(match: Match) -> str:
    """A match as a file can hold it."""
    return str(match).encode(errors="replace").decode()


def _day(date: str) -> str | None:
    """The first moment of a day as records write it, None for anything else."""
    found = DAY.fullmatch(date)
    return f"{'-'.join(found.groups())}T00:00:00.000Z" if found else None


def _hash(record: str) -> bytes:
    return sha256(record.strip().encode(errors="replace")).digest()


def estimate(text: str) -> int:
    """About how many matches a text holds: for a bar."""
    heads = text.count("[Game ") + text.count("[Event ")
    return heads or text.count("\n") + 1
