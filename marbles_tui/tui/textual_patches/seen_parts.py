"""Only what is seen and has changed is rendered and sent.

Textual 8.2.8, _compositor.py:

- `_render_chops` asks every widget that lies where something has changed for all its lines, also for those that have
  not changed and those that lie wholly below other widgets: the screen and its containers among them, every time.
- `ChopsUpdate.render_segments` sends a line from where its widget begins, and not from where it has changed.
- Whatever has changed, all widgets are asked where they lie, and whole lines are made, cut up and cut off: of a board
  on which marbles move only what has changed is asked for.

To be filed: docs/upstream/seen-parts.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

Span: TypeAlias = tuple[int, int, int]
"""A row, and the columns of it that are to be drawn, from the first one to the one after the last."""

Chops: TypeAlias = list[dict[int, Strip | None]]
"""For each row the pieces of widgets that are seen, by the column they begin in; None where none was asked for."""


@runtime_checkable
class Spanned(Protocol):
    """A widget that can draw parts of its lines."""

    def write_spans(self, spans: Sequence[Span]) -> list[str] | None:
        """What the terminal gets for each; None where whole lines have to be asked for."""


class Open(NamedTuple):
    """Such a widget, of which nothing is hidden by others: what is seen of it, and where it begins."""

    widget: Spanned
    part: Region
    region: Region


class SpansUpdate(ChopsUpdate):
    """What has changed, and is drawn as it is."""

    written: str = ""
    """What is not drawn line by line, as the terminal gets it."""

    def render_segments(self, console: Console) -> str:
        """All of it, as the terminal gets it."""
        return self.written + super().render_segments(console)


def _open_widgets(compositor: Any) -> list[Open]:
    """The widgets that are asked for parts of their lines, as long as all lie where they do."""
    visible = compositor.visible_widgets
    known = getattr(compositor, "_open_widgets", None)
    if known is None or known[0] is not visible:
        found: list[Open] = []
        before: list[Region] = []
        for widget, (region, clip) in visible.items():
            part = region.intersection(clip)
            if isinstance(widget, Spanned) and not any(part.overlaps(each) for each in before):
                found.append(Open(widget, part, region))
            before.append(part)
        known = compositor._open_widgets = (visible, found)
    return known[1]


def _written(opened: list[Open], spans: list[Span]) -> tuple[str, list[Span]]:
    """What these widgets draw, as the terminal gets it, and the spans that are left."""
    drawn: list[str] = []
    for widget, part, region in opened:
        (left, right), (top, bottom) = part.column_span, part.line_span
        own = [span for span in spans if top <= span[0] < bottom and left <= span[1] and span[2] <= right]
        if not own:
            continue
        x, y = region.offset
        texts = widget.write_spans([(line - y, start - x, end - x) for line, start, end in own])
        if texts is not None:
            drawn += (
                f"\x1b[{line + 1};{start + 1}H{text}"
                for (line, start, _), text in zip(own, texts, strict=True)
            )
            spans = [span for span in spans if span not in own]
    return "".join(drawn), spans


def chops_of(compositor: Compositor, spans: Iterable[Span]) -> Chops:
    """What is to be seen in some parts of the screen. Widgets come from the front to the back."""
    cuts = compositor.cuts
    chops: Chops = [{} for _ in cuts]
    open_cuts: dict[int, set[int]] = {}
    for y, x1, x2 in spans:
        starts = cuts[y][:-1]
        if not chops[y]:
            chops[y] = dict.fromkeys(starts)
        wanted = {start for start, end in zip(starts, cuts[y][1:], strict=True) if start < x2 and end > x1}
        open_cuts.setdefault(y, set()).update(wanted)
    for widget, (region, clip) in compositor.visible_widgets.items():
        if not open_cuts:
            break
        part = region.intersection(clip)
        left, right = part.column_span
        rows = [
            y
            for y in part.line_range
            if y in open_cuts and any(left <= start < right for start in open_cuts[y])
        ]
        if not rows:
            continue
        first, height = rows[0], rows[-1] - rows[0] + 1
        strips = widget.render_lines(Region(left - region.x, first - region.y, right - left, height))
        for y in rows:
            ends = [cut for cut in cuts[y] if left <= cut <= right]
            line, still_open = chops[y], open_cuts[y]
            pieces = strips[y - first].divide([end - left for end in ends[1:]])
            for start, piece in zip(ends, pieces, strict=False):
                if start in still_open:
                    line[start] = piece
                    still_open.discard(start)
            if not still_open:
                del open_cuts[y]
    return chops


def _render_full_update(self: Compositor, simplify: bool = False) -> LayoutUpdate:
    self._dirty_regions.clear()
    width, height = self.size
    chops = chops_of(self, ((y, 0, width) for y in range(height)))
    lines = [[strip for strip in line.values() if strip is not None] for line in chops]
    if simplify:
        lines = [[Strip.join(line).simplify().discard_meta()] for line in lines]
    return LayoutUpdate([*lines], self.size.region)


def _render_partial_update(self: Compositor) -> ChopsUpdate | None:
    region = self.size.region
    dirty = [part for each in self._dirty_regions if (part := each.intersection(region))]
    self._dirty_regions.clear()
    spans = list(self._regions_to_spans(dirty))
    if not spans:
        return None
    written, spans = _written(_open_widgets(self), spans)
    chops, ends = (chops_of(self, spans), [cuts[1:] for cuts in self.cuts]) if spans else ([], [])
    update = SpansUpdate(chops, spans, ends)
    update.written = written
    return update


def _render_segments(self: ChopsUpdate, console: Console) -> str:
    sent: list[str] = []
    for y, x1, x2 in self.spans:
        for end, (start, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=True):
            if strip is None or start >= x2 or end <= x1:
                continue
            left, right = max(start, x1), min(end, x2)
            if (left, right) != (start, end):
                strip = strip.crop(left - start, right - start)
            sent += (Control.move_to(left, y).segment.text, strip.render(console))
    return "".join(sent)


def render_what_is_seen() -> None:
    """Do so in all apps of the process."""
    Compositor.render_full_update = _render_full_update  # type: ignore[method-assign]
    Compositor.render_partial_update = _render_partial_update  # type: ignore[method-assign]
    ChopsUpdate.render_segments = _render_segments  # type: ignore[method-assign]
