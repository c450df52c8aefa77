"""The profiles of accounts and their finished games, for whichever machine they come in by next."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple

from nats.aio.msg import Msg

from marbles_tui.cluster.bus import Bus
from marbles_tui.cluster.stream import Change, KeyValueStream, WrongLastSequence
from marbles_tui.cluster.wire import not_newer, token
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import NotKept, Overtaken
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.store.profile import Profile

OWN: Final = "own"
GAME: Final = "game"

PART: Final = 1 << 19
"""Bytes of one message."""

MOST: Final = 32
"""Parts of what one account has."""

TRIES: Final = 3

VERSION: Final = 2
"""In version 1 matches did not say whether they were imported."""


class TooMuch(NotKept):
    """Somebody has more than is kept for other machines."""


class KeptProfile(NamedTuple):
    """A profile, and the number of the change by which it is so; 0 where nothing is kept."""

    seq: int
    profile: Profile | None


class Profiles:
    """Keeps the profile of each account, whole: each time over what was there before, or not at all."""

    def __init__(self, stream: KeyValueStream) -> None:
        self._stream = stream

    async def get(self, account: str) -> KeptProfile:
        """What is kept of an account. Raises Newer and NotKept."""
        for _ in range(TRIES):
            first = await self._stream.read(f"{OWN}.{account}.0")
            if not first.data:
                return KeptProfile(0, None)
            parts = [first.data[1:]]
            parts += [
                (await self._stream.read(f"{OWN}.{account}.{at}")).data for at in range(1, first.data[0])
            ]
            try:
                body = json.loads(zlib.decompress(b"".join(parts)))
            except (zlib.error, ValueError):
                continue  # it was changed while it was read
            return KeptProfile(first.seq, value_of(Profile, not_newer(body, VERSION)))
        raise NotKept(f"what account {account} has cannot be read")

    async def put(self, account: str, profile: Profile, over: int) -> int:
        """Keep what an account has over the change with that number; the number of this one. Raises Overtaken where
        another has come meanwhile, TooMuch, and NotKept."""
        body = {"v": VERSION, **encoded(profile)}
        data = zlib.compress(json.dumps(body, separators=(",", ":")).encode())
        parts = [data[at : at + PART] for at in range(0, len(data), PART)]
        if len(parts) > MOST:
            raise TooMuch(
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


class Finished(NamedTuple):
    """A finished game of somebody's, and where it stands among all that is kept."""

    record: str
    seq: int


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

    async def since(self, account: str, seq: int) -> list[Finished]:
        """The games of an account that were kept after a place. Raises NotKept."""
        entries = await self._stream.read_all(f"{GAME}.{account}.>", after=seq, learn=False)
        return [Finished(entry.data.decode(), entry.seq) for entry in entries]

    async def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Call something with every account for which a game is kept. Raises NotKept."""

        async def told(message: Msg) -> None:
            try:
                await heard(message.subject.rpartition(".")[2])
            except Exception:
                log.exception("a finished game could not be fetched")

        await self._bus.subscribe(f"{self._prefix}.game.*", told)
