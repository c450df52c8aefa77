"""A match being played, without a screen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from marbles_tui.core import CHANCE, Event, IllegalMove
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import unrated
from marbles_tui.play.series import NEW_PLAYERS, seed_of
from marbles_tui.play.undo import Decides, decides_or_rolls
from marbles_tui.table.clock import Clock, Gate, Monotonic, OutOfTime, Time, Timekeeper, first
from marbles_tui.table.listener import Audience, Listener, ToTheEnd
from marbles_tui.table.negotiation import Negotiation
from marbles_tui.table.offers import Kind, Offer, computers_only, stepped
from marbles_tui.table.players import Act, Choice, Dice, Human, Player, chosen, for_ever, is_legal
from marbles_tui.table.saving import Keep, Saving

ASKED: Final = 10.0
"""Seconds for which the clock of whoever is to move stands still, at most, while another asks them something."""

GRACE: Final = 0.5
"""Seconds that a move waits to be saved before it is shown all the same."""

log = logging.getLogger(__name__)


class Session:
    """A match and those who play it: asks, plays, saves and tells. The only writer of its match.

    `run` goes on until `close`, also after the end of the match, which may be taken back. The methods that
    change something may be called at any instant; they take effect at once and say whether there was anything
    to do. After `close` there never is.
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        keep: Keep | None = None,
        *,
        dice: Player | None = None,
        clock: Clock | None = None,
        time: Time | None = None,
        hold: bool = False,
        decides: Decides = decides_or_rolls,
        stop: Callable[[Match], bool] | None = None,
        grace: float = GRACE,
        show: float = 0.0,
    ) -> None:
        """A table with a player on each seat.

        `keep` saves a match, now or in what it returns, and raises where it cannot. `dice` draw for chance,
        from the match's seed if None. `hold` begins paused. `decides` says where a person decides or rolls:
        what is taken back to, and which draws wait for a key. `stop` ends play where the rules would go on. A move is
        shown when it is saved, or after `grace` seconds. `show`: for how many seconds after a move nobody's time
        runs, where those who are shown it are not waited for.
        """
        if len(players) != len(match.seats):
            raise ValueError(f"expected {len(match.seats)} players, not {len(players)}")
        self._match, self._players = match, list(players)
        self._dice = dice or Dice(seed_of(match))
        self._decides = decides
        self._stop, self._grace = stop, grace
        self._time = time or Monotonic()
        self._gate = Gate(not hold)
        self._timekeeper = Timekeeper(clock, self._time, self._gate, show)
        self._audience = Audience()
        self._negotiation = Negotiation(self._players, self._tell, self._carry_out)
        self._saving = Saving(
            keep, self._status, lambda why: self._tell(lambda listener: listener.trouble(why))
        )
        self._asked: int | None = None
        self._thinking: int | None = None
        self._showing = False
        self._turn: asyncio.Task[None] | None = None
        self._number = 0  # of the turn: an interrupted one must not play on
        self._closed = False

    # What stands

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._match

    @property
    def players(self) -> Sequence[Player]:
        """Who plays, seat by seat."""
        return tuple(self._players)

    @property
    def asked(self) -> int | None:
        """The seat of the person who is asked for a choice or a roll."""
        return self._asked

    @property
    def rolling(self) -> bool:
        """Whether a person is asked to roll."""
        return self._asked is not None and self._match.turn == CHANCE

    @property
    def thinking(self) -> int | None:
        """The seat of the player, no person, who is choosing."""
        return self._thinking

    @property
    def showing(self) -> bool:
        """Whether the last move is still being saved or shown."""
        return self._showing

    @property
    def paused(self) -> bool:
        """Whether play is held: nobody is asked, and nothing is played but by a person asked before."""
        return not self._gate.is_open

    @property
    def offer(self) -> Offer | None:
        """The offer that waits for an answer."""
        return self._negotiation.offer

    @property
    def spent(self) -> frozenset[tuple[int, Kind]]:
        """Which seats have asked for what since the last move: they may not again before the next."""
        return self._negotiation.spent

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now."""
        return self._timekeeper.now

    @property
    def clock_starts_in(self) -> float:
        """For how many seconds yet the time of whoever is asked does not run."""
        return self._timekeeper.starts_in

    @property
    def unsaved(self) -> bool:
        """Whether the match as it stands is not saved: not yet, or because that failed."""
        return self._saving.unsaved

    @property
    def stopped(self) -> bool:
        """Whether nobody is to move: the match is over, its goal reached or missed, or `stop` says so."""
        return self._match.stopped or bool(self._stop and self._stop(self._match))

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on. One that `shows` holds play up until it has shown a move, and what it
        raises ends `run`; any other is not waited for, and what it raises is logged."""
        self._audience.add(listener, shows=shows)

    # Playing

    async def run(self) -> None:
        """Ask, play, save and tell, until the session is closed."""
        try:
            while not self._closed:
                self._turn = asyncio.create_task(self._play_on(self._number), name="turn")
                await asyncio.wait({self._turn})
                if not self._turn.cancelled():
                    self._turn.result()
        finally:
            self.close()
            if self._turn and self._turn.done() and not self._turn.cancelled():
                self._turn.exception()  # an interrupt of the whole program has gone its own way

    async def finish(self) -> Match:
        """Run to the end of the match, then close: for tables without people. Raises what a player raises."""
        self.listen(ToTheEnd(self.close), shows=True)
        await self.run()
        return self._match

    async def _play_on(self, number: int) -> None:
        """One turn: a choice, and what comes of it; after the end, nothing until something changes."""
        if self.stopped:
            result = self._match.result
            self._tell(lambda listener: listener.over(result))
            await for_ever()
        await self._gate.opened()
        seat = self._match.position.actor
        choice = await self._choice(self._match, seat)
        if number != self._number:  # something has changed while a player chose without waiting
            return
        if isinstance(choice, Exception):  # whatever is wrong with a player, play goes on
            log.warning("seat %d cannot choose: %r", seat + 1, choice)
            error, self._players[seat] = choice, Human()
            self._tell(lambda listener: listener.failed(seat, error))
        elif choice is Act.CLAIM:
            self.claim(seat)
        elif choice in (Act.RESIGN, Act.FORFEIT):
            self._put(self._match.resign(seat) if choice is Act.RESIGN else self._match.forfeit(seat))
        elif not isinstance(choice, Act):  # a roll has been answered by the dice
            match, events = self._match.play(choice)
            await self._advance(self._timekeeper.stamped(match), events)

    async def _choice(self, match: Match, seat: int) -> Choice | Exception:
        """What a player, or chance, chooses; an exception if that makes no sense."""
        chance = match.turn == CHANCE
        if not chance:
            return await self._ask(self._players[seat], match, seat)
        if self._decides(match, match.plies):
            choice = await self._ask(self._players[seat], match, seat)
            if choice is not Act.ROLL:
                return choice
        return await chosen(self._dice, match)

    async def _ask(self, player: Player, match: Match, seat: int) -> Choice | Exception:
        person = isinstance(player, Human)
        if not person:
            await self._negotiation.computers_answered()
        self._asked, self._thinking = (seat, None) if person else (None, seat)
        self._status()
        if person:
            self._tell(lambda listener: listener.asked(seat))
        try:
            choice: Choice | Exception = await self._timekeeper.limit(seat, chosen(player, match))
            if not person:
                await self._gate.opened()
            return choice
        except OutOfTime:
            self._put(self._match.lose_on_time(seat))
            return await for_ever()
        finally:
            self._asked = self._thinking = None

    async def _advance(self, match: Match, events: Sequence[Event]) -> None:
        """A move was played: save it, show it."""
        before, self._match = self._match, match
        self._showing = True
        self._lapse()
        saving = self._saving.save(match)
        if saving:
            await first(saving, self._time.sleep(self._grace))
        self._timekeeper.show_move()
        self._status()
        await self._audience.show(before, match, events)
        self._showing = False
        self._status()

    # What people do

    def choose(self, seat: int, choice: Choice) -> bool:
        """The person who is asked for a move chooses one. Raises IllegalMove."""
        if self._asked != seat or self.rolling:
            return False
        if not is_legal(self._match, choice):
            raise IllegalMove(f"{choice} is not legal here")
        return self._say(seat, choice)

    def roll(self, seat: int) -> bool:
        """The person who is asked to roll does so."""
        return self._asked == seat and self.rolling and self._say(seat, Act.ROLL)

    def _say(self, seat: int, choice: Choice) -> bool:
        player = self._players[seat]
        assert isinstance(player, Human), "people are asked"
        self._asked = None
        player.put(choice)
        return True

    def move_now(self) -> bool:
        """The player who is thinking is to choose at once."""
        if self._thinking is None:
            return False
        self._players[self._thinking].hurry()
        return True

    def resign(self, seat: int) -> bool:
        """A seat gives up; the others win."""
        if self._closed or self.stopped or len(self._players) == 1:
            return False
        self._put(self._match.resign(seat))
        return True

    def claim(self, seat: int) -> bool:
        """The seat to move ends the match as a draw, if the rules allow that."""
        if self._closed or self.stopped or self._match.turn != seat or not self._match.claimable:
            return False
        self._put(self._match.agree())
        return True

    def pause(self) -> bool:
        """Hold play."""
        return self._hold(True)

    def resume(self) -> bool:
        """Go on after a pause."""
        return self._hold(False)

    def _hold(self, held: bool) -> bool:
        if self._closed or self.paused is held:
            return False
        self._gate.set(not held)
        self._status()
        return True

    def go_to(self, match: Match) -> bool:
        """Put another state of the match on the table, with the same seats, and play on from there."""
        if self._closed:
            return False
        self._put(match)
        return True

    def reseat(self, seats: Sequence[Seat], players: Sequence[Player]) -> bool:
        """Others sit at the table from here on: the record names them, and counts for no rating."""
        if self._closed or not len(seats) == len(players) == len(self._players):
            return False
        self._interrupt()
        self._players[:] = players
        self._put(unrated(replace(self._match, seats=tuple(seats)), NEW_PLAYERS))
        return True

    def add_tag(self, name: str, value: str) -> bool:
        """Note something in the record; play goes on undisturbed."""
        return self._note(tags=(*self._match.tags, (name, value)))

    def rename(self, seats: Sequence[Seat]) -> bool:
        """Call those who play otherwise from here on; play goes on undisturbed."""
        return self._note(seats=tuple(seats))

    def _note(self, **changes: Any) -> bool:
        if self._closed:
            return False
        self._match = replace(self._match, **changes)
        self._saving.save(self._match)
        return True

    def close(self) -> None:
        """End play for good; the match is kept as it stands."""
        if not self._closed:
            self._closed = True
            self._negotiation.lapse()
            self._interrupt()

    # Offers

    def offer_draw(self, seat: int) -> bool:
        """Offer a draw to all others. People answer by `answer`, computers by themselves, before they go on."""
        if self._closed or self.stopped or self.offer or len(self._players) == 1:
            return False
        if (seat, Kind.DRAW) in self.spent:
            return False
        self._propose(Offer.draw(self._players, seat))
        return True

    def undo(self, seat: int | None = None) -> bool:
        """Back to the last decision of the person on that seat, or of somebody at the same keyboard; of anybody
        there if None. People elsewhere must agree. Where only computers play, back by a ply, and hold."""
        return self._step(Kind.UNDO, seat)

    def redo(self, seat: int | None = None) -> bool:
        """Forward to the next decision of a person; as `undo`."""
        return self._step(Kind.REDO, seat)

    def answer(self, seat: int, accept: bool) -> bool:
        """A seat that the offer waits for accepts it or refuses."""
        return not self._closed and self._closes_offer(self._negotiation.answer(seat, accept))

    def withdraw(self, seat: int) -> bool:
        """The seat that has made the offer takes it back."""
        return not self._closed and self._closes_offer(self._negotiation.withdraw(seat))

    def _closes_offer(self, done: bool) -> bool:
        if done and not (self.offer and self._asked in self.offer.waits):
            self._timekeeper.spare(0)
            self._status()
        return done

    def _lapse(self) -> None:
        self._negotiation.lapse()
        self._timekeeper.spare(0)

    def _step(self, kind: Kind, seat: int | None) -> bool:
        """Back or forth, at once or when everybody has agreed."""
        offer = Offer.step(self._players, kind, seat)
        asks = (offer.by, kind)
        if self._closed or not self._stepped(offer) or (offer.waits and (self.offer or asks in self.spent)):
            return False
        if offer.waits:
            self._propose(offer)
        else:
            self._carry_out(offer)
        return True

    def _propose(self, offer: Offer) -> None:
        if offer.kind is Kind.DRAW and self._thinking in offer.waits:
            self._interrupt()  # a computer answers first, and is then asked anew
        if self._asked in offer.waits:
            self._timekeeper.spare(ASKED)
        self._negotiation.propose(self._match, offer)

    def _stepped(self, offer: Offer) -> Match | None:
        return stepped(self._match, self._players, self._decides, offer.kind, offer.by)

    def _carry_out(self, offer: Offer) -> None:
        """Do what everybody has agreed to."""
        match = self._match.agree() if offer.kind is Kind.DRAW else self._stepped(offer)
        assert match, "an offer lapses where the match changes"
        if computers_only(self._players):
            self.pause()  # or computers would play the same again
        self._put(match)

    # The one writer

    def _put(self, match: Match) -> None:
        """Put another state of the match on the table."""
        self._interrupt()
        self._match = match
        self._lapse()
        self._saving.save(match)
        if not computers_only(self._players):
            self.resume()
        self._tell(lambda listener: listener.changed(match))
        self._status()

    def _interrupt(self) -> None:
        """Break off the turn that is under way; another one begins."""
        self._number += 1
        self._asked = self._thinking = None
        self._showing = False
        for player in self._players:
            player.forget()
        if self._turn:
            self._turn.cancel()

    def _status(self) -> None:
        self._tell(lambda listener: listener.status())

    def _tell(self, what: Callable[[Listener], None]) -> None:
        if not self._closed:
            self._audience.tell(what)
