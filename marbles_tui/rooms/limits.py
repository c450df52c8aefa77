"""How much one account may take of the house."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of the rooms; each can be set by the host."""

    rooms: int = 20
    """Unfinished games of one account."""

    challenges: int = 5
    """Open offers of one account."""

    spectators: int = 50
    """People who watch one game."""

    line: int = 120
    """Characters of a line of chat."""

    lines: int = 50
    """Lines of chat that are kept of the lobby, and of each game."""

    lines_a_minute: int = 20
    """Lines of chat of one account."""

    offers_a_minute: int = 10
    """Offers of one account."""

    names_a_day: int = 5
    """Names that one account takes, one after another."""

    new_names: int = 10
    """Accounts from one address that take their first name within an hour."""

    claim_after: float = 120.0
    """Seconds for which whoever is to move must be gone from the house before a game without a clock may be claimed,
    and for which the clocks of a timed game wait for those who are not at the table."""

    code_minutes: float = 10.0
    """How long the code is good that adds a key to an account."""

    code_tries: int = 5
    """Wrong codes in one visit."""

    behind: int = 200
    """Moves that a guest's screen may be behind before it is shown the newest at once."""

    keys: int = 10
    """Keys of one account."""

    pace: float = 0.2
    """Seconds between two news of the lobby, at least; where many are here, so much longer: all look at them."""
