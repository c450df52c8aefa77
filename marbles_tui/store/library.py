"""The library: all saved matches listed, filtered, deleted, exported and imported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.core.text import enumerated, plural, sanitize_line, searchable
from marbles_tui.play import Reading, read_matches
from marbles_tui.store.database import Database
from marbles_tui.store.rows import (
    DAMAGED,
    INSERT_IMPORTED,
    LARGEST_ID,
    NOW,
    SELECT_ENTRY,
    MatchEntry,
    MatchRow,
    fitted,
    plain,
)

PAGE: Final = 200
"""Rows that are read at once."""

BATCH: Final = 50
"""Matches that are imported in one transaction."""

MOST_FAULTS: Final = 20
"""Faults of an import that are kept."""

MOST_TOLD: Final = 3
"""Damaged matches that are named."""

MOST_WORDS: Final = 100
"""Words of a filter that are looked for."""

KEPT_DELETED: Final = "-1 day"
"""How long what was deleted can be brought back."""

DATE: Final = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")

STATES: Final = {
    "all": "",
    "unfinished": " AND finished = 0 AND imported = 0",
    "finished": " AND finished = 1",
    "first won": " AND result = '1'",
    "second won": " AND result = '2'",
    "drawn": " AND result = 'draw'",
    "favourites": " AND favourite = 1",
    "imported": " AND imported = 1",
}
"""Which matches to list, each with its condition."""

OWN_STATES: Final = {
    "won": " AND score_of(CAST(players AS BLOB), result, :name) = 1",
    "lost": " AND score_of(CAST(players AS BLOB), result, :name) = 0",
}
"""The same by how a match ended for the name of a filter."""


ORDERS: Final = {
    "date": "changed {way}, id {way}",
    "game": "game {other}, changed DESC, id DESC",
    "players": "searchable(CAST(players AS BLOB)) {other}, changed DESC, id DESC",
    "result": "result = '*' {other}, result = 'draw' {other}, result {other}, changed DESC, id DESC",
    "length": "plies {way}, changed DESC, id DESC",
}
"""What a list can be sorted by."""


class Order(NamedTuple):
    """How a list is sorted: by one of ORDERS; the latest, the longest and A come first unless `turned`."""

    by: str = "date"
    turned: bool = False

    @property
    def clause(self) -> str:
        """As the database wants it."""
        way, other = ("ASC", "DESC") if self.turned else ("DESC", "ASC")
        return ORDERS[self.by].format(way=way, other=other)

    @property
    def following(self) -> Order:
        """By the next column."""
        ways = list(ORDERS)
        return Order(ways[(ways.index(self.by) + 1) % len(ways)])

    def chosen(self, by: str) -> Order:
        """The order after a column was chosen: by that column, or the other way round."""
        return Order(by, by == self.by and not self.turned)


LATEST: Final = Order()


class Filter(NamedTuple):
    """What is listed: one game or all (""), a state of STATES or OWN_STATES, and all `words` in players or game."""

    game: str = ""
    state: str = "all"
    words: str = ""
    name: str = ""
    """Whose matches OWN_STATES are about; "": those of the one without a name."""

    @property
    def condition(self) -> tuple[str, dict[str, object]]:
        """The condition and the values of its parameters."""
        condition, values = f"deleted = ''{(STATES | OWN_STATES)[self.state]}", dict[str, object]()
        if self.state in OWN_STATES:
            values["name"] = sanitize_line(self.name, 24)
        if self.game:
            condition += " AND game = :game"
            values["game"] = self.game
        for number, word in enumerate(self.words.split()[:MOST_WORDS]):
            condition += f" AND instr(searchable(CAST(players || ' ' || game AS BLOB)), :word{number})"
            values[f"word{number}"] = searchable(word)
        return condition, values


EVERYTHING: Final = Filter()


@dataclass(slots=True)
class Imported:
    """What came of an import."""

    taken: int = 0
    known: int = 0
    """Matches that were there already, word for word."""

    claimed: int = 0
    """How many of those had come from elsewhere, and are the user's own now."""

    faults: list[str] = field(default_factory=list)
    """What could not be read, the first MOST_FAULTS of it."""

    left_out: int = 0
    """How many variations were not taken."""

    refused: int = 0
    stopped: bool = False

    @property
    def seen(self) -> int:
        """How many matches of the text have been looked at."""
        return self.taken + self.known + self.refused

    @property
    def words(self) -> str:
        """In a sentence."""
        parts = [f"{self.taken:,} imported"] if self.taken or not self.claimed else []
        parts += [f"{self.claimed:,} now your own"] if self.claimed else []
        known = self.known - self.claimed
        parts += [f"{known:,} known already"] if known else []
        parts += [f"{plural(self.left_out, 'variation')} left out"] if self.left_out else []
        parts += [f"{self.refused:,} could not be read"] if self.refused else []
        return f"{', '.join(parts)}{'; stopped' if self.stopped else ''}."


