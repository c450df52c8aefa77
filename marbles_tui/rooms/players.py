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


def hand_of(account: str) -> str:
    """The hand of an account: whom to ask before a decision is taken back."""
    return f"account {account}"


def players_for(seats: Sequence[Seat], holders: Sequence[str | None], service: SearchService) -> list[Player]:
    """People elsewhere and computers, seat by seat."""
    return [
        HostComputer(seat.computer or "", service) if holder is None else Human(hand_of(holder))
        for seat, holder in zip(seats, holders, strict=True)
    ]
