"""The lobby: who is here, what is offered, what is played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Set
from contextlib import suppress
from dataclasses import replace
from typing import Final, Self

from marbles_tui.ai.levels import known_levels, ladder_of
from marbles_tui.core.text import enumerated
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.accounts import Account, Ban, Known, new_code, new_id
from marbles_tui.rooms.archive import Archive
from marbles_tui.rooms.backend import (
    Archived,
    Kept,
    Locked,
    Note,
    NotKept,
    OfferState,
    Overtaken,
    RoomState,
    Taken,
    TournamentState,
)
from marbles_tui.rooms.cards import COMPUTER, ME, Challenge, Doing, Person, Terms
from marbles_tui.rooms.house import Codes, House, Talk
from marbles_tui.rooms.notes import INVITED, MESSAGE
from marbles_tui.rooms.offers import (
    CODE,
    begun,
    brought_back,
    check,
    check_rated,
    following,
    kept_offer,
    waits,
)
from marbles_tui.rooms.refused import Refused
from marbles_tui.rooms.remote import Mirror, RemoteEvents
from marbles_tui.rooms.room import Room
from marbles_tui.rooms.tournaments import Tournaments
from marbles_tui.rooms.visit import Visit

log = logging.getLogger(__name__)

FEW: Final = 20
"""Visits up to which news are told as fast as they may be."""

NOBODY_COMES: Final = 30.0
"""Seconds that somebody who wants to play now waits for another person."""

AT_A_BOARD: Final = ("plays", "watches")


class Lobby:
    """Everything that goes on in a house."""

    def __init__(self, house: House) -> None:
        """An empty house; `open` brings back what was kept."""
        self.house = house
        self.accounts = house.accounts
        self.rooms: dict[str, Room | Mirror] = {}
        self.offers = Offers(self)
        self.archive = Archive(house)
        self.tournaments = Tournaments(self)
        self.visits: list[Visit] = []
        self.talk = Talk(house)
        self.codes = Codes(house)
        self.remote = RemoteEvents(self)
        self.on_show_out: Callable[[Account, str], object] = lambda *_: None
        """Called with somebody and a sentence for them, before they are shown out."""

        self._arriving = asyncio.Lock()
        self._people: dict[str, Person] | None = None
        self._news: asyncio.Handle | None = None
        self._closed = False
        house.on_change = self.changed
        house.is_here = self.is_here
        house.accounts.keep = lambda known: house.start(
            self._keep(known, house.backend.keep_account), "account"
        )
        if house.peers.process:
            house.accounts.introduce = lambda known: house.start(
                self._keep(known, house.backend.introduce), "guest"
            )
        house.notes.keep = lambda note: house.start(house.kept(house.backend.keep_document, note), "note")
        house.accounts.most_keys = house.limits.keys
        house.accounts.taken = tuple(
            level.title for game in house.games for level in known_levels(game) if not level.colour
        )

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
        house.notes.remember(loaded.of(Note))
        for known in loaded.visitors:
            self.accounts.learn(known, kept=False)
        rooms = sorted(loaded.of(RoomState), key=lambda state: state.since)
        if house.peers.process:
            self.remote.take_states(rooms)  # whoever plays them; those that nobody does are taken up
        else:
            self._take_in(rooms)
        self.offers.bring_back(loaded)
        self.archive.remember(loaded.of(Archived))
        self.tournaments.remember(loaded.of(TournamentState))

    def _take_in(self, states: Iterable[RoomState]) -> None:
        for state in states:
            reading = read_match(state.record, self.house.games)
            if reading.match and not reading.fault:
                self._opened(state, reading.match)
            else:
                log.error("room %s cannot be read: %s", state.id, reading.fault)

    async def close(self) -> None:
        """Everybody leaves; what was played is kept."""
        self._closed = self.house.closed = True
        self.tournaments.close()
        self.offers.close()
        for visit in tuple(self.visits):
            visit.close()
        if self.house.peers.process:
            await self.hand_over()
        for room in self.rooms.values():
            room.close()
        if self._news:
            self._news.cancel()
        while self.house.tasks:
            await asyncio.wait(set(self.house.tasks))
        await self.house.backend.close()

    async def hand_over(self) -> None:
        """Let other processes play all matches that are played here; guests here go on seeing them."""
        with suppress(NotKept):
            await self.house.peers.leave()
        for room in tuple(self.rooms.values()):
            if isinstance(room, Room):
                with suppress(NotKept):
                    await self.remote.release(room)

    # People

    async def arrive(
        self, fingerprint: str | None, owner: bool = False, origin: str = "", invitation: str = ""
    ) -> Account:
        """The account of somebody who comes in, from a network if that is known; see `Accounts.arrive`. No other
        process has another one for the same key. `invitation`: the code by which they may come in where only those do
        who are known. Raises Refused, and NotKept where the house is closed before that is known."""
        needed = self._check_entry(fingerprint, owner, origin, invitation)
        account = await self._arrive(fingerprint, owner)
        if needed:
            self.house.notes.use(invitation)
            self.accounts.settle(account)
        return account

    def _check_entry(self, fingerprint: str | None, owner: bool, origin: str, invitation: str) -> bool:
        """Whether the invitation is needed by somebody who may come in. Raises Refused."""
        notes, now = self.house.notes, self.house.wall()
        account = self.accounts.of_key(fingerprint) if fingerprint else None
        own = self.accounts.known(account).ban if account else None
        if own and own.holds(now):
            raise Refused(own.told("You are"))
        if not owner and (ban := notes.ban_of(origin, now)):
            raise Refused(ban.told("Your address is"))
        if not notes[INVITED] or owner or (account and self.accounts.is_kept(account)):
            return False
        if not fingerprint:
            raise Refused("Only those who were invited may come in here, and they need an SSH key.")
        if not notes.invited(invitation, now):
            raise Refused("Only those who were invited may come in here: ssh CODE@ the house, once.")
        return True

    async def _arrive(self, fingerprint: str | None, owner: bool) -> Account:
        """The account of somebody who may come in. Raises Taken, Locked and NotKept."""
        if not self.house.peers.process:
            return self.accounts.arrive(fingerprint, owner)
        async with self._arriving:
            while True:
                known_before = fingerprint and self.accounts.of_key(fingerprint)
                account = self.accounts.arrive(fingerprint, owner)
                if known_before:
                    return account
                try:
                    await self.house.kept(self.house.backend.introduce, self.accounts.known(account))
                    return account
                except Taken:
                    self.accounts.part(account)
                except Locked:
                    self.accounts.part(account)
                    raise
                except Overtaken:
                    continue  # it came in elsewhere at the same time

    async def _keep(self, known: Known, keep: Callable[[Known], Awaitable[None]]) -> None:
        """Have an account kept; what somebody else has taken first is given back."""
        while True:
            now = replace(known)
            try:
                await self.house.kept(keep, known)
            except Overtaken:
                continue  # what the others have changed is joined with it already
            except Locked as locked:
                self.refuse(known.account.id, str(locked))
                return
            except Taken as taken:
                self.accounts.give_back(known)
                self.refuse(known.account.id, str(taken))
                self.changed()
            else:
                self.accounts.was_kept(now)
                return

    def tell(self, account: str, sentence: str) -> None:
        """Tell somebody a sentence, in whichever process they are."""
        self.refuse(account, sentence)
        self.house.peers.told(account, sentence)

    def refuse(self, account: str, sentence: str) -> None:
        """Tell somebody who is here that something has come to nothing after all."""
        for visit in tuple(self.visits):
            if visit.id == account:
                visit.refuse(sentence)

    def visit(self, account: Account, fingerprint: str | None = None, origin: str = "") -> Visit:
        """Somebody comes in, by the key with that fingerprint, from a network if that is known."""
        message = self.house.notes[MESSAGE]
        missed = tuple(filter(None, (message, *(room.missed_by(account.id) for room in self.rooms.values()))))
        visit = Visit(self, account, fingerprint, missed)
        if origin:
            self.house.origins[account.id] = origin
            self.house.peers.came(account.id, origin)
        self.visits.append(visit)
        self.house.peers.moved(account.id)
        self.look_around({account.id})
        return visit

    def part(self, visit: Visit) -> None:
        """Somebody goes; with the last visit of an account go its offers, but for those of games that take days."""
        self.visits.remove(visit)
        account = visit.account
        self.house.peers.moved(account.id)
        if not self.is_here(account.id):
            if not account.keyed:
                self.house.done.pop(account.id, None)
                self.house.origins.pop(account.id, None)
            self.offers.take_back(account)
            self._forget(account)
        self.look_around({account.id})

    def ban(self, account: Account, ban: Ban | None) -> None:
        """Let nobody in by the keys of an account any more, nor stay, or (None) let them in again."""
        self.accounts.ban(account, ban)
        if ban:
            self.show_out(account, ban.told("You are"))
        self.changed()

    def silence(self, account: Account, muted: bool) -> None:
        """Let nobody hear an account, or let them hear it again."""
        self.accounts.silence(account, muted)
        self.changed()

    async def delete(self, account: Account) -> None:
        """Keep nothing of an account any more: whoever had it goes, their unfinished games are broken off. Raises
        NotKept."""
        self.show_out(account, "Your account here is deleted.")
        for room in tuple(self.rooms.values()):
            if account.id in room.holders and not room.is_over:
                self.close_room(room.id)
        self.house.notes.forget(account.id)
        await self.house.kept(self.house.backend.forget_account, account.id)
        self.accounts.forget(account.id)
        for whose in [whose for whose in self.house.ratings if whose[0] == account.id]:
            del self.house.ratings[whose]
        await self.archive.forget_account(account.id)
        await self.tournaments.forget_account(account.id)
        self.changed()

    def show_out(self, account: Account, sentence: str) -> None:
        """Let somebody stay no longer, and tell them why."""
        self.on_show_out(account, sentence)
        self.offers.take_all_back(account)
        for visit in tuple(self.visits):
            if visit.id == account.id:
                visit.close()

    @property
    def challenges(self) -> dict[str, Challenge]:
        """What is offered, by id."""
        return self.offers.open

    def is_here(self, account: str) -> bool:
        """Whether an account is in the house."""
        return any(visit.id == account for visit in self.visits) or account in self.house.peers.here()

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
        here = dict.fromkeys((*(visit.id for visit in self.visits), *self.house.peers.here()))
        for id in filter(self.accounts.find, here):
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

    def _at_table(self, room: Room | Mirror, id: str) -> Person:
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
            pace = self.house.limits.pace * max(1.0, len(self.visits) / FEW)
            self._news = loop.call_later(pace, self._tell, context=self.house.context)

    def _tell(self) -> None:
        self._news = None
        for visit in tuple(self.visits):
            visit.tell()

    # Rooms

    def look_around(self, accounts: Set[str], rooms: Collection[str] = ()) -> None:
        """Some accounts have come to the house, or left it; and somebody has sat down at some tables, or got up."""
        theirs = (
            [id for id, room in self.rooms.items() if not accounts.isdisjoint(room.holders)]
            if accounts
            else ()
        )
        for id in dict.fromkeys((*rooms, *theirs)):
            if room := self.rooms.get(id):
                room.look_around()
        self.tournaments.look()
        self.changed()

    def begin(self, challenge: Challenge) -> Room:
        """The room of an offer whose seats are all taken."""
        self.challenges.pop(challenge.id, None)
        return self.found(*begun(self.house, challenge), challenge)

    def found(self, state: RoomState, match: Match, offer: Challenge | None = None) -> Room:
        """A new room, which its players are called to, and by which offer it has begun, if by any."""
        room = self._opened(state, match)
        for account in room.people:
            self.accounts.settle(self.accounts.known(account).account)
        self.house.start(self._keep_begin(room, match, offer), f"begin of room {room.id}")
        self.house.tell(
            "begun", room=room.id, game=match.game.title, names=enumerated(room.names), rated=state.rated
        )
        self.call(room)
        self.changed()
        return room

    async def _keep_begin(self, room: Room, match: Match, offer: Challenge | None) -> None:
        """The match is kept before its offer is forgotten: of both that are kept the match counts."""
        await room.keep(match)
        if offer and waits(offer):
            await self.house.kept(self.house.backend.forget_document, OfferState, offer.id)

    def call(self, room: Room | Mirror) -> None:
        """Call its players to a room that has just begun."""
        for visit in self.visits:
            if visit.id in room.people:
                visit.call(room.id)

    def take_up(self, state: RoomState, match: Match, mirror: Mirror) -> None:
        """Play a match on that another process has played."""
        room = self._opened(state, match, mirror)
        mirror.hand_over(room)
        room.look_around()
        self.changed()

    def _opened(self, state: RoomState, match: Match, mirror: Mirror | None = None) -> Room:
        room = Room(
            self.house,
            state,
            match,
            on_end=self._end,
            on_rematch=self._rematch,
            on_empty=self._emptied,
            on_lost=self.remote.lose,
            before=mirror,
            unsent=mirror.unsent if mirror else None,
        )
        self.rooms[room.id] = room
        room.open()
        return room

    def _rematch(self, room: Room) -> str:
        """The room in which the players of another play again."""
        return self.found(*following(self.house, room.kept, room.match)).id

    def _tell_end(self, room: Room) -> None:
        match, result = room.match, room.match.result
        winners = enumerated([match.names[seat] for seat in result.winners]) if result else ""
        told = f"{winners or 'nobody'} won{f' ({result.reason})' if result and result.reason else ''}"
        claimed = bool(result and result.reason == "left")
        self.house.tell(
            "claimed" if claimed else "ended",
            room=room.id,
            game=match.game.title,
            names=enumerated(match.names),
            name=winners,
            result=told,
        )

    async def _end(self, room: Room) -> None:
        if not room.kept.finished:
            self._tell_end(room)
        await room.settle()
        result = room.match.result
        await self.archive.keep(room, self.tournaments.event_of(room.id))
        if result:
            await self.tournaments.scored(room.id, result.scores)
        await room.hand_out()
        if room.empty:
            self._emptied(room)
        self.changed()

    def _emptied(self, room: Room) -> None:
        """Nobody is in a room any more: it is given up once its match is over."""
        if room.done and self.rooms.get(room.id) is room and not self._closed:
            self._drop(room)

    def _drop(self, room: Room) -> None:
        self.house.peers.closed(room.id)
        self.take_away(room)

    def take_away(self, room: Room | Mirror) -> None:
        """A table is there no more: everybody leaves it."""
        del self.rooms[room.id]
        room.close()
        for account in filter(None, map(self.accounts.find, room.people)):
            self._forget(account)
        self.changed()

    def _forget(self, account: Account) -> None:
        """Forget who is not here, not at any table, and has nothing that is kept."""
        at_table = any(account.id in room.holders for room in self.rooms.values())
        if self.is_here(account.id) or at_table or not self.accounts.part(account):
            return
        if self.house.peers.process:
            self.house.start(self.house.kept(self.house.backend.forget_account, account.id), "leaving")

    def close_room(self, id: str) -> bool:
        """Break off a match for good; nothing is kept of it."""
        room = self.rooms.get(id)
        if not room:
            return False
        if isinstance(room, Mirror):
            return room.order({"do": "close"})
        room.give_up()
        self._drop(room)
        scored = self.tournaments.scored(id, [0.5] * len(room.holders))  # nobody has won
        self.house.start(scored, "closed room")
        self.house.start(self.house.kept(self.house.backend.forget_document, RoomState, id), "closed room")
        return True


class Offers:
    """The open offers, in all processes of the house."""

    def __init__(self, lobby: Lobby) -> None:
        self.open: dict[str, Challenge] = {}
        """By id."""

        self._lobby = lobby
        self._agreeing = asyncio.Lock()
        self._patience: set[asyncio.Task[None]] = set()

    def bring_back(self, loaded: Kept) -> None:
        """Take up the offers that were kept, but for those of games that have begun."""
        house, known = self._lobby.house, {state.id for state in loaded.of(RoomState)}
        for offer in loaded.of(OfferState):
            challenge = brought_back(house, offer) if offer.id not in known else None
            if challenge:
                self.open[offer.id] = challenge
            else:
                house.start(
                    house.kept(house.backend.forget_document, OfferState, offer.id), "forgotten offer"
                )

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
                keep = self._lobby.house.kept(self._lobby.house.backend.keep_document, kept_offer(challenge))
                self._lobby.house.start(keep, f"offer {challenge.id}")
            self._lobby.house.peers.offered(challenge)
        else:
            self._lobby.begin(challenge)
        self._lobby.changed()
        return challenge

    def play_now(
        self, by: Account, terms: Terms, muted: Collection[str], computer: bool
    ) -> Challenge | Room | None:
        """Play with whoever waits for such a game, the nearest in rating first; where nobody does, offer it, and
        (`computer`) play a computer if nobody has come in half a minute. Raises Refused."""
        house = self._lobby.house
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
                return self.accept(by, each.id, None)
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
        house, terms = self._lobby.house, challenge.terms
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

    def withdraw(self, by: Account, id: str) -> None:
        """Take an offer back, or give a seat of it back, or decline it where it is to this account alone; whoever has
        made it is told."""
        challenge = self.open.get(id)
        if not challenge:
            return
        if by == challenge.to:
            self._lobby.tell(challenge.by.id, f"{by.name} says no, thanks.")
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
            forget = self._lobby.house.kept(
                self._lobby.house.backend.forget_document, OfferState, challenge.id
            )
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
