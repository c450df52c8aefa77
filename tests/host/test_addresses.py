"""What counts as one address."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from marbles_tui.host.addresses import (
    SIGNATURE,
    Proxied,
    is_within,
    listening_at,
    network_of,
    networks,
    place,
    proxied,
)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:c000:0207", "192.0.2.7"),
        ("2001:db8:1:2::3", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::3", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_an_address_counts_as_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_networks_are_told_from_what_is_none() -> None:
    named = networks(("10.0.0.0/8", "192.0.2.7", "2001:db8::/32"))
    for address in ("10.1.2.3", "192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1"):
        assert is_within(address, named)
    for address in ("11.0.0.1", "192.0.2.8", "2001:db9::1", "", "balancer"):
        assert not is_within(address, named)
    with pytest.raises(ValueError, match="balancer"):
        networks(("balancer",))


def test_a_place_is_a_port_or_an_address_with_one() -> None:
    assert place("9100") == ("127.0.0.1", 9100)
    assert place("0.0.0.0:9100") == ("0.0.0.0", 9100)
    assert place("[::]:9100") == ("::", 9100)
    for text in ("", "x", "1:", "99999", "0.0.0.0"):
        with pytest.raises(ValueError, match="expected PORT"):
            place(text)


def test_all_addresses_are_those_of_ipv4_too() -> None:
    assert [listening_at(*at) for at in (("::", 22), ("::", 0), ("0.0.0.0", 22))] == [None, "::", "0.0.0.0"]


def proxy_header(address: str, port: int = 40_000, command: int = 0x21) -> bytes:
    """What a balancer says of somebody."""
    found = ip_address(address).packed
    body = found + found + port.to_bytes(2, "big") * 2
    family = 0x11 if len(found) == 4 else 0x21
    return SIGNATURE + bytes((command, family)) + len(body).to_bytes(2, "big") + body


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
def test_a_balancer_says_where_somebody_comes_from_however_it_is_cut(address: str) -> None:
    data = proxy_header(address) + b"SSH-2.0-x\r\n"
    for end in range(len(proxy_header(address))):
        assert proxied(data[:end]) is None
    assert proxied(data) == Proxied(address, b"SSH-2.0-x\r\n")
    assert proxied(proxy_header(address, command=0x20)) == Proxied("", b""), "it asks for itself"


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-x\r\n",
        b"PROXY TCP4 203.0.113.7 10.0.0.1 1 2\r\n",
        SIGNATURE + b"\x31\x11\x00\x0c" + b"x" * 12,
        SIGNATURE + b"\x21\x11\xff\xff",
        SIGNATURE + b"\x21\x11\x00\x02xx",
        SIGNATURE + b"\x21\x31\x00\x02xx",
    ],
)
def test_what_no_balancer_says_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="PROXY"):
        proxied(data)
