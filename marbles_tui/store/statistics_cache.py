"""What each finished match adds to the statistics: worked out once, and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import Final, NamedTuple

from marbles_tui import __version__
from marbles_tui.core import Game
from marbles_tui.play.played import CountedMatch, played
from marbles_tui.play.reading import read_match
from marbles_tui.play.statistics import Statistics, statistics
from marbles_tui.store.database import Database
from marbles_tui.store.rows import fitted, plain

PAGE: Final = 100
"""Matches that are worked out at once."""

FEW: Final = 10
"""Matches that are worked out at once where somebody waits for it."""

PATIENCE: Final = 0.3
"""Seconds that somebody waits."""

MAKER: Final = f"{__version__}/8"
"""Who made an entry: the program, and the form of its entries."""

OVER: Final = (
    "match LEFT JOIN ledger ON ledger.match = match.id WHERE finished = 1 AND imported = 0 AND deleted = ''"
)
UNREAD: Final = "(entry IS NULL OR ledger.revision != match.revision OR maker != :maker)"


NO_ENTRY: Final = (ValueError, TypeError, RecursionError)
"""What a damaged entry raises."""


class Unread(NamedTuple):
    """A finished match of which there is no entry, or one of an earlier revision or program."""

    id: int
    revision: int
    record: str


class StatisticsCache:
    """The entries of a database. Never raises; what cannot be kept is made anew next time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._made: dict[tuple[int, int], str] = {}
        """By id and revision."""

        self._counted = Statistics()
        self._counted_at: object = None

    def missing(self) -> int:
        """How many entries are to be made."""
        query = f"SELECT count(*) FROM {OVER} AND {UNREAD}"
        rows = self._database.read(query, {"maker": MAKER})
        return int(rows[0][0]) if rows else 0

    def page(self, after: int = 0) -> list[Unread]:
        """Some matches without an entry, those with an id above `after`: make their entries and `enter` them."""
        return self._unread("AND match.id > :after ORDER BY match.id", count=PAGE, after=after)

    def _unread(self, which: str, **values: object) -> list[Unread]:
        query = f"SELECT match.id, match.revision, record FROM {OVER} AND {UNREAD} {which} LIMIT :count"
        return [fitted(Unread, row) for row in self._database.read(query, {"maker": MAKER, **values})]

    def pages(self) -> Iterator[list[Unread]]:
        """The matches without an entry, some at a time."""
        last = 0
        while page := self.page(last):
            last = page[-1].id
            yield page

    def enter(self, page: Sequence[Unread], entries: Sequence[str]) -> None:
        """Keep the entries of some matches, as `entries_of` makes them."""
        made = list(zip(page, entries, strict=True))
        self._made.update(((row.id, row.revision), entry) for row, entry in made)
        self._database.write_all(
            "could not save the statistics",
            "INSERT OR REPLACE INTO ledger (match, revision, maker, entry)"
            " VALUES (:match, :revision, :maker, :entry)",
            [
                {"match": row.id, "revision": row.revision, "maker": MAKER, "entry": entry}
                for row, entry in made
            ],
        )

    def entries(self) -> list[str]:
        """All entries, in the order in which the matches ended."""
        query = (
            f"SELECT match.id, match.revision, CASE WHEN {UNREAD} THEN '' ELSE entry END FROM {OVER}"
            " ORDER BY changed, match.id"
        )
        return [
            plain(entry) or self._made.get((number, revision), "")
            for number, revision, entry in self._database.read(query, {"maker": MAKER})
        ]

    def soon(
        self, games: Sequence[Game], ratings: Mapping[str, Mapping[str, float]], seconds: float = PATIENCE
    ) -> Statistics:
        """The statistics of all that has an entry, and of the latest matches without one: as many as can be worked
        out in some seconds. Quick where nothing has changed since the last call."""
        until = monotonic() + seconds
        while (some := self._missing_yet()) and monotonic() < until:
            self.enter(some, entries_of(some, games))
        state = (self._state(), ratings)
        if some or state != self._counted_at:
            self._counted = statistics_of(self.entries(), ratings)
            self._counted_at = None if some else state
        return self._counted

    def forget(self) -> None:
        """What was counted is not so any more."""
        self._made.clear()
        self._counted_at = None

    def _missing_yet(self) -> list[Unread]:
        """Of those that were changed last."""
        latest = self._unread("ORDER BY changed DESC, match.id DESC", count=FEW)
        return [row for row in latest if (row.id, row.revision) not in self._made]

    def _state(self) -> tuple[object, ...]:
        """What is another one whenever the finished matches are."""
        (state,) = self._database.read(
            "SELECT count(*), sum(id), max(changed) FROM match WHERE deleted = '' AND imported = 0 AND finished = 1"
        ) or [()]
        return state


def entries_of(page: Sequence[Unread], games: Sequence[Game]) -> list[str]:
    """The entry of each match, "" for one that cannot be read or does not count. Takes some milliseconds each."""
    entries = []
    for row in page:
        reading = read_match(row.record, games)
        counts = played(reading.match) if reading.match and not reading.fault else None
        entries.append(json.dumps(counts) if counts else "")
    return entries


def statistics_of(entries: Sequence[str], ratings: Mapping[str, Mapping[str, float]]) -> Statistics:
    """The statistics of entries, oldest first; what is none is left out. `ratings` as in
    `play.statistics.statistics`."""
    kept = list(filter(None, entries))
    try:
        together = json.loads(f"[{','.join(kept)}]")  # much quicker than one by one
        return statistics([CountedMatch(*entry) for entry in together], ratings)
    except NO_ENTRY:
        return statistics([each for entry in kept if (each := _played(entry))], ratings)


def _played(entry: str) -> CountedMatch | None:
    try:
        made = CountedMatch(*json.loads(entry))
        statistics([made], {})
    except NO_ENTRY:
        return None
    return made
