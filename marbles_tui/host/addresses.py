"""Addresses of guests and of this machine, and what a balancer says of those whom it lets through."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple, TypeAlias

TOKEN: Final = "MARBLES_TUI_NATS_TOKEN"
"""The variable that lets workers in at NATS: what stands on a command line is seen by everybody on the machine."""

Network: TypeAlias = IPv4Network | IPv6Network

HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that a provider gives a household; it may take any address within."""


def network_of(address: str) -> str:
    """What limits are counted by: an address of IPv4, however it is written, or the network of one of IPv6; as it is
    what is neither."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Network((int(found), HOUSEHOLD), strict=False))
    return str(found)


def is_local(address: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address.lower() == "localhost"


def is_everywhere(address: str) -> bool:
    """Whether it stands for all addresses of this machine."""
    try:
        return ip_address(address).is_unspecified
    except ValueError:
        return not address


def listening_at(address: str) -> str | None:
    """What a server is to listen at: `::` alone would be IPv6 without IPv4."""
    return None if address == "::" else address


@contextmanager
def reserved(address: str, port: int) -> Iterator[int]:
    """Hold a port, a free one for 0, at all addresses that a name stands for; others may listen there meanwhile that
    share it. Raises OSError."""
    with ExitStack() as sockets:
        for family, *_, at in socket.getaddrinfo(address or "0.0.0.0", 0, type=socket.SOCK_STREAM):
            held = sockets.enter_context(socket.socket(family))
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            held.bind((at[0], port, *at[2:]))
            port = held.getsockname()[1]
        yield port


@contextmanager
def one_port(address: str, port: int) -> Iterator[int]:
    """The port to listen at. For 0 that is a free one, held until the server has begun to listen: left to choose by
    itself, the server would listen at another port for each address. Raises OSError."""
    if port:
        yield port
    else:
        with reserved(address, port) as number:
            yield number


def networks(given: Iterable[str]) -> tuple[Network, ...]:
    """The networks that addresses or networks stand for. Raises ValueError."""
    return tuple(ip_network(each, strict=False) for each in given)


def is_within(address: str, named: Iterable[Network]) -> bool:
    """Whether an address is one of those."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return any((mapped or found) in each for each in named)


def place(text: str) -> tuple[str, int]:
    """An address and a port from ADDRESS:PORT, or a port of this machine alone. Raises ValueError."""
    address, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port[:6]) < 1 << 16):
        raise ValueError(f"expected PORT or ADDRESS:PORT, not {text!r}")
    return address.strip("[]") or "127.0.0.1", int(port)


# What a balancer says before all else of the one whom it lets through: the PROXY protocol, version 2.
# Source: haproxy.org, "The PROXY protocol", 2.2.

SIGNATURE: Final = b"\r\n\r\n\0\r\nQUIT\n"
HEADER: Final = 16
MOST_SAID: Final = 2048
"""Bytes after the header."""

LOCAL: Final = 0x20
PROXY: Final = 0x21


class Proxied(NamedTuple):
    """Where a connection comes from, "" from the balancer itself; and what was sent after that was said."""

    address: str
    rest: bytes


def proxied(data: bytes) -> Proxied | None:
    """What a balancer has said; None while more of it is to come. Raises ValueError."""
    if not data.startswith(SIGNATURE[: len(data)]):
        raise ValueError("no PROXY protocol, version 2")
    if len(data) < HEADER:
        return None
    command, family, length = data[12], data[13] >> 4, int.from_bytes(data[14:16])
    if command not in (LOCAL, PROXY) or length > MOST_SAID:
        raise ValueError("no PROXY protocol, version 2")
    if len(data) < HEADER + length:
        return None
    said, rest = data[HEADER : HEADER + length], data[HEADER + length :]
    if command == LOCAL:
        return Proxied("", rest)
    size = {1: 4, 2: 16}.get(family, 0)
    if not size or length < 2 * size:
        raise ValueError("the PROXY protocol names no address")
    return Proxied(str(ip_address(said[:size])), rest)
