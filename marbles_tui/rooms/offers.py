"""Offers to play, from their terms to the match that begins by them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final

from marbles_tui.ai.levels import find_level, ladder_of
from marbles_tui.core import BadOption, BadPosition, BadSetup
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Seat
from marbles_tui.play.series import unrated_start
from marbles_tui.rooms.accounts import Account, KnownAccount, new_code, new_id
from marbles_tui.rooms.backend import (
    ANYONE,
    COMPUTER,
    ME,
    Challenge,
    KeptHouse,
    NotKept,
    OfferState,
    RoomState,
    Terms,
)
from marbles_tui.rooms.house import House
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.matches import CODE, arranged, begun
from marbles_tui.rooms.tables import Tables

LONGEST_SETUP: Final = 20_000
"""Characters of a start that somebody has typed or pasted."""

LONGEST_REASON: Final = 160
"""Characters of what is wrong with a start or an option."""

NOBODY_COMES: Final = 30.0
"""Seconds that somebody who wants to play now waits for another person."""

log = logging.getLogger(__name__)


def check(house: House, by: Account, terms: Terms, to: Account | None = None) -> None:
    """Raises Refused where an account cannot offer such terms, to somebody alone or to everybody."""
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
        arranged(house, game, terms, [Seat() for _ in terms.seats])
        start = unrated_start(game, terms.setup, dict(terms.options))
    except (BadSetup, BadPosition, BadOption) as error:
        raise Refused(f"{sanitize_line(str(error), LONGEST_REASON).rstrip('.')}.") from None
    if not terms.rated:
        return
    check_rated(by)
    for other in filter(None, (to, *map(house.accounts.find, terms.seats))):
        if not other.keyed:
            raise Refused(f"{other.name} has no SSH key: offer a friendly game.")
    if len(terms.seats) != 2 or not game.rated:
        raise Refused("Only games of two players count for the ratings.")
    if start:
        raise Refused("Only games from a usual start count for the ratings.")


def check_rated(account: Account) -> None:
    """Raises Refused where an account cannot have a rated seat."""
    if not account.keyed:
        raise Refused("Rated games need a key: connect with an SSH key of your own.")


def waits(challenge: Challenge) -> bool:
    """Whether an offer stays when its maker leaves."""
    return challenge.by.keyed and challenge.terms.control.days > 0


def brought_back(house: House, offer: OfferState) -> Challenge | None:
    """The offer that was kept; None where it can be accepted no more."""
    by, to = house.accounts.find(offer.by), house.accounts.find(offer.to or "")
    if not by or house.accounts.known(by).ban or (offer.to and not to):
        return None
    try:
        check(house, by, offer.terms)
    except Refused as refused:
        log.warning("the offer %s is no longer good: %s", offer.id, refused)
        return None
    taken = tuple(by if who == ME else None for who in offer.terms.seats)
    return Challenge(offer.id, by, offer.terms, to, taken, offer.code)


class Offers:
    """The open offers, in all processes of the house."""

    def __init__(self, tables: Tables) -> None:
        self.open: dict[str, Challenge] = {}
        """By id."""

        self._tables, self._house = tables, tables.house
        self._agreeing = asyncio.Lock()
        self._patience: set[asyncio.Task[None]] = set()

    def bring_back(self, loaded: KeptHouse) -> None:
        """Take up the offers that were kept, but for those of games that have begun."""
        house, known = self._house, {state.id for state in loaded.of(RoomState)}
        for offer in loaded.of(OfferState):
            challenge = brought_back(house, offer) if offer.id not in known else None
            if challenge:
                self.open[offer.id] = challenge
            else:
                self._forget(offer.id)

    def take_back(self, account: Account, *, for_good: bool = False) -> None:
        """Withdraw what somebody who is gone has offered or was offered, and give back the seats that they have
        taken; `for_good`: also offers that wait for days."""
        for challenge in tuple(self.open.values()):
            if challenge.by == account and (for_good or not waits(challenge)):
                self._withdraw(challenge)
            elif not account.keyed and (challenge.to == account or account.id in challenge.terms.seats):
                self._withdraw(challenge)  # nobody else can take that seat
            elif challenge.by != account and account in challenge.taken:
                self._give_back(challenge, account)

    def withdraw_of_absent(self) -> None:
        """Do so for all who are gone."""
        offers = self.open.values()
        for account in {each for offer in offers for each in (offer.by, offer.to, *offer.taken) if each}:
            if not self._tables.is_here(account.id):
                self.take_back(account)
        self._tables.changed()

    def offer(self, by: Account, terms: Terms, to: str | None) -> Challenge:
        """Offer a game; it begins at once where nobody is waited for. Raises Refused."""
        target = self._house.accounts.find(to) if to else None
        if to and not target:
            raise Refused("That person is not here any more.")
        check(self._house, by, terms, target)
        mine = [challenge for challenge in self.open.values() if challenge.by == by]
        if len(mine) >= self._house.limits.challenges:
            raise Refused(f"You have {len(mine)} open offers already. Withdraw one first.")
        self._check_rooms(by)
        if not self._house.may(by.id, "offer", self._house.limits.offers_a_minute, 60):
            raise Refused("You offer too much at once. Wait a moment.")
        taken = tuple(by if who == ME else None for who in terms.seats)
        code = new_code(CODE) if terms.private else ""
        challenge = Challenge(new_id(), by, terms, target, taken, code)
        if challenge.free:
            self.open[challenge.id] = challenge
            if waits(challenge):
                self._house.accounts.settle(by)
                offer = OfferState(challenge.id, by.id, terms, target.id if target else None, code)
                keep = self._house.kept(self._house.backend.keep_document, offer)
                self._house.start(keep, f"offer {challenge.id}")
            self._house.peers.offered(challenge)
        else:
            self._begin(challenge)
        self._tables.changed()
        return challenge

    def play_now(self, by: Account, terms: Terms, muted: Collection[str], computer: bool) -> Challenge:
        """Play with whoever waits for such a game, the nearest in rating first; where nobody does, offer it, and
        (`computer`) play a computer if nobody has come in half a minute: the offer that was taken or made. Raises
        Refused."""
        house = self._house
        own = house.rating(by.id, terms.game).number
        waiting = [
            each
            for each in self.open.values()
            if each.to is None
            and not each.terms.private
            and each.by.id not in muted
            and replace(each.terms, seats=terms.seats) == terms
            and len(each.terms.seats) == len(terms.seats) == 2
            and each.seat_for(by) is not None
        ]
        for each in sorted(waiting, key=lambda each: abs(house.rating(each.by.id, terms.game).number - own)):
            if each.by != by:
                self.accept(by, each.id)
                return each
        challenge = self.offer(by, terms, None)
        if computer:
            patience = house.start(self._then_computer(by, challenge), f"offer {challenge.id} without people")
            self._patience.add(patience)
            patience.add_done_callback(self._patience.discard)
        return challenge

    def close(self) -> None:
        """Wait for nobody any more."""
        for task in self._patience:
            task.cancel()

    async def _then_computer(self, by: Account, challenge: Challenge) -> None:
        """Play the computer that is nearest in rating, if nobody has come."""
        house, terms = self._house, challenge.terms
        game = house.game(terms.game)
        await house.time.sleep(NOBODY_COMES)
        levels = [level for level in ladder_of(game) if level.rating] if game else []
        if house.closed or challenge.id not in self.open or not levels:
            return
        with suppress(Refused):
            if await self._exchange(challenge.id, None):
                self.open.pop(challenge.id, None)
                own = house.rating(by.id, terms.game).number
                level = min(levels, key=lambda level: abs(level.rating - own))
                seats = tuple(ME if who == ME else f"{COMPUTER}{level.key}" for who in terms.seats)
                self.offer(by, replace(terms, seats=seats), None)

    def _begin(self, challenge: Challenge) -> None:
        """Begin the game of an offer whose seats are all taken."""
        self.open.pop(challenge.id, None)
        self._tables.found(*begun(self._house, challenge), offered=waits(challenge))

    def withdraw(self, by: Account, id: str) -> None:
        """Take an offer back, or give a seat of it back, or decline it where it is to this account alone; whoever has
        made it is told."""
        challenge = self.open.get(id)
        if not challenge:
            return
        if by == challenge.to:
            self._tables.tell(challenge.by.id, f"{by.name} says no, thanks.")
        if by in (challenge.by, challenge.to) or by.owner:
            self._withdraw(challenge)
        elif by in challenge.taken:
            self._give_back(challenge, by)
        self._tables.changed()

    def accept(self, by: Account, id: str) -> None:
        """Take a seat; with the last one the game begins, to which all are called. Raises Refused. Where other
        processes might give the same seat to somebody else, that is settled first: the guest may be refused later."""
        after = self._taken(by, id)
        if self._house.peers.process:
            self._house.start(self._agree(by, id), f"seat in offer {id}")
        else:
            self._seated(by, after)

    async def _agree(self, by: Account, id: str) -> None:
        async with self._agreeing:
            try:
                after = self._taken(by, id)
                while not await self._exchange(id, after if after.free else None):
                    after = self._taken(by, id)
            except Refused as refused:
                self._tables.tell_here(by.id, str(refused))
                return
            self._seated(by, after)

    def _seated(self, by: Account, after: Challenge) -> None:
        """A seat is taken; with the last one the game begins."""
        if after.free:
            self.open[after.id] = after
            self._tables.tell(by.id, "You have the seat. The game begins when all seats are taken.")
        else:
            self._begin(after)
        self._tables.changed()

    async def _exchange(self, id: str, after: Challenge | None) -> bool:
        """Put an offer in the place of another everywhere. Raises Refused where that cannot be done now."""
        try:
            return await self._house.peers.exchange(id, after)
        except NotKept:
            raise Refused("That is not possible now. Try again in a moment.") from None

    def _taken(self, by: Account, id: str) -> Challenge:
        """An offer with one more seat taken. Raises Refused."""
        challenge = self.open.get(id)
        if not challenge:
            raise Refused("This offer is not there any more.")
        if by in challenge.taken:
            raise Refused("You have a seat in this game already.")
        taken = challenge.seat_for(by)
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
            self._forget(challenge.id)
        self._replace(challenge.id, None)

    def _forget(self, id: str) -> None:
        """Keep an offer no more."""
        house = self._house
        house.start(house.kept(house.backend.forget_document, OfferState, id), f"end of offer {id}")

    def _replace(self, id: str, after: Challenge | None) -> None:
        """Let the other processes know; where one of them was first, that stands."""
        if self._house.peers.process:
            self._house.start(self._house.peers.exchange(id, after), f"change of offer {id}")

    def _check_rooms(self, account: Account) -> None:
        playing = sum(account.id in room.holders for room in self._tables.running)
        if playing >= self._house.limits.rooms:
            raise Refused(f"You have {playing} unfinished games already. Finish one first.")

    # What other processes say

    def learn(self, challenge: Challenge) -> None:
        """A game is offered, or a seat of it was taken."""
        for account in filter(None, (challenge.by, *challenge.taken)):
            if not self._house.accounts.find(account.id):
                self._house.accounts.learn(KnownAccount(account), kept=False)
        if self._tables.settled and challenge.id not in self.open:
            self._house.note(challenge.by.id, "offer", self._house.wall())
        self.open[challenge.id] = challenge
        self._tables.changed()

    def drop(self, id: str) -> None:
        """An offer is there no more."""
        self.open.pop(id, None)
        self._tables.changed()
