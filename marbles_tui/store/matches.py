"""Saved matches: a record each, in a database that takes one transaction after every move; and what each finished one
adds to the statistics, worked out once and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, Self, TypedDict

from marbles_tui import __version__
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.match import HUMAN, UNNAMED
from marbles_tui.play.played import YOU, CountedMatch, played
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.play.rating import UNKNOWN
from marbles_tui.play.reading import read_match
from marbles_tui.play.record import tag_line, tags_of
from marbles_tui.play.statistics import Progress, Statistics, statistics
from marbles_tui.store.database import PATIENCE, Database
from marbles_tui.store.files import MATCHES, data_folder
from marbles_tui.store.library import Library
from marbles_tui.store.rows import (
    INSERT,
    LARGEST_ID,
    SELECT_SAVED,
    UPDATE,
    MatchRow,
    Saved,
    fitted,
    plain,
    players_of,
    seats_in,
)

PAGE: Final = 100
"""Matches that are worked out at once."""

FEW: Final = 10
"""Matches that are worked out at once where somebody waits for it."""

SOON: Final = 0.3
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
        self, games: Sequence[Game], ratings: Mapping[str, Mapping[str, float]], seconds: float = SOON
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


NAMELESS: Final = (
    "SELECT match.id, match.revision, record, summary, entry FROM match LEFT JOIN ledger ON ledger.match = match.id"
    " AND ledger.revision = match.revision WHERE finished = 1 AND imported = 0 AND players LIKE '%Player %'"
)
"""The own matches that may have such a person, and what they add to the statistics as far as that is known."""

RENAME: Final = (
    "UPDATE match SET record = :record, summary = :summary, players = :players, revision = revision + 1"
    " WHERE id = :id AND revision = :revision"
)
RECOUNT: Final = (
    "UPDATE ledger SET entry = :entry, revision = revision + 1 WHERE match = :id AND revision = :revision"
)


class Renamed(TypedDict):
    """The values of a match whose only person has got a name."""

    id: int
    revision: int
    record: str
    summary: str
    players: str
    entry: str


def adopt(database: Database, name: str) -> list[int] | None:
    """Write a name into the records of all finished matches with one person, who has none, and into what they add
    to the statistics: all or none. The ids of the matches; None if it could not be done."""
    name = name.strip()
    if UNNAMED.fullmatch(name):
        return []
    rows = [row for found in database.each(NAMELESS) if (row := _renamed(name, *found))]
    done = database.transact("could not name the matches", [(RECOUNT, rows), (RENAME, rows)])
    return [row["id"] for row in rows] if done else None


def _renamed(
    name: str, number: int, revision: int, record: str, summary: str, entry: str | None
) -> Renamed | None:
    """The values of a match whose only person has the name; None if there is no such person."""
    head, gap, moves = plain(record).partition("\n\n")
    tags = tags_of(head)
    seat = _nameless_seat(tags)
    if seat is None:
        return None
    line = tag_line(f"Player{seat}", name)
    old = re.compile(rf'^\[\s*Player{seat}\s*".*"\s*\]', re.MULTILINE | re.IGNORECASE)
    written = old.sub(lambda _: line, head) if old.search(head) else f"{head}\n{line}"
    before = tags.get(f"player{seat}") or f"Player {seat}"
    return {
        "id": number,
        "revision": revision,
        "record": written + gap + moves,
        "summary": plain(summary).replace(before, sanitize_line(name, 24), 1),
        "players": players_of(written),
        "entry": _recounted(entry or "", name),
    }


def _nameless_seat(tags: Mapping[str, str]) -> int | None:
    """The number of the seat whose person is the only one and has no name, from 1."""
    people = [(number, seat) for number, seat in enumerate(seats_in(tags), 1) if seat.level is None]
    return people[0][0] if len(people) == 1 and not people[0][1].named else None


def _recounted(entry: str, name: str) -> str:
    """What a match adds, with the name in place of YOU."""
    try:
        game, people, *others = json.loads(entry)
        return json.dumps([game, [name if each == YOU else each for each in people], *others])
    except (ValueError, TypeError, RecursionError):  # damaged: it counts nothing
        return ""


TRY_COLUMNS: Final = "puzzle, game, difficulty, solved, tried, day, hints, seconds, score"
INSERT_TRY: Final = f"INSERT INTO puzzle_try ({TRY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Tries:
    """All scored tries at puzzles, oldest first."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Try] = []

    def add(self, each: Try) -> bool:
        """Keep a try; whether it is kept. If not, that is tried again with the next one and by `keep_waiting`."""
        self._waiting.append(each)
        return self.keep_waiting()

    def keep_waiting(self) -> bool:
        """Keep the tries that are not kept yet, in order; whether all are."""
        while self._waiting and self._insert(self._waiting[0]):
            del self._waiting[0]
        return not self._waiting

    def _insert(self, each: Try) -> bool:
        values = (
            each.puzzle,
            each.game,
            each.difficulty,
            int(each.solved),
            each.tried.isoformat(),
            each.day,
            each.hints,
            each.seconds,
            each.score,
        )
        return self._database.write("the puzzle is not saved", INSERT_TRY, values) is not None

    def all(self) -> list[Try]:
        """Every try, oldest first; those that cannot be read are left out."""
        return list(self._read())

    def _read(self) -> Iterator[Try]:
        for row in self._database.each(f"SELECT {TRY_COLUMNS} FROM puzzle_try ORDER BY id"):
            puzzle, game, difficulty, solved, tried, day, hints, seconds, score = row
            try:
                made = date.fromisoformat(tried)
                if day:
                    date.fromisoformat(day)
            except (ValueError, TypeError):
                continue
            if not all(
                isinstance(number, int | float) for number in (difficulty, hints, seconds, score or 0)
            ):
                continue
            yield Try(puzzle, game, difficulty, bool(solved), made, day, hints, seconds, score)


