"""An offer on its way from one seat to the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from marbles_tui.play import Match
from marbles_tui.table.listener import Listener, log_errors
from marbles_tui.table.offers import Kind, Offer
from marbles_tui.table.players import Player


class Negotiation:
    """Holds one offer at a time until it is answered, withdrawn or lapses. Computers answer draws by themselves.
    A seat asks for each thing once a move, and after a refusal for nothing until the next."""

    def __init__(
        self,
        players: Sequence[Player],
        tell: Callable[[Callable[[Listener], None]], None],
        agreed: Callable[[Offer], None],
    ) -> None:
        """`tell` calls the listeners; `agreed` does what everybody has accepted."""
        self.offer: Offer | None = None
        """The offer that waits for an answer."""
        self.spent: frozenset[tuple[int, Kind]] = frozenset()
        """Which seats have asked for what, and may not again before the match has changed."""
        self._players = players
        self._tell = tell
        self._agreed = agreed
        self._computers: asyncio.Task[None] | None = None

    def propose(self, match: Match, offer: Offer) -> None:
        """Make an offer."""
        self.offer = offer
        self.spent |= {(offer.by, offer.kind)}
        seats = [seat for seat in offer.waits if self._players[seat].hand is None]
        if offer.kind is Kind.DRAW and seats:
            self._computers = asyncio.create_task(self._answer(match, seats), name="answer")
        self._tell(lambda listener: listener.offered(offer))
        self._tell(lambda listener: listener.status())

    def answer(self, seat: int, accept: bool) -> bool:
        """A seat accepts or refuses; whether it was asked."""
        if self.offer is None or seat not in self.offer.waits:
            return False
        left = self.offer.accepted(seat)
        if accept and left.waits:
            self.offer = left
            self._tell(lambda listener: listener.status())
            return True
        if not accept:
            self.spent |= {(left.by, kind) for kind in Kind}
        self._close(seat, accept)
        if accept:
            self._agreed(left)
        return True

    def withdraw(self, seat: int) -> bool:
        """The seat that has made the offer takes it back; whether it had made one."""
        if self.offer is None or self.offer.by != seat:
            return False
        self._close(seat, False)
        return True

    def lapse(self) -> None:
        """The match changes: an offer that nobody has answered counts no more, and everything may be asked again."""
        self.spent = frozenset()
        if self.offer:
            self._close(None, False)

    async def computers_answered(self) -> None:
        """Wait until the computers have answered."""
        if self._computers:
            await asyncio.wait({self._computers})

    def _close(self, seat: int | None, accepted: bool) -> None:
        offer, self.offer = self.offer, None
        computers, self._computers = self._computers, None
        assert offer, "there is one"
        if computers and computers is not asyncio.current_task():
            computers.cancel()
        self._tell(lambda listener: listener.answered(offer, seat, accepted))
        self._tell(lambda listener: listener.status())

    async def _answer(self, match: Match, seats: Sequence[int]) -> None:
        for seat in seats:
            accepts = False
            with log_errors("a player failed to answer"):
                accepts = await self._players[seat].accepts_draw(match, seat)
            self.answer(seat, accepts)
            if not accepts:
                return
