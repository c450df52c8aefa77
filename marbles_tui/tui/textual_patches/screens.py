"""Screens of which only what is seen and has changed is drawn, once, when all of it is known, and again when the
terminal has lost it.

Textual 8.2.8:

- A screen that opens is laid out and drawn before its widgets have heard of their sizes, again when it hears of its
  own, again when the classes for that size have changed every style on it, and once more for all that its widgets ask
  for then (screen.py): seven drawings for one that is wanted. A screen that becomes another size is laid out with the
  classes of the size before, and it is told its own first size, too. Whenever another widget gets the focus the whole
  screen is drawn anew, though only two widgets look different. Each frame of what moves goes the way of three
  messages and a timer. A screen that is seen around a dialog asks for all that has ever changed in it again, with
  each change (it sets itself dirty while it passes that on): it is drawn whole, and the dialog with it, for good; and
  for one line of it that is asked for all are rendered, and each of their pieces is dimmed anew.
- Where a window becomes smaller and is as large as before when the app comes to look, nothing is drawn, for nothing
  is of another size (app.py). But the terminal has cut off the lines that had no room meanwhile, and what was there
  stays blank until it changes. (At its start it is told its size twice, the second time often when all is drawn.) Nor
  is anything drawn when a program that has rested (Ctrl-Z) is called back.
- `_background_screens` (app.py) counts the screen below the top one among those that are seen, also where the top one
  lets nothing through: whatever changes there has the top one drawn anew. And when the last of a screen that was left
  has ended, which on a busy machine takes longer than to return to the screen below it, that one is laid out and
  drawn whole once more, and then again: three times the bytes of each way back.
- Handlers of a screen go on running while it is dismissed (message_pump.py, screen.py), and every `query_one` in them
  then raises NoMatches, and every `mount` MountError, which ends the app. `Screen` looks up the widget under a mouse
  event again and raises NoWidget where the window has become smaller meanwhile. A Resize that is handled late lays
  the screen out in an old size, which is answered by another Resize, and so on.
- `Toast` sets a timer to `Notification.time_left` (widgets/_toast.py, timer.py). Where the time has run out between
  two looks it is negative, and a timer below zero goes round for ever: the app hangs.
- While a screen opens its widgets tell it up to fifty times by a message that they are to be drawn or laid out, and
  all it does is to note that; each screen has a widget for notices, most of them for none; and a task is made for
  each widget that `mount` waits for (widget.py).
- `_render_chops` (_compositor.py) asks every widget that lies where something has changed for all its lines, also for
  those that have not changed and those that lie wholly below other widgets: the screen and its containers among them,
  every time.
- `ChopsUpdate.render_segments` sends a line from where its widget begins, and not from where it has changed.
- Whatever has changed, all widgets are asked where they lie, and whole lines are made, cut up and cut off: of a board
  on which marbles move only what has changed is asked for.

To be filed: docs/upstream/drawn-once.md, seen-parts.md, redraw.md, hidden-screens.md, late-messages.md and
toast-timer.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from threading import get_ident
from time import monotonic
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._time import get_time
from textual.app import App
from textual.await_remove import AwaitRemove
from textual.color import Color
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.errors import NoWidget
from textual.events import MouseEvent, Resize, ScreenResume
from textual.geometry import Region, Size
from textual.message import Message
from textual.messages import Layout, Update
from textual.notifications import Notification
from textual.reactive import Reactive
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import AwaitMount, MountError, Widget
from textual.widgets._toast import ToastRack

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
        runs: list[list[int]] = []  # what lies between is not seen
        for y in rows:
            if runs and runs[-1][-1] == y - 1:
                runs[-1].append(y)
            else:
                runs.append([y])
        strips: dict[int, Strip] = {}
        for run in runs:
            crop = Region(left - region.x, run[0] - region.y, right - left, len(run))
            strips.update(zip(run, widget.render_lines(crop), strict=False))  # some widgets give more
        for y in rows:
            ends = [cut for cut in cuts[y] if left <= cut <= right]
            line, still_open = chops[y], open_cuts[y]
            pieces = strips[y].divide([end - left for end in ends[1:]])
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


R = TypeVar("R")

if TYPE_CHECKING:
    AppBase = App[None]
    ScreenBase = Screen
else:
    AppBase = object
    ScreenBase = Generic
"""What is mixed into an app or a screen stands on: a class that Textual knows takes it half a millisecond to make."""


class Redraw(AppBase):
    """An app that draws everything again when it is told a size that it knew, and when it is called back; otherwise
    it draws no hidden screen."""

    _size_told = Size(0, 0)
    _drawn_at = 0.0
    """When all was drawn last, by the clock of messages."""

    def _check_resize(self) -> None:
        event = self._resize_event
        super()._check_resize()
        if event is None or self._resize_event is not None:  # there is no screen yet to be told
            return
        if event.size == self._size_told and event.time > self._drawn_at:
            self.screen.refresh()
        self._size_told = event.size

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate) and not self._batch_count:
            self._drawn_at = get_time()
        super()._display(screen, renderable)

    def _refresh_notifications(self) -> None:
        shown = self._notifications and not self._disable_notifications
        screen = self._screen_stack[-1] if shown and self._screen_stack else None
        # Textual's own screens are composed with theirs.
        if isinstance(screen, DrawnOnce) and screen.is_attached and not screen.query_children(ToastRack):
            screen.mount(ToastRack(id="textual-toastrack"))  # with the first that it shows
        super()._refresh_notifications()

    @property
    def _background_screens(self) -> list[Screen[object]]:
        stack = self._screen_stack
        return [] if stack and stack[-1].styles.background.a == 1 else super()._background_screens

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        # What lay in the app itself is a screen, which is not seen any more.
        return super()._prune(*nodes, parent=None if parent is self else parent)


SHORTEST: Final = 0.05
"""The least time in seconds that a timer is set to."""


class Notice(Notification):
    """A notification that may run out between two looks at it."""

    @property
    def time_left(self) -> float:
        """Seconds until it goes."""
        return max(SHORTEST, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether its time is up."""
        return super().time_left <= 0


