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
        if not compare_digest(token.encode(), self.token.encode()):
            return None
        self.token = token_urlsafe(BYTES)
        key = token_urlsafe(BYTES)
        self._keys = [*self._keys[1 - MOST_KEYS :], key]
        self._renewed()
        return key

    def admits(self, key: str) -> bool:
        """Whether a key was given to a browser here."""
        return any(compare_digest(key.encode(), known.encode()) for known in self._keys)
