"""Those who sit down to a match in the arcade."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.play import Match, Seat
from marbles_tui.table.players import Engine, Human, Player, SearchService
from marbles_tui.table.saving import Keep
from marbles_tui.table.session import Session


def session_for(match: Match, service: SearchService, keep: Keep) -> Session:
    """A session of people at this keyboard and of computers, as the match names them."""
    return Session(match, players_for(match.seats, service), keep)


def players_for(seats: Sequence[Seat], service: SearchService) -> list[Player]:
    """People at this keyboard and computers, seat by seat."""
    return [Engine(seat.computer, service) if seat.computer else Human() for seat in seats]
