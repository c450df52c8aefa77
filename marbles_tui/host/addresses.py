"""Addresses of guests and of this machine."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

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
