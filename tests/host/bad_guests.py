"""Guests who behave badly: each deed comes in, does it, and is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

import asyncssh

from tests.host.house import PATIENCE, Host, SshGuest, WayIn

CROWD: Final = 1000
"""Connections that come at once."""

MOST_UNSENT: Final = 1 << 16
"""Bytes that may wait to be sent by a guest who sends faster than the host reads."""

HALVES: Final = (
    "\x1b",
    "\x1b[",
    "\x1b[200~half",
    "\x1b[<0;1",
    "\x1b[99999999;9",
    "\x1b]52;c;",
    "\x1bP",
    "\udcff",
)
"""Sequences that do not end."""


class Broken(Exception):
    """Something did not hold."""


async def _come(host: Host, random: Random) -> SshGuest:
    guest = SshGuest(host, "storm", random.choice(((80, 24), (120, 40), (1, 1))))
    await guest.come()
    await guest.news(5)
    return guest


async def vanish(host: Host, random: Random) -> None:
    """The socket is gone in the middle of anything."""
    guest = await _come(host, random)
    for _ in range(random.randrange(6)):
        guest.type(random.choice("12345plsq?\r\x1b"))
        await guest.news(random.random() * 0.3)
    guest.vanish()


async def half_keys(host: Host, random: Random) -> None:
    """A sequence begins and never ends."""
    guest = await _come(host, random)
    guest.type(random.choice(HALVES).encode("utf-8", "replace").decode())
    await guest.news(0.5)
    guest.vanish()


async def paste(host: Host, random: Random) -> None:
    """A megabyte is pasted, marked or not."""
    guest = await _come(host, random)
    text = random.choice(("A C ", "\x1b[A", "x", "\x00", "\u202e", "é")) * 250_000
    with suppress(OSError):
        guest.type(f"\x1b[200~{text}\x1b[201~" if random.random() < 0.7 else text)
    await guest.rest(0.5, 5)
    guest.vanish()


async def sizes(host: Host, random: Random) -> None:
    """The window has sizes that none has."""
    guest = await _come(host, random)
    for _ in range(20):
        guest.resize(random.choice((0, 1, 80, 100_000)), random.choice((0, 1, 24, 100_000)))
    await guest.rest(0.5, 5)
    guest.vanish()


async def reads_nothing(host: Host, random: Random) -> None:
    """A terminal takes nothing of what it is sent."""
    guest = await _come(host, random)
    guest.hold()
    for _ in range(40):
        guest.type(random.choice(("\x1b[B", "\x1b[A", "l", "\x1b", "?")))
        await asyncio.sleep(0.02)
    guest.vanish()


async def _refused(
    host: Host, ask: Callable[[asyncssh.SSHClientConnection], Awaitable[Any]], what: str
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    connection = await asyncssh.connect(
        "127.0.0.1",
        host.port,
        username="x",
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
    )
    try:
        await asyncio.wait_for(ask(connection), PATIENCE)
    except (asyncssh.Error, asyncssh.ChannelListenError, OSError):
        return
    finally:
        connection.abort()
    raise Broken(f"{what} was not refused")


async def _not_run(to: Any, command: str) -> None:
    """Give a command without a terminal. Raises OSError where it is told that boards need one."""
    ended = await to.run(command)
    if ended.exit_status == 1 and str(ended.stdout).startswith("A board needs a terminal"):
        raise OSError(str(ended.stdout))


async def commands(host: Host, random: Random) -> None:
    """A command, a shell without a terminal, sftp, scp."""
    command = random.choice(("ls", "cat /etc/passwd", "scp -f /etc/passwd", "sh -c id"))
    await _refused(host, lambda to: _not_run(to, command), "a command")
    await _refused(host, lambda to: to.create_process(), "a shell without a terminal")
    await _refused(host, lambda to: to.start_sftp_client(), "sftp")


async def forwarding(host: Host, random: Random) -> None:
    """A way to elsewhere, or from there."""
    del random
    await _refused(host, lambda to: to.open_connection("127.0.0.1", host.port), "a way to a port")
    await _refused(host, lambda to: to.open_unix_connection("/var/run/docker.sock"), "a way to a socket")
    await _refused(host, lambda to: to.forward_remote_port("", 0, "127.0.0.1", 1), "a way from a port")
    await _refused(host, lambda to: to.forward_remote_path("/tmp/marbles-storm", "/x"), "a way from a socket")


async def environment(host: Host, random: Random) -> None:
    """Variables, many and large."""
    guest = SshGuest(host, "storm")
    name = random.choice(("LD_PRELOAD", "PYTHONPATH", "MARBLES_TUI_HOME", "TEXTUAL_LOG"))
    many = {f"{name}_{at}": "x" * 1000 for at in range(100)} | {name: "/tmp/marbles-storm"}
    await guest.come(env=many)
    await guest.news(2)
    guest.vanish()


async def wrong_keys(host: Host, random: Random) -> None:
    """Another's key that cannot be proven, no key, a password; rubbish instead of a greeting."""
    del random
    with suppress(asyncssh.Error, OSError):
        connection = await asyncssh.connect(
            "127.0.0.1", host.port, username="x", password="x", client_keys=None, known_hosts=None,
            config=None, agent_path=None, preferred_auth="password",
        )  # fmt: skip
        connection.abort()
        raise Broken("a password was taken")
    for greeting in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n" + bytes(1000), b"\xff" * 100_000):
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write(greeting)
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(100), 1)
            writer.transport.abort()


async def crowd(host: Host, random: Random, number: int = CROWD) -> None:
    """Very many connections within a second, which say nothing."""
    del random

    async def knock() -> asyncio.StreamWriter | None:
        with suppress(OSError):
            return (await asyncio.open_connection("127.0.0.1", host.port))[1]
        return None

    knocked = await asyncio.gather(*(knock() for _ in range(number)))
    await asyncio.sleep(1)
    for writer in filter(None, knocked):
        writer.transport.abort()


async def sit_at_the_door(to: WayIn, addresses: Sequence[str], each: int, seconds: float) -> None:
    """So many sockets from each of some addresses of this machine say nothing, and are opened again when they are
    closed, as often as there are tenths of a second."""

    async def sit(address: str) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection("127.0.0.1", to.port, local_addr=(address, 0))
                try:
                    async with asyncio.timeout(max(0.0, end - time.monotonic())):
                        while await reader.read(1000):
                            pass
                finally:
                    writer.transport.abort()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(sit(address) for address in addresses for _ in range(each)))


async def hold_keys(guest: SshGuest, keys: Sequence[str], rate: float, seconds: float) -> int:
    """A guest who has come in sends so many keys a second, as far as the host takes them, each in a packet of its
    own; how many went out."""
    began, sent = time.monotonic(), 0
    while guest.here and (passed := time.monotonic() - began) < seconds:
        guest.look_away()
        while sent < passed * rate and guest.unsent < MOST_UNSENT:
            guest.type(keys[sent % len(keys)])
            sent += 1
        await asyncio.sleep(0.01)
    guest.vanish()
    return sent


DEEDS: Final = (
    vanish,
    vanish,
    half_keys,
    paste,
    sizes,
    reads_nothing,
    commands,
    forwarding,
    environment,
    wrong_keys,
)
