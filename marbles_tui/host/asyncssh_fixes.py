"""What the host mends in asyncssh, and the only place that uses what asyncssh keeps private.

asyncssh 2.24.1, channel.py and connection.py:

- `SSHServerChannel._process_env_request` keeps every variable that a client sends, any number of them.
- A client may say that it takes packets of 0 bytes: `_flush_send_buf` would then send empty ones for ever.
- `SSHConnection.pause_writing` does nothing: a client that grants a large window and reads nothing lets the buffer of
  its socket grow, and `get_write_buffer_size` knows only what the window holds back.
"""

from __future__ import annotations

from typing import Any, Final

from asyncssh import SSHServerChannel
from asyncssh.connection import SSHConnection

LEAST_PACKET: Final = 256
"""Bytes of a packet that any client takes."""


def refuse_environment(channel: SSHServerChannel[Any]) -> None:
    """Have no variable of the client's taken."""

    def refuse(packet: Any) -> bool:
        packet.get_string()
        packet.get_string()
        packet.check_end()
        return False

    setattr(channel, "_process_env_request", refuse)  # noqa: B010  (a method)


def takes_packets(channel: SSHServerChannel[Any]) -> bool:
    """Whether the client takes packets that something can be sent in."""
    return bool(channel._send_pktsize >= LEAST_PACKET)


def backlog(connection: SSHConnection) -> int:
    """Bytes that wait for the client's socket."""
    transport = connection._transport
    return transport.get_write_buffer_size() if transport and not transport.is_closing() else 0
