"""A match of the house as lobby and guests see it, wherever it is played."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.play.series import SEED
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import RoomState
from marbles_tui.rooms.cards import RoomCard
from marbles_tui.rooms.guest import GuestMatch
from marbles_tui.rooms.house import House
from marbles_tui.rooms.peers import Order
from marbles_tui.rooms.refused import Refused
from marbles_tui.rooms.talk import Talk
from marbles_tui.table.clock import Clock, TimeControl
from marbles_tui.table.live import Line, News, Presence, Status, TableState, Weight


def unveiled(match: Match) -> Match:
    """A match as guests may have it: without what its lots are drawn from."""
    tags = tuple((name, value) for name, value in match.tags if name.lower() != SEED.lower())
    return replace(match, tags=tags)


class RoomView:
    """What there is to see of a match, who sees it, and what they may do at it."""

    def __init__(self, house: House, state: RoomState) -> None:
        """A match as it was kept."""
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

        self.ended = False
        """Whether the end has been told, and is being kept."""

        self.weights: tuple[Weight, ...] = ()
        """By seat what the match counts for the rating, once it is over and where it does."""

        self.most_behind = house.limits.behind
        self.talk = Talk(house, state.lines)
        self._house = house
        self._guests: list[GuestMatch] = []
        self._gone = dict.fromkeys(self.people, house.wall())  # who is not in the house, and since when
        self._again: set[str] = set()
        self._public: RoomCard | None = None
        self._shown: tuple[Match, Match] | None = None

    # What stands

    @property
    def state(self) -> TableState:
        """What stands, as it is played."""
        raise NotImplementedError

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now."""
        raise NotImplementedError

    @property
    def match(self) -> Match:
        """The match as it stands."""
        raise NotImplementedError

    @property
    def shown(self) -> Match:
        """The match as guests may have it."""
        match = self.match
        if not self._shown or self._shown[0] is not match:
            self._shown = (match, unveiled(match))
        return self._shown[1]

    @property
    def is_over(self) -> bool:
        """Whether the match is over for good."""
        return self.ended or self.match.stopped

    @property
    def hands(self) -> tuple[str | None, ...]:
        """By seat whom to ask before a decision is taken back; None for a computer."""
        return tuple(holder and f"account {holder}" for holder in self.holders)

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those who play."""
        return tuple(dict.fromkeys(holder for holder in self.holders if holder))

    @property
    def rated_between_people(self) -> bool:
        """Whether somebody else's rating depends on what those who play it are told."""
        return self.rated and len(self.people) > 1

    @property
    def handed(self) -> tuple[str, ...]:
        """The ids of those who have the finished match in their libraries."""
        raise NotImplementedError

    @property
    def empty(self) -> bool:
        """Whether nobody is in the room."""
        return not (self._guests or self._house.peers.present(self.id))

    @property
    def followed(self) -> bool:
        """Whether somebody sees it in this process."""
        return bool(self._guests)

    def seats_of(self, account: str) -> tuple[int, ...]:
        """The seats of an account."""
        return tuple(seat for seat, holder in enumerate(self.holders) if holder == account)

    @property
    def guests_here(self) -> set[str]:
        """The ids of those who see it in this process."""
        return {guest.account for guest in self._guests}

    @property
    def present(self) -> set[str]:
        """The ids of those who are in the room, at the table or watching."""
        return self.guests_here.union(self._house.peers.present(self.id))

    @property
    def gone(self) -> tuple[tuple[str, float], ...]:
        """The players who are not in the house, and since when, in seconds since 1970."""
        return tuple(self._gone.items())

    @property
    def presence(self) -> tuple[Presence, ...]:
        """By seat whether its player is here."""
        present = self.present
        return tuple(
            "here" if holder is None or holder in present else "gone" if holder in self._gone else "away"
            for holder in self.holders
        )

    @property
    def watching(self) -> tuple[str, ...]:
        """The ids of the spectators who are here."""
        here = (guest.account for guest in self._guests)
        ids = dict.fromkeys((*here, *self._house.peers.present(self.id)))
        return tuple(id for id in ids if id not in self.holders)

    @property
    def spectators(self) -> tuple[str, ...]:
        """The names of the spectators who are here."""
        accounts = (self._house.accounts.find(id) for id in self.watching)
        return tuple(account.name for account in accounts if account)

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, seat by seat."""
        return self.match.names

    def turn_of(self, account: str) -> bool:
        """Whether it is an account's turn."""
        return not self.is_over and self.holders[self.match.position.actor] == account

    def card(self, account: str) -> RoomCard:
        """The room in a list of an account."""
        if account in self.holders:
            return self._card(account)
        if not self._public:
            self._public = self._card(account)  # the same for all who do not play
        return self._public

    def _card(self, account: str) -> RoomCard:
        match, clock = self.match, self.clock
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
            seats=self.seats_of(account),
            my_turn=self.turn_of(account),
            since=self.since,
            left=None if left == inf else left,
        )

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The ids of those without whom the match does not begin, or go on after a restart."""
        if not self.state.paused:
            return ()
        present = self.present
        return tuple(id for id in self.people if id not in present)

    # Coming and going

    def follow(self, account: Account) -> GuestMatch:
        """The view of somebody who comes in. Raises Refused where too many watch."""
        if account.id not in self.holders and len(self.watching) >= self._house.limits.spectators:
            raise Refused("Too many people are watching this game already.")
        guest = GuestMatch(self, account)
        self._guests.append(guest)
        self._house.peers.moved(account.id)
        self.look_around()
        return guest

    def leave(self, guest: GuestMatch) -> None:
        """Somebody goes out; who plays keeps the seat."""
        if guest in self._guests:
            self._guests.remove(guest)
        self._house.peers.moved(guest.account)
        self.look_around()

    def look_around(self) -> None:
        """Somebody may have come to the table or the house, or left it."""
        self._see_who_is_gone()
        self._note()

    def _see_who_is_gone(self) -> None:
        now = self._house.wall()
        self._gone = {id: self._gone.get(id, now) for id in self.people if not self._house.is_here(id)}

    def hand_over(self, other: RoomView) -> None:
        """Let everybody here see the same match by way of another room: this one is played elsewhere from now on."""
        guests, self._guests = self._guests, []
        self._house.peers.look(self.id, False)
        other._guests.extend(guests)
        for guest in guests:
            guest.move_to(other)

    def claim_in(self, account: str) -> float | None:
        """After how many seconds an account may claim the match: from whoever is to move, if they are not in the
        house and no key brings them back; None where it may not. A clock needs no claim."""
        if self.is_over or account not in self.holders or self.clock is not None:
            return None
        mover = self.holders[self.match.position.actor]
        known = self._house.accounts.find(mover or "")
        since = self._gone_since(mover) if mover and mover != account else None
        if since is None or (known and known.keyed):
            return None
        return max(0.0, since + self._house.limits.claim_after - self._house.wall())

    def _gone_since(self, account: str) -> float | None:
        """Since when somebody is not in the house; None who is."""
        return self._gone.get(account)

    def missed_by(self, account: str) -> str:
        """What somebody is told on coming back who has lost the match while they were not in the house; "" where they
        have not, or were told."""
        match, lost = self.match, set(self.seats_of(account))
        result = match.result
        if (
            not (self.is_over and match.plies and lost and result and result.winners)
            or account in self.handed
        ):
            return ""
        if lost & set(result.winners):
            return ""
        holders = [self._house.accounts.find(self.holders[seat] or "") for seat in result.winners]
        names = [
            who.name if who else match.names[at] for at, who in zip(result.winners, holders, strict=True)
        ]
        winners = enumerated(names)
        match result.reason:
            case "left":
                return f"You were gone for too long: {winners} claimed your game of {match.game.title}."
            case "time":
                return (
                    f"Your time ran out while you were gone: {winners} won your game of {match.game.title}."
                )
        return f"{winners} won your game of {match.game.title} while you were gone."

    # Talk and rematch

    def lines_for(self, account: str) -> tuple[Line, ...]:
        """What was said, but for those whom an account has muted. In a rated match between people those who play it
        hear no spectator before the end."""
        lines = self.talk.lines_for(account)
        if self.rated_between_people and account in self.holders and not self.is_over:
            return tuple(line for line in lines if line.account in self.holders)
        return lines

    @property
    def again(self) -> tuple[str, ...]:
        """The ids of those who want to play again."""
        return tuple(self._again)

    @property
    def rematch_wanted(self) -> tuple[int, ...]:
        """The seats that want to play again."""
        return tuple(seat for seat, holder in enumerate(self.holders) if holder in self._again)

    def may_want_rematch(self, account: str, wanted: bool) -> bool:
        """Whether an account can want to play again, or no longer."""
        may = self.is_over and account in self.holders and account in self.present and not self.successor
        return may and wanted != (account in self._again)

    # What guests do

    def order(self, order: Order) -> bool:
        """Have something done, which whoever wants it may do; whether there was anything to do."""
        raise NotImplementedError

    # Announcer

    def _tell(self, news: News) -> None:
        for guest in tuple(self._guests):
            guest.hear(news)

    def _status(self) -> None:
        """Somebody is asked, or thinks."""
        self._tell(Status(self.state))

    def _note(self) -> None:
        for guest in tuple(self._guests):
            guest.note()
        self._tell_lobby()

    def _tell_lobby(self) -> None:
        self._public = None
        self._house.on_change()
