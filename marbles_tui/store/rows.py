"""What is kept of a match: one row, written and read by the names of its fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import takewhile
from types import UnionType
from typing import Any, Final, NamedTuple, Self, TypeVar, get_args

from marbles_tui.core.text import capitalized, enumerated, sanitize_line
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import HUMAN
from marbles_tui.play.record import tags_of
from marbles_tui.store.codec import kinds

LARGEST_ID: Final = 2**63 - 1
"""The largest that the database can hold."""

MOST_SEATS: Final = 6

BETWEEN: Final = " - "
"""Stands between the players in a list."""

PUZZLE: Final = re.compile(r"(?:Player 1|((?:(?! - ).)*)) \(puzzle\)")
"""The only player of a puzzle."""

UNNAMED_COMPUTER: Final = re.compile(r"Player [1-9] \(([\w-]+)\)")

DAMAGED: Final = "damaged"
"""Stands for the result in a line of which something was not kept as it should be."""

NOW: Final = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
"""The moment as the database writes it, in UTC."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """What is written of a match whenever it is saved. Each field is a column of the same name."""

    game: str
    record: str
    finished: bool
    summary: str
    plies: int
    players: str
    result: str

    @classmethod
    def of(cls, match: Match) -> Self:
        """A saved match."""
        record = text_of(match)
        return cls(
            game=match.game.key,
            record=record,
            finished=match.result is not None or match.abandoned,
            summary=summary(match),
            plies=match.plies,
            players=players_of(record),
            result=str(match.result) if match.result else "*",
        )

    def values(self, **more: object) -> dict[str, object]:
        """The values of the named parameters of a statement."""
        return {**asdict(self), **more}


COLUMNS: Final = tuple(column.name for column in fields(MatchRow))

INSERT: Final = (
    f"INSERT INTO match ({', '.join(COLUMNS)}) VALUES ({', '.join(f':{column}' for column in COLUMNS)})"
)
"""Keeps a new match."""

INSERT_IMPORTED: Final = (
    f"INSERT INTO match ({', '.join(COLUMNS)}, begun, changed, imported)"
    f" VALUES ({', '.join(f':{column}' for column in COLUMNS)}, coalesce(:day, {NOW}), coalesce(:day, {NOW}),"
    " :imported)"
)
"""Keeps a match as of the day when it was played, where its record tells that."""

UPDATE: Final = (
    f"UPDATE match SET {', '.join(f'{column} = :{column}' for column in COLUMNS)},"
    f" deleted = CASE WHEN :plies THEN '' ELSE {NOW} END,"  # what is played on is there again
    f" changed = {NOW}, revision = revision + 1 WHERE id = :id AND revision = :known"
)
"""Keeps a match in its place, unless another copy of the program has changed it; deletes one whose moves were all
undone."""


class Saved(NamedTuple):
    """A match as it was saved. Each field is a column of the same name."""

    id: int
    game: str
    record: str
    finished: bool
    summary: str
    plies: int
    changed: str
    revision: int
    imported: bool = False


SELECT_SAVED: Final = f"SELECT {', '.join(Saved._fields)} FROM match"


class MatchEntry(NamedTuple):
    """A line of the library. `players` as `players_of` has them; `result`: the winners' numbers, "draw", or "*";
    `changed` in UTC. Each field is a column of the same name."""

    id: int
    game: str
    players: str
    result: str
    plies: int
    finished: bool
    changed: str
    favourite: bool = False
    imported: bool = False
    """Whether it came from elsewhere: it counts for nobody here, and nobody goes on with it."""

    @property
    def open(self) -> bool:
        """Whether it can be gone on with."""
        return not (self.finished or self.imported)

    @property
    def is_puzzle(self) -> bool:
        """Whether it is played for a goal."""
        return PUZZLE.fullmatch(self.players) is not None

    @property
    def names(self) -> str:
        """Who plays, computers by their levels: "Ann - Novice", "Novice - Greedy"; "Ann, puzzle", "puzzle"."""
        if puzzle := PUZZLE.fullmatch(self.players):
            return f"{puzzle[1]}, puzzle" if puzzle[1] else "puzzle"
        return BETWEEN.join(self._players)

    def others(self, name: str) -> list[str]:
        """Those with whom somebody of a name ("": the one without) plays; none where they do not play, or not alone
        under that name."""
        own = _own(self.players, name)
        seats = enumerate(self._players, 1)
        return [player for number, player in seats if number not in own] if len(own) == 1 else []

    @property
    def ending(self) -> str:
        """How it ended: "Novice won", "draw", "unfinished", "no result", "solved", "played alone"; "damaged"."""
        if self.result == DAMAGED:
            return DAMAGED
        if self.is_puzzle:
            return "solved" if self.result == "1" else "not solved"
        if self.result == "draw":
            return "draw"
        players = self._players
        winners = [int(number) for number in self.result.split(",") if number.isdecimal()]
        if players == [self.players] != [""] and winners == [1]:
            return "played alone"
        if not winners:
            return "unfinished" if self.open else "no result"
        names = [players[at - 1] if 0 < at <= len(players) else f"Player {at}" for at in winners]
        return f"{enumerated(names)} won"

    @property
    def _players(self) -> list[str]:
        return [_level_of(player) for player in self.players.split(BETWEEN)]


def score_of(players: str, result: str, name: str) -> float | None:
    """What a match brought somebody of a name ("": the one without): 1, 0.5 or 0; None if it is not over, or they did
    not play it, or not alone under that name. `players` and `result` as an Entry has them."""
    own = _own(players, name)
    if len(own) != 1 or result in ("*", "", DAMAGED):
        return None
    return 0.5 if result == "draw" else float(str(own[0]) in result.split(","))


def _own(players: str, name: str) -> list[int]:
    """The seats, from 1, of somebody of a name ("": the one without)."""
    seats = enumerate(players.split(BETWEEN), 1)
    return [number for number, player in seats if player == (name or f"Player {number}")]


def _level_of(player: str) -> str:
    """A computer without a name of its own by its level: "Novice" for "Player 2 (novice)"."""
    found = UNNAMED_COMPUTER.fullmatch(player)
    return capitalized(found[1].replace("-", " ")) if found else player


SELECT_ENTRY: Final = f"SELECT {', '.join(MatchEntry._fields)} FROM match"


R = TypeVar("R", bound=tuple[object, ...])


def fitted(kind: type[R], row: Sequence[object], faults: list[str] | None = None) -> R:
    """A row as a NamedTuple that can count on the types of its fields, whatever a damaged file holds; what does not
    fit is said in `faults`."""
    values: list[Any] = []
    for (name, of), value in zip(kinds(kind).items(), row, strict=True):
        wanted = get_args(of)[0] if isinstance(of, UnionType) else of
        if value is None and wanted is not of:
            values.append(None)
            continue
        if isinstance(value, int if wanted is bool else wanted):
            values.append(wanted(value))
            continue
        values.append(plain(value) if wanted is str else wanted())
        if faults is not None:
            expected = "a text" if wanted is str else "a number"
            faults.append(f"{name}: expected {expected}, not {sanitize_line(repr(value), 40)}")
    return kind(*values)


def plain(value: object) -> str:
    """A text as it was kept, also where bytes were kept for it."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def text_of(match: Match) -> str:
    """The record of a match as a file can hold it: a name may hold what no file can."""
    return str(match).encode(errors="replace").decode()


