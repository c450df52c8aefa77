"""How much everybody together, and each of them, may take of the host."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Final

from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.limits import Limits as RoomLimits
from marbles_tui.rooms.limits import limit

LARGEST: Final = 1_000_000
"""The greatest value of a limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLimits:
    """The limits of the host; its owner can set each."""

    guests: int = limit(100, "guests at the same time")
    address: int = limit(10, "connections at the same time from one address (of IPv6 a network of 64 bits)")
    minute: int = limit(30, "connections a minute from one address")
    handshakes: int = limit(20, "connections that are on their way to a terminal")
    strangers: int = limit(3, "of these from one address")
    hello: int = limit(60, "seconds to say who one is")
    starts: int = limit(2, "arcades that start at the same time")
    width: int = limit(300, "columns of the largest terminal")
    height: int = limit(100, "rows of the largest terminal")
    paste: int = limit(200_000, "characters of a paste")
    unread: int = limit(256, "KiB that may wait to be read by a guest's terminal")
    patience: int = limit(10, "seconds in which it has to begin to read them")
    idle: int = limit(60, "minutes without a key after which a guest is sent home")
    thinking: int = limit(3, "seconds that one may think while others wait for a computer")


USUAL_HOST: Final = HostLimits()
USUAL_ROOMS: Final = RoomLimits()


def described() -> tuple[tuple[str, int, str], ...]:
    """Every limit: its name, its usual value, what it limits."""
    return tuple(
        (each.name, int(getattr(usual, each.name)), each.metadata["about"])
        for usual in (USUAL_HOST, USUAL_ROOMS)
        for each in fields(usual)
        if each.metadata
    )


def changed(settings: Iterable[str]) -> tuple[HostLimits, RoomLimits]:
    """The limits of the host and of its rooms with some set anew, each as `name=number`. Raises ValueError, in a
    sentence."""
    names = [name for name, _, _ in described()]
    limits, rooms = USUAL_HOST, USUAL_ROOMS
    for setting in settings:
        name, _, number = (part.strip() for part in setting.partition("="))
        if name not in names:
            raise ValueError(
                f"there is no limit {sanitize_line(name, 40)!r}; expected one of {', '.join(names)}"
            )
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= LARGEST):
            raise ValueError(
                f"{name}: expected a number from 1 to {LARGEST}, not {sanitize_line(number, 40)!r}"
            )
        if hasattr(limits, name):
            limits = replace(limits, **{name: int(number)})
        else:
            rooms = replace(rooms, **{name: int(number)})
    return limits, rooms
