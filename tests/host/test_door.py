"""How connections are counted before anything is said to them."""

from __future__ import annotations

import pytest

from marbles_tui.host import door as module
from marbles_tui.host.door import Caller, Door
from marbles_tui.host.limits import HostLimits
from marbles_tui.rooms.limits import Refused

HERE, THERE = "10.0.0.1", "10.0.0.2"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def knock(door: Door, network: str, gone: list[str] | None = None) -> Caller:
    return door.knock(network, lambda reason: gone.append(network) if gone is not None else None)


def come(door: Door, network: str) -> Caller:
    caller = knock(door, network)
    door.let_in(caller)
    return caller


def test_connections_of_an_address_are_counted_while_they_are_open() -> None:
    door = Door(HostLimits(address=2))
    first, _ = come(door, HERE), come(door, HERE)
    with pytest.raises(Refused, match="from your address are open"):
        knock(door, HERE)
    come(door, THERE)
    door.leave(first)
    come(door, HERE)


def test_connections_of_an_address_are_counted_for_a_minute() -> None:
    clock = Clock()
    door = Door(HostLimits(minute=2), clock)
    for _ in range(2):
        door.leave(come(door, HERE))
    with pytest.raises(Refused, match="in a minute"):
        knock(door, HERE)
    knock(door, THERE)
    clock.now = 60.0
    knock(door, HERE)


def test_an_address_has_so_many_places_at_the_door() -> None:
    door = Door(HostLimits(strangers=2))
    first, _ = knock(door, HERE), knock(door, HERE)
    with pytest.raises(Refused, match="have not come in yet"):
        knock(door, HERE)
    knock(door, THERE)
    door.let_in(first)
    knock(door, HERE)


def test_whoever_comes_from_many_places_takes_the_places_of_their_own() -> None:
    door, gone = Door(HostLimits(handshakes=5)), list[str]()
    knock(door, "honest", gone)
    for number in (1, 1, 2, 2):
        knock(door, f"bad {number}", gone)
    for network in ("honest too", "bad 3", "bad 4"):
        knock(door, network, gone)
    assert gone == ["bad 1", "bad 2", "honest"], "of those with most, and the oldest where all have as many"


def test_who_was_turned_away_leaves_as_everybody_does() -> None:
    door = Door(HostLimits(handshakes=1))
    first = knock(door, HERE)
    second = knock(door, THERE)
    door.leave(first)
    door.leave(second)
    assert not door._open
    assert not door._strangers


def test_networks_are_forgotten() -> None:
    door = Door(HostLimits())
    for number in range(module.MOST_NETWORKS + 10):
        door.leave(knock(door, f"address {number}"))
    assert len(door._lately) == module.MOST_NETWORKS
    assert not door._open
