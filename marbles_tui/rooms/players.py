"""Those who sit at the tables of the house."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from marbles_tui.play import Match, Seat
from marbles_tui.table.players import Choice, Engine, Human, Player, SearchService

log = logging.getLogger(__name__)


class HostComputer(Engine):
    """A computer that plays on whatever happens to the search: nobody at the host could take its place."""

    async def choose(self, match: Match) -> Choice:
        """A move; the first that is legal if none can be found."""
        try:
            return await super().choose(match)
        except Exception:
            log.exception("a computer could not find a move")
            move: Choice = match.position.moves()[0]
            return move


def players_for(seats: Sequence[Seat], holders: Sequence[str | None], service: SearchService) -> list[Player]:
    """People elsewhere and computers, seat by seat."""
    return [
        HostComputer(seat.computer or "", service) if hand is None else Human(hand)
        for seat, hand in zip(seats, hands_of(holders), strict=True)
    ]


def hands_of(holders: Sequence[str | None]) -> tuple[str | None, ...]:
    """The hands of the players, seat by seat: whom to ask before a decision is taken back; None for a computer."""
    return tuple(holder and f"account {holder}" for holder in holders)
