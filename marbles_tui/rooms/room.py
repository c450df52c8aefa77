"""A match of the house: who sits at it, who watches, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from marbles_tui.core import Event, Result
from marbles_tui.play import Match
from marbles_tui.play.glicko import Rating
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import RoomState
from marbles_tui.rooms.cards import Line, Presence, RoomCard
from marbles_tui.rooms.control import TimeControl
from marbles_tui.rooms.follower import Follower
from marbles_tui.rooms.hidden import unveiled
from marbles_tui.rooms.house import House
from marbles_tui.rooms.players import players_for
from marbles_tui.rooms.refused import Refused
from marbles_tui.rooms.talk import Talk
from marbles_tui.store.rows import text_of
from marbles_tui.table.listener import Listener
from marbles_tui.table.offers import Offer
from marbles_tui.table.session import Session


class Room(Listener):
    """A session whose seats belong to accounts. Nobody's screen holds it up: each guest has a `Follower`."""

    def __init__(
        self,
        house: House,
        state: RoomState,
        match: Match,
        *,
        on_end: Callable[[Room], Coroutine[Any, Any, None]],
        on_rematch: Callable[[Room], str | None],
        on_empty: Callable[[Room], object],
    ) -> None:
        """A match as it was kept, or a new one. `on_rematch` begins the next one and gives its id."""
        self.id = state.id
        self.control = TimeControl.read(state.control)
        self.rated = state.rated
        self.code = state.code
        self.holders = state.holders
        """By seat the id of its account; None for a computer."""

        self.successor: str | None = None
        """The id of the room in which these players play again."""

        self.question = 0
        """Counts how often a person was asked."""

        self.since = state.since
        """When the match has changed last, in seconds since 1970."""

        self.most_behind = house.limits.behind
        self.talk = Talk(house, state.lines)
        self._house = house
        self._state = state
        self._on_end, self._on_rematch, self._on_empty = on_end, on_rematch, on_empty
        self._followers: list[Follower] = []
        self._gone = dict.fromkeys(filter(None, state.holders), house.wall())
        self._again: set[str] = set()
        self._public: RoomCard | None = None
        self.ended = False
        """Whether the end has been told, and is being kept."""

        self._closed = False
        self.session = Session(
            match,
            players_for(match.seats, state.holders, house.service_for(state.id)),
            self.keep,
            clock=self.control.kept_clock(match, state.left, house.wall() - state.kept),
            time=house.time,
            grace=inf,
            hold=self.control.timed and not match.stopped,
        )
        self._shown: tuple[Match, Match] = (match, unveiled(match))
        self.session.listen(self)

    def open(self) -> None:
        """Let the match be played."""
        self._house.start(self.session.run(), f"room {self.id}")

    def close(self) -> None:
        """Play on no more; everybody leaves."""
        self._closed = True
        self.session.close()
        for follower in tuple(self._followers):
            follower.close()

    # What stands

    @property
    def shown(self) -> Match:
        """The match as guests may have it: without what its lots are drawn from."""
        match = self.session.match
        if self._shown[0] is not match:
            self._shown = (match, unveiled(match))
        return self._shown[1]

    @property
    def is_over(self) -> bool:
        """Whether the match is over for good."""
        return self.ended or self.session.stopped

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those who play."""
        return tuple(dict.fromkeys(holder for holder in self.holders if holder))

    @property
    def empty(self) -> bool:
        """Whether nobody is in the room."""
        return not self._followers

    def seats_of(self, account: str) -> tuple[int, ...]:
        """The seats of an account."""
        return tuple(seat for seat, holder in enumerate(self.holders) if holder == account)

    @property
    def present(self) -> set[str]:
        """The ids of those who are in the room, at the table or watching."""
        return {follower.account for follower in self._followers}

    @property
    def presence(self) -> tuple[Presence, ...]:
        """By seat whether its player is here."""
        return tuple(
            Presence(holder is None or holder not in self._gone, self._gone.get(holder or ""))
            for holder in self.holders
        )

    @property
    def watching(self) -> tuple[str, ...]:
        """The ids of the spectators who are here."""
        ids = dict.fromkeys(follower.account for follower in self._followers)
        return tuple(id for id in ids if id not in self.holders)

    @property
    def spectators(self) -> tuple[str, ...]:
        """The names of the spectators who are here."""
        accounts = (self._house.accounts.find(id) for id in self.watching)
        return tuple(account.name for account in accounts if account)

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, seat by seat."""
        return self.session.match.names

    def turn_of(self, account: str) -> bool:
        """Whether it is an account's turn."""
        return not self.is_over and self.holders[self.session.match.position.actor] == account

    def card(self, account: str) -> RoomCard:
        """The room in a list of an account."""
        if account in self.holders:
            return self._card(account)
        if not self._public:
            self._public = self._card(account)  # the same for all who do not play
        return self._public

    def _card(self, account: str) -> RoomCard:
        match, clock = self.session.match, self.session.clock
        turn = None if self.is_over else match.position.actor
        left = clock.left[turn] if clock and turn is not None else inf
        return RoomCard(
            id=self.id,
            match=self.shown,
            names=match.names,
            control=self.control,
            rated=self.rated,
            private=bool(self.code),
            spectators=len(self.watching),
            here=tuple(presence.here for presence in self.presence),
            seats=self.seats_of(account),
            my_turn=self.turn_of(account),
            since=self.since,
            left=None if left == inf else left,
        )

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The ids of those without whom the match does not begin, or go on after a restart."""
        return tuple(self._gone) if self.session.paused else ()

    # Coming and going

    def follow(self, account: Account) -> Follower:
        """The view of somebody who comes in. Raises Refused where too many watch."""
        if account.id not in self.holders and len(self.watching) >= self._house.limits.spectators:
            raise Refused("Too many people are watching this game already.")
        follower = Follower(self, account)
        self._followers.append(follower)
        self._gone.pop(account.id, None)
        if not self._gone:
            self.session.resume()
        self._note()
        return follower

    def leave(self, follower: Follower) -> None:
        """Somebody goes out; who plays keeps the seat."""
        if follower in self._followers:
            self._followers.remove(follower)
        account = follower.account
        if account in self.holders and account not in self.present:
            self._gone[account] = self._house.wall()
            self._again.discard(account)
        self._note()
        if self.empty:
            self._on_empty(self)

    def claim_in(self, account: str) -> float | None:
        """After how many seconds an account may claim the match; None while nobody else is gone."""
        wait = min((wait for wait, _ in self._absent(account)), default=None)
        return None if wait is None else max(0.0, wait)

    def claim_absence(self, account: str) -> bool:
        """Take the win from who has been gone for so long."""
        gone = [seat for wait, seat in self._absent(account) if wait <= 0]
        if not gone or self.is_over:
            return False
        return self.session.go_to(self.session.match.leave(gone[0]))

    def _absent(self, account: str) -> list[tuple[float, int]]:
        """The seats of others who are gone and were to stay, each with the seconds until it can be claimed."""
        if self.is_over or account not in self.holders:
            return []
        now, after = self._house.wall(), self._house.limits.claim_after
        return [
            (self._gone[holder] + after - now, seat)
            for seat, holder in enumerate(self.holders)
            if holder in self._gone and holder and holder != account and self._is_to_stay(holder)
        ]

    def _is_to_stay(self, account: str) -> bool:
        known = self._house.accounts.find(account)
        return self.control.timed or known is None or not known.keyed

    # Talk and rematch

    def lines_for(self, account: str) -> tuple[Line, ...]:
        """What was said, but for those whom an account has muted."""
        return self.talk.lines_for(account)

    def say(self, account: str, text: str) -> None:
        """Say something at this table. Raises Refused."""
        self.talk.say(account, text)
        self._house.start(self._keep_talk(), f"talk in room {self.id}")
        self._note()

    @property
    def rematch_wanted(self) -> tuple[int, ...]:
        """The seats that want to play again."""
        return tuple(seat for seat, holder in enumerate(self.holders) if holder in self._again)

    def want_rematch(self, account: str, wanted: bool) -> bool:
        """Want to play again, or no longer; when all people want it, the next match begins."""
        if not self.is_over or account not in self.holders or self.successor or account not in self.present:
            return False
        if wanted == (account in self._again):
            return False
        self._again ^= {account}
        if self._again == set(self.people):
            self.successor = self._on_rematch(self)
        self._note()
        return True

    # What the session tells

    def played(self, before: Match, match: Match, events: Sequence[Event]) -> None:
        """A move: show it to everybody."""
        del match
        self.since = self._house.wall()
        seen = unveiled(before)
        for follower in tuple(self._followers):
            follower.played(seen, self.shown, events)
        self._tell_lobby()

    def changed(self, match: Match) -> None:
        """Another state of the match."""
        del match
        self.since = self._house.wall()
        for follower in tuple(self._followers):
            follower.changed(self.shown)
        self._tell_lobby()

    def status(self) -> None:
        """Somebody is asked, or thinks."""
        for follower in tuple(self._followers):
            follower.status()

    def asked(self, seat: int) -> None:
        """A person is asked."""
        del seat
        self.question += 1
        self.status()

    def offered(self, offer: Offer) -> None:
        """Somebody has made an offer."""
        for follower in tuple(self._followers):
            follower.offered(offer)

    def answered(self, offer: Offer, seat: int | None, accepted: bool) -> None:
        """The offer is closed."""
        for follower in tuple(self._followers):
            follower.answered(offer, seat, accepted)

    def trouble(self, message: str) -> None:
        """The match could not be saved."""
        for follower in tuple(self._followers):
            follower.trouble(message)

    def over(self, result: Result | None) -> None:
        """The match has ended: nobody takes that back any more."""
        del result
        if not self.ended:
            self.ended = True
            self._house.start(self._on_end(self), f"end of room {self.id}")
        self._note()

    # What is kept

    @property
    def kept(self) -> RoomState:
        """The room as it was kept last."""
        return self._state

    @property
    def record(self) -> str:
        """The match as a record."""
        return text_of(self.session.match)

    @property
    def settled(self) -> bool:
        """Whether its end is kept."""
        return self._state.finished

    @property
    def to_hand(self) -> tuple[str, ...]:
        """Those who do not have the finished match in their libraries yet."""
        return tuple(id for id in self.people if id not in self._state.handed)

    async def finish(self, ratings: Mapping[tuple[str, str], Rating]) -> None:
        """Keep the end of the match, and the ratings that it has changed."""
        self._state = replace(self.state(self.session.match), finished=True)
        await self._keep(self._state, ratings)

    async def handed(self, account: str) -> None:
        """An account has the finished match in its library."""
        state = self.state(self.session.match)
        self._state = replace(state, handed=(*state.handed, account))
        await self._keep(self._state)

    async def keep(self, match: Match) -> None:
        """Keep a match as it stands; returns when it is kept for good, however long that takes."""
        if not self._state.finished:
            self.since = self._house.wall()
            await self._keep(self.state(match))

    async def _keep_talk(self) -> None:
        if not self._state.finished:
            await self._keep(self.state(self.session.match))

    def state(self, match: Match) -> RoomState:
        """The room with a match as it is to be kept next, at once: states are numbered."""
        clock = self.session.clock
        left = tuple(None if seconds == inf else seconds for seconds in clock.left) if clock else ()
        self._state = replace(
            self._state,
            revision=self._state.revision + 1,
            record=text_of(match),
            since=self.since,
            kept=self._house.wall(),
            left=left,
            lines=tuple(self.talk.lines),
        )
        return self._state

    async def _keep(self, state: RoomState, ratings: Mapping[tuple[str, str], Rating] | None = None) -> None:
        await self._house.kept(self._house.backend.keep_room, state, ratings)

    def give_up(self) -> None:
        """Keep nothing of it any more."""
        self.ended = True
        self._state = replace(self._state, finished=True)

    def _note(self) -> None:
        for follower in tuple(self._followers):
            follower.noted()
        self._tell_lobby()

    def _tell_lobby(self) -> None:
        self._public = None
        self._house.on_change()