def seats_in(tags: Mapping[str, str]) -> list[Seat]:
    """Who sits there by the tags of a record."""
    seats = range(1, MOST_SEATS + 1)
    told = ((tags.get(f"player{number}", ""), tags.get(f"seat{number}", "")) for number in seats)
    return [Seat(name, player or HUMAN) for name, player in takewhile(any, told)]


def players_of(record: str) -> str:
    """Who plays by a record, as lists show it and filters look for it: "Ann - Novice"."""
    tags = tags_of(record.partition("\n\n")[0])  # the moves need not be read
    names = []
    for number, (name, player) in enumerate(seats_in(tags), 1):
        kind = player.removeprefix("computer").strip() if player.startswith("computer") else ""
        told = sanitize_line(name or f"Player {number}", 24).replace(BETWEEN, "-")
        if "puzzle" in tags:
            return f"{told} (puzzle)"
        names.append(f"{told} ({kind})" if kind and kind != told.lower() else told)
    return BETWEEN.join(names)


def summary(match: Match) -> str:
    """A match in a few words: the game, who plays, how far it has come."""
    names = " - ".join(sanitize_line(name, 24) for name in match.names)
    if match.result:
        stands = f"result {match.result}"
    else:
        stands = f"{sanitize_line(match.names[match.position.actor], 24)} to move"
    return f"{match.game.title}: {names}, move {match.plies + 1}, {stands}"
