"""A table as the process that plays it shows it to the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from marbles_tui.core import Event, Game, IllegalMove
from marbles_tui.play import Match, read_match
from marbles_tui.play.match import Ending
from marbles_tui.rooms.backend import RoomState
from marbles_tui.store.rows import text_of
from marbles_tui.table.live import Weight
from marbles_tui.table.offers import Kind, Offer

TAIL: Final = 12
"""Moves that are told beside the record, so that nobody has to read it all for the last one."""


class Ply(NamedTuple):
    """A move: its word, and what its player had left."""

    word: str
    left: float | None


class Closed(NamedTuple):
    """How an offer was closed: the seat that has done so, None where it no longer counted, and what it said."""

    offer: Offer
    seat: int | None
    accepted: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What there is to see of a table."""

    state: RoomState
    """As it is shown: nothing that is not kept yet."""

    number: int
    """Counts the snapshots of one process."""

    plies: int = 0

    tail: tuple[Ply, ...] = ()
    """The last moves."""

    tags: tuple[tuple[str, str], ...] = ()
    ending: Ending | None = None
    question: int = 0
    asked: int | None = None
    thinking: int | None = None
    offer: Offer | None = None
    spent: frozenset[tuple[int, Kind]] = frozenset()
    """Which seats have asked for what since the last move."""

    closed: Closed | None = None
    """The last offer that was closed, and how."""

    answers: int = 0
    """Counts those that were closed."""

    left: tuple[float | None, ...] = ()
    """By seat the seconds that it has left now; empty without a clock."""

    starts_in: float = 0.0
    """For how many seconds the time of whoever is asked does not run yet: the last move is being shown."""

    paused: bool = False
    unsaved: bool = False
    ended: bool = False
    weights: tuple[Weight, ...] = ()
    """By seat what the match counts for the rating."""

    again: tuple[str, ...] = ()
    """Who wants a rematch."""

    successor: str | None = None
    gone: tuple[tuple[str, float], ...] = ()
    """The players who are not here, and since when."""


class Step(NamedTuple):
    """A move on the way from one state of a match to another."""

    before: Match
    match: Match
    events: tuple[Event, ...]


class Way(NamedTuple):
    """How a match becomes that of a table: the moves that lead there, which nothing but them changes (None: something
    else has), and what it is then."""

    steps: tuple[Step, ...] | None
    match: Match


def match_in(snapshot: Snapshot, games: Sequence[Game]) -> Match:
    """The match of a table, from its record. Raises BadRecord."""
    match = read_match(snapshot.state.record, games).whole()
    return replace(match, ending=snapshot.ending)


def way_to(match: Match, snapshot: Snapshot, games: Sequence[Game]) -> Way:
    """The way from a match to that of a table. Raises BadRecord."""
    steps: list[Step] = []
    at, behind = match, snapshot.plies - match.plies
    if behind < 0:
        at = match.at(snapshot.plies)
    elif behind <= len(snapshot.tail):
        at = replace(match, ending=None)
        try:
            for ply in snapshot.tail[len(snapshot.tail) - behind :]:
                after, events = at.play(at.game.find(at.position, ply.word))
                after = after if ply.left is None else after.timed(ply.left)
                steps.append(Step(at, after, events))
                at = after
        except IllegalMove:
            steps.clear()
    at = replace(at, tags=snapshot.tags, ending=snapshot.ending).without_undone()
    if text_of(at) != snapshot.state.record:
        return Way(None, match_in(snapshot, games))
    by_moves = behind >= 0 and match.ending == snapshot.ending
    if steps:
        steps[-1] = steps[-1]._replace(match=at)
    return Way(tuple(steps) if by_moves else None, at)
