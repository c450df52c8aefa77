"""How much everybody together, and each of them, may take of the host."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.house import Limits as RoomLimits

LARGEST: Final = 1_000_000
"""The greatest value of a limit."""


def _limit(usual: int, about: str) -> Any:
    return field(default=usual, metadata={"about": about})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of the host; each can be set by whoever runs it."""

    guests: int = _limit(100, "guests at the same time")
    address: int = _limit(10, "connections at the same time from one address (of IPv6 a network of 64 bits)")
    minute: int = _limit(30, "connections a minute from one address")
    handshakes: int = _limit(20, "connections that are on their way to a terminal")
    strangers: int = _limit(3, "of these from one address")
    hello: int = _limit(20, "seconds to say who one is")
    starts: int = _limit(2, "arcades that start at the same time")
    width: int = _limit(300, "columns of the largest terminal")
    height: int = _limit(100, "rows of the largest terminal")
    paste: int = _limit(200_000, "characters of a paste")
    unread: int = _limit(256, "KiB that may wait to be read by a guest's terminal")
    patience: int = _limit(10, "seconds in which it has to begin to read them")
    idle: int = _limit(60, "minutes without a key after which a guest is sent home")
    thinking: int = _limit(3, "seconds that one may think while others wait for a computer")


ROOMS: Final[Mapping[str, str]] = {
    "rooms": "unfinished games of an account",
    "challenges": "open offers of an account",
    "offers_a_minute": "offers that an account makes in a minute",
    "names_a_day": "names that an account takes in a day",
    "new_names": "accounts from one address that take their first name in an hour",
    "spectators": "people who watch a game",
    "line": "characters of a line of chat",
    "lines": "lines of chat that are kept",
    "lines_a_minute": "lines of chat of an account in a minute",
    "claim_after": "seconds until a game may be claimed from who is gone, and a clock waits no longer",
    "code_minutes": "minutes in which a code adds a key to an account",
    "code_tries": "wrong codes in a visit",
    "behind": "moves that a screen may be behind before it shows the newest",
    "keys": "keys of an account",
    "archive": "public games that are kept after their end; beyond that the oldest are forgotten",
    "tournaments": "tournaments that are announced or played at the same time",
    "entrants": "people and computers in one",
    "computers": "computers among them",
}
"""What limits the rooms have."""

USUAL: Final = Limits()
USUAL_ROOMS: Final = RoomLimits()


def described() -> tuple[tuple[str, int, str], ...]:
    """Every limit: its name, its usual value, what it limits."""
    own = ((each.name, getattr(USUAL, each.name), each.metadata["about"]) for each in fields(Limits))
    rooms = ((name, int(getattr(USUAL_ROOMS, name)), about) for name, about in ROOMS.items())
    return (*own, *rooms)


def changed(settings: Iterable[str]) -> tuple[Limits, RoomLimits]:
    """The limits of the host and of its rooms with some set anew, each as `name=number`. Raises ValueError, in a
    sentence."""
    names = [name for name, _, _ in described()]
    limits, rooms = USUAL, USUAL_ROOMS
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
        if name in ROOMS:
            rooms = replace(rooms, **{name: int(number)})
        else:
            limits = replace(limits, **{name: int(number)})
    return limits, rooms
