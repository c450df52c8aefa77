"""Joining a house that is open in several processes, and what it keeps: a stream, in which every change is numbered
and the first one wins. So are the profiles of its accounts, and their finished games."""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import Final
from weakref import WeakValueDictionary

from nats.aio.msg import Msg

from marbles_tui.cluster.peers import LEASE, NatsPeers
from marbles_tui.cluster.stream import (
    FORGET,
    Bus,
    Change,
    KeyValueStream,
    StreamEntry,
    WrongLastSequence,
    settled,
)
from marbles_tui.cluster.wire import (
    Newer,
    document_body,
    document_in,
    key_of,
    known_body,
    known_in,
    not_newer,
    packed,
    table_in,
    token,
    unpacked,
)
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, KnownAccount
from marbles_tui.rooms.backend import (
    DOCUMENTS,
    NUMBERED,
    Archived,
    ArchivedRecord,
    Backend,
    Contested,
    D,
    Document,
    KeptHouse,
    Locked,
    Note,
    NotKept,
    OfferState,
    Outdated,
    Overtaken,
    Ratings,
    RoomState,
    TournamentState,
    follows,
    taken,
)
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.names import skeleton
from marbles_tui.rooms.sqlite import FILE, SqliteBackend
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.store.profile import Profile

ACCOUNT: Final = "account"
KEY: Final = "key"
NAME: Final = "name"
RATING: Final = "rating"
FOLLOWED: Final = (ACCOUNT, RATING, Note.kind, Archived.kind, TournamentState.kind)

LOST: Final = inf
"""The number that no change follows."""

log = logging.getLogger(__name__)


class NatsBackend:
    """A `Backend` that several processes share. What others keep is told to its lobby."""

    def __init__(self, stream: KeyValueStream, process: str) -> None:
        self.stream, self.process = stream, process
        self.lobby: Lobby | None = None
        """What hears of all that others keep."""

        self.visiting: dict[str, str] = {}
        """Accounts that are only here for a visit, and the processes that know them."""

        self._accounts: dict[str, KnownAccount] = {}
        self._newer: set[str] = set()  # accounts of which a newer process keeps more than can be read here
        self._ratings: dict[tuple[str, str], Rating] = {}
        self._revisions: dict[str, float] = {}  # by key; LOST where another process has written it
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loaded = False
        self._writing: set[asyncio.Future[None]] = set()
        self._order = asyncio.Lock()  # accounts are written one after the other

    async def load(self) -> KeptHouse:
        """See `Backend`."""
        if not self._loaded:
            await self.stream.open()
            await self.stream.follow([f"{kind}.>" for kind in FOLLOWED], self._heard)
            self._loaded = True
        documents: list[Document] = []
        for kind in (RoomState, OfferState):
            for entry in await settled(partial(self.stream.read_all, f"{kind.kind}.>")):
                try:
                    documents.append(self._read(kind, entry))
                except Newer as error:
                    log.warning("%s is left alone: %s", entry.key, error)
        kept = [known for id, known in self._accounts.items() if id not in self.visiting]
        visitors = [known for id, known in self._accounts.items() if id in self.visiting]
        return KeptHouse(kept, dict(self._ratings), documents, visitors)

    async def close(self) -> None:
        """See `Backend`."""
        while self._writing:
            await asyncio.wait(set(self._writing))
        await self.stream.close()

    # Accounts

    def keep_account(self, known: KnownAccount) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self._keep_account(replace(known), "", self._account_seq(known)))

    def introduce(self, known: KnownAccount) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self._keep_account(replace(known), self.process, self._account_seq(known)))

    def _account_seq(self, known: KnownAccount) -> int:
        """The number of what is known of an account now: what comes of it is written over that alone."""
        return self.stream.seq(f"{ACCOUNT}.{known.account.id}")

    async def _keep_account(self, known: KnownAccount, visit: str, seq: int) -> None:
        async with self._order:
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

    # Documents

    def keep_document(self, document: Document, ratings: Ratings | None = None) -> asyncio.Future[None]:
        """See `Backend`."""
        keys = {whose: f"{RATING}.{whose[0]}.{whose[1]}" for whose in ratings or {}}
        rated = [
            Change(keys[whose], packed(list(rating)), seq=self.stream.seq(keys[whose]))
            for whose, rating in (ratings or {}).items()
        ]
        return self._write(self._keep_document(document, dict(ratings or {}), rated))

    async def _keep_document(self, document: Document, ratings: Ratings, rated: list[Change]) -> None:
        key = key_of(type(document), document.id)
        async with self._locks.setdefault(key, asyncio.Lock()):  # what is asked for first is kept first
            # Others know a note by what it says alone: they hear that it says nothing, then it goes.
            seconds = FORGET if isinstance(document, Note) and not document.text else 0
            change = Change(key, packed(document_body(document)), checked=False, seconds=seconds)
            if isinstance(document, NUMBERED):
                follows(self._revisions.get(key, 0), document.revision)
                change = change._replace(checked=True, seq=self.stream.seq(key))
            try:
                await self.stream.put(change, *rated)
            except WrongLastSequence as contest:
                if key in contest.keys:
                    self._revisions[key] = LOST
                    raise Overtaken(f"{key} was changed elsewhere") from contest
                raise Outdated(f"ratings have changed before {key} was kept") from contest
            self._note_revision(key, document)
        self._ratings |= ratings

    async def keep_ratings(self, ratings: Ratings) -> None:
        """Keep ratings that were kept elsewhere. Raises NotKept."""
        for (account, game), rating in ratings.items():
            await self.stream.put(Change(f"{RATING}.{account}.{game}", packed(list(rating))))
        self._ratings |= ratings

    async def read_document(self, kind: type[D], id: str) -> D | None:
        """See `Backend`."""
        entry = await self.stream.read(key_of(kind, id))
        self._revisions.pop(entry.key, None)
        return self._read(kind, entry) if entry.data else None

    def forget_document(self, kind: type[Document], id: str) -> asyncio.Future[None]:
        """See `Backend`."""
        return self._write(self._forget_document(key_of(kind, id)))

    async def _forget_document(self, key: str) -> None:
        await self.stream.put(Change(key, b"", checked=False))
        self._revisions.pop(key, None)

    def _read(self, kind: type[D], entry: StreamEntry) -> D:
        """The document in an entry, which is what its next change follows. Raises Newer, and ValueError."""
        document = document_in(kind, unpacked(entry.data))
        self._note_revision(entry.key, document)
        return document

    def _note_revision(self, key: str, document: Document) -> None:
        if isinstance(document, NUMBERED):
            self._revisions[key] = document.revision

    # What others keep

    def _heard(self, entry: StreamEntry) -> None:
        tell = self._taken_in(entry)
        if tell and self.lobby is not None:
            tell(self.lobby)

    def _taken_in(self, entry: StreamEntry) -> Callable[[Lobby], object] | None:
        """Know what others have kept; how a lobby is told."""
        kind, _, rest = entry.key.partition(".")
        if kind == ACCOUNT and entry.data:
            body = table_in(unpacked(entry.data))
            self._newer.add(rest)
            known, visit = known_in(body), str(body["visit"])
            self._newer.discard(rest)
            self._accounts[rest] = known
            self._note_visit(rest, visit)
            return lambda lobby: lobby.learn_account(replace(known), visit)
        if kind == ACCOUNT:
            self._drop(rest)
            return lambda lobby: lobby.drop_account(rest)
        if kind == RATING:
            account, _, game = rest.partition(".")
            if not entry.data:
                self._ratings.pop((account, game), None)
                return lambda lobby: lobby.house.ratings.pop((account, game), None)
            self._ratings[account, game] = value_of(Rating, unpacked(entry.data))
            return lambda lobby: lobby.learn_rating(account, game, self._ratings[account, game])
        if kind not in FOLLOWED:
            return None
        if not entry.data:
            return lambda lobby: lobby.drop_document(kind, rest)
        document = self._read(DOCUMENTS[kind], entry)
        return lambda lobby: lobby.learn_document(document)

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

    def _write(self, work: Coroutine[object, object, None]) -> asyncio.Future[None]:
        task = asyncio.ensure_future(work)
        self._writing.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Future[None]) -> None:
        self._writing.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, NotKept):
            log.error("something could not be kept", exc_info=error)


