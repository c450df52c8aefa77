"""A match being played, without a screen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from marbles_tui.core import CHANCE, Event
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import decides_or_rolls
from marbles_tui.play.rating import unrated
from marbles_tui.play.series import NEW_PLAYERS, seed_of
from marbles_tui.table.clock import (
    Clock,
    Gate,
    OutOfTime,
    Time,
    Timekeeper,
    clock_of,
    first,
    with_time_left,
)
from marbles_tui.table.live import (
    ANYBODY,
    OFFERS,
    Answered,
    Audience,
    Changed,
    Failed,
    Listener,
    News,
    Offer,
    Played,
    Saying,
    Status,
    TableState,
    Tag,
    Trouble,
    Wanted,
    computers_only,
    log_errors,
    stepped,
)
from marbles_tui.table.players import (
    Act,
    Choice,
    Dice,
    Human,
    Player,
    SearchService,
    chosen,
    for_ever,
    seated,
)

T = TypeVar("T")

Keep: TypeAlias = Callable[[Match], Awaitable[object] | object]
"""Saves a match, now or by the time that what it returns is done. Raises where it cannot; or gives False where
somebody else will try again."""

NOT_YET: Final = "the last move is not saved yet"


class Saving:
    """Saves states of a match in their order. Never raises, and never waits unless asked to."""

    def __init__(self, keep: Keep | None, told: Callable[[], None], trouble: Callable[[str], None]) -> None:
        """`told` is called when saves that were waited for are done, `trouble` with what is wrong, or ""."""
        self._keep = keep
        self._told = told
        self._trouble = trouble
        self._pending: set[asyncio.Future[object]] = set()
        self.problem = ""
        """Why the last save failed; "" if it did not."""

    @property
    def unsaved(self) -> bool:
        """Whether the last state is not saved: not yet, or because that failed."""
        return bool(self._pending or self.problem)

    def save(self, match: Match) -> asyncio.Future[object] | None:
        """Save a match; what is still to be waited for, if anything."""
        if self._keep is None:
            return None
        try:
            saving = self._keep(match)
        except Exception as error:  # whatever it is, play goes on
            self._done(_words(error))
            return None
        if not isinstance(saving, Awaitable):
            self._done(NOT_YET if saving is False else "")
            return None
        task: asyncio.Future[object] = asyncio.ensure_future(saving)
        self._pending.add(task)
        task.add_done_callback(self._done_later)
        return task

    def _done_later(self, task: asyncio.Future[object]) -> None:
        self._pending.discard(task)
        if not task.cancelled():
            error = task.exception()
            self._done(_words(error) if error else NOT_YET if task.result() is False else "")
            if saved := getattr(error, "saved", None):  # somebody tries again
                asyncio.wrap_future(saved).add_done_callback(self._done_later)
        self._told()

    def _done(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            self._trouble(problem)


def _words(error: BaseException) -> str:
    return str(error) or type(error).__name__


ASKED: Final = 10.0
"""The most seconds for which the mover's clock stops while another player asks them something."""

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
        rolls: bool = True,
        stop: Callable[[Match], bool] | None = None,
        grace: float = GRACE,
        show: float = 0.0,
    ) -> None:
        """A table with a player on each seat.

        `keep` saves a match, now or in what it returns, and raises where it cannot. `dice` draw for chance, from the
        match's seed if None. `hold` begins paused. `rolls`: draws that people throw wait for their key. `stop` ends
        play where the rules would go on. A move is shown when it is saved, or after `grace` seconds. `show`: for how
        many seconds after a move nobody's time runs, where those who are shown it are not waited for.
        """
        if len(players) != len(match.seats):
            raise ValueError(f"expected {len(match.seats)} players, not {len(players)}")
        self.match = match
        """As it stands; only the session changes it."""
        self.players = list(players)
        """Who plays, seat by seat."""
        self._dice = dice or Dice(seed_of(match))
        self._rolls = rolls
        self._stop, self._grace = stop, grace
        self._time = time or Time()
        self._gate = Gate(not hold)
        self.timekeeper = Timekeeper(clock, self._time, self._gate, show)
        """What is left to each seat."""
        self._audience = Audience()
        self._negotiation = Negotiation(self.players, self._tell, self._status, self._carry_out)
        self._saving = Saving(keep, self._status, lambda why: self._tell(Trouble(why)))
        self._asked: int | None = None
        self._question = 0
        self._thinking: int | None = None
        self._showing = False
        self._turn: asyncio.Task[None] | None = None
        self._number = 0  # of the turn: an interrupted one must not play on
        self._closed = False

    # What stands

    @property
    def state(self) -> TableState:
        """The state now."""
        return TableState(
            match=self.match,
            hands=tuple(player.hand for player in self.players),
            asked=self._asked,
            question=self._question,
            thinking=self._thinking,
            showing=self._showing,
            paused=not self._gate.is_open,
            unsaved=self._saving.unsaved,
            offer=self._negotiation.offer,
            spent=self._negotiation.spent,
            broken_off=bool(self._stop and self._stop(self.match)),
            thoughts=tuple(player.thought for player in self.players),
        )

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now."""
        return self.timekeeper.now

    @property
    def context(self) -> None:
        """Nobody is on another machine."""

    @property
    def own(self) -> Session:
        """See `LiveMatch`."""
        return self

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """See `LiveMatch`."""
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

        def heard(news: News) -> None:
            if isinstance(news, Status) and news.state.over:
                self.close()
            elif isinstance(news, Failed):
                raise news.error

        self.listen(heard, shows=True)
        await self.run()
        return self.match

    async def _play_on(self, number: int) -> None:
        """One turn: a choice, and what comes of it; after the end, nothing until something changes."""
        if self.state.stopped:
            self._status()
            await for_ever()
        await self._gate.opened()
        seat = self.match.position.actor
        choice = await self._choice(self.match, seat)
        if number != self._number:  # something has changed while a player chose without waiting
            return
        if isinstance(choice, Exception):  # whatever is wrong with a player, play goes on
            log.warning("seat %d cannot choose: %r", seat + 1, choice)
            self.players[seat] = Human()
            self._tell(Failed(seat, choice))
        elif choice is Act.FORFEIT:
            self._put(self.match.lose(seat, "forfeit"))
        elif isinstance(choice, Act):  # a roll has been answered by the dice
            self.do(choice, seat)
        else:
            match, events = self.match.play(choice)
            await self._advance(self.timekeeper.stamped(match), events)

    async def _choice(self, match: Match, seat: int) -> Choice | Exception:
        """What a player, or chance, chooses; an exception if that makes no sense."""
        if match.turn != CHANCE or (self._rolls and decides_or_rolls(match, match.plies)):
            choice = await self._ask(match, seat)
            if choice is not Act.ROLL:
                return choice
        return await chosen(self._dice, match)

    async def _ask(self, match: Match, seat: int) -> Choice | Exception:
        player = self.players[seat]
        person = isinstance(player, Human)
        if not person:
            await self._negotiation.computers_answered()
        self._asked, self._thinking = (seat, None) if person else (None, seat)
        if person:
            self._question += 1
        self._status()
        try:
            choice: Choice | Exception = await self.timekeeper.limit(seat, chosen(player, match))
            if not person:
                await self._gate.opened()
            return choice
        except OutOfTime:
            self._put(self.match.lose(seat, "time"))
            return await for_ever()
        finally:
            self._asked = self._thinking = None

    async def _advance(self, match: Match, events: Sequence[Event]) -> None:
        """A move was played: save it, show it."""
        before, self.match = self.match, match
        self._showing = True
        self._lapse()
        saving = self._saving.save(match)
        if saving:
            await first(saving, self._time.sleep(self._grace))
        self.timekeeper.show_move()
        self._status()
        await self._audience.show(Played(before, match, events))
        self._showing = False
        self._status()

    # What people do

    def do(self, wanted: Wanted, seat: int = ANYBODY) -> bool:
        """See `LiveMatch`."""
        state, match = self.state, self.match
        if isinstance(wanted, Tag):
            return self._note(replace(match, tags=(*match.tags, wanted)))
        if self._closed or isinstance(wanted, Saying) or not state.may(wanted, seat):
            return False
        match wanted:
            case Act.MOVE_NOW:
                self.players[match.position.actor].hurry()
            case Act.RESIGN:
                self._put(match.resign(seat))
            case Act.CLAIM:
                self._put(match.agree())
            case Act.DRAW:
                self._propose(Offer.draw(len(self.players), seat))
            case Act.UNDO | Act.REDO:
                offer = Offer.step(state.hands, wanted, seat)
                (self._propose if offer.waits else self._carry_out)(offer)
            case Act.ACCEPT | Act.REFUSE | Act.WITHDRAW:
                self._negotiation.answer(seat, wanted is Act.ACCEPT)
                left = self._negotiation.offer
                if not (left and self._asked in left.waits):
                    self.timekeeper.spare(0)
                    self._status()
            case _:
                player = self.players[seat]
                assert isinstance(player, Human), "people are asked"
                self._asked = None
                player.put(wanted)
        return True

    def hold(self, held: bool = True) -> bool:
        """Hold play, or go on."""
        if self._closed or self._gate.is_open is not held:
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
        if self._closed or not len(seats) == len(players) == len(self.players):
            return False
        self._interrupt()
        self.players[:] = players
        self._put(unrated(replace(self.match, seats=tuple(seats)), NEW_PLAYERS))
        return True

    def rename(self, seats: Sequence[Seat]) -> bool:
        """Call those who play otherwise from here on; play goes on undisturbed."""
        return self._note(replace(self.match, seats=tuple(seats)))

    def _note(self, match: Match) -> bool:
        if self._closed:
            return False
        self.match = match
        self._saving.save(self.match)
        return True

    def close(self) -> None:
        """End play for good; the match is kept as it stands."""
        if not self._closed:
            self._closed = True
            self._negotiation.lapse()
            self._interrupt()

    # Offers

    def _lapse(self) -> None:
        self._negotiation.lapse()
        self.timekeeper.spare(0)

    def _propose(self, offer: Offer) -> None:
        if offer.kind is Act.DRAW and self._thinking in offer.waits:
            self._interrupt()  # a computer answers first, and is then asked anew
        if self._asked in offer.waits:
            self.timekeeper.spare(ASKED)
        self._negotiation.propose(self.match, offer)

    def _carry_out(self, offer: Offer) -> None:
        """Do what everybody has agreed to."""
        match, hands = self.match, self.state.hands
        after = match.agree() if offer.kind is Act.DRAW else stepped(match, hands, offer.kind, offer.by)
        assert after, "an offer lapses where the match changes"
        if computers_only(hands):
            self.hold()  # or computers would play the same again
        self._put(after)

    # The one writer

    def _put(self, match: Match) -> None:
        """Put another state of the match on the table."""
        self._interrupt()
        self._lapse()
        self.match = match
        self._saving.save(match)
        self._tell(Changed(match))
        if not computers_only(self.state.hands):
            self.hold(False)  # not before: it tells what stands
        self._status()

    def _interrupt(self) -> None:
        """Break off the turn that is under way; another one begins."""
        self._number += 1
        self._asked = self._thinking = None
        self._showing = False
        for player in self.players:
            player.forget()
        if self._turn:
            self._turn.cancel()

    def _status(self) -> None:
        self._tell(Status(self.state))

    def _tell(self, news: News) -> None:
        if not self._closed:
            self._audience.tell(news)


class Negotiation:
    """Holds one offer at a time until it is answered, withdrawn or lapses. Computers answer draws by themselves.
    A seat asks for each thing once a move, and after a refusal for nothing until the next."""

    def __init__(
        self,
        players: Sequence[Player],
        tell: Callable[[News], None],
        status: Callable[[], None],
        agreed: Callable[[Offer], None],
    ) -> None:
        """`status` tells that something has changed; `agreed` does what everybody has accepted."""
        self.offer: Offer | None = None
        """The offer that waits for an answer."""
        self.spent: frozenset[tuple[int, Act]] = frozenset()
        """Which seats have asked for what, and may not again before the match has changed."""
        self._players = players
        self._tell, self._status = tell, status
        self._agreed = agreed
        self._computers: asyncio.Task[None] | None = None

    def propose(self, match: Match, offer: Offer) -> None:
        """Make an offer."""
        self.offer = offer
        self.spent |= {(offer.by, offer.kind)}
        seats = [seat for seat in offer.waits if self._players[seat].hand is None]
        if offer.kind is Act.DRAW and seats:
            self._computers = asyncio.create_task(self._answer(match, seats), name="answer")
        self._status()

    def answer(self, seat: int, accept: bool) -> None:
        """A seat that was asked accepts or refuses, or the one that has made the offer withdraws it."""
        assert self.offer, "there is one"
        left = self.offer.accepted(seat)
        if accept and left.waits:
            self.offer = left
            self._status()
            return
        if not accept and seat != left.by:
            self.spent |= {(left.by, kind) for kind in OFFERS}
        self._close(seat, accept)
        if accept:
            self._agreed(left)

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
        self._tell(Answered(offer, seat, accepted))
        self._status()

    async def _answer(self, match: Match, seats: Sequence[int]) -> None:
        for seat in seats:
            accepts = False
            with log_errors("a player failed to answer"):
                accepts = await self._players[seat].accepts_draw(match, seat)
            self.answer(seat, accepts)
            if not accepts:
                return


def session_for(match: Match, service: SearchService, keep: Keep) -> Session:
    """A session of people at this keyboard and of computers, as the match names them, with the clock that its record
    names; the match is kept with the time that is left."""

    def kept(now: Match) -> Awaitable[object] | object:
        return keep(with_time_left(now, session.clock))

    session = Session(match, seated(match.seats, service), kept, clock=clock_of(match))
    return session


def complete(coroutine: Coroutine[object, object, T]) -> T:
    """Run a coroutine in an event loop of its own; its result.

    Unlike in `asyncio.run`, Ctrl-C interrupts at once, also while a line is read or a move is searched for.
    """
    with asyncio.Runner() as runner:
        return runner.get_loop().run_until_complete(coroutine)
