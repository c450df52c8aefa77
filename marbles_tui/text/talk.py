"""What a text face speaks through: where its lines come from, and where they go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match

LONGEST: Final = 2000
"""Characters of a line."""

Group: TypeAlias = tuple[str, tuple[str, ...]]
"""Words that may be typed, below what they have in common."""


class LineChoices(NamedTuple):
    """What may be typed where a line is asked for, for whoever has buttons for it."""

    moves: tuple[Group, ...] = ()
    """Moves, or the answers to a question."""

    commands: tuple[str, ...] = ()
    match: Match | None = None


Ask: TypeAlias = Callable[[LineChoices], Awaitable[str | None]]
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