def _claims(known: KnownAccount) -> set[str]:
    """The keys under which it stands whose a name and keys are."""
    name = f"{NAME}.{token(skeleton(known.account.name))}"
    return {name, *(f"{KEY}.{token(fingerprint)}" for fingerprint in known.keys)}


OWN: Final = "own"
GAME: Final = "game"

PART: Final = 1 << 19
"""Bytes of one message."""

MOST: Final = 32
"""Parts of what one account has."""

WRITE_TRIES: Final = 3

VERSION: Final = 2
"""In version 1 matches did not say whether they were imported."""


class Profiles:
    """Keeps the profile of each account, whole: each time over what was there before, or not at all."""

    def __init__(self, stream: KeyValueStream) -> None:
        self._stream = stream

    async def get(self, account: str) -> tuple[int, Profile | None]:
        """The profile of an account, and the number of the change by which it is so; 0 where nothing is kept. Raises
        Newer and NotKept."""
        for _ in range(WRITE_TRIES):
            first = await self._stream.read(f"{OWN}.{account}.0")
            if not first.data:
                return 0, None
            parts = [first.data[1:]]
            parts += [
                (await self._stream.read(f"{OWN}.{account}.{at}")).data for at in range(1, first.data[0])
            ]
            try:
                body = json.loads(zlib.decompress(b"".join(parts)))
            except (zlib.error, ValueError):
                continue  # it was changed while it was read
            return first.seq, value_of(Profile, not_newer(body, VERSION))
        raise NotKept(f"what account {account} has cannot be read")

    async def put(self, account: str, profile: Profile, over: int) -> int:
        """Keep what an account has over the change with that number; the number of this one. Raises Overtaken where
        another has come meanwhile, and NotKept."""
        body = {"v": VERSION, **encoded(profile)}
        data = zlib.compress(json.dumps(body, separators=(",", ":")).encode())
        parts = [data[at : at + PART] for at in range(0, len(data), PART)]
        if len(parts) > MOST:
            raise NotKept(
                f"account {account} has {len(data):,} bytes of its own: too much to be kept elsewhere"
            )
        parts[0] = bytes([len(parts)]) + parts[0]
        keys = [f"{OWN}.{account}.{at}" for at in range(len(parts))]
        changes = [Change(keys[0], parts[0], seq=over)]
        changes += [Change(key, part, checked=False) for key, part in zip(keys[1:], parts[1:], strict=True)]
        try:
            await self._stream.put(*changes)
        except WrongLastSequence as contest:
            raise Overtaken(f"account {account} was elsewhere, too") from contest
        return self._stream.seq(keys[0])


