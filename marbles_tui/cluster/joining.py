"""Joining a house that is open in several processes; the profiles of its accounts and their finished games."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Final

from nats.aio.msg import Msg

from marbles_tui.cluster.backend import NatsBackend
from marbles_tui.cluster.peers import LEASE, NatsPeers
from marbles_tui.cluster.stream import Bus, Change, KeyValueStream, WrongLastSequence
from marbles_tui.cluster.wire import not_newer, token
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import (
    NUMBERED,
    Archived,
    ArchivedRecord,
    Backend,
    Contested,
    NotKept,
    Overtaken,
    RoomState,
)
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.sqlite import FILE, SqliteBackend
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.store.profile import Profile

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


log = logging.getLogger(__name__)


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


NAME: Final = "marbles"
"""Of the house, and of all that it keeps in NATS."""


class Joined:
    """This process as one of a house."""

    def __init__(
        self,
        servers: Sequence[str],
        token: str | None = None,
        *,
        name: str = NAME,
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


async def move_in(servers: Sequence[str], token: str | None, data: Path, name: str = NAME) -> None:
    """Take over what a house has kept in a file in its folder, where NATS keeps nothing of it yet. Raises NotKept."""
    if not (data / FILE).exists():
        return
    joined, before = Joined(servers, token, name=name), SqliteBackend(data / FILE)
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
