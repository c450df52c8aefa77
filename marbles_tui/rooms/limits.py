"""What the house does not allow, and how much it allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

N = TypeVar("N", int, float)


class Refused(ValueError):
    """Something cannot be done here; the message is a sentence for the person who tried. A ValueError, so that a
    table, which knows nothing of houses, tells it as it tells whatever else cannot be done."""


def limit(usual: N, about: str) -> N:
    """A field that the owner of a host may set, and what it limits."""
    return field(default=usual, metadata={"about": about})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of the rooms."""

    rooms: int = limit(20, "unfinished games of an account")
    challenges: int = limit(5, "open offers of an account")
    offers_a_minute: int = limit(10, "offers that an account makes in a minute")
    names_a_day: int = limit(5, "names that an account takes in a day")
    new_names: int = limit(10, "accounts from one address that take their first name in an hour")
    spectators: int = limit(50, "people who watch a game")
    line: int = limit(120, "characters of a line of chat")
    lines: int = limit(50, "lines of chat that are kept")
    lines_a_minute: int = limit(20, "lines of chat of an account in a minute")
    claim_after: float = limit(
        120.0, "seconds until a game may be claimed from who is gone, and a clock waits no longer"
    )
    code_minutes: float = limit(10.0, "minutes in which a code adds a key to an account")
    code_tries: int = limit(5, "wrong codes in a visit")
    behind: int = limit(200, "moves that a screen may be behind before it shows the newest")
    keys: int = limit(10, "keys of an account")
    archive: int = limit(
        10_000, "public games that are kept after their end; beyond that the oldest are forgotten"
    )
    tournaments: int = limit(5, "tournaments that are announced or played at the same time")
    entrants: int = limit(128, "people and computers in one")
    computers: int = limit(12, "computers among them")
    pace: float = 0.2
    """Seconds between two news of the lobby, at least; where many are here, so much longer: all look at them."""
