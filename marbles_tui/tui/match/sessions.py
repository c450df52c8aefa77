"""Those who sit down to a match in the arcade, and the time they have."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from math import inf

from marbles_tui.core import BadOption
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import TIME_LEFT
from marbles_tui.table.clock import TAG, Clock, TimeControl
from marbles_tui.table.players import Engine, Human, Player, SearchService
from marbles_tui.table.saving import Keep
from marbles_tui.table.session import Session


def session_for(match: Match, service: SearchService, keep: Keep) -> Session:
    """A session of people at this keyboard and of computers, as the match names them, with the clock that its record
    names; the match is kept with the time that is left."""

    def kept(now: Match) -> Awaitable[object] | object:
        return keep(with_time_left(now, session.clock))

    session = Session(match, players_for(match.seats, service), kept, clock=clock_of(match))
    return session


def players_for(seats: Sequence[Seat], service: SearchService) -> list[Player]:
    """People at this keyboard and computers, seat by seat."""
    return [Engine(seat.computer, service) if seat.computer else Human() for seat in seats]


def clock_of(match: Match) -> Clock | None:
    """The clock of a match, with the time that was left when it was kept; None where nobody counts it."""
    try:
        control = TimeControl.read(match.tag(TAG))
    except BadOption:  # a record from elsewhere
        return None
    words = match.tag(TIME_LEFT).split()
    known = len(words) == len(match.seats) and all(word == "-" or word.isdigit() for word in words)
    left = [None if word == "-" else float(word[:9]) for word in words] if known else []
    return control.kept_clock(match, left, 0.0) if control.timed else None


def with_time_left(match: Match, clock: Clock | None) -> Match:
    """The match with what each seat has left in its record."""
    if clock is None:
        return match
    words = " ".join("-" if left == inf else str(round(left)) for left in clock.left)
    others = [(name, value) for name, value in match.tags if name.lower() != TIME_LEFT.lower()]
    return replace(match, tags=(*others, (TIME_LEFT, words)))
