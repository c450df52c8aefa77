"""The colours of a game's pieces, which a theme of our own may change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PieceColours:
    """Packed colours of what must be told apart, one a seat: the usual ones, and others by the keys of themes."""

    usual: tuple[int, ...]
    themes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