FILE: Final = MATCHES
NOT_SAVED: Final = "moves are not saved yet"
OWN: Final = "imported = 0 AND deleted = ''"
UNFINISHED: Final = f"WHERE finished = 0 AND plies > 0 AND {OWN} AND game = coalesce(:game, game)"
LATEST_FIRST: Final = "ORDER BY changed DESC, id DESC"

NOTICES: Final = {
    "version": "Your saved games had an impossible version number, {}, which has been put right.",
    "empty": "The saved games were an empty file: a new one is begun.",
}
"""What is said once, with its number."""


class MatchStore(Database):
    """The saved matches. Never raises: what is wrong with the database is said in `trouble`, play goes on
    without it, and every later move tries again.

    Two copies of the program may use the same database: a match that another copy has changed since is saved
    as a new one, so that neither loses a move. A store belongs to the thread that opened it.
    """

    def __init__(self, place: Path, patience: float = PATIENCE) -> None:
        super().__init__(place, patience)
        self._revisions: dict[int, int] = {}  # of the matches that were loaded or saved here
        self._seen: dict[int, int] = {}  # of those that were only looked at

    @classmethod
    def open(cls, place: Path | None = None, patience: float = PATIENCE) -> Self:
        """The store in the user's data folder, or at a place of its own; made if there is none yet. `patience`:
        seconds to wait while another program writes."""
        store = cls(place or data_folder() / FILE, patience)
        store.connect()
        return store

    @cached_property
    def library(self) -> Library:
        """The matches as lists."""
        return Library(self)

    def set_aside(self) -> Path | None:
        """Rename a damaged file and begin a new one; the new name of the old one, None if there is no need or
        it failed."""
        aside = super().set_aside()
        if aside:
            self._revisions.clear()
            self._seen.clear()
        return aside

    @cached_property
    def statistics(self) -> StatisticsCache:
        """What the finished matches add to the statistics."""
        return StatisticsCache(self)

    @cached_property
    def tries(self) -> Tries:
        """The tries at puzzles."""

        return Tries(self)

    def progress(
        self,
        name: str,
        games: Sequence[Game] = GAMES,
        ratings: Mapping[str, Mapping[str, float]] | None = None,
    ) -> Mapping[str, Progress]:
        """How far a person has come ("": the one without a name) in each game, by its key; quickly, so that of many
        matches which were just imported only some are counted. Ratings as in `play.statistics.statistics`;
        without them nobody has a rating."""
        found = self.statistics.soon(games, ratings or {}).progress(name, [game.key for game in games])
        return (
            found
            if ratings
            else {key: replace(each, rating=UNKNOWN, ratings=[]) for key, each in found.items()}
        )

    def adopt(self, name: str) -> int | None:
        """Give a name to the person without one: that of all finished matches in which they were the only person.
        How many these were; None if it could not be done, and then none has the name."""

        adopted = adopt(self, name)
        if adopted is None:
            return None
        for number in adopted:
            if number in self._revisions:
                self._revisions[number] += 1
        self.statistics.forget()
        return len(adopted)

    # Matches

    def begin(self, match: Match) -> int | None:
        """Save a new match; its id, None if it could not be saved."""
        return self._insert(MatchRow.of(match))

    def save(self, number: int, match: Match) -> int | None:
        """Save a match as it stands now; the id it has from now on, a new one if another copy of the program
        has changed the match since. A match without a move is deleted until it is played on. If it could not be
        saved, `trouble` says why and the id is the old one."""
        row = MatchRow.of(match)
        known = self._revisions.get(number, self._seen.get(number, -1))
        done = self.write(NOT_SAVED, UPDATE, row.values(id=number, known=known))
        if done is None:
            return number
        if done.rows != 1:
            return self._insert(row) or number
        self._revisions[number] = known + 1
        self.is_well()
        return number

    def _insert(self, row: MatchRow) -> int | None:
        done = self.write(NOT_SAVED, INSERT, row.values())
        if done is None or done.id is None:
            return None
        self._revisions[done.id] = 1
        self.is_well()
        return done.id

    def load(self, number: int) -> Saved | None:
        """A match by its id, to be gone on with."""
        saved = self._read("WHERE id = :id", id=number) if number <= LARGEST_ID else None
        if saved:
            self._revisions[saved.id] = saved.revision
        return saved

    def last_unfinished(self, game: str | None = None) -> Saved | None:
        """The own unfinished match that was played last, of one game or of any."""
        saved = self._read(f"{UNFINISHED} {LATEST_FIRST} LIMIT 1", game=game)
        if saved:
            # A look must not hide from a table that another copy has played on.
            self._seen[saved.id] = saved.revision
        return saved

    def latest(self) -> Saved | None:
        """The own match that was played last, finished or not."""
        return self._read(f"WHERE plies > 0 AND {OWN} {LATEST_FIRST} LIMIT 1")

    def kept(self) -> dict[str, bool]:
        """The keys of the games of which own matches are kept, and whether one of them is unfinished."""
        where = f"WHERE {OWN} AND plies > 0 GROUP BY game"
        rows = self.read(f"SELECT game, min(finished) FROM match {where}")
        return {str(game): not finished for game, finished in rows}

    def tagged(self, tag: str) -> list[Saved]:
        """The own matches whose records have a tag of that name, in the order in which they were begun."""
        where = f"WHERE {OWN} AND plies > 0 AND instr(record, :tag) > 0 ORDER BY id"
        rows = self.read(f"{SELECT_SAVED} {where}", {"tag": f'[{tag} "'})
        return list(map(_saved, rows))

    def _read(self, where: str, **values: object) -> Saved | None:
        rows = self.read(f"{SELECT_SAVED} {where}", values)
        return _saved(rows[0]) if rows else None

    # Reviews

    def review(self, key: str) -> str:
        """The review that was saved under a key, as it was given; "" if there is none."""
        rows = self.read("SELECT judgements FROM review WHERE key = :key", {"key": key})
        return plain(rows[0][0]) if rows else ""

    def save_review(self, key: str, judgements: str) -> None:
        """Save a review, whole or as far as it has come."""
        self.write(
            "could not save the review",
            "INSERT OR REPLACE INTO review (key, judgements) VALUES (:key, :judgements)",
            {"key": key, "judgements": judgements},
        )

    # What is said once

    def take_notice(self) -> str:
        """What was put right in the database, in a sentence, to be told once; "" if there is nothing to tell."""
        rows = self.read("SELECT what, count FROM notice")
        done = self.write("", "DELETE FROM notice") if rows else None
        if not (done and done.rows):  # or another copy has told it
            return ""
        told = [NOTICES[what].format(count) for what, count in rows if what in NOTICES]
        return " ".join((*told, f"The file: {self.place}")) if told else ""

    # Names

    def names(self, latest: int = 200) -> list[str]:
        """The names of the people in the latest own matches, the latest first."""
        found: dict[str, None] = {}
        for (record,) in self.read(
            f"SELECT record FROM match WHERE {OWN} {LATEST_FIRST} LIMIT :latest", {"latest": latest}
        ):
            seats = enumerate(seats_in(tags_of(plain(record))), 1)
            people = (seat.name for at, seat in seats if seat.player == HUMAN and seat.name != f"Player {at}")
            found |= dict.fromkeys(filter(None, people))
        return list(found)


def _saved(row: Sequence[object]) -> Saved:
    return fitted(Saved, row)