class LateMessages(ScreenBase[R]):
    """A screen that drops what it hears too late, and is as large as the window is now."""

    async def _dispatch_message(self, message: Message) -> None:
        if isinstance(message, Resize):  # an old size, handled late, would be answered by another, and so on
            message = Resize(self.app.size, message.virtual_size, message.container_size)
        try:
            await super()._dispatch_message(message)
        except (NoMatches, MountError):
            if is_there(self):
                raise
        except NoWidget:
            if not isinstance(message, MouseEvent):  # the window may be smaller than where it was clicked on
                raise


def is_there(screen: Screen[R]) -> bool:
    """Whether a screen has been left neither by itself nor with the whole program."""
    goes = screen._closing or screen._pruning or screen.app._exit  # it gets no widgets any more
    return screen.is_attached and screen in screen.app.screen_stack and not goes


SOON: Final = 0.004
"""Seconds between two looks whether all has been heard."""

LONGEST: Final = 0.2
"""Seconds that a drawing waits at the most for what is still to be heard."""

MOST_DIMMED: Final = 4096
"""Styles that are kept as they are below a dialog."""


class DrawnOnce(ScreenBase[R]):
    """A screen that waits with drawing until its widgets have nothing more to hear."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    _waits_until = 0.0
    """When it is drawn at the latest; 0 where nothing has to be waited for."""
    _drawing: asyncio.Handle | None = None
    _was_shown = False
    _updates = False

    async def _compose(self) -> None:
        self._take_classes_for_size()
        await super()._compose()

    def _take_classes_for_size(self) -> None:
        app, (width, height) = self.app, self.app.size
        across = (
            app.HORIZONTAL_BREAKPOINTS if self.HORIZONTAL_BREAKPOINTS is None else self.HORIZONTAL_BREAKPOINTS
        )
        down = app.VERTICAL_BREAKPOINTS if self.VERTICAL_BREAKPOINTS is None else self.VERTICAL_BREAKPOINTS
        classes = {name: False for _, name in (*(across or ()), *(down or ()))}
        for found in (
            self._get_breakpoint_classes(width, across or []),
            self._get_breakpoint_classes(height, down or []),
        ):
            classes.update(dict.fromkeys(found, True))
        self.update_classes(classes, animate=False)

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """There are no tooltips, and a place for notices comes with the first of them."""

    def post_message(self, message: Message) -> bool:
        """Note at once what its widgets ask for."""
        waits = self._closing or self._thread_id != get_ident()
        if waits or not isinstance(message, Layout | Update):
            return super().post_message(message)
        noting: Any = self._on_layout(message) if isinstance(message, Layout) else self._on_update(message)
        with suppress(StopIteration):
            noting.send(None)  # it waits for nothing
        return True

    async def _dispatch_message(self, message: Message) -> None:
        if isinstance(message, ScreenResume | Resize):
            if self.app._dom_ready or self._beside(-1):  # the first screen is shown at once
                self.draw_together()
            if isinstance(message, ScreenResume):
                message.refresh_styles &= self._was_shown  # they are as they were when it was composed
                self._was_shown = True
        await super()._dispatch_message(message)

    def _screen_resized(self, size: Size) -> None:
        if self._compositor.size != size:  # it hears of its own first layout, too
            self._take_classes_for_size()
            super()._screen_resized(size)

    def draw_together(self) -> None:
        """Wait until all of its widgets have asked to be drawn."""
        self._waits_until = monotonic() + LONGEST
        self._update_timer.resume()  # it ends the wait also where nothing more is asked for

    def _compositor_refresh(self) -> None:
        all_follows = self._updates and self._repaint_required
        if self.is_current and (self._waits_until or all_follows):
            self._repaint_required = True
            self._update_timer.resume()
            self._draw_soon()
        elif self.is_current and (above := self._beside(1)):
            if seen := [part for each in self._compositor._dirty_regions for part in _around(each, above)]:
                above.refresh(*seen)
            self._compositor._dirty_regions.clear()
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()

    def _beside(self, step: int) -> Screen[object] | None:
        """The screen above this one, or (-1) below it."""
        stack = self.app.screen_stack
        at = stack.index(self) + step if self in stack else -1
        return stack[at] if 0 <= at < len(stack) else None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Of a dialog, what is seen around it, in these lines alone."""
        ground = self.styles.background
        if (
            ground.a == 1
            or not (below := self._beside(-1))
            or below._compositor.size != self._compositor.size
        ):
            return super().render_lines(crop)
        ink = self.visual_style.rich_style
        filters = self.get_line_filters() if self.app.no_color else ()  # all pieces have gone through them
        chops = chops_of(below._compositor, ((y, *crop.column_span) for y in crop.line_range))
        lines = []
        for y in crop.line_range:
            pieces = chain(*filter(None, chops[y].values()))
            line = Strip(Segment(each.text, _dimmed(each.style, ground, ink)) for each in pieces)
            for each in filters:
                line = line.apply_filter(each, self.background_colors[1])
            lines.append(line)
        return lines

    def _on_timer_update(self) -> None:
        if self._waits_until:
            waits = self.is_current and monotonic() < self._waits_until
            if waits and not self._has_heard_all:
                self._draw_soon()
                return  # the timer goes on
            if not (waits and self._layout_required):  # its widgets are to hear of that, too
                self._waits_until = 0.0
        self._updates = True
        try:
            super()._on_timer_update()
        finally:
            self._updates = False

    def _draw_soon(self) -> None:
        """Look before the timer does: at a host, with 30 frames a second, a page would come some 40 ms later."""
        if self._drawing is None:
            self._drawing = asyncio.get_running_loop().call_later(SOON, self._draw_heard)

    def _draw_heard(self) -> None:
        self._drawing = None
        if self.is_running and self.is_current:
            try:
                self._on_timer_update()
            except Exception as error:  # as a timer of Textual's does: the loop would only note it
                self.app._handle_exception(error)

    def draw_now(self, widget: Widget, regions: Sequence[Region]) -> bool:
        """Draw some regions of a widget, without the messages that go round before; not where more is to be drawn
        than parts of widgets."""
        if not self.is_current or self.app._batch_count:
            return False
        if self._waits_until or self._layout_required or self._scroll_required or self._repaint_required:
            return False
        widget._set_dirty(*regions)
        self._compositor.update_widgets({widget, *self._dirty_widgets})
        self._compositor_refresh()
        return True

    @property
    def _has_heard_all(self) -> bool:
        below = self._beside(-1) if self.styles.background.a < 1 else None
        if isinstance(below, DrawnOnce) and (below._waits_until or not below._has_heard_all):
            return False
        nodes = self.walk_children(Widget, with_self=True)
        return all(node.is_mounted and not node.message_queue_size for node in nodes)


