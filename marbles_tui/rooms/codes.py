"""Codes by which more keys join an account."""

from __future__ import annotations

from typing import NamedTuple

from marbles_tui.rooms.accounts import Account, new_code
from marbles_tui.rooms.house import House
from marbles_tui.rooms.refused import Refused


class KeyCode(NamedTuple):
    """What another key is to type to belong to the same account."""

    code: str
    until: float
    """In seconds since 1970."""


class Codes:
    """The codes that are good now: each opens one account, once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._given: dict[str, tuple[str, float]] = {}

    def give(self, account: str) -> KeyCode:
        """A new code for an account; the one before is good no more."""
        until = self._house.wall() + 60 * self._house.limits.code_minutes
        code = new_code()
        self.learn(account, KeyCode(code, until))
        self._house.peers.coded(account, code, until)
        return KeyCode(code, until)

    def learn(self, account: str, code: KeyCode) -> None:
        """A code is good for an account; the one before is good no more."""
        self._given = {code: given for code, given in self._given.items() if given[0] != account}
        self._given[code.code] = (account, code.until)

    def knows(self, code: str) -> bool:
        """Whether it is good now."""
        return typed(code) in self._given

    def forget(self, code: str) -> None:
        """A code is used up."""
        self._given.pop(code, None)

    def take(self, code: str) -> Account:
        """The account that a code opens; it is used up. Raises Refused."""
        id, until = self._given.pop(typed(code), ("", 0.0))
        if id:
            self._house.peers.uncoded(typed(code))
        account = self._house.accounts.find(id)
        if not account or until < self._house.wall():
            raise Refused("This code is not good, or not any more.")
        return account


def typed(code: str) -> str:
    """A code as people type it: blanks, dashes and capitals do not matter."""
    return "".join(char for char in code.upper()[:40] if char.isalnum())
