"""The lobby: who is here, what is offered, what is played."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final, Self

from marbles_tui.ai.levels import known_levels
from marbles_tui.core.text import enumerated
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.accounts import Account, new_code, new_id
from marbles_tui.rooms.backend import RoomState
from marbles_tui.rooms.cards import Doing, Person
from marbles_tui.rooms.challenge import ME, Challenge, Terms
from marbles_tui.rooms.codes import Codes
from marbles_tui.rooms.ending import hand_out, settle
from marbles_tui.rooms.house import House
from marbles_tui.rooms.making import CODE, begun, check, check_rated, following
from marbles_tui.rooms.refused import Refused
from marbles_tui.rooms.room import Room
from marbles_tui.rooms.talk import Talk
from marbles_tui.rooms.visit import Visit
from marbles_tui.rooms.waiting import brought_back, kept, waits

log = logging.getLogger(__name__)

AT_A_BOARD: Final = ("plays", "watches")


class Lobby:
    """Everything that goes on in a house."""

    def __init__(self, house: House) -> None:
        """An empty house; `open` brings back what was kept."""
        self.house = house
        self.accounts = house.accounts
        self.rooms: dict[str, Room] = {}
        self.challenges: dict[str, Challenge] = {}
        self.visits: list[Visit] = []
        self.talk = Talk(house)
        self.codes = Codes(house)
        self._people: dict[str, Person] | None = None
        self._news: asyncio.Handle | None = None
        self._closed = False
        house.on_change = self.changed
        house.accounts.keep = lambda known: house.start(
            house.kept(house.backend.keep_account, known), "account"
        )
        house.accounts.most_keys = house.limits.keys
        house.accounts.taken = tuple(level.title for game in house.games for level in known_levels(game))

    @classmethod
    async def open(cls, house: House) -> Self:
        """A house with all that its backend has kept. Raises NotKept."""
        lobby = cls(house)
        await lobby.bring_back()
        return lobby

    async def bring_back(self) -> None:
        """Take up all that the backend has kept. Raises NotKept."""
        house = self.house
        loaded = await house.backend.load()
        self.accounts.remember(loaded.accounts)
        house.ratings |= loaded.ratings
        for state in loaded.rooms:
            reading = read_match(state.record, house.games)
            if reading.match and not reading.fault:
                self._opened(state, reading.match)
            else:
                log.error("room %s cannot be read: %s", state.id, reading.fault)
        known = {state.id for state in loaded.rooms}
        for offer in loaded.offers:
            challenge = brought_back(house, offer) if offer.id not in known else None
            if challenge:
                self.challenges[offer.id] = challenge
            else:
                house.start(house.kept(house.backend.forget_offer, offer.id), "forgotten offer")

    async def close(self) -> None:
        """Everybody leaves; what was played is kept."""
        self._closed = self.house.closed = True
        for visit in tuple(self.visits):
            visit.close()
        for room in self.rooms.values():
            room.close()
        if self._news:
            self._news.cancel()
        while self.house.tasks:
            await asyncio.wait(set(self.house.tasks))
        await self.house.backend.close()

    # People

    def visit(self, account: Account, fingerprint: str | None = None) -> Visit:
        """Somebody comes in, by the key with that fingerprint."""
        visit = Visit(self, account, fingerprint)
        self.visits.append(visit)
        self.changed()
        return visit

    def part(self, visit: Visit) -> None:
        """Somebody goes; with the last visit of an account go its offers, but for those of games that take days."""
        self.visits.remove(visit)
        account = visit.account
        if not self.is_here(account.id):
            if not account.keyed:
                self.house.done.pop(account.id, None)
            for challenge in tuple(self.challenges.values()):
                if challenge.by == account and not waits(challenge):
                    self._drop_offer(challenge)
                elif not account.keyed and (challenge.to == account or account.id in challenge.terms.seats):
                    self._drop_offer(challenge)  # nobody else can take that seat
                elif challenge.by != account and account in challenge.taken:
                    self._give_back(challenge, account)
            self._forget(account)
        self.changed()

    def ban(self, account: Account, banned: bool = True) -> None:
        """Let nobody in by the keys of an account any more, nor stay, or let them in again."""
        self.accounts.ban(account, banned)
        for challenge in tuple(self.challenges.values()):
            if banned and challenge.by == account:
                self._drop_offer(challenge)
        for visit in tuple(self.visits):
            if banned and visit.id == account.id:
                visit.close()
        self.changed()

    def is_here(self, account: str) -> bool:
        """Whether an account is in the house."""
        return any(visit.id == account for visit in self.visits)

    def people(self, viewer: str) -> list[Person]:
        """Who is here besides one account, those first who are free to play."""
        if self._people is None:
            self._people = self._everybody()  # the same for all, but for who waits for whom
        waiting = {
            holder
            for room in self.rooms.values()
            if viewer in room.holders and room.turn_of(viewer)
            for holder in room.people
        }
        found = [
            Person(person.account, "waits", "", None) if id in waiting and person.doing != "plays" else person
            for id, person in self._people.items()
            if id != viewer
        ]
        return sorted(found, key=lambda each: each.doing in AT_A_BOARD)

    def _everybody(self) -> dict[str, Person]:
        """What everybody does who is here, by account."""
        offers = {
            each.by.id: self.house.game(each.terms.game)
            for each in reversed(self.challenges.values())
            if not each.terms.private
        }
        people: dict[str, Person] = {}
        for id in dict.fromkeys(visit.id for visit in self.visits):
            game = offers.get(id)
            account = self.accounts.known(id).account
            people[id] = (
                Person(account, "offers", game.title, None) if game else Person(account, "free", "", None)
            )
        for room in self.rooms.values():
            if not room.is_over:
                for id in room.present & people.keys():
                    if people[id].doing != "plays":
                        people[id] = self._at_table(room, id)
        return people

    def _at_table(self, room: Room, id: str) -> Person:
        account = self.accounts.known(id).account
        doing: Doing = "plays" if id in room.holders else "watches"
        if room.code:
            return Person(account, doing, "", None)
        others = [name for name, holder in zip(room.names, room.holders, strict=True) if holder != id]
        return Person(account, doing, enumerated(others), room.id)

    def changed(self) -> None:
        """Something has changed that somebody may look at: tell everybody, soon and once."""
        self._people = None
        if not self._news and not self._closed:
            loop = asyncio.get_running_loop()
            self._news = loop.call_later(self.house.limits.pace, self._tell, context=self.house.context)

    def _tell(self) -> None:
        self._news = None
        for visit in tuple(self.visits):
            visit.tell()

    # Offers

    def offer(self, by: Account, terms: Terms, to: str | None) -> Challenge:
        """Offer a game; it begins at once where nobody is waited for. Raises Refused."""
        target = self.accounts.find(to) if to else None
        if to and not target:
            raise Refused("That person is not here any more.")
        check(self.house, by, terms)
        mine = [challenge for challenge in self.challenges.values() if challenge.by == by]
        if len(mine) >= self.house.limits.challenges:
            raise Refused(f"You have {len(mine)} open offers already. Withdraw one first.")
        self._check_rooms(by)
        if not self.house.may(by.id, "offer", self.house.limits.offers_a_minute, 60):
            raise Refused("You offer too much at once. Wait a moment.")
        taken = tuple(by if who == ME else None for who in terms.seats)
        code = new_code(CODE) if terms.private else ""
        challenge = Challenge(new_id(), by, terms, target, taken, code)
        if challenge.free:
            self.challenges[challenge.id] = challenge
            if waits(challenge):
                self.accounts.settle(by)
                keep = self.house.kept(self.house.backend.keep_offer, kept(challenge))
                self.house.start(keep, f"offer {challenge.id}")
        else:
            self._begin(challenge)
        self.changed()
        return challenge

    def withdraw(self, by: Account, id: str) -> None:
        """Take an offer back, or give a seat of it back, or decline it where it is to this account alone."""
        challenge = self.challenges.get(id)
        if not challenge:
            return
        if by in (challenge.by, challenge.to) or by.owner:
            self._drop_offer(challenge)
        elif by in challenge.taken:
            self._give_back(challenge, by)
        self.changed()

    def accept(self, by: Account, id: str, seat: int | None) -> Room | None:
        """Take a seat; the room if that was the last one. Raises Refused."""
        challenge = self.challenges.get(id)
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
        seats = (*challenge.taken[:taken], by, *challenge.taken[taken + 1 :])
        challenge = replace(challenge, taken=seats)
        self.challenges[id] = challenge
        self.changed()
        return None if challenge.free else self._begin(challenge)

    def _drop_offer(self, challenge: Challenge) -> None:
        self.challenges.pop(challenge.id, None)
        if waits(challenge):
            forget = self.house.kept(self.house.backend.forget_offer, challenge.id)
            self.house.start(forget, f"end of offer {challenge.id}")

    def _give_back(self, challenge: Challenge, account: Account) -> None:
        taken = tuple(None if holder == account else holder for holder in challenge.taken)
        self.challenges[challenge.id] = replace(challenge, taken=taken)

    def _check_rooms(self, account: Account) -> None:
        playing = [room for room in self.rooms.values() if account.id in room.holders and not room.is_over]
        if len(playing) >= self.house.limits.rooms:
            raise Refused(f"You have {len(playing)} unfinished games already. Finish one first.")

    # Rooms

    def _begin(self, challenge: Challenge) -> Room:
        """The room of an offer whose seats are all taken."""
        self.challenges.pop(challenge.id, None)
        return self._found(*begun(self.house, challenge), challenge)

    def _found(self, state: RoomState, match: Match, offer: Challenge | None = None) -> Room:
        """A new room, which its players are called to, and by which offer it has begun, if by any."""
        room = self._opened(state, match)
        for account in room.people:
            self.accounts.settle(self.accounts.known(account).account)
        self.house.start(self._keep_begin(room, match, offer), f"begin of room {room.id}")
        for visit in self.visits:
            if visit.id in room.people:
                visit.call(room.id)
        self.changed()
        return room

    async def _keep_begin(self, room: Room, match: Match, offer: Challenge | None) -> None:
        """The match is kept before its offer is forgotten: of both that are kept the match counts."""
        await room.keep(match)
        if offer and waits(offer):
            await self.house.kept(self.house.backend.forget_offer, offer.id)

    def _opened(self, state: RoomState, match: Match) -> Room:
        room = Room(
            self.house, state, match, on_end=self._end, on_rematch=self._rematch, on_empty=self._emptied
        )
        self.rooms[room.id] = room
        room.open()
        return room

    def _rematch(self, room: Room) -> str:
        """The room in which the players of another play again."""
        return self._found(*following(self.house, room.kept, room.session.match)).id

    async def _end(self, room: Room) -> None:
        await settle(self.house, room)
        await hand_out(self.house, room)
        if room.empty:
            self._emptied(room)
        self.changed()

    def _emptied(self, room: Room) -> None:
        """Nobody is in a room any more: it is given up once its match is over."""
        if room.ended and self.rooms.get(room.id) is room and not self._closed:
            self._drop(room)

    def _drop(self, room: Room) -> None:
        del self.rooms[room.id]
        room.close()
        for account in filter(None, map(self.accounts.find, room.people)):
            self._forget(account)
        self.changed()

    def _forget(self, account: Account) -> None:
        """Forget who is not here, not at any table, and has nothing that is kept."""
        if not self.is_here(account.id) and not any(
            account.id in room.holders for room in self.rooms.values()
        ):
            self.accounts.part(account)

    def close_room(self, id: str) -> bool:
        """Break off a match for good; nothing is kept of it."""
        room = self.rooms.get(id)
        if not room:
            return False
        room.give_up()
        self._drop(room)
        self.house.start(self.house.kept(self.house.backend.forget_room, id), "closed room")
        return True
