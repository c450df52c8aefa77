"""What accounts have of their own, for whichever machine they come in by next."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final, NamedTuple

from marbles_tui.cluster.shelf import Change, Contest, Shelf
from marbles_tui.cluster.wire import Newer
from marbles_tui.rooms.backend import NotKept, Overtaken
from marbles_tui.store.belongings import VERSION, upgraded

OWN: Final = "own"

PART: Final = 1 << 19
"""Bytes of one message."""

MOST: Final = 32
"""Parts of what one account has."""

TRIES: Final = 3


class TooMuch(NotKept):
    """Somebody has more than is kept for other machines."""


class Carried(NamedTuple):
    """What an account has of its own, and the number of the change by which it is so; 0 where nothing is kept."""

    seq: int
    body: dict[str, Any] | None


class Belongings:
    """Keeps what each account has, whole: each time over what was there before, or not at all."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def get(self, account: str) -> Carried:
        """What is kept of an account. Raises Newer and NotKept."""
        for _ in range(TRIES):
            first = await self._shelf.read(f"{OWN}.{account}.0")
            if not first.data:
                return Carried(0, None)
            parts = [first.data[1:]]
            parts += [
                (await self._shelf.read(f"{OWN}.{account}.{at}")).data for at in range(1, first.data[0])
            ]
            try:
                body = json.loads(zlib.decompress(b"".join(parts)))
            except (zlib.error, ValueError):
                continue  # it was changed while it was read
            if body["v"] > VERSION:
                raise Newer(body["v"])
            return Carried(first.seq, upgraded(body))
        raise NotKept(f"what account {account} has cannot be read")

    async def put(self, account: str, body: dict[str, Any], over: int) -> int:
        """Keep what an account has over the change with that number; the number of this one. Raises Overtaken where
        another has come meanwhile, TooMuch, and NotKept."""
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
            await self._shelf.put(*changes)
        except Contest as contest:
            raise Overtaken(f"account {account} was elsewhere, too") from contest
        return self._shelf.seq(keys[0])
