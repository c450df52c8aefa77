"""One account in the house, from connecting to leaving: the only door through which a face comes to the rooms."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from marbles_tui.core import Game
from marbles_tui.core.text import enumerated, searchable
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import Challenge, NotKept, PersonCard, RoomCard, Terms
from marbles_tui.rooms.house import GREETINGS, KeyCode, typed
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.notes import RULES, Racer
from marbles_tui.rooms.tables import Occupant
from marbles_tui.rooms.view import GuestMatch
from marbles_tui.table.clock import DAY, HOUR
from marbles_tui.table.live import ChatLine

TODAY: Final = "today"


class Visit(Occupant):
    """What one guest may see and do. What is refused raises Refused, with a sentence for the guest."""

    greetings: Final = GREETINGS

    def __init__(
        self, lobby: Lobby, account: Account, fingerprint: str | None = None, origin: str = ""
    ) -> None:
        """A guest comes in, by the key with that fingerprint if any, from a network if that is known."""
        super().__init__(account)
        self._lobby, self._account, self._fingerprint = lobby, account, fingerprint
        self.archive, self.tournaments = lobby.archive, lobby.tournaments
        self._tables: list[GuestMatch] = []
        self._codes: set[str] = set()
        self._tries = 0
        self.wish = ""
        """What the guest wants to see first: a game, `today`, `watch NAME` or `join CODE`."""

        self.missed = tuple(filter(None, (*lobby.welcome(self, origin), self.unkept)))
        """The message of the day, what has become of their games meanwhile, and that nothing is kept: sentences."""

    # Who one is

    @property
    def account(self) -> Account:
        """The account as it is now, or was when it was deleted."""
        self._account = self._lobby.accounts.find(self.id) or self._account
        return self._account

    @property
    def now(self) -> float:
        """The hour in the house, in seconds since 1970."""
        return self._lobby.house.wall()

    @property
    def unkept(self) -> str:
        """What somebody without a key is told of what is kept; "" for others."""
        if self.account.keyed:
            return ""
        return (
            "Nothing of yours is kept after this visit, and your games are friendly. For an account: ssh-keygen -t"
            " ed25519, then come again."
        )

    def rename(self, name: str) -> None:
        """Take a name. Raises Refused for one that is taken, or looks like one that is."""
        house = self._lobby.house
        if self.account.named and not house.may(self.id, "rename", house.limits.names_a_day, DAY):
            raise Refused("You have changed your name often today. Keep this one until tomorrow.")
        self._lobby.accounts.check_name(self.account, name)
        origin, new = house.origins.get(self.id, ""), not self.account.named
        if new and origin and not house.may(f"from {origin}", "name", house.limits.new_names, HOUR):
            raise Refused("Many have taken a name here from your address. Take one in an hour.")
        before = self.account.name
        self._lobby.rename(self.account, name)
        house.tell("named", account=self.id, name=self.account.name, before=before)

    @property
    def house_rules(self) -> str:
        """The rules of the house, as Markdown; "" where it has none of its own."""
        return self._lobby.house.notes[RULES]

    def key_code(self) -> KeyCode:
        """A code with which one more key may join this account, once and soon. Raises Refused without a key."""
        if not self.account.keyed:
            raise Refused("Only an account with a key can have more keys.")
        return self._lobby.codes.give(self.id)

    def join(self, code: str) -> Account:
        """Let this guest's key belong to the account that has shown the code: from the next visit on. Raises
        Refused."""
        if not self._fingerprint:
            raise Refused("Connect with an SSH key of your own to add it to an account.")
        self._try()
        account = self._lobby.codes.take(code)
        self._lobby.accounts.add_key(account, self._fingerprint)
        return self._lobby.accounts.known(account).account

    def rating(self, game: str, account: str | None = None) -> Rating:
        """How strong an account is in a game, this one if None."""
        return self._lobby.house.rating(account or self.id, game)

    # Who is here, what is offered, what is played

    def people(self) -> list[PersonCard]:
        """Who is here, free ones first, without this guest."""
        return self._lobby.people(self.id)

    def challenges(self) -> list[Challenge]:
        """The open offers to this guest, then those to everybody, then their own."""
        offers = [self._renamed(each) for each in self._lobby.offers.open.values() if self._sees(each)]
        return sorted(offers, key=lambda each: (each.by.id == self.id, each.to is None))

    def _sees(self, challenge: Challenge) -> bool:
        if challenge.by.id in self.muted and self.id not in (each and each.id for each in challenge.taken):
            return False
        mine = self.account in (challenge.by, challenge.to, *challenge.taken)
        named = self.id in challenge.terms.seats
        return (
            mine or named or (challenge.to is None and not challenge.terms.private and bool(challenge.free))
        )

    def _renamed(self, challenge: Challenge) -> Challenge:
        """An offer with everybody's name as it is now."""

        def now(account: Account | None) -> Account | None:
            return account and (self._lobby.accounts.find(account.id) or account)

        by, taken = now(challenge.by), tuple(map(now, challenge.taken))
        return replace(challenge, by=by or challenge.by, to=now(challenge.to), taken=taken)

    def my_rooms(self) -> list[RoomCard]:
        """This guest's unfinished games: first those in which it is their turn, before all where minutes are counted;
        then the longest waiting."""
        cards = [room.card(self.id) for room in self._lobby.running if self.id in room.holders]
        return sorted(cards, key=lambda card: (not card.my_turn, not card.control.timed, card.since))

    @property
    def running(self) -> str | None:
        """The id of this guest's unfinished game where minutes are counted, one in which it is their turn first."""
        return next((card.id for card in self.my_rooms() if card.control.timed), None)

    def rooms(self) -> list[RoomCard]:
        """The games that are being played by others and can be watched, the latest first."""
        cards = [
            room.card(self.id)
            for room in self._lobby.running
            if self.id not in room.holders and not room.code
        ]
        return sorted(cards, key=lambda card: -card.since)

    async def archived(self, id: str) -> str:
        """The record of a public game that is over. Raises Refused."""
        with suppress(NotKept):
            if record := await self._lobby.archive.record(id):
                return record
        raise Refused("This game is not there any more.")

    # The day's puzzles

    def solved(self, day: str, game: str, told: str) -> None:
        """Let others see what came of a day's puzzle; of somebody without a key nothing is kept."""
        if self.account.keyed:
            self._lobby.house.notes.solved(day, game, self.id, told)

    def others_solved(self, day: str, game: str) -> list[tuple[str, str]]:
        """The names of others of this house, and what came of their tries at a day's puzzle."""
        found = (
            (self._lobby.accounts.find(id), told) for id, told in self._lobby.house.notes.of_day(day, game)
        )
        return sorted(
            (each.name, told) for each, told in found if each and each.id not in {self.id, *self.muted}
        )

    # Races of two over three minutes

    def racers(self) -> list[tuple[Account, Racer]]:
        """Who of those that are here runs against somebody, or waits for that."""
        house = self._lobby.house
        found = (
            (self._lobby.accounts.find(id), racer) for id, racer in house.notes.racers() if house.is_here(id)
        )
        return [(account, racer) for account, racer in found if account and account.id not in self.muted]

    def race(self, racer: Racer | None) -> None:
        """Let others see how the own run stands."""
        self._lobby.house.notes.race(self.id, racer)
        self._lobby.changed()

    # Offers

    def offer(self, terms: Terms, to: str | None = None) -> Challenge:
        """Offer a game, to all or to one account; where nobody is waited for, it begins (see `call`)."""
        return self._lobby.offers.offer(self.account, terms, to)

    def play_now(self, terms: Terms, *, computer: bool = False) -> Challenge:
        """Take up such an offer that waits (see `called`), or make one that waits then; `computer`: after half a
        minute, play a computer. The offer that was taken or made."""
        return self._lobby.offers.play_now(self.account, terms, self.muted, computer)

    def withdraw(self, challenge: str) -> None:
        """Take an own offer back, decline one to this guest alone, or give back a seat of another's."""
        self._lobby.offers.withdraw(self.account, challenge)

    def accept(self, challenge: str) -> None:
        """Take the first free seat; the game that begins with the last one is `called`."""
        self._lobby.offers.accept(self.account, challenge)

    def find_code(self, code: str) -> Challenge | RoomCard:
        """The private offer or game that has this code. Raises Refused."""
        self._try()
        wanted = typed(code)
        offers = (each for each in self._lobby.offers.open.values() if each.code == wanted != "")
        rooms = (room for room in self._lobby.rooms.values() if room.code == wanted != "")
        if challenge := next(offers, None):
            self._tries = 0
            return challenge
        if room := next(rooms, None):
            self._tries = 0
            self._codes.add(wanted)
            return room.card(self.id)
        raise Refused("There is no game with this code.")

    def wished(self) -> Game | RoomCard | Challenge | str | None:
        """What the wish is for, once: None where there is none, TODAY for the day's page. Raises Refused."""
        words, self.wish = self.wish.split(), ""
        match words:
            case []:
                return None
            case ["watch", *name] if name:
                account = self._lobby.accounts.named(" ".join(name))
                rooms = [*self.rooms(), *self.my_rooms()]
                found = next((card for card in rooms if account and account.id in card.holders), None)
                if not found:
                    raise Refused(f"{' '.join(name)} plays no game that can be watched now.")
                return found
            case ["join", *code] if code:
                return self.find_code("".join(code))
            case ["today"]:
                return TODAY
        wanted = searchable(" ".join(words))
        for game in self._lobby.house.games:
            if wanted in (searchable(game.key), searchable(game.title)):
                return game
        games = enumerated([game.key for game in self._lobby.house.games])
        raise Refused(f"To be named here: {games}, today, watch and a name, join and a code.")

    def _try(self) -> None:
        self._tries += 1
        if self._tries > self._lobby.house.limits.code_tries:
            raise Refused("Too many wrong codes. Connect again to try more.")

    @property
    def called(self) -> list[RoomCard]:
        """The games that have begun by an offer or a rematch of this guest, and wait for them until they are entered:
        the newest first, those that go on for days last."""
        rooms = map(self._lobby.rooms.get, reversed(self._called))
        cards = [room.card(self.id) for room in rooms if room and not room.is_over]
        return sorted(cards, key=lambda card: card.control.days > 0)

    # At a table

    def enter(self, room: str) -> GuestMatch:
        """Sit down at one's seat, or watch. Raises Refused."""
        found = self._lobby.rooms.get(room)
        if not found or not (
            self.id in found.holders or not found.code or found.code in self._codes or self.account.owner
        ):
            raise Refused("This game is not there any more.")
        self._called = [id for id in self._called if id != room]
        table = found.follow(self.account)
        self._tables = [*(each for each in self._tables if not each.closed), table]
        return table

    # Talk

    def said(self) -> tuple[ChatLine, ...]:
        """What was said in the lobby, oldest first."""
        return self._lobby.talk.lines_for(self.id)

    def say(self, text: str) -> None:
        """Say something in the lobby. Raises Refused."""
        self._lobby.house.peers.said(self._lobby.talk.say(self.id, text))
        self._lobby.changed()

    def mute(self, account: str, muted: bool = True) -> None:
        """Hear an account no more, or hear it again."""
        self._lobby.accounts.mute(self.account, account, muted)
        self._lobby.changed()

    @property
    def muted(self) -> frozenset[str]:
        """The accounts that this guest does not hear."""
        return self._lobby.accounts.known(self.id).mutes

    # Coming and going

    def close(self) -> None:
        """Leave the house; seats are kept."""
        if not self.closed:
            super().close()
            self._lobby.house.notes.race(self.id, None)
            self._lobby.part(self, self.account)
            for table in tuple(self._tables):
                table.close()