class Library:
    """The saved matches as lists. Never raises: what fails is said in the database's `trouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._faults: dict[int, str] = {}

    # Listing

    @property
    def faults(self) -> str:
        """What was found damaged in what was listed so far, in a line; "" for nothing."""
        if not self._faults:
            return ""
        told = [f"game {number} ({fault})" for number, fault in sorted(self._faults.items())[:MOST_TOLD]]
        told += [f"{len(self._faults) - MOST_TOLD:,} more"] if len(self._faults) > MOST_TOLD else []
        return f"damaged, and listed as far as it can be read: {enumerated(told)}"

    def _entry(self, row: Sequence[object]) -> MatchEntry:
        entry = fitted(MatchEntry, row, faults := list[str]())
        if not faults:
            return entry
        self._faults[entry.id] = ", ".join(faults)
        return entry._replace(result=DAMAGED)

    def count(self, which: Filter = EVERYTHING) -> int:
        """How many matches there are."""
        condition, values = which.condition
        rows = self._database.read(f"SELECT count(*) FROM match WHERE {condition}", values)
        return int(rows[0][0]) if rows else 0

    def page(
        self, which: Filter = EVERYTHING, first: int = 0, count: int = PAGE, order: Order = LATEST
    ) -> list[MatchEntry]:
        """Some matches in an order, from the place `first` on."""
        condition, values = which.condition
        rows = self._database.read(
            f"{SELECT_ENTRY} WHERE {condition} ORDER BY {order.clause} LIMIT :count OFFSET :first",
            {**values, "count": count, "first": first},
        )
        return [self._entry(row) for row in rows]

    def entry(self, number: int) -> MatchEntry | None:
        """A match by its id; None if there is none, or it is deleted."""
        if number > LARGEST_ID:
            return None
        rows = self._database.read(f"{SELECT_ENTRY} WHERE id = :id AND deleted = ''", {"id": number})
        return self._entry(rows[0]) if rows else None

    def record(self, number: int) -> str:
        """The record of a match, "" if there is none."""
        rows = self._database.read("SELECT record FROM match WHERE id = :id", {"id": number})
        return plain(rows[0][0]) if rows else ""

    def records(self, which: Filter = EVERYTHING) -> Iterator[str]:
        """The records of all that a filter lists, oldest first: the order in which an import keeps them."""
        condition, values = which.condition
        numbers = self._database.read(f"SELECT id FROM match WHERE {condition} ORDER BY changed, id", values)
        for (number,) in numbers:
            yield self.record(number)

    def mark(self, number: int, favourite: bool) -> bool:
        """Make a match a favourite, or no favourite any more. Whether it could be done."""
        return self._do(
            "could not mark the match",
            "UPDATE match SET favourite = :favourite WHERE id = :id",
            id=number,
            favourite=int(favourite),
        )

    # Deleting

    def delete(self, number: int) -> bool:
        """Delete a match; for a day it can be restored. Whether it could be done."""
        return self._do(
            "could not delete the match",
            f"UPDATE match SET deleted = {NOW} WHERE id = :id AND deleted = ''",
            id=number,
        )

    def restore(self, number: int) -> bool:
        """Undo a deletion. Whether it could be done."""
        return self._do(
            "could not restore the match",
            "UPDATE match SET deleted = '' WHERE id = :id AND deleted != ''",
            id=number,
        )

    def last_deleted(self) -> int | None:
        """The id of the match that was deleted last, and can be restored; None if there is none."""
        # What was taken back to its start counts as deleted too, until it is played on.
        last = "SELECT id FROM match WHERE deleted != '' AND plies > 0 ORDER BY deleted DESC, id DESC LIMIT 1"
        rows = self._database.read(last)
        return rows[0][0] if rows else None

    def purge(self) -> None:
        """Remove for good what was deleted long ago."""
        failure = "deleted matches could not be purged"
        long_ago = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', :kept)"
        self._do(
            failure, f"DELETE FROM match WHERE deleted != '' AND deleted < {long_ago}", kept=KEPT_DELETED
        )
        self._do(failure, "DELETE FROM ledger WHERE match NOT IN (SELECT id FROM match)")

    # In and out

    def import_(
        self,
        text: str,
        games: Sequence[Game],
        game: Game | None = None,
        going_on: Callable[[Imported], bool] = lambda _: True,
        *,
        own: bool = False,
    ) -> Imported:
        """Import all matches of a text, in any form that can be read; `game` where the text does not say it. `own`:
        they are the user's own, also those that were taken for others' before.

        `going_on` hears of the progress after each batch, which is kept whole or not at all, and ends the
        import by returning False.
        """
        done = Imported()
        # Counted: what was played twice, word for word, goes out twice and has to come in twice.
        rows = self._database.each("SELECT record, id, imported FROM match WHERE deleted = ''")
        known: dict[bytes, list[int]] = {}
        for record, id, imported in rows:
            known.setdefault(_hash(plain(record)), []).append(id if imported else 0)
        batch: list[dict[str, object]] = []
        for number, reading in enumerate(read_matches(text, games, game), 1):
            self._take(reading, number, known, batch, done, own)
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
        known: dict[bytes, list[int]],
        batch: list[dict[str, object]],
        done: Imported,
        own: bool,
    ) -> None:
        match = reading.match
        if reading.fault or match is None or not (match.plies or match.setup or reading.record.tags):
            done.refused += 1
            message = reading.fault.message if reading.fault else "there is no game in it"
            if len(done.faults) < MOST_FAULTS:
                line = reading.line or reading.record.line
                done.faults.append(sanitize_line(f"record {number}, line {line}: {message}", 200))
            return
        row = MatchRow.of(match)
        mark = _hash(row.record)
        if there := known.get(mark):
            id = there.pop()
            done.known += 1
            if own and id:
                done.claimed += self._do("", "UPDATE match SET imported = 0 WHERE id = :id", id=id)
            return
        done.left_out += reading.record.variations
        batch.append(row.values(day=_day(match.date), imported=not own))

    def _insert(self, batch: list[dict[str, object]], done: Imported) -> bool:
        if batch and not self._database.write_all(
            "not all matches could be imported", INSERT_IMPORTED, batch
        ):
            done.faults.append(self._database.trouble)
            done.stopped = True
            return False
        done.taken += len(batch)
        batch.clear()
        return True

    def _do(self, failure: str, statement: str, **values: object) -> bool:
        done = self._database.write(failure, statement, values)
        return done is not None and done.rows > 0


def _day(date: str) -> str | None:
    """The first moment of a day as records write it, None for anything else."""
    found = DATE.fullmatch(date)
    return f"{'-'.join(found.groups())}T00:00:00.000Z" if found else None


def _hash(record: str) -> bytes:
    return sha256(record.strip().encode(errors="replace")).digest()


def estimate(text: str) -> int:
    """About how many matches a text holds: for a bar."""
    return text.count("[Game ") + text.count("[Event ") or text.count("\n") + 1
