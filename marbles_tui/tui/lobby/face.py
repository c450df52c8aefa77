"""The lobby as it is seen: games that wait, offers, boards in small, people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.colour import packed
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.lobby import painting
from marbles_tui.tui.lobby.entries import LONGEST, Entry, Kind, LobbyView, Place
from marbles_tui.tui.lobby.layout import KINDS, LobbyLayout, Placed, lay_out_lobby

AWAY: Final = 3
"""How much farther something seems that is not straight ahead."""

TITLE_CLICKS: Final = ("offer", "private", "say")
"""What a click on each thing that can be done does."""


class LobbyFace(CanvasWidget):
    """Entries, one of them picked. It tells what is pointed at and clicked, and draws only when something changes."""

    DEFAULT_CSS = "LobbyFace { width: 1fr; height: 1fr; }"

    seen: reactive[LobbyView] = reactive(LobbyView(), init=False, repaint=False)
    """What there is."""

    picked: reactive[Place | None] = reactive(None, init=False, repaint=False)
    """The entry that Enter is for."""

    @dataclass
    class Pointed(Message):
        """The mouse is over an entry."""

        place: Place

    @dataclass
    class Entered(Message):
        """An entry was clicked."""

        place: Place

    @dataclass
    class Wanted(Message):
        """Something that can be done here was clicked: `offer`, `private` or `say`."""

        action: str

    def show(self, seen: LobbyView) -> None:
        """Show what there is now; what was picked stays picked as long as it is there."""
        before = self.seen
        if seen == before and self.picked:
            return
        self.set_reactive(LobbyFace.picked, seen.beside(self.picked, before))
        self.set_reactive(LobbyFace.seen, seen)
        self.repaint()

    def watch_picked(self) -> None:
        """Show what is picked."""
        self.repaint()

    @property
    def entry(self) -> Entry | None:
        """What is picked."""
        return self.seen.at(self.picked)

    @property
    def layout_now(self) -> LobbyLayout:
        """Where everything lies now."""
        kind, number = self._numbers()
        names = [min(LONGEST, cell_len(entry.who)) for entry in self.seen.of(Kind.PERSON)]
        size = self.app.size
        columns = min(LONGEST, max(names, default=0)) + 4
        return lay_out_lobby(size.width, size.height, self.seen.counts, (kind, number), columns)

    def _numbers(self) -> tuple[int, int]:
        """The picked entry as the number of its kind, and its own among those of it."""
        if self.picked is None:
            return 0, 0
        places = [entry.place for entry in self.seen.of(self.picked.kind)]
        return KINDS.index(self.picked.kind), places.index(self.picked) if self.picked in places else 0

    def draw(self, canvas: Canvas, look: Look) -> None:
        """All of it."""
        layout, seen, entry = self.layout_now, self.seen, self.entry
        warning = packed(self.app.current_theme.warning) or look.accent
        painting.paint_title(canvas, layout, seen, look)
        if entry:
            painting.paint_stage(canvas, layout, entry, layout.placed(entry.kind, self._numbers()[1]), look)
        for section in layout.sections:
            painting.paint_heading(canvas, section, look)
            entries = seen.of(section.kind)
            for number, region in section.places:
                shown = entries[number]
                picked = shown is entry
                if section.kind is Kind.PERSON:
                    painting.paint_person(canvas, layout, shown, region, picked, look)
                elif layout.form and section.kind is Kind.TURN:
                    painting.paint_turn(canvas, shown, region, picked, look, warning)
                elif layout.form and section.kind is Kind.PLAYED:
                    painting.paint_game(canvas, shown, region, picked, look)
                else:
                    painting.paint_row(canvas, layout, shown, region, picked, look, warning)
        if layout.legend:
            painting.paint_legend(canvas, layout.legend, look)
        if not any(seen.counts[: KINDS.index(Kind.PERSON)]):
            painting.paint_nobody(canvas, layout, look)
        painting.paint_doing(canvas, layout, seen, look)

    # Keys

    def step(self, across: int, down: int) -> None:
        """Pick the next entry in a direction; the next of its kind where that is not shown yet."""
        layout = self.layout_now
        kind, number = self._numbers()
        here = layout.placed(KINDS[kind], number)
        places = [
            (section, placed)
            for section in layout.sections
            for placed in section.places
            if placed.region != here
        ]
        if here is None:
            self.picked = self.seen.first
            return
        found = [
            (distance, section.kind, placed.number)
            for section, placed in places
            if (distance := _distance(here, placed, across, down)) is not None
        ]
        section = next(section for section in layout.sections if section.kind is KINDS[kind])
        ahead = number + (across + down)
        at_edge = not any(other is KINDS[kind] for _, other, _ in found)
        if at_edge and 0 <= ahead < section.count and layout.placed(KINDS[kind], ahead) is None:
            self._pick(KINDS[kind], ahead)
        elif found:
            _, other, at = min(found, key=lambda one: one[0])
            self._pick(other, at)

    def _pick(self, kind: Kind, number: int) -> None:
        self.picked = self.seen.of(kind)[number].place

    # Mouse

    def _place(self, event: events.MouseEvent) -> Place | None:
        offset = event.screen_offset - self.region.offset
        layout = self.layout_now
        at = layout.at(offset.x, offset.y)
        if at:
            return self.seen.of(at[0])[at[1]].place
        return self.picked if layout.stage and layout.stage.contains_point(offset) else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at what the mouse is over."""
        place = self._place(event)
        if place and place != self.picked:
            self.post_message(self.Pointed(place))

    def on_click(self, event: events.Click) -> None:
        """Enter what was clicked."""
        place = self._place(event)
        doing = self.layout_now.doing
        at = event.screen_offset - self.region.offset
        if place:
            self.post_message(self.Entered(place))
        elif doing and doing.contains_point(at):
            number = (at.y - doing.y - 1) // 3 if self.layout_now.form else 0
            self.post_message(self.Wanted(TITLE_CLICKS[max(0, min(number, len(TITLE_CLICKS) - 1))]))

    def on_mouse_scroll_down(self) -> None:
        """On."""
        self.step(0, 1)

    def on_mouse_scroll_up(self) -> None:
        """Back."""
        self.step(0, -1)


def _distance(here: object, placed: Placed, across: int, down: int) -> int | None:
    """How far something lies in a direction; None if it does not lie there."""
    from textual.geometry import Region

    assert isinstance(here, Region)
    there = placed.region
    if down:
        ahead = there.y - here.bottom + 1 if down > 0 else here.y - there.bottom + 1
        aside = max(0, there.x - here.right + 1, here.x - there.right + 1)
    else:
        ahead = there.x - here.right + 1 if across > 0 else here.x - there.right + 1
        aside = max(0, there.y - here.bottom + 1, here.y - there.bottom + 1)
    if ahead <= 0:
        return None
    return ahead + AWAY * aside if aside else ahead
