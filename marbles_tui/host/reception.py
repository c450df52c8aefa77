"""The reception: who comes, who is here, what they share, and what becomes of everybody when the house closes."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import pkgutil
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, Final

from marbles_tui import __version__, tui
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.host.addresses import network_of
from marbles_tui.host.events import Events
from marbles_tui.host.folders import Libraries, ProfileSync
from marbles_tui.host.guest import GuestArcade, arcade_for, play
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.pool import Far, Pool
from marbles_tui.host.resources import (
    OWN,
    Lateness,
    ProcessStanding,
    Pulse,
    give_back,
    resident,
    share_one_arena,
)
from marbles_tui.host.terminal import Terminal
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import NotKept, PersonCard
from marbles_tui.rooms.house import House
from marbles_tui.rooms.limits import Limits as RoomLimits
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.notes import BAN
from marbles_tui.rooms.peers import Peers
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.rooms.sqlite import FILE, SqliteBackend
from marbles_tui.rooms.visit import Visit
from marbles_tui.store.codec import encoded
from marbles_tui.tui.textual_patches.shared_process import forget_lines, styles_in

if TYPE_CHECKING:
    from marbles_tui.cluster.joining import Joined

PATIENCE: Final = 10.0
"""Seconds in which it must be known whose key it is."""

ROUND: Final = 20.0
"""Seconds between two looks at who does nothing, and for what nobody needs any more."""

TOGETHER: Final = 0.5
"""Seconds in which other processes of the house may say that they are closing, too."""

GONE_EVERY: Final = 0.1
SAVING_TIME: Final = 10.0
"""Seconds that closing waits for the arcades to save and end."""

THRESHOLDS: Final = (2000, 5, 100_000)
"""When garbage is looked for: among the newer things so often that it takes some 8 ms, and hardly ever among all that
has been there for long, which would stop everybody for a second; that is done when somebody has left and nobody
types, or many have left."""

MANY_WAITING: Final = 200
"""How often it was looked for among the newer things, some 10,000 at a time, until it is worth a search among all."""

MOST_WAITING: Final = 1200
"""How often, until that is done whoever types: a pause of a second or two, against some 300 megabytes."""

MOST_LEFT: Final = 10
"""By how many those who have left may exceed those who are here; with more it is done even while somebody types. Each
leaves some 0.8 megabytes of garbage, and a process gives back hardly any of the most that it has held."""

QUIET: Final = 2.0
"""Seconds in which nobody has typed."""

MOST_VISITS: Final = 3
"""Terminals that one account may have here at the same time."""

log = logging.getLogger(__name__)


LAYERS: Final = tuple(f"marbles_tui.{layer}" for layer in ("games", "play", "ai", "store", "table", "tui"))
"""What is loaded before the first guest comes: else all would wait while it is loaded for one."""

LIBRARY: Final = "marbles_tui.ai.native.marbles"
"""The native search, which is no module."""


def load_all() -> None:
    """Load every module of LAYERS now: the program may be updated while the house is open, too."""
    for layer in LAYERS:
        for module in pkgutil.walk_packages(import_module(layer).__path__, f"{layer}."):
            if module.name != LIBRARY:
                import_module(module.name)


@dataclass(slots=True, eq=False)
class Guest:
    """Somebody at a terminal."""

    visit: Visit
    address: str
    key: str
    """The fingerprint of theirs; "" without one."""

    terminal: Terminal
    arcade: GuestArcade
    since: float = field(default_factory=time)

    @property
    def account(self) -> Account:
        """Who it is."""
        return self.visit.account

    @property
    def minutes(self) -> int:
        """How long they have been here."""
        return int((time() - self.since) // 60)

    @property
    def who(self) -> dict[str, str]:
        """Who it is, and by which key and from where."""
        return {"account": self.visit.id, "name": self.account.name, "key": self.key, "address": self.address}

    @property
    def kept(self) -> str:
        """What the sentence with which they are sent home says of their game; "" where they have no key."""
        return "; your game is kept" if self.account.keyed else ""

    def told(self, person: PersonCard | None) -> dict[str, object]:
        """Who it is and what they do, for the owner."""
        return {
            **self.who,
            "keyed": self.account.keyed,
            "owner": self.account.owner,
            "minutes": self.minutes,
            "doing": person.doing if person else "free",
            "what": person.what if person else "",
            "game": person.room if person else None,
        }


class Reception:
    """Everybody's arcades, in one loop."""

    def __init__(
        self,
        data: Path,
        limits: HostLimits,
        events: Events,
        *,
        room_limits: RoomLimits | None = None,
        owners: Collection[str] = (),
        joined: Joined | None = None,
        cluster: str = "",
    ) -> None:
        """`owners`: the fingerprints of the keys of those whose house it is; `joined`: this process as one of several
        in which it is open; `cluster`: the address of a Dask scheduler, to which reviews go."""
        self.limits, self.events = limits, events
        self.guests: list[Guest] = []
        self.closing = False
        self.began = time()
        self.pool = Pool(limits.thinking, far=Far(cluster) if cluster else None)
        self._pulse = Pulse()
        self._lateness = Lateness()
        self.turn = asyncio.Lock()  # of those who take more than their share
        self.joined = joined
        self.libraries = Libraries(data, joined.process if joined else "")
        self.profiles = ProfileSync(joined.profiles) if joined else None
        house = House(
            backend=joined.backend if joined else SqliteBackend(data / FILE),
            peers=joined.peers if joined else Peers(),
            service_for=lambda room: EngineClient(self.pool, f"room {room}"),
            keep_for=joined.games.keep if joined else self.libraries.take,
            limits=room_limits or RoomLimits(),
            tell=self._tell,
        )
        self.lobby = Lobby(house)
        self.lobby.on_show_out = self._show_out
        house.notes.on_change = self._note_changed
        self._owners = frozenset(owners)
        self._coming = 0
        self._left = 0
        self._starts = asyncio.Semaphore(limits.starts)
        self._visits: set[asyncio.Task[str]] = set()
        self._rounds: list[asyncio.Task[None]] = []

    # Coming and going

    async def receive(
        self, terminal: Terminal, term: str, key: str | None, address: str, user: str = "", wish: str = ""
    ) -> str:
        """Let somebody play until they leave; the sentence for their terminal. `key`: the fingerprint of theirs;
        `user`: how ssh has called them, which may be an invitation; `wish`: what is to be opened first."""
        self._coming += 1
        try:
            account = await self._admit(key, address, user)
        except Refused as refused:
            self._coming -= 1
            self.events.tell("refused", address=address, key=key or "", reason=str(refused))
            return str(refused)
        visit = asyncio.create_task(self._visit(terminal, term, account, key, address, wish), name="visit")
        self._visits.add(visit)
        try:
            return await asyncio.shield(visit)
        finally:
            self._visits.discard(visit)
            self._coming -= 1

    async def _admit(self, key: str | None, address: str, user: str) -> Account:
        """The account of somebody who may come in. Raises Refused."""
        if self.closing:
            raise Refused("The host is closing. Come back later.")
        if self._coming + len(self.lobby.house.peers.presence.here) > self.limits.guests:
            raise Refused(f"The house is full: {self.limits.guests} are here already. Come back later.")
        try:
            arriving = self.lobby.arrive(
                key, key in self._owners, network_of(address), user.upper().replace("-", "")
            )
            account = await (asyncio.wait_for(arriving, PATIENCE) if self.joined else arriving)
        except (TimeoutError, NotKept):
            raise Refused("The house cannot let you in now. Try again in a moment.") from None
        if sum(guest.account == account for guest in self.guests) >= MOST_VISITS:
            raise Refused(f"You are here {MOST_VISITS} times already. Leave one of them first.")
        return account

    async def _visit(
        self, terminal: Terminal, term: str, account: Account, key: str | None, address: str, wish: str
    ) -> str:
        OWN.set(terminal.share)
        visit = Visit(self.lobby, account, key, network_of(address))
        visit.wish = wish
        try:
            if terminal.closed:  # gone before there was anything that could be told so
                return ""
            async with self._folder(account) as folder:
                thinking = EngineClient(self.pool, account.id)
                name = account.name if account.named else ""
                arcade = arcade_for(
                    terminal, self.limits, term, folder, thinking, name, visit=visit, pulse=self._pulse
                )
                guest = Guest(visit, address, key or "", terminal, arcade)
                with self.libraries.in_use(account, arcade.store):
                    if self.joined and account.keyed:
                        self.lobby.house.start(self._fetch_games(account.id), "games of a guest")
                    return await self._stay(guest)
        finally:
            visit.close()
            forget_lines()

    @asynccontextmanager
    async def _folder(self, account: Account) -> AsyncIterator[Path]:
        """What an account has of its own, wherever it was left."""
        with self.libraries.folder(account) as folder:
            if self.profiles and account.keyed:
                async with self.profiles.visit(account.id, folder):
                    yield folder
            else:
                yield folder

    async def _stay(self, guest: Guest) -> str:
        account, arcade = guest.account, guest.arcade
        self.guests.append(guest)
        here = len(self.guests)
        self.events.tell("arrived", **guest.who, keyed=account.keyed, here=here)
        try:
            await play(arcade, self._starts)
            if arcade.return_code:
                self.events.tell("failed", **guest.who)
                return f"Something went wrong, and your arcade had to end{guest.kept}."
            return arcade.farewell or f"Good-bye. {guest.visit.unkept}".rstrip()
        finally:
            self._left += 1
            self.guests.remove(guest)
            here = len(self.guests)
            self.events.tell("left", **guest.who, minutes=guest.minutes, here=here)

    def lose(self, terminal: Terminal) -> None:
        """A terminal is gone: its arcade saves and ends."""
        for guest in self.guests:
            if guest.terminal is terminal:
                guest.arcade.lose_terminal()

    def send_home(self, guest: Guest, sentence: str) -> None:
        """Let somebody's arcade save and end, and tell them why."""
        self.events.tell("cut", **guest.who, reason=sentence)
        guest.arcade.say_farewell(sentence)

    def _tell(self, event: str, *, accounts: Collection[str] = (), **facts: object) -> None:
        """Tell of what has happened in the rooms, and of these accounts by which key and from where they are here."""
        if accounts:
            here = {guest.visit.id: guest.who for guest in self.guests}
            facts["who"] = [here.get(id, {"account": id}) for id in accounts]
        self.events.tell(event, **facts)

    def _show_out(self, account: Account, sentence: str) -> None:
        for guest in tuple(self.guests):
            if guest.account == account:
                self.send_home(guest, sentence)

    def _note_changed(self, name: str) -> None:
        """Send home all from a network that is banned from now on."""
        for guest in tuple(self.guests) if name.startswith(BAN) else ():
            ban = self.lobby.house.notes.ban_of(network_of(guest.address), time())
            if ban and not guest.account.owner:
                self.send_home(guest, ban.told("Your address is"))

    async def delete(self, account: Account) -> None:
        """Keep nothing of an account any more, in this folder or any other of the house. Raises NotKept."""
        await self._gone(account.id)
        await self.lobby.delete(account)
        await self._delete_folder(account.id)

    async def _fetch_games(self, account: str) -> None:
        """Take the finished games of somebody who is here into their library, wherever they were played."""
        found = self.lobby.accounts.find(account)
        if self.joined and found and any(guest.visit.id == account for guest in self.guests):
            await self.libraries.fetch(found, self.joined.games.since)

    # What goes on

    async def open(self) -> None:
        """Bring back what was kept, and begin to look after the house. Raises NotKept."""
        share_one_arena()
        load_all()
        for file in Path(tui.__file__).parent.rglob("*.tcss"):
            styles_in(str(file))
        if self.joined:
            await self.joined.bus.open()
            await self.joined.open(self.lobby)
            self.joined.peers.answer = lambda asked: dict(self.answer(asked))
            self.libraries.clear_visits(self.joined.peers.processes)
            await self.joined.games.listen(self._fetch_games)
        else:
            self.libraries.clear_visits()
            await self.lobby.bring_back()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        self._rounds = [
            asyncio.create_task(self._go_round(), name="rounds"),
            asyncio.create_task(self._lateness.watch(), name="lateness"),
        ]

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            now = monotonic()
            for guest in tuple(self.guests):
                if now - guest.terminal.last_key >= 60 * self.limits.idle:
                    self.send_home(
                        guest, f"Nothing was typed here for {self.limits.idle} minutes{guest.kept}."
                    )
            if self.profiles:
                self.lobby.house.start(self.profiles.keep_all(), "what guests have")
            waits = gc.get_count()[2]
            quiet = all(now - guest.terminal.last_key > QUIET for guest in self.guests)
            many_left = self._left > MOST_LEFT + len(self.guests)
            if waits > MOST_WAITING or many_left or (quiet and (self._left or waits > MANY_WAITING)):
                self._left = 0
                gc.collect()
                give_back()

    @property
    def ready(self) -> bool:
        """Whether guests may come."""
        reached = self.joined is None or (self.joined.bus.connected and not self.joined.peers.outdated)
        full = self._coming + len(self.lobby.house.peers.presence.here) >= self.limits.guests
        return reached and not self.closing and not full

    @property
    def standing(self) -> ProcessStanding:
        """What this process says of itself."""
        return ProcessStanding(
            pid=os.getpid(),
            version=__version__,
            guests=len(self.guests),
            playing=sum(isinstance(room, LiveRoom) for room in self.lobby.running),
            thinking=self.pool.busy,
            waiting=self.pool.waiting,
            memory=resident(),
            lag=round(1000 * self._lateness.worst),
            minutes=int((time() - self.began) // 60),
            closing=self.closing,
            lease=self.joined.peers.lease if self.joined else 0.0,
            nats=self.joined.peers.nats if self.joined else 0,
        )

    def answer(self, asked: Mapping[str, object]) -> Mapping[str, object]:
        """What this process answers to a question that is put to all of them, or does as all of them do."""
        match asked:
            case {"ask": "people"}:
                doing = {person.account.id: person for person in self.lobby.people("")}
                return {"people": [guest.told(doing.get(guest.visit.id)) for guest in self.guests]}
            case {"ask": "say", "text": str(text)}:
                for visit in self.lobby.visits:
                    visit.inform(text)
                return {"heard": len(self.lobby.visits)}
            case {"ask": "delete", "account": str(id)}:
                if account := self.lobby.accounts.find(id):
                    self.lobby.show_out(account, "Your account here is deleted.")
                self.lobby.house.start(self._delete_folder(id), "deleted account")
                return {}
        return {**encoded(self.standing)}

    async def _gone(self, account: str) -> None:
        """Wait until nobody is here any more by an account."""
        end = monotonic() + SAVING_TIME
        while any(guest.visit.id == account for guest in self.guests) and monotonic() < end:
            await asyncio.sleep(GONE_EVERY)

    async def _delete_folder(self, account: str) -> None:
        """Keep nothing of what an account has of its own, when those have gone who have it."""
        await self._gone(account)
        self.libraries.delete(account)
        if self.joined:
            await self.joined.forget(account)

    async def close(self) -> bool:
        """Send everybody home; whether all is saved."""
        self.closing = True
        if self.joined:
            with suppress(NotKept):
                await self.joined.peers.leave()
            await asyncio.sleep(TOGETHER)
        who, then = "The host", "Come back later."
        if self.joined and self.joined.peers.open_elsewhere:
            who, then = "This part of the house", "Come again now: the others are open."
        for task in self._rounds:
            task.cancel()
        for guest in tuple(self.guests):
            guest.arcade.say_farewell(f"{who} is closing{guest.kept}. {then}")
        late: set[asyncio.Task[str]] = set()
        if self._visits:
            _, late = await asyncio.wait(tuple(self._visits), timeout=SAVING_TIME)
        for visit in late:
            visit.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await self.lobby.close()
        if self.joined:
            await self.joined.close()
        await self.pool.close()
        return not late
