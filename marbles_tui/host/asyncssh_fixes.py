"""What the host mends in asyncssh, and the only place that uses what asyncssh keeps private.

asyncssh 2.24.1, channel.py and connection.py:

- `SSHServerChannel._process_env_request` keeps every variable that a client sends, any number of them.
- A client may say that it takes packets of 0 bytes: `_flush_send_buf` would then send empty ones for ever.
- `SSHConnection.pause_writing` does nothing: a client that grants a large window and reads nothing lets the buffer of
  its socket grow, and `get_write_buffer_size` knows only what the window holds back.
- `SSHConnection.data_received` looks at all that has come before others go on: 256 KiB, thousands of packets of a key
  each, and each time it cuts one off it copies what is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from asyncssh import SSHServerChannel
from asyncssh.connection import SSHConnection
from asyncssh.packet import SSHPacket

from marbles_tui.host.resources import Share

READ: Final = 1 << 11
"""Bytes of a connection that are looked at before others go on: some forty keys, or a part of a paste."""

ALL_COLOURS: Final = (b"truecolor", b"24bit")
"""Values of COLORTERM."""

LEAST_PACKET: Final = 256
"""Bytes of a packet that any client takes."""


def hear_colours_alone(channel: SSHServerChannel[str], heard: Callable[[], object]) -> None:
    """Have no variable of the client's taken; call `heard` where COLORTERM says that any colour can be shown."""

    def answer(packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        all_colours = name == b"COLORTERM" and value in ALL_COLOURS
        if all_colours:
            heard()
        return all_colours

    setattr(channel, "_process_env_request", answer)  # noqa: B010  (a method)


def takes_packets(channel: SSHServerChannel[str]) -> bool:
    """Whether the client takes packets that something can be sent in."""
    return bool(channel._send_pktsize >= LEAST_PACKET)


def backlog(connection: SSHConnection) -> int:
    """Bytes that wait for the client's socket."""
    transport = connection._transport
    return transport.get_write_buffer_size() if transport and not transport.is_closing() else 0


def read_before(connection: SSHConnection, read: Callable[[bytes], bytes | None]) -> None:
    """Have what comes first read by somebody else, until that gives what is for the connection: all that has come by
    then goes to `read`."""
    received, gathered = connection.data_received, bytearray()

    def receive(data: bytes, datatype: int | None = None) -> None:
        gathered.extend(data)
        setattr(connection, "data_received", received)  # noqa: B010  (a method; `read` may change it, too)
        rest = read(bytes(gathered))
        if rest is None:
            setattr(connection, "data_received", receive)  # noqa: B010
        elif rest:
            connection.data_received(rest, datatype)

    setattr(connection, "data_received", receive)  # noqa: B010


def read_fairly(connection: SSHConnection, share: Share) -> None:
    """Look at little of what comes at a time, and have a client wait that keeps the loop busy with it."""
    transport: Any = connection._transport
    received = connection.data_received
    waiting: set[asyncio.Task[None]] = set()

    async def go_on(beyond: float) -> None:
        await share.wait(beyond)
        if not transport.is_closing():
            transport.resume_reading()

    def receive(data: bytes, datatype: int | None = None) -> None:
        began = share.used()
        received(data, datatype)
        beyond = share.take(share.used() - began)
        if beyond and not transport.is_closing():
            transport.pause_reading()
            waiting.add(task := asyncio.ensure_future(go_on(beyond)))
            task.add_done_callback(waiting.discard)

    transport.max_size = READ
    setattr(connection, "data_received", receive)  # noqa: B010  (a method)
