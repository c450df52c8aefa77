"""What people say to each other: lines of data, never of commands."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.house import House
from marbles_tui.rooms.refused import Refused
from marbles_tui.table.live import Line

GREETINGS: Final = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you, good game!",
    "One moment, please.",
    "Another game?",
)
"""What can be said with one key."""


class Talk:
    """The last lines of a room or the lobby."""

    def __init__(self, house: House, lines: Iterable[Line] = ()) -> None:
        self.lines: deque[Line] = deque(lines, house.limits.lines)
        self._house = house

    def say(self, account: str, text: str) -> Line:
        """Say a line. Raises Refused."""
        line = self.line_of(account, text)
        self.lines.append(line)
        return line

    def line_of(self, account: str, text: str) -> Line:
        """What an account wants to say, as a line. Raises Refused."""
        house, limits = self._house, self._house.limits
        known = house.accounts.known(account)
        line = sanitize_line(" ".join(text[: 8 * limits.line].split()), limits.line)
        if not line:
            raise Refused("There is nothing to say.")
        if known.muted:
            raise Refused("You have been muted here.")
        if not house.may(account, "say", limits.lines_a_minute, 60):
            raise Refused("That was a lot. Wait a moment before you say more.")
        return Line(account, known.account.name, line, house.wall(), line in GREETINGS)

    def lines_for(self, account: str) -> tuple[Line, ...]:
        """The lines, but for those of people whom an account has muted, or nobody is to hear."""
        accounts = self._house.accounts
        mutes = accounts.known(account).mutes if accounts.find(account) else frozenset()
        return tuple(
            line
            for line in self.lines
            if line.account not in mutes
            and not (accounts.find(line.account) and accounts.known(line.account).muted)
        )
