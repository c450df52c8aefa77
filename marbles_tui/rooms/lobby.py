"""The lobby: who comes and goes, what is offered, what is played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Set
from contextlib import suppress
from dataclasses import replace
from typing import Final

from marbles_tui.ai.levels import known_levels
from marbles_tui.core.text import enumerated
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, Ban, KnownAccount
from marbles_tui.rooms.archive import GONE
from marbles_tui.rooms.backend import (
    Archived,
    Document,
    Doing,
    Locked,
    NameTaken,
    Note,
    NotKept,
    Overtaken,
    PersonCard,
    RoomState,
    TournamentState,
)
from marbles_tui.rooms.house import Codes, House, RoomTalk
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.notes import INVITED, MESSAGE
from marbles_tui.rooms.offers import Offers
from marbles_tui.rooms.room import LiveRoom, Mirror
from marbles_tui.rooms.tables import Occupant, Tables
from marbles_tui.rooms.tournaments import Tournaments

AT_A_BOARD: Final = ("plays", "watches")

OUTGROWN: Final = (
    "This part of the house is not new enough for your game. Come in again now: it goes on in another."
)


class Lobby(Tables):
    """Everything that goes on in a house."""

    def __init__(self, house: House) -> None:
        """An empty house; `bring_back` takes up what was kept."""
        super().__init__(house)
        self.offers = Offers(self)
        self.tournaments = Tournaments(self)
        self.talk = RoomTalk(house)
        self.codes = Codes(house)
        self.on_show_out: Callable[[Account, str], object] = lambda *_: None
        """Called with somebody and a sentence for them, before they are shown out."""

        self._arriving = asyncio.Lock()
        self._people: dict[str, PersonCard] | None = None
        self._dropped: set[str] = set()
        """Accounts that are known until they are here no more."""

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

    async def bring_back(self) -> None:
        """Take up all that the backend has kept. Raises NotKept."""
        house = self.house
        loaded = await house.backend.load()
        house.ratings |= loaded.ratings
        for known in loaded.accounts:
            self.accounts.learn(known)
        for known in loaded.visitors:
            self.accounts.learn(known, kept=False)
        self.take_in(sorted(loaded.of(RoomState), key=lambda state: state.since))
        self.offers.bring_back(loaded)
        for document in loaded.documents:
            self.learn_document(document)

    async def close(self) -> None:
        """Everybody leaves; what was played is kept."""
        self.house.closed = True
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
            if isinstance(room, LiveRoom):
                with suppress(NotKept):
                    await self.release(room)

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
                except NameTaken:
                    self.accounts.part(account)
                except Locked:
                    self.accounts.part(account)
                    raise
                except Overtaken:
                    continue  # it came in elsewhere at the same time

    async def _keep(self, known: KnownAccount, keep: Callable[[KnownAccount], Awaitable[None]]) -> None:
        """Have an account kept; what somebody else has taken first is given back."""
        while True:
            now = replace(known)
            try:
                await self.house.kept(keep, known)
            except Overtaken:
                continue  # what the others have changed is joined with it already
            except Locked as locked:
                self.tell_here(known.account.id, str(locked))
                return
            except NameTaken as taken:
                self.accounts.give_back(known)
                self.tell_here(known.account.id, str(taken))
                self.changed()
            else:
                self.accounts.was_kept(now)
                return

    def welcome(self, visit: Occupant, origin: str = "") -> tuple[str, ...]:
        """Somebody comes in, from a network if that is known: the message of the day, and what has become of their
        games meanwhile, in sentences."""
        message = self.house.notes[MESSAGE]
        missed = (message, *(room.missed_by(visit.id) for room in self.rooms.values()))
        if origin:
            self.house.origins[visit.id] = origin
            self.house.peers.came(visit.id, origin)
        if all(other.id != visit.id for other in self.visits):
            self.house.notes.race(visit.id, None)  # where a process has died
        self.visits.append(visit)
        self.house.peers.moved(visit.id)
        self.look_around({visit.id})
        return missed

    def part(self, visit: Occupant, account: Account) -> None:
        """Somebody goes; with the last visit of an account go its offers, but for those of games that take days."""
        self.visits.remove(visit)
        self.house.peers.moved(account.id)
        if not self.is_here(account.id):
            if not account.keyed:
                self.house.done.pop(account.id, None)
                self.house.origins.pop(account.id, None)
            self.offers.take_back(account)
            self._forget(account)
        self.look_around({account.id})

    def rename(self, account: Account, name: str) -> Account:
        """Give an account a name, also in tournaments. Raises Refused."""
        renamed = self.accounts.rename(account, name)
        self.house.start(self.tournaments.rename(renamed.id, renamed.name), "name in tournaments")
        self.changed()
        return renamed

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
        """Delete an account with all that is kept of it: its guest is sent home, its unfinished games are broken off.
        Raises NotKept."""
        self.show_out(account, "Your account here is deleted.")
        for room in self.running:
            if account.id in room.holders:
                self.close_room(room.id)
        await self.archive.forget_account(account.id)
        await self.tournaments.rename(account.id, GONE, left=True)
        await self.house.kept(self.house.backend.forget_account, account.id)
        self.house.notes.forget(account.id)
        self.accounts.forget(account.id)
        for whose in [whose for whose in self.house.ratings if whose[0] == account.id]:
            del self.house.ratings[whose]
        self.show_out(account, "Your account here is deleted.")  # who has come in again meanwhile
        self.changed()

    def show_out(self, account: Account, sentence: str) -> None:
        """Let somebody stay no longer, and tell them why."""
        self.on_show_out(account, sentence)
        self.offers.take_back(account, for_good=True)
        for visit in tuple(self.visits):
            if visit.id == account.id:
                visit.close()

    def outgrow(self, room: str) -> None:
        """A table cannot be read here any more, as a process of a newer version plays it: send its guests out, so
        that they come in again by way of that one."""
        table = self.rooms.get(room)
        for guest in tuple(table.guests) if table else ():
            self.on_show_out(self.accounts.known(guest.account).account, OUTGROWN)
            guest.close()

    def people(self, viewer: str) -> list[PersonCard]:
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
            PersonCard(person.account, "waits", "", None)
            if id in waiting and person.doing != "plays"
            else person
            for id, person in self._people.items()
            if id != viewer
        ]
        return sorted(found, key=lambda each: each.doing in AT_A_BOARD)

    def _everybody(self) -> dict[str, PersonCard]:
        """What everybody does who is here, by account."""
        offers = {
            each.by.id: self.house.game(each.terms.game)
            for each in reversed(self.offers.open.values())
            if not each.terms.private
        }
        people: dict[str, PersonCard] = {}
        here = dict.fromkeys((*(visit.id for visit in self.visits), *self.house.peers.presence.here))
        for id in filter(self.accounts.find, here):
            game = offers.get(id)
            account = self.accounts.known(id).account
            people[id] = (
                PersonCard(account, "offers", game.key, None)
                if game
                else PersonCard(account, "free", "", None)
            )
        for room in self.running:
            for id in room.present & people.keys():
                if people[id].doing != "plays":
                    people[id] = self._at_table(room, id)
        return people

    def _at_table(self, room: LiveRoom | Mirror, id: str) -> PersonCard:
        account = self.accounts.known(id).account
        doing: Doing = "plays" if id in room.holders else "watches"
        if room.code:
            return PersonCard(account, doing, "", None)
        others = [name for name, holder in zip(room.match.names, room.holders, strict=True) if holder != id]
        return PersonCard(account, doing, enumerated(others), room.id)

    def changed(self) -> None:
        """See `Tables`."""
        self._people = None
        super().changed()

    def look_around(self, accounts: Set[str], rooms: Collection[str] = ()) -> None:
        """See `Tables`."""
        for account in self._dropped & accounts:
            self.drop_account(account)
        super().look_around(accounts, rooms)
        self.tournaments.look()

    # What other processes say

    def learn_account(self, known: KnownAccount, visit: str) -> None:
        """An account was changed; `visit`: the process that knows it, where it is not to be kept."""
        before, now = self.accounts.find(known.account.id), known.account
        if self.settled and before and before.named and before.name != now.name:
            self.house.note(now.id, "rename", self.house.wall())
        origin = self.house.origins.get(now.id)
        if self.settled and origin and before and now.named and not before.named:
            self.house.note(f"from {origin}", "name", self.house.wall())
        self.accounts.learn(known, kept=not visit)
        self._dropped.discard(now.id)
        if known.ban and known.ban.holds(self.house.wall()):
            self.show_out(known.account, known.ban.told("You are"))
        self.changed()

    def drop_account(self, account: str) -> None:
        """An account is known no more, from when it is not here: of its going may be heard later."""
        if self.is_here(account):
            self._dropped.add(account)
        else:
            self._dropped.discard(account)
            self.accounts.forget(account)
        self.changed()

    def learn_rating(self, account: str, game: str, rating: Rating) -> None:
        """A rating has changed."""
        self.house.ratings[account, game] = rating
        self.changed()

    def learn_document(self, document: Document) -> None:
        """A game is in the archive, a tournament has changed, or the owner has set something."""
        if isinstance(document, Note):
            self.house.notes.learn(document)
        elif isinstance(document, Archived):
            self.archive.learn(document)
        elif isinstance(document, TournamentState):
            self.tournaments.learn(document)
        self.changed()

    def drop_document(self, kind: str, id: str) -> None:
        """A document is kept no more."""
        if kind == Archived.kind:
            self.archive.drop(id)
        elif kind == TournamentState.kind:
            self.tournaments.drop(id)
        self.changed()