def _wait(self: AwaitMount) -> Generator[None, None, None]:
    return _all_mounted(self).__await__()


async def _all_mounted(mounting: AwaitMount) -> None:
    for widget in mounting._widgets:
        await widget._mounted_event.wait()
    if mounting._widgets:
        mounting._parent.refresh(layout=True)
        with suppress(NoScreen):
            mounting._parent.app._update_mouse_over(mounting._parent.screen)


def mount_without_tasks() -> None:
    """Do so in all apps of the process."""
    AwaitMount.__await__ = _wait  # type: ignore[method-assign]


@lru_cache(maxsize=MOST_DIMMED)
def _dimmed(style: Style | None, ground: Color, ink: Style) -> Style:
    (piece,) = BackgroundScreen.process_segments([Segment("", style)], ground)
    return ink + piece.style


def _around(region: Region, above: Screen[object]) -> list[Region]:
    """What is seen of a region around the boxes of the screen above."""
    parts = [region]
    for box in above.displayed_children:
        if box.styles.background.a == 1 and box.styles.opacity == 1:
            parts = [each for part in parts for each in _without(part, box.region)]
    return parts


def _without(region: Region, box: Region) -> list[Region]:
    hidden = region.intersection(box)
    if not hidden:
        return [region]
    parts = (
        Region.from_corners(region.x, region.y, region.right, hidden.y),
        Region.from_corners(region.x, hidden.y, hidden.x, hidden.bottom),
        Region.from_corners(hidden.right, hidden.y, region.right, hidden.bottom),
        Region.from_corners(region.x, hidden.bottom, region.right, region.bottom),
    )
    return [part for part in parts if part]
