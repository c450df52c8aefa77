"""Where the arcade opens: at the menu, at a new table, at a saved match, or at a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import NamedTuple

from marbles_tui.ai.levels import computer_name, known_levels
from marbles_tui.core import BadRecord, Game
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.played import LONGEST_SHOWN, YOU, people_of
from marbles_tui.play.series import SERIES, arrange, next_in_series, told_apart
from marbles_tui.store import MatchStore


def today() -> str:
    """The day as records write it."""
    return f"{date.today():%Y.%m.%d}"


class Start(NamedTuple):
    """A match to sit down to: its id if it is saved already, and the match to replay on it if it is a replay."""

    match: Match
    saved: int | None = None
    script: Match | None = None


def new_table(
    game: Game, setup: str | None, options: Mapping[str, str], seats: Sequence[Seat], name: str = ""
) -> Start:
    """A new match, by what is proposed where `options` say nothing; where nobody is named, of a person against the
    weakest computers. The first person is called `name`. Raises as `Match.new`."""
    options = {**game.proposed, **options}
    levels = {level.key: level for level in known_levels(game)}
    players = int(game.choose(options).get("players", 2))
    if not seats:
        others = Seat("", f"computer {next(iter(levels))}") if levels else Seat()
        seats = (Seat(), *(others for _ in range(players - 1)))
    named = [
        seat._replace(name=computer_name(game, seat.level, at))
        if seat.level in levels and not seat.name
        else seat
        for at, seat in enumerate(seats)
    ]
    first = next((number for number, seat in enumerate(named) if seat.level is None and not seat.name), None)
    if first is not None:
        named[first] = named[first]._replace(name=name)
    return Start(
        arrange(game, setup=setup, options=options, seats=told_apart(named), date=today(), random=Random())
    )


def named_now(match: Match, name: str) -> Match:
    """The match with the name that the one person in it has been given since, "" for none."""
    people = [seat for seat, sits in enumerate(match.seats) if sits.level is None]
    if len(people) != 1 or not name:
        return match
    seats, (own,) = list(match.seats), people
    if seats[own].name in ("", f"Player {own + 1}"):
        seats[own] = seats[own]._replace(name=name)
    return replace(match, seats=tuple(told_apart(seats)))


def called_by_sides(match: Match) -> Match:
    """The match with the side's name for whoever would be "you" in it: somebody else may have played it."""
    seats = zip(people_of(match), match.seats, match.game.sides, strict=False)
    named = (seat._replace(name=side) if who == YOU else seat for who, seat, side in seats)
    return replace(match, seats=tuple(named))


def next_of_series(store: MatchStore, games: Sequence[Game]) -> Match | None:
    """The next match of a series, where one of it was the last that was played; None if none follows."""
    last = store.latest()
    series = last and last.plies <= LONGEST_SHOWN and f'[{SERIES} "' in last.record
    match = read_match(last.record, games).match if last and series else None
    return match and next_in_series(match, date=today(), random=Random())


def saved_match(store: MatchStore, games: Sequence[Game], number: str, name: str = "") -> Start:
    """A saved match by its id; for "" the next one of a series under way, or else the last unfinished one.
    `name`: see `named_now`; what is over keeps its names.

    Raises BadRecord if there is none, if it is imported or cannot be read, or with what is wrong with the store.
    """
    if number and not (number.isascii() and number.isdigit()):
        raise BadRecord(f"a game is named by its ID, not {number!r}")
    if not number and (follows := next_of_series(store, games)):
        return Start(named_now(follows, name))
    last = None if number else store.last_unfinished()
    found = store.load(int(number)) if number else last and store.load(last.id)
    if not found and not store.readable:
        raise BadRecord(store.trouble)
    if not found:
        missing = f"there is no saved game {number}" if number else "there is no unfinished game to resume"
        notice = store.take_notice()  # the file may have been empty
        raise BadRecord(f"{missing}. {notice}" if notice else missing)
    if found.imported:
        raise BadRecord(f"game {found.id} was imported: watch it, and play on from any of its moves")
    reading = read_match(found.record, games)
    if not reading.match:
        raise BadRecord(reading.fault.message if reading.fault else "the saved record is empty")
    match = reading.match
    return Start(match if match.stopped else named_now(match, name), found.id)
