"""All that a house keeps, copied out of NATS into a folder while it is open, and back into an empty NATS."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from nats.aio.msg import Msg

from marbles_tui.cluster.joining import HOUSE
from marbles_tui.cluster.stream import ALONE, Answer, Bus
from marbles_tui.rooms.backend import NotKept

CONFIG: Final = "backup.json"
"""How the stream was made, and how far it went."""

STREAM: Final = "stream.tar.s2"
"""The stream as the server stores it: each message with its number."""

CHUNK: Final = 1 << 17
"""Bytes that are sent at once."""

PATIENCE: Final = 30.0
"""Seconds to wait for a part."""

IN_USE: Final = (10058, 10130)
"""The codes of what says that there is a stream of that name."""

NO_SERVERS: Final = (10005, ALONE)
"""The codes of what says that there are fewer servers than copies are wanted."""


class NotCopied(NotKept):
    """A backup could not be made, or brought back; the message is one line."""


class FewerServers(NotCopied):
    """There are fewer servers than copies are wanted."""


async def copied(servers: Sequence[str], token: str | None, folder: Path, *, back: bool) -> int:
    """Copy what a house keeps into a folder, or (`back`) out of it; how many messages that are. Raises NotKept and
    OSError."""
    bus = Bus(servers, token)
    await bus.open()
    try:
        return await (bring_back if back else back_up)(bus, f"{HOUSE}-kept", folder)
    finally:
        await bus.close()


async def back_up(bus: Bus, stream: str, folder: Path) -> int:
    """Copy a stream into a folder as it is at one moment; how many messages it has. Raises NotKept and OSError."""
    parts: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = bus.inbox()
    heard = await bus.subscribe(inbox, parts.put)
    try:
        told = await _asked(
            bus, f"$JS.API.STREAM.SNAPSHOT.{stream}",
            {"deliver_subject": inbox, "no_consumers": True, "chunk_size": CHUNK},
        )  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _private(folder / f"{STREAM}.part") as file:
            async for part in _parts(bus, parts):
                await asyncio.to_thread(file.write, part)
            os.fsync(file.fileno())
    finally:
        await bus.unsubscribe(heard)
    with _private(folder / CONFIG) as file:
        file.write(json.dumps({"config": told["config"], "state": told["state"]}, indent=1).encode())
    (folder / f"{STREAM}.part").replace(folder / STREAM)
    return int(told["state"]["messages"])


async def _parts(bus: Bus, parts: asyncio.Queue[Msg]) -> AsyncIterator[bytes]:
    while True:
        try:
            message = await asyncio.wait_for(parts.get(), PATIENCE)
        except TimeoutError:
            raise NotCopied("NATS has stopped in the middle of it") from None
        if not message.data:
            status = (message.headers or {}).get("Status", "204")
            if status not in ("204", "200"):
                why = (message.headers or {}).get("Description", status)
                raise NotCopied(f"NATS has stopped in the middle of it: {why}")
            return
        yield message.data
        if message.reply:
            await bus.publish(message.reply)


async def bring_back(bus: Bus, stream: str, folder: Path) -> int:
    """Bring back what `back_up` has copied, where there is nothing of that name; how many messages it has. Raises
    NotKept and OSError."""
    try:
        kept = json.loads((folder / CONFIG).read_text())
        config, state = dict(kept["config"]), kept["state"]
        size = (folder / STREAM).stat().st_size
    except (ValueError, KeyError, TypeError) as error:
        raise NotCopied(f"{folder / CONFIG} is not of a backup") from error
    if not size:
        raise NotCopied(f"{folder / STREAM} is empty")
    try:
        done = await _sent(bus, stream, folder, {"config": config, "state": state})
    except FewerServers:  # than it was kept on: each has it
        done = await _sent(bus, stream, folder, {"config": {**config, "num_replicas": 1}, "state": state})
    if done["state"]["last_seq"] != state["last_seq"]:
        raise NotCopied("not all of it has come back")
    return int(done["state"]["messages"])


async def _sent(bus: Bus, stream: str, folder: Path, kept: dict[str, object]) -> Answer:
    """What NATS says of the stream when it has it."""
    told = await _asked(bus, f"$JS.API.STREAM.RESTORE.{stream}", kept)
    with (folder / STREAM).open("rb") as file:
        while part := await asyncio.to_thread(file.read, CHUNK):
            answer = (await bus.request(told["deliver_subject"], part, patience=PATIENCE)).data
            if answer:
                _check(json.loads(answer))
    done = json.loads((await bus.request(told["deliver_subject"], b"", patience=PATIENCE)).data)
    _check(done)
    return dict(done)


async def _asked(bus: Bus, subject: str, body: dict[str, object]) -> Answer:
    answer = json.loads((await bus.request(subject, json.dumps(body).encode(), patience=PATIENCE)).data)
    _check(answer)
    return dict(answer)


def _check(answer: Answer) -> None:
    error = answer.get("error")
    if not error:
        return
    if error.get("err_code") in IN_USE:
        raise NotCopied("NATS keeps a house already: bring a backup back where there is none")
    if error.get("err_code") in NO_SERVERS or f"({ALONE})" in error.get("description", ""):
        raise FewerServers("there are fewer servers of NATS than the copy is of")
    raise NotCopied(f"NATS: {error.get('description')}")


def _private(file: Path) -> BinaryIO:
    """A new file that nobody else can read."""
    with suppress(FileNotFoundError):
        file.unlink()
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
