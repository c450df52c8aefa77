"""Who may open a page: whoever was given the address that `serve` printed."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Final

BYTES: Final = 24
"""Random bytes of a token or a key: 192 bits."""

MOST_KEYS: Final = 100
"""Browsers that are known at a time; the oldest is forgotten first."""


class Access:
    """A token that is good for one use, and the keys of the browsers that have used one.

    `renewed` is called when there is a new token, so that it can be told to whoever started the server.
    """

    def __init__(self, renewed: Callable[[], object]) -> None:
        self.token = token_urlsafe(BYTES)
        self._keys: list[str] = []
        self._renewed = renewed

    def redeem(self, token: str) -> str | None:
        """A key for a browser that shows the token, which is used up by that; None for any other text."""
        if not _same(token, self.token):
            return None
        self.token = token_urlsafe(BYTES)
        key = token_urlsafe(BYTES)
        self._keys = [*self._keys[1 - MOST_KEYS :], key]
        self._renewed()
        return key

    def admits(self, key: str) -> bool:
        """Whether a key was given to a browser here."""
        return any(_same(key, known) for known in self._keys)


def _same(given: str, known: str) -> bool:
    """Whether both are the same, in a time that does not tell how much of them is. Any bytes may be `given`."""
    return compare_digest(given.encode(errors="replace"), known.encode())
