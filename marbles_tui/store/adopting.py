"""Finished matches of the person without a name get the name that the person has now."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, TypedDict

from marbles_tui.core.text import sanitize_line
from marbles_tui.play.match import UNNAMED, Seat
from marbles_tui.play.played import YOU
from marbles_tui.play.record import scan, tag_line
from marbles_tui.store.database import Database
from marbles_tui.store.rows import MOST_SEATS, plain, players_of

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
    tags = {key.lower(): value for key, value in next(scan(head)).tags}
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
    people = []
    for number in range(1, MOST_SEATS + 1):
        name, player = tags.get(f"player{number}", ""), tags.get(f"seat{number}", "")
        if not (name or player):
            break
        seat = Seat(name, player or Seat().player)
        if seat.level is None:
            people.append((number, seat))
    return people[0][0] if len(people) == 1 and not people[0][1].named else None


def _recounted(entry: str, name: str) -> str:
    """What a match adds, with the name in place of YOU."""
    if not entry:
        return entry
    try:
        game, people, *others = json.loads(entry)
        return json.dumps([game, [name if each == YOU else each for each in people], *others])
    except (ValueError, TypeError, RecursionError):  # damaged: it counts nothing
        return ""
