"""Bytes as the browser hands them over."""

from __future__ import annotations

from typing import Protocol


class Buffer(Protocol):
    """An array of the browser's."""

    def to_bytes(self) -> bytes:
        """A copy of it."""
