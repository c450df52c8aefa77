"""What each finished match adds to the statistics: worked out once, and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from marbles_tui import __version__
from marbles_tui.core import Game
from marbles_tui.play.reading import read_match
from marbles_tui.play.statistics import Played, Statistics, played, statistics
from marbles_tui.store.matches import Store

PAGE: Final = 100
"""Matches that are worked out at once."""

OVER: Final = "match LEFT JOIN ledger ON ledger.match = match.id WHERE finished = 1 AND deleted = ''"
UNREAD: Final = "(entry IS NULL OR ledger.revision != match.revision OR maker != ?)"


class Unread(NamedTuple):
    """A finished match of which there is no entry, or one of an earlier revision or program."""

    id: int
    revision: int
    record: str


class StatisticsCache:
    """The entries of a store. Like the store it never raises; what cannot be kept is made anew next time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: dict[int, str] = {}

    def missing(self) -> int:
        """How many entries are to be made."""
        rows = self._store.rows(f"SELECT count(*) FROM {OVER} AND {UNREAD}", (__version__,))
        return int(rows[0][0]) if rows else 0

    def pages(self) -> Iterator[list[Unread]]:
        """The matches without an entry, some at a time: make their entries and `enter` them."""
        last = 0
        while rows := self._store.rows(
            f"SELECT match.id, match.revision, record FROM {OVER} AND {UNREAD} AND match.id > ?"
            " ORDER BY match.id LIMIT ?",
            (__version__, last, PAGE),
        ):
            page = [Unread(*row) for row in rows]
            last = page[-1].id
            yield page

    def enter(self, page: Sequence[Unread], entries: Sequence[str]) -> None:
        """Keep the entries of some matches, as `entries_of` makes them."""
        made = list(zip(page, entries, strict=True))
        self._made.update((row.id, entry) for row, entry in made)
        self._store.write_all(
            "the statistics are not kept",
            "INSERT OR REPLACE INTO ledger (match, revision, maker, entry) VALUES (?, ?, ?, ?)",
            [(row.id, row.revision, __version__, entry) for row, entry in made],
        )

    def entries(self) -> list[str]:
        """All entries, oldest match first."""
        rows = self._store.rows(f"SELECT match.id, coalesce(entry, '') FROM {OVER} ORDER BY begun, match.id")
        return [self._made.get(number, entry) for number, entry in rows]


def entries_of(page: Sequence[Unread], games: Sequence[Game]) -> list[str]:
    """The entry of each match, "" for one that cannot be read or does not count. Takes some milliseconds each."""
    entries = []
    for row in page:
        reading = read_match(row.record, games)
        counts = played(reading.match) if reading.match and not reading.fault else None
        entries.append(json.dumps(counts) if counts else "")
    return entries


def statistics_of(entries: Sequence[str], levels: Mapping[str, Sequence[str]]) -> Statistics:
    """The statistics of entries, oldest first. `levels` names each game's levels, weakest first."""
    return statistics((Played(*json.loads(entry)) for entry in entries if entry), levels)
