"""What a house in several processes keeps: a stream, in which every change is numbered and the first one wins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from marbles_tui.cluster.stream import Change, Entry, KeyValueStream, WrongLastSequence
from marbles_tui.cluster.wire import (
    Newer,
    body_of,
    known_body,
    known_in,
    packed,
    token,
    unpacked,
    value_in,
)
from marbles_tui.play.rating import UNKNOWN, Rating
from marbles_tui.rooms.accounts import Known
from marbles_tui.rooms.backend import (
    DOCUMENTS,
    Archived,
    D,
    Document,
    Kept,
    Locked,
    NotKept,
    OfferState,
    Outdated,
    Overtaken,
    RoomState,
    TournamentState,
    follows,
    taken,
)
from marbles_tui.rooms.names import skeleton
from marbles_tui.store.codec import value_of

ACCOUNT: Final = "account"
KEY: Final = "key"
NAME: Final = "name"
RATING: Final = "rating"
ROOM: Final = "room"
OFFER: Final = "offer"
NOTE: Final = "note"

T = TypeVar("T")

log = logging.getLogger(__name__)


class NatsBackend:
    """A `Backend` that several processes share. What others keep is told by `on_account` and the like."""

    def __init__(self, stream: KeyValueStream, process: str) -> None:
        self.stream, self.process = stream, process
        self.on_account: Callable[[Known, str], object] = lambda *_: None
        """Another process has kept an account; with its own id where that is only here for a visit."""

        self.on_gone: Callable[[str], object] = lambda _: None
        """Nothing is kept of an account any more."""

        self.on_rating: Callable[[str, str, Rating], object] = lambda *_: None
        """Another process has changed a rating."""

        self.on_note: Callable[[str, str], object] = lambda *_: None
        """A note of whoever runs the house was changed; "" where there is none any more."""

        self.on_document: Callable[[Document], object] = lambda _: None
        """A document is kept, from the start on or by another process."""

        self.on_forgotten: Callable[[str, str], object] = lambda *_: None
        """Another process keeps nothing more of the document of a kind and id."""

        self.visiting: dict[str, str] = {}
        """Accounts that are only here for a visit, and the processes that know them."""

        self._accounts: dict[str, Known] = {}
        self._newer: set[str] = set()  # accounts of which a newer process keeps more than can be read here
        self._ratings: dict[tuple[str, str], Rating] = {}
        self._notes: dict[str, str] = {}
        self._revisions: dict[str, int] = {}
        self._lost: set[str] = set()  # rooms that others have written
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loaded = False
        self._writing: set[asyncio.Future[None]] = set()
        self._order = asyncio.Lock()  # accounts are written one after the other

    async def load(self) -> Kept:
        """See `Backend`."""
        if not self._loaded:
            await self.stream.open()
            followed = (ACCOUNT, RATING, NOTE, Archived.kind, TournamentState.kind)
            await self.stream.follow([f"{kind}.>" for kind in followed], self._heard)
            self._loaded = True
        rooms = _readable(await self.stream.read_all(f"{ROOM}.>"), RoomState)
        self._revisions |= {state.id: state.revision for state in rooms}
        kept = [known for id, known in self._accounts.items() if id not in self.visiting]
        visitors = [known for id, known in self._accounts.items() if id in self.visiting]
        offers = _readable(await self.stream.read_all(f"{OFFER}.>"), OfferState)
        rooms.sort(key=lambda state: state.since)
        return Kept(kept, dict(self._ratings), rooms, offers, dict(self._notes), visitors)

    async def close(self) -> None:
        """See `Backend`."""
        while self._writing:
            await asyncio.wait(set(self._writing))
        await self.stream.close()

    # Accounts

    def keep_account(self, known: Known) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self._keep_account(_copy(known), "", self._account_seq(known)))

    def introduce(self, known: Known) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self._keep_account(_copy(known), self.process, self._account_seq(known)))

    def _account_seq(self, known: Known) -> int:
        """The number of what is known of an account now: what comes of it is written over that alone."""
        return self.stream.seq(f"{ACCOUNT}.{known.account.id}")

    async def _keep_account(self, known: Known, visit: str, seq: int) -> None:
        async with self._order:
            await self._put_account(known, visit, seq)

    async def _put_account(self, known: Known, visit: str, seq: int) -> None:
        id = known.account.id
        if id in self._newer:
            raise Locked("A newer part of the house keeps your account. Come in again to change this.")
        before = self._accounts.get(id)
        claims, given_up = _claims(known), _claims(before) if before else set()
        changes = [
            Change(f"{ACCOUNT}.{id}", packed(known_body(known, visit)), seq=seq),
            *(Change(claim, id.encode(), over=id.encode()) for claim in sorted(claims - given_up)),
            *(Change(claim, b"", over=id.encode()) for claim in sorted(given_up - claims)),
        ]
        try:
            await self.stream.put(*changes)
        except WrongLastSequence as contest:
            wanted = [key for key in contest.keys if key in claims]
            await self._find_holders(wanted)
            taken(
                known,
                any(key.startswith(f"{NAME}.") for key in wanted),
                any(key.startswith(f"{KEY}.") for key in wanted),
            )
            raise Overtaken(f"{known.account.name} was changed elsewhere") from contest
        self._accounts[id] = known
        self._note_visit(id, visit)

    async def _find_holders(self, claims: list[str]) -> None:
        """Know those who have what is wanted, before anybody asks again."""
        for claim in claims:
            holder = (await self.stream.read(claim)).data.decode()
            if holder:
                await self.stream.read(f"{ACCOUNT}.{holder}")

    def forget_account(self, account: str) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self._forget_account(account))

    async def _forget_account(self, account: str) -> None:
        async with self._order:
            await self._remove_account(account)

    async def _remove_account(self, account: str) -> None:
        known = self._accounts.get(account)
        if known is None or account in self._newer:
            return
        ratings = [game for holder, game in self._ratings if holder == account]
        try:
            await self.stream.put(
                Change(f"{ACCOUNT}.{account}", b""),
                *(Change(claim, b"", over=account.encode()) for claim in sorted(_claims(known))),
                *(Change(f"{RATING}.{account}.{game}", b"") for game in ratings),
            )
        except WrongLastSequence as contest:
            raise Overtaken(f"{known.account.name} was changed elsewhere") from contest
        self._drop(account)

    # Rooms

    def keep_room(
        self, state: RoomState, ratings: Mapping[tuple[str, str], Rating] | None = None
    ) -> asyncio.Future[None]:
        """See `Backend`."""
        keys = {whose: f"{RATING}.{whose[0]}.{whose[1]}" for whose in ratings or {}}
        rated = [
            Change(keys[whose], packed(list(rating)), seq=self.stream.seq(keys[whose]))
            for whose, rating in (ratings or {}).items()
        ]
        return self._write(self._keep_room(state, dict(ratings or {}), rated))

    async def _keep_room(
        self, state: RoomState, ratings: Mapping[tuple[str, str], Rating], rated: list[Change]
    ) -> None:
        lock = self._locks.get(state.id)
        if lock is None:
            lock = self._locks[state.id] = asyncio.Lock()
        async with lock:  # what is asked for first is kept first
            await self._put_room(state, ratings, rated)

    async def _put_room(
        self, state: RoomState, ratings: Mapping[tuple[str, str], Rating], rated: list[Change]
    ) -> None:
        if state.id in self._lost:
            raise Overtaken(f"room {state.id} is played elsewhere")
        follows(self._revisions.get(state.id, 0), state.revision)
        key = f"{ROOM}.{state.id}"
        room = Change(key, packed(body_of(state)), seq=self.stream.seq(key))
        try:
            await self.stream.put(room, *rated)
        except WrongLastSequence as contest:
            if room.key in contest.keys:
                self._lost.add(state.id)
                raise Overtaken(f"room {state.id} is played elsewhere") from contest
            raise Outdated(f"ratings have changed before room {state.id} was kept") from contest
        self._revisions[state.id] = state.revision
        self._ratings |= ratings

    async def keep_ratings(self, ratings: Mapping[tuple[str, str], Rating]) -> None:
        """Keep ratings that were kept elsewhere. Raises NotKept."""
        for (account, game), rating in ratings.items():
            await self.stream.put(Change(f"{RATING}.{account}.{game}", packed(list(rating))))
        self._ratings |= ratings

    async def read_room(self, room: str) -> RoomState | None:
        """A match as it is kept now, to go on from there; None where nothing is kept of it. Raises NotKept."""
        entry = await self.stream.read(f"{ROOM}.{room}")
        self._lost.discard(room)
        if not entry.data:
            self._revisions.pop(room, None)
            return None
        state = value_in(RoomState, unpacked(entry.data))
        self._revisions[room] = state.revision
        return state

    def forget_room(self, room: str) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self._forget_room(room))

    async def _forget_room(self, room: str) -> None:
        await self.stream.put(Change(f"{ROOM}.{room}", b"", checked=False))
        self._revisions.pop(room, None)

    def keep_offer(self, offer: OfferState) -> asyncio.Future[None]:
        """See `Backend`."""
        change = Change(f"{OFFER}.{offer.id}", packed(body_of(offer)), checked=False)
        return self._write(self.stream.put(change))

    def forget_offer(self, offer: str) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self.stream.put(Change(f"{OFFER}.{offer}", b"", checked=False)))

    def keep_note(self, name: str, text: str) -> asyncio.Future[None]:
        """See `Backend`."""
        change = Change(f"{NOTE}.{token(name)}", packed([name, text]), checked=False)
        return self._write(self.stream.put(change))

    # Documents

    def keep_document(self, document: Document) -> asyncio.Future[None]:
        """See `Backend`."""
        key = f"{document.kind}.{document.id}"
        seq = self.stream.seq(key) if isinstance(document, TournamentState) else None
        change = Change(key, packed(body_of(document)), seq is not None, seq=seq)
        return self._write(self._keep_document(change))

    async def _keep_document(self, change: Change) -> None:
        try:
            await self.stream.put(change)
        except WrongLastSequence as contest:
            raise Overtaken(f"{change.key} was changed elsewhere") from contest

    async def read_document(self, kind: type[D], id: str) -> D | None:
        """See `Backend`."""
        entry = await self.stream.read(f"{kind.kind}.{id}")
        return value_in(kind, unpacked(entry.data)) if entry.data else None

    def forget_document(self, kind: type[Document], id: str) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self.stream.put(Change(f"{kind.kind}.{id}", b"", checked=False)))

    # What others keep

    def _heard(self, entry: Entry) -> None:
        kind, _, rest = entry.key.partition(".")
        if kind == ACCOUNT:
            if not entry.data:
                self._drop(rest)
                self.on_gone(rest)
                return
            body = unpacked(entry.data)
            try:
                known = known_in(body)
            except Newer:
                self._newer.add(rest)
                raise
            self._newer.discard(rest)
            self._accounts[rest] = known
            self._note_visit(rest, body["visit"])
            self.on_account(_copy(known), body["visit"])
        elif kind == RATING:
            account, _, game = rest.partition(".")
            rating = value_of(Rating, unpacked(entry.data)) if entry.data else UNKNOWN
            self._ratings[account, game] = rating
            self.on_rating(account, game, rating)
        elif kind == NOTE and entry.data:
            name, text = unpacked(entry.data)
            self._notes[name] = text
            self.on_note(name, text)
        elif kind in DOCUMENTS:
            if entry.data:
                self.on_document(value_in(DOCUMENTS[kind], unpacked(entry.data)))
            else:
                self.on_forgotten(kind, rest)

    def _note_visit(self, account: str, visit: str) -> None:
        if visit:
            self.visiting[account] = visit
        else:
            self.visiting.pop(account, None)

    def _drop(self, account: str) -> None:
        self._newer.discard(account)
        self._accounts.pop(account, None)
        self.visiting.pop(account, None)
        for whose in [whose for whose in self._ratings if whose[0] == account]:
            del self._ratings[whose]

    def _write(self, work: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        task = asyncio.ensure_future(work)
        self._writing.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Future[None]) -> None:
        self._writing.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, NotKept):
            log.error("something could not be kept", exc_info=error)


def _claims(known: Known) -> set[str]:
    """The keys under which it stands whose a name and keys are."""
    name = f"{NAME}.{token(skeleton(known.account.name))}"
    return {name, *(f"{KEY}.{token(fingerprint)}" for fingerprint in known.keys)}


def _readable(entries: Sequence[Entry], kind: type[T]) -> list[T]:
    """What can be read here; the rest is for newer processes."""
    found = []
    for entry in entries:
        try:
            found.append(value_in(kind, unpacked(entry.data)))
        except Newer as error:
            log.warning("%s is left alone: %s", entry.key, error)
    return found


def _copy(known: Known) -> Known:
    return Known(known.account, known.keys, known.ban, known.muted, known.mutes)
