"""Sessions at a table for tests."""

from __future__ import annotations

from collections.abc import Callable

from marbles_tui.play import Match
from marbles_tui.table.clock import Time
from marbles_tui.table.players import Human
from marbles_tui.table.session import Keep, Session
from tests.table.controlled import Heard, Puppet, all_quiet, match_of, until

PEOPLE = '[Game "gobblet"]'


COMPUTER = '[Game "gobblet"][Seat2 "computer novice"]'


class Table:
    """A session with people and puppets on its seats, and somebody who hears what it tells."""

    def __init__(
        self,
        record: str,
        *,
        slow: bool = False,
        keep: Keep | None = None,
        time: Time | None = None,
        hold: bool = False,
        stop: Callable[[Match], bool] | None = None,
    ) -> None:
        match = match_of(record)
        self.puppets = {seat: Puppet() for seat, who in enumerate(match.seats) if who.level is not None}
        players = [self.puppets.get(seat) or Human() for seat in range(len(match.seats))]
        self.heard = Heard(slow=slow)
        self.saved: list[Match] = []
        self.session = Session(match, players, keep or self.saved.append, time=time, hold=hold, stop=stop)
        self.session.listen(self.heard, shows=True)

    def play(self, *moves: str) -> None:
        """A person plays the next move."""
        for word in moves:
            match = self.session.match
            assert self.session.do(match.game.find(match.position, word), match.position.actor)

    async def person_asked(self) -> None:
        """Wait until a person is asked."""
        await until(lambda: self.session.state.asked is not None, "a person is asked")

    async def plays(self, *moves: str) -> None:
        """People play moves, one after another."""
        for word in moves:
            await self.person_asked()
            self.play(word)
        await all_quiet()

    @property
    def moves(self) -> str:
        """The moves of the match as it stands."""
        return " ".join(map(str, self.session.match.moves))
