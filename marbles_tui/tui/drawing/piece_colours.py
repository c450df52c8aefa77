"""The colours of a game's pieces, which a theme of our own may change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PieceColours:
    """Packed colours of what must be told apart, one a seat: the usual ones, and others by the keys of themes."""

    usual: tuple[int, ...]
    themes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    names: tuple[str, ...] = ()
    """What the usual ones are called, one a seat; none where nobody needs to say it."""

    theme_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same in themes of our own."""

    def called(self, theme: str) -> tuple[str, ...]:
        """What the colours of a theme are called."""
        return self.theme_names.get(theme, self.names)
