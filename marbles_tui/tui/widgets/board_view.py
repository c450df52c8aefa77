"""What all boards have in common: one widget that paints rows, finds the place under the mouse, and has a cursor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.core import Cell, Event
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import NO_HIGHLIGHTS, Frame, Highlights
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget


class Layout(Protocol):
    """Where everything lies on a board of one size."""

    @property
    def places(self) -> Mapping[Cell, Region]:
        """The region of each place, in cells of the widget; where they overlap the first one counts."""
        ...


L = TypeVar("L", bound=Layout)


class BoardView(CanvasWidget, Generic[L], can_focus=True):
    """Draws the board it is given; knows no rules.

    A board of one game lays out its places for a size, paints a frame, and says where the cursor goes from a place.
    """

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    BEATS: ClassVar[Mapping[str, float]] = {}
    """Seconds each kind of event is shown at normal speed; a kind that is missing is not shown by itself."""

    LEAST_ROWS: ClassVar[int] = 4
    """The fewest rows in which it can be drawn."""

    cursor: reactive[Cell | None] = reactive(None, init=False, repaint=False)
    """The place pointed at by keys or mouse."""

    highlights: reactive[Highlights] = reactive(NO_HIGHLIGHTS, init=False, repaint=False)
    """What stands out."""

    turn: reactive[int | None] = reactive(None, init=False, repaint=False)
    """The seat to move."""

    @dataclass
    class Picked(Message):
        """A place was picked by mouse or key."""

        cell: Cell

    @dataclass
    class Pointed(Message):
        """The cursor moved to a place, or nowhere."""

        cell: Cell | None

    def __init__(self, board: Any, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._instant = Frame(board)
        self._laid_out: tuple[Size, Look, L] | None = None
        self._home: Cell | None = None

    # What a board of one game brings

    def lay_out(self, size: Size, look: Look) -> L:
        """Where everything lies in `size` cells."""
        raise NotImplementedError

    def paint(self, canvas: Canvas, layout: L, frame: Frame, look: Look) -> None:
        """Paint a frame on a canvas that has the colour of the ground."""
        raise NotImplementedError

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """The place next to `cell` in a direction; itself where there is none."""
        raise NotImplementedError

    @property
    def writes_names(self) -> bool:
        """Whether it has room for the names of the seats and for the deed of a pick, and writes them."""
        return False

    # What it shows

    @property
    def frame(self) -> Frame:
        """What is shown now."""
        return replace(self._instant, highlights=self.highlights, cursor=self.cursor, turn=self.turn)

    def rest(self, board: Any) -> None:
        """Show a board at rest."""
        self._instant = Frame(board)
        self.repaint()

    def act(self, before: Any, event: Event, phase: float) -> None:
        """Show an event at a phase of 0 to 1."""
        self._instant = Frame(event.board, before, event, phase)
        self.repaint(at_once=0 < phase < 1)  # much else changes when an event begins or ends

    def watch_cursor(self, cell: Cell | None) -> None:
        """Show the cursor and tell where it is."""
        self.repaint()
        self.post_message(self.Pointed(cell))

    def watch_highlights(self) -> None:
        """Show the marks."""
        self.repaint()

    def watch_turn(self) -> None:
        """Show whose turn it is."""
        self.repaint()

    def _current_layout(self) -> L:
        size, look = self.content_size, self.look
        if not self._laid_out or self._laid_out[0] != size or self._laid_out[1] != look:
            self._laid_out = (size, look, self.lay_out(size, look))
        return self._laid_out[2]

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Paint what is shown now."""
        self.paint(canvas, self._current_layout(), self.frame, look)

    # Mouse and keys

    def cell_at(self, offset: Offset) -> Cell | None:
        """The place at a cell of the widget."""
        places = self._current_layout().places
        return next((cell for cell, region in places.items() if region.contains_point(offset)), None)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at what the mouse is over; not on a board that is only to be looked at."""
        if not self.can_focus:
            return
        offset = event.get_content_offset(self)
        self.cursor = self.cell_at(offset) if offset else None

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self.cursor = None

    def on_click(self, event: events.Click) -> None:
        """Pick what was clicked."""
        offset = event.get_content_offset(self)
        cell = self.cell_at(offset) if offset else None
        if cell is not None:
            self.post_message(self.Picked(cell))

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor; the first time, to the place where it last was."""
        places = self._current_layout().places
        if not places:  # there is no room for the board
            return
        if self.cursor is None:
            at = self._home if self._home in places else self.first_place()
        else:
            at = self.step(self.cursor, dx, dy)
        self.cursor = self._home = at

    def point(self, cell: Cell) -> None:
        """Point at a place as the arrows do."""
        self.cursor = self._home = cell

    def hide_cursor(self) -> None:
        """Point at nothing; the next arrow shows the cursor where it was."""
        self.cursor = None

    def carry_cursor(self, cell: Cell) -> None:
        """Have the cursor wait at another place."""
        self._home = cell
        if self.cursor is not None:
            self.cursor = cell

    @property
    def pointed(self) -> Cell | None:
        """The place that was last pointed at by keys."""
        return self._home

    def first_place(self) -> Cell:
        """Where the cursor appears at first: the first legal place, else any."""
        legal = sorted(self.highlights.legal)
        return legal[0] if legal else next(iter(self._current_layout().places))

    def pick(self) -> None:
        """Pick the place under the cursor."""
        if self.cursor is not None:
            self.post_message(self.Picked(self.cursor))
        elif self._current_layout().places:
            self.cursor = self._home = self.first_place()
