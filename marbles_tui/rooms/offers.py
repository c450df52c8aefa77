"""What is offered in the lobby: games that wait for people, also for days; and how an offer becomes a match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from marbles_tui.ai.levels import find_level
from marbles_tui.core import BadOption, BadPosition, BadSetup, Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import ROOM, SEED, arrange, rematch, told_apart, unrated_start
from marbles_tui.rooms.accounts import Account, new_code, new_id
from marbles_tui.rooms.backend import Kept, NotKept, OfferState, RoomState
from marbles_tui.rooms.challenge import ANYONE, COMPUTER, ME, Challenge, Terms
from marbles_tui.rooms.house import House
from marbles_tui.rooms.refused import Refused
from marbles_tui.rooms.room import Room
from marbles_tui.store.rows import text_of
from marbles_tui.table.clock import TAG

if TYPE_CHECKING:
    from marbles_tui.rooms.lobby import Lobby

LONGEST_SETUP: Final = 20_000
"""Characters of a start that somebody has typed or pasted."""

LONGEST_REASON: Final = 160
"""Characters of what is wrong with a start or an option."""

CODE: Final = 6
"""Letters of the code of a private game."""


class Offers:
    """The open offers, in all processes of the house."""

    def __init__(self, lobby: Lobby) -> None:
        self.open: dict[str, Challenge] = {}
        """By id."""

        self._lobby = lobby
        self._agreeing = asyncio.Lock()

    def bring_back(self, loaded: Kept) -> None:
        """Take up the offers that were kept, but for those of games that have begun."""
        house, known = self._lobby.house, {state.id for state in loaded.rooms}
        for offer in loaded.offers:
            challenge = brought_back(house, offer) if offer.id not in known else None
            if challenge:
                self.open[offer.id] = challenge
            else:
                house.start(house.kept(house.backend.forget_offer, offer.id), "forgotten offer")

    def take_back(self, account: Account) -> None:
        """Withdraw what somebody who is gone has offered or was offered, and give back the seats that they have
        taken."""
        for challenge in tuple(self.open.values()):
            if challenge.by == account and not waits(challenge):
                self._withdraw(challenge)
            elif not account.keyed and (challenge.to == account or account.id in challenge.terms.seats):
                self._withdraw(challenge)  # nobody else can take that seat
            elif challenge.by != account and account in challenge.taken:
                self._give_back(challenge, account)

    def take_all_back(self, account: Account) -> None:
        """Withdraw whatever somebody has offered."""
        for challenge in tuple(self.open.values()):
            if challenge.by == account:
                self._withdraw(challenge)

    def withdraw_of_absent(self) -> None:
        """Do so for all who are gone."""
        offers = self.open.values()
        for account in {each for offer in offers for each in (offer.by, offer.to, *offer.taken) if each}:
            if not self._lobby.is_here(account.id):
                self.take_back(account)
        self._lobby.changed()

    def offer(self, by: Account, terms: Terms, to: str | None) -> Challenge:
        """Offer a game; it begins at once where nobody is waited for. Raises Refused."""
        target = self._lobby.accounts.find(to) if to else None
        if to and not target:
            raise Refused("That person is not here any more.")
        check(self._lobby.house, by, terms)
        mine = [challenge for challenge in self.open.values() if challenge.by == by]
        if len(mine) >= self._lobby.house.limits.challenges:
            raise Refused(f"You have {len(mine)} open offers already. Withdraw one first.")
        self._check_rooms(by)
        if not self._lobby.house.may(by.id, "offer", self._lobby.house.limits.offers_a_minute, 60):
            raise Refused("You offer too much at once. Wait a moment.")
        taken = tuple(by if who == ME else None for who in terms.seats)
        code = new_code(CODE) if terms.private else ""
        challenge = Challenge(new_id(), by, terms, target, taken, code)
        if challenge.free:
            self.open[challenge.id] = challenge
            if waits(challenge):
                self._lobby.accounts.settle(by)
                keep = self._lobby.house.kept(self._lobby.house.backend.keep_offer, kept(challenge))
                self._lobby.house.start(keep, f"offer {challenge.id}")
            self._lobby.house.peers.offered(challenge)
        else:
            self._lobby.begin(challenge)
        self._lobby.changed()
        return challenge

    def withdraw(self, by: Account, id: str) -> None:
        """Take an offer back, or give a seat of it back, or decline it where it is to this account alone."""
        challenge = self.open.get(id)
        if not challenge:
            return
        if by in (challenge.by, challenge.to) or by.owner:
            self._withdraw(challenge)
        elif by in challenge.taken:
            self._give_back(challenge, by)
        self._lobby.changed()

    def accept(self, by: Account, id: str, seat: int | None) -> Room | None:
        """Take a seat; the room if that was the last one. Raises Refused. Where other processes might give the same
        seat to somebody else, that is settled first: the guest is called to the room, or refused later."""
        after = self._taken(by, id, seat)
        if self._lobby.house.peers.process:
            self._lobby.house.start(self._agree(by, id, seat), f"seat in offer {id}")
            return None
        self.open[id] = after
        self._lobby.changed()
        return None if after.free else self._lobby.begin(after)

    async def _agree(self, by: Account, id: str, seat: int | None) -> None:
        async with self._agreeing:
            try:
                after = self._taken(by, id, seat)
                while not await self._exchange(id, after if after.free else None):
                    after = self._taken(by, id, seat)
            except Refused as refused:
                self._lobby.refuse(by.id, str(refused))
                return
            if after.free:
                self.open[id] = after
            else:
                self._lobby.begin(after)
            self._lobby.changed()

    async def _exchange(self, id: str, after: Challenge | None) -> bool:
        """Put an offer in the place of another everywhere. Raises Refused where that cannot be done now."""
        try:
            return await self._lobby.house.peers.exchange(id, after)
        except NotKept:
            raise Refused("That is not possible now. Try again in a moment.") from None

    def _taken(self, by: Account, id: str, seat: int | None) -> Challenge:
        """An offer with one more seat taken. Raises Refused."""
        challenge = self.open.get(id)
        if not challenge:
            raise Refused("This offer is not there any more.")
        if by in challenge.taken:
            raise Refused("You have a seat in this game already.")
        taken = challenge.seat_for(by, seat)
        if taken is None:
            raise Refused("This seat is not free for you.")
        if challenge.terms.rated:
            check_rated(by)
        self._check_rooms(by)
        return replace(challenge, taken=(*challenge.taken[:taken], by, *challenge.taken[taken + 1 :]))

    def _give_back(self, challenge: Challenge, account: Account) -> None:
        taken = tuple(None if holder == account else holder for holder in challenge.taken)
        self.open[challenge.id] = after = replace(challenge, taken=taken)
        self._replace(challenge.id, after)

    def _withdraw(self, challenge: Challenge) -> None:
        self.open.pop(challenge.id, None)
        if waits(challenge):
            forget = self._lobby.house.kept(self._lobby.house.backend.forget_offer, challenge.id)
            self._lobby.house.start(forget, f"end of offer {challenge.id}")
        self._replace(challenge.id, None)

    def _replace(self, id: str, after: Challenge | None) -> None:
        """Let the other processes know; where one of them was first, that stands."""
        if self._lobby.house.peers.process:
            self._lobby.house.start(self._lobby.house.peers.exchange(id, after), f"change of offer {id}")

    def _check_rooms(self, account: Account) -> None:
        playing = [
            room for room in self._lobby.rooms.values() if account.id in room.holders and not room.is_over
        ]
        if len(playing) >= self._lobby.house.limits.rooms:
            raise Refused(f"You have {len(playing)} unfinished games already. Finish one first.")


def check(house: House, by: Account, terms: Terms) -> None:
    """Raises Refused where an account cannot offer such terms."""
    game = house.game(terms.game)
    if game is None:
        raise Refused("There is no such game here.")
    if terms.seats.count(ME) != 1:
        raise Refused("One seat of a game is your own.")
    if len(terms.setup or "") > LONGEST_SETUP:
        raise Refused("This start is too long.")
    try:
        for who in terms.seats:
            if who.startswith(COMPUTER):
                find_level(game, who.removeprefix(COMPUTER))
            elif who not in (ME, ANYONE) and (who == by.id or not house.accounts.find(who)):
                raise Refused("That person is not here any more.")
        _arranged(house, game, terms, [Seat() for _ in terms.seats])
        start = unrated_start(game, terms.setup, dict(terms.options))
    except (BadSetup, BadPosition, BadOption) as error:
        raise Refused(f"{sanitize_line(str(error), LONGEST_REASON).rstrip('.')}.") from None
    if not terms.rated:
        return
    check_rated(by)
    if len(terms.seats) != 2 or not game.rated:
        raise Refused("Only games of two players count for the ratings.")
    if start:
        raise Refused("Only games from a usual start count for the ratings.")


def check_rated(account: Account) -> None:
    """Raises Refused where an account cannot have a rated seat."""
    if not account.keyed:
        raise Refused("Rated games need a key: connect with an SSH key of your own.")


def begun(house: House, challenge: Challenge) -> tuple[RoomState, Match]:
    """The match of an offer whose seats are all taken, and the room for it, which has the id of the offer."""
    terms = challenge.terms
    game = house.game(terms.game)
    assert game, "it was there when the game was offered"
    seats = [
        Seat(house.accounts.known(holder.id).account.name) if holder else _computer(game, who)
        for holder, who in zip(challenge.taken, terms.seats, strict=True)
    ]
    match = _arranged(house, game, terms, told_apart(seats), ((TAG, str(terms.control)),))
    holders = tuple(holder.id if holder else None for holder in challenge.taken)
    return _state(house, challenge.id, match, holders, str(terms.control), terms.rated, challenge.code)


def following(house: House, before: RoomState, match: Match) -> tuple[RoomState, Match]:
    """The next match of the same players, the seats moved round by one, under the names that they have now."""
    again = _sown(house, rematch(match, date=_today(house), random=house.random, swap=True))
    first, *others = before.holders
    holders = (*others, first)
    seats = [
        seat._replace(name=house.accounts.known(holder).account.name) if holder else seat
        for holder, seat in zip(holders, again.seats, strict=True)
    ]
    again = replace(again, seats=tuple(told_apart(seats)))
    code = new_code(CODE) if before.code else ""
    return _state(house, new_id(), again, holders, before.control, before.rated, code)


def _state(
    house: House,
    id: str,
    match: Match,
    holders: tuple[str | None, ...],
    control: str,
    rated: bool,
    code: str,
) -> tuple[RoomState, Match]:
    now = house.wall()
    match = replace(match, tags=(*((name, value) for name, value in match.tags if name != ROOM), (ROOM, id)))
    state = RoomState(
        id, 0, text_of(match), holders, control, rated, code, now, now, host=house.peers.process
    )
    return state, match


def _arranged(
    house: House, game: Game, terms: Terms, seats: Iterable[Seat], tags: tuple[tuple[str, str], ...] = ()
) -> Match:
    match = arrange(
        game,
        setup=terms.setup,
        options=dict(terms.options),
        seats=tuple(seats),
        date=_today(house),
        random=house.random,
        tags=tags,
    )
    return _sown(house, match)


def _sown(house: House, match: Match) -> Match:
    """The match with lots that nobody can find out by trying all seeds."""
    seed = str(house.random.randrange(10**19))
    return replace(match, tags=tuple((name, seed if name == SEED else value) for name, value in match.tags))


def _computer(game: Game, who: str) -> Seat:
    return Seat(find_level(game, who.removeprefix(COMPUTER)).title, who)


def _today(house: House) -> str:
    return f"{datetime.fromtimestamp(house.wall(), UTC):%Y.%m.%d}"


log = logging.getLogger(__name__)


def waits(challenge: Challenge) -> bool:
    """Whether an offer stays when whoever has made it leaves."""
    return challenge.by.keyed and challenge.terms.control.days > 0


def kept(challenge: Challenge) -> OfferState:
    """An offer as it is kept."""
    to = challenge.to.id if challenge.to else None
    return OfferState(challenge.id, challenge.by.id, challenge.terms, to, challenge.code)


def brought_back(house: House, offer: OfferState) -> Challenge | None:
    """The offer that was kept; None where it can be accepted no more."""
    by, to = house.accounts.find(offer.by), house.accounts.find(offer.to or "")
    if not by or house.accounts.known(by).banned or (offer.to and not to):
        return None
    try:
        check(house, by, offer.terms)
    except Refused as refused:
        log.warning("the offer %s is no longer good: %s", offer.id, refused)
        return None
    taken = tuple(by if who == ME else None for who in offer.terms.seats)
    return Challenge(offer.id, by, offer.terms, to, taken, offer.code)
