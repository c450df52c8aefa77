"""How connections are counted before anything is said to them."""

from __future__ import annotations

from marbles_tui.host import door as module
from marbles_tui.host.door import Door
from marbles_tui.host.limits import Limits

HERE, THERE = "10.0.0.1", "10.0.0.2"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_connections_of_an_address_are_counted_while_they_are_open() -> None:
    door = Door(Limits(address=2))
    assert (door.knock(HERE), door.knock(HERE)) == ("", "")
    assert "from your address are open" in door.knock(HERE)
    assert door.knock(THERE) == ""
    door.leave(HERE)
    assert door.knock(HERE) == ""


def test_connections_of_an_address_are_counted_for_a_minute() -> None:
    clock = Clock()
    door = Door(Limits(minute=2), clock)
    for _ in range(2):
        assert door.knock(HERE) == ""
        door.known()
        door.leave(HERE)
    assert "in a minute" in door.knock(HERE)
    assert door.knock(THERE) == ""
    clock.now = 60.0
    assert door.knock(HERE) == ""


def test_who_has_said_nothing_yet_is_counted_by_all() -> None:
    door = Door(Limits(handshakes=2))
    door.knock(HERE)
    door.knock(THERE)
    assert "at the door" in door.knock("10.0.0.3")
    door.known()
    assert door.knock("10.0.0.3") == ""


def test_addresses_are_forgotten() -> None:
    door = Door(Limits(handshakes=100_000))
    for number in range(module.MOST_ADDRESSES + 10):
        door.knock(f"address {number}")
        door.leave(f"address {number}")
    assert len(door._lately) == module.MOST_ADDRESSES
    assert not door._open
