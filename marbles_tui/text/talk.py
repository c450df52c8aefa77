"""What a text face speaks through: where its lines come from, and where they go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias

from marbles_tui.core.text import sanitize_line

LONGEST: Final = 2000
"""Characters of a line."""

Ask: TypeAlias = Callable[[], Awaitable[str | None]]
"""The next line that is typed; None when there is no more."""

Put: TypeAlias = Callable[[str], None]
"""Shows a line."""


class Drawn(str):
    """A line of a diagram: what stands in it stands in columns, and words before it say the same."""

    __slots__ = ()


def tell(put: Put, lines: Iterable[str]) -> None:
    """Show lines, each sanitized."""
    for line in lines:
        shown = sanitize_line(line, LONGEST)
        put(Drawn(shown) if isinstance(line, Drawn) else shown)
