"""The door of a host: how connections are counted, what counts as one address, its limits, its key."""

from __future__ import annotations

import stat
from functools import partial
from ipaddress import ip_address
from pathlib import Path

import pytest

from marbles_tui.host import server as module
from marbles_tui.host.addresses import (
    SIGNATURE,
    Proxied,
    is_local,
    is_within,
    network_of,
    networks,
    place,
    proxied,
)
from marbles_tui.host.limits import HostLimits, changed, described
from marbles_tui.host.server import Caller, Door, host_key
from marbles_tui.rooms.limits import Limits as RoomLimits
from marbles_tui.rooms.limits import Refused
from tests.for_each import for_each


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@for_each(
    ("limits", "deeds", "told"),
    [
        # Connections of an address are counted while they are open,
        (HostLimits(address=2), "a! a! a b! -0 a!", "a: too many connections from your address are open"),
        # and for a minute.
        (
            HostLimits(minute=2),
            "a! -0 a! -1 a b 60s a",
            "a: too many connections from your address: try again in a minute",
        ),
        # An address has so many places at the door, until its connections have come in.
        (
            HostLimits(strangers=2),
            "a a a b +0 a",
            "a: too many connections from your address have not come in yet",
        ),
        # Whoever comes from many places takes the places of their own: of those with most, and the oldest where all
        # have as many.
        (
            HostLimits(handshakes=5),
            "honest bad1 bad1 bad2 bad2 honest2 bad3 bad4",
            "bad1 gone, bad2 gone, honest gone",
        ),
        # Who was turned away leaves as everybody does.
        (HostLimits(handshakes=1), "a b -0 -1 c", "a gone"),
    ],
)
def test_who_knocks(limits: HostLimits, deeds: str, told: str) -> None:
    clock, callers, heard = Clock(), list[Caller](), list[str]()
    door = Door(limits, clock)

    def gone(network: str, _: str) -> None:
        heard.append(f"{network} gone")

    for deed in deeds.split():
        network = deed.removesuffix("!")
        if deed[0] == "-":
            door.leave(callers[int(deed[1:])])
        elif deed[0] == "+":
            door.let_in(callers[int(deed[1:])])
        elif deed[:-1].isdigit():
            clock.now += float(deed[:-1])
        else:
            try:
                callers.append(door.knock(network, partial(gone, network)))
            except Refused as refused:
                heard.append(f"{network}: {refused}")
        if deed[-1] == "!":
            door.let_in(callers[-1])
    assert ", ".join(heard) == told
    for caller in callers:
        door.leave(caller)
    assert not door._open
    assert not door._strangers


def test_networks_are_forgotten() -> None:
    door = Door(HostLimits())
    for number in range(module.MOST_NETWORKS + 10):
        door.leave(door.knock(f"address {number}", lambda _: None))
    assert len(door._lately) == module.MOST_NETWORKS
    assert not door._open


# What counts as one address.


@for_each(
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


@for_each(
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


# What limits the host has, and how they are set.


def test_every_limit_says_what_it_limits() -> None:
    assert all(usual > 0 and about for _, usual, about in described())


def test_limits_are_set_by_their_names() -> None:
    assert changed(["idle=5", " guests = 7 ", "rooms=3"]) == (
        HostLimits(idle=5, guests=7),
        RoomLimits(rooms=3),
    )


@for_each(
    ("setting", "said"),
    [
        ("cats=3", "there is no limit 'cats'"),
        ("idle", "idle: expected a number from 1 to 1000000, not ''"),
        ("idle=-1", "not '-1'"),
        ("idle=0", "not '0'"),
        ("idle=9999999999", "not '9999999999'"),
        ("idle=١", "not '١'"),
    ],
)
def test_what_is_no_limit_is_said(setting: str, said: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        changed([setting])
    assert said in str(error.value)


# The host's own key.


def test_the_key_is_made_once_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    first = host_key(tmp_path)
    assert first.get_fingerprint() == host_key(tmp_path).get_fingerprint()
    assert stat.S_IMODE((tmp_path / "host_key").stat().st_mode) == 0o600


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    host_key(tmp_path)
    (tmp_path / "host_key").chmod(0o644)
    with pytest.raises(ValueError, match="can be read by others"):
        host_key(tmp_path)


def test_what_is_no_key_is_said(tmp_path: Path) -> None:
    (tmp_path / "host_key").write_text("hello")
    (tmp_path / "host_key").chmod(0o600)
    with pytest.raises(ValueError, match="holds no key"):
        host_key(tmp_path)


def test_what_only_this_machine_reaches() -> None:
    assert [is_local(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1")] == [True] * 4
    assert [is_local(host) for host in ("0.0.0.0", "::", "192.168.1.7", "house.example")] == [False] * 4
