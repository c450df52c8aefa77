"""Lines are let go of when nobody sees them any more, and not copied where nothing is changed in them.

Textual 8.2.8:

- strip.py: every line comes with seven caches of its own, a third of the memory of an app; hardly one of them is ever
  asked, for most lines are drawn once. A line that goes through a filter is copied also where the filter has nothing
  to change.
- widget.py: a widget that was removed keeps the lines it has drawn. As its parts hold each other, all of that waits
  for a search for garbage, which in a process of many apps comes late.

To be filed: docs/upstream/strip-caches.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip
from textual.widget import Widget


class NoCache:
    """A cache that keeps nothing."""

    def get(self, key: object, default: object = None) -> object:
        """It is not there."""
        return default

    def __setitem__(self, key: object, value: object) -> None:
        """It is not kept."""


NOTHING: Final[Any] = NoCache()

ITSELF: Final[Any] = object()
"""Stands for a line in its own cache."""

_exit = Widget._message_loop_exit


def _begin(self: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    self._segments = list(segments)
    self._cell_length = cell_length
    self._divide_cache = self._crop_cache = self._style_cache = self._filter_cache = NOTHING
    self._line_length_cache = self._crop_extend_cache = self._offsets_cache = NOTHING
    self._render_cache = None
    self._link_ids = None
    self._cell_count = None


def _filtered(self: Strip, filter: LineFilter, background: Color) -> Strip:
    key = filter, background
    found = self._filter_cache.get(key)
    if found is None:
        segments = filter.apply(self._segments, background)
        found = ITSELF if segments is self._segments else Strip(segments, self._cell_length)
        kept: Any = {key: found}  # an app has one chain of filters; for another one this is worked out again
        self._filter_cache = kept
    return self if found is ITSELF else found


async def _leave(self: Widget) -> None:
    await _exit(self)
    self._styles_cache.clear()


def keep_fewer_lines() -> None:
    """Do so in all apps of the process."""
    Strip.__init__ = _begin  # type: ignore[method-assign]
    Strip.apply_filter = _filtered  # type: ignore[method-assign]
    Widget._message_loop_exit = _leave  # type: ignore[method-assign]