class Games:
    """Keeps the finished games of every account, and says when there is one more."""

    def __init__(self, bus: Bus, stream: KeyValueStream, prefix: str) -> None:
        self._bus, self._stream, self._prefix = bus, stream, prefix

    async def keep(self, account: Account, record: str) -> None:
        """Keep a game for an account, once however often it is asked. Raises NotKept."""
        key = f"{GAME}.{account.id}.{token(record)}"
        await self._stream.put(Change(key, record.encode(errors="replace"), checked=False))
        with suppress(NotKept):  # who does not hear it finds it when they come next
            await self._bus.publish(f"{self._prefix}.game.{account.id}")

    async def since(self, account: str, seq: int) -> list[tuple[str, int]]:
        """The records of the games of an account that were kept after a place, each with its own. Raises NotKept."""
        entries = await self._stream.read_all(f"{GAME}.{account}.>", after=seq, learn=False)
        return [(entry.data.decode(), entry.seq) for entry in entries]

    async def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Call something with every account for which a game is kept. Raises NotKept."""

        async def told(message: Msg) -> None:
            try:
                await heard(message.subject.rpartition(".")[2])
            except Exception:
                log.exception("a finished game could not be fetched")

        await self._bus.subscribe(f"{self._prefix}.game.*", told)


HOUSE: Final = "marbles"
"""Of the house, and of all that it keeps in NATS."""


class Joined:
    """This process as one of a house."""

    def __init__(
        self,
        servers: Sequence[str],
        token: str | None = None,
        *,
        name: str = HOUSE,
        lease: float = LEASE,
    ) -> None:
        """`name`: of the house, where several share NATS; `lease`: seconds after which a process of which nothing is
        heard counts as gone."""
        self.process = token_hex(4)
        self.bus = Bus(servers, token)
        self._kept = KeyValueStream(self.bus, f"{name}-kept", f"{name}.kept", self.process)
        live = KeyValueStream(self.bus, f"{name}-live", f"{name}.live", self.process, passing=True)
        self.backend = NatsBackend(self._kept, self.process)
        self.peers = NatsPeers(self.bus, live, name, self.process, lease)
        self.games = Games(self.bus, self._kept, name)
        self.profiles = Profiles(self._kept)
        self.peers.visiting = self.backend.visiting

    async def open(self, lobby: Lobby) -> None:
        """Bring a lobby, whose backend and peers these are, in step with the others. Raises NotKept."""
        self.backend.lobby = lobby
        await lobby.bring_back()
        await self.peers.open(lobby)

    async def forget(self, account: str) -> None:
        """Keep nothing any more of what an account has of its own. Raises NotKept."""
        for kind in (OWN, GAME):
            for entry in await self._kept.read_all(f"{kind}.{account}.>", learn=False):
                await self._kept.put(Change(entry.key, b"", checked=False))

    async def close(self) -> None:
        """Leave, after the lobby was closed."""
        await self.peers.close()
        await self.bus.close()


async def move_in(servers: Sequence[str], token: str | None, data: Path) -> None:
    """Take over what a house has kept in a file in its folder, where NATS keeps nothing of it yet. Raises NotKept."""
    if not (data / FILE).exists():
        return
    joined, before = Joined(servers, token), SqliteBackend(data / FILE)
    await joined.bus.open()
    try:
        if await move(before, joined.backend):
            log.warning("all that was in %s is kept by NATS from now on", before.place)
    finally:
        await before.close()
        await joined.backend.close()
        await joined.bus.close()


async def move(before: Backend, to: NatsBackend) -> bool:
    """Put all that one keeper has into another that has no account yet; whether it was moved. Raises NotKept."""
    kept, there = await before.load(), await to.load()
    if there.accounts or there.of(RoomState) or not (kept.accounts or kept.of(RoomState)):
        return False
    try:
        for known in kept.accounts:
            await to.keep_account(known)
        await to.keep_ratings(kept.ratings)
        for document in kept.documents:
            if isinstance(document, Archived) and (
                record := await before.read_document(ArchivedRecord, document.id)
            ):
                await to.keep_document(record)
            await to.keep_document(
                replace(document, revision=1) if isinstance(document, NUMBERED) else document
            )
    except Contested as contested:
        log.warning("another process moves in at the same time: %s", contested)
    return True
