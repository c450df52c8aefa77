"""What every line goes through on its way to the terminal, as one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter

from marbles_tui.tui.sanitize_filter import SanitizeFilter


@lru_cache(maxsize=4096)
def _is_true(style: Style) -> bool:
    """Whether a style names its colours themselves, and not those of a terminal."""
    inks = (style.color, style.bgcolor)
    return not style.dim and all(ink is None or ink.triplet is not None for ink in inks)


class Chain(LineFilter):
    """Filters one after another. The line that comes out is the very one that went in where nothing has changed."""

    def __init__(self, filters: Sequence[LineFilter]) -> None:
        super().__init__()
        self.filters = tuple(filters)
        self.guards_only = all(isinstance(each, ANSIToTruecolor | SanitizeFilter) for each in filters)
        """Whether a clean line in colours of its own comes out as it went in."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line as it is to be seen."""
        for each in self.filters:
            if not (isinstance(each, ANSIToTruecolor) and _plain(segments)):
                segments = each.apply(segments, background)
        return segments


def _plain(segments: list[Segment]) -> bool:
    """Whether there are no colours of a terminal in a line."""
    return all(not control and (style is None or _is_true(style)) for _, style, control in segments)
