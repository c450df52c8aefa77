"""What all boards have in common: one widget that paints rows, finds the place under the mouse, and has a cursor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Protocol, cast

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.core import Cell, Event, Game
from marbles_tui.core.scene import NO_HIGHLIGHTS, Frame, Highlights, Room, Scene
from marbles_tui.tui.kit.picture import SceneWidget, room
from marbles_tui.tui.kit.view import View, names, places

NEAR: Final = (1, 3, 1, 3)
"""Rows and columns around a place in which a finger means it."""


class Hands(Protocol):
    """The screen of a board, as the board's keys know it."""

    def action_type(self, key: str) -> None:
        """A key of the game is typed. To be called, not told: so no other key overtakes it."""

    def tell(self, sentence: str) -> None:
        """Say something."""


class BoardView(SceneWidget, can_focus=True):
    """Shows the scene of the board it is given; knows no rules. A board of one game names the game, and the beats of
    its events."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    GAME: ClassVar[Game]
    """Whose scenes it shows."""

    BEATS: ClassVar[Mapping[str, float]] = {}
    """Seconds each kind of event is shown at normal speed; a kind that is missing is not shown by itself."""

    cursor: reactive[Cell | None] = reactive(None, init=False, repaint=False)
    """The place pointed at by keys or mouse."""

    highlights: reactive[Highlights] = reactive(NO_HIGHLIGHTS, init=False, repaint=False)
    """The highlights."""

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

    class Resized(Message):
        """It has another size: what lies over it may have to move."""

    @dataclass
    class Dragged(Message):
        """The mouse was dragged from one place to another."""

        start: Cell
        end: Cell

    def __init__(self, board: object, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pressed: Cell | None = None
        self._dragged = False
        self._instant = Frame(board)
        self.pointed: Cell | None = None
        """The place that was last pointed at by keys."""

    still: bool | None = None
    """Whether nothing moves on it; None where the app says so."""

    named: reactive[bool] = reactive(True, init=False)
    """Whether its places are named."""

    turned: reactive[bool] = reactive(False, init=False)
    """Whether it is seen from the other side."""

    @property
    def writes_names(self) -> bool:
        """Whether its scene has room for the names of the seats and for the deed of a pick, and writes them."""
        return False

    # What it shows

    @property
    def frame(self) -> Frame:
        """What is shown now."""
        return replace(self._instant, highlights=self.highlights, cursor=self.cursor, turn=self.turn)

    def rest(self, board: object, highlights: Highlights | None = None) -> None:
        """Show a board at rest together with its highlights: never with those of another board."""
        self._instant = Frame(board)
        if highlights is not None:
            self.set_reactive(BoardView.highlights, highlights)
        self.repaint()

    def act(self, before: object, event: Event, phase: float) -> None:
        """Show an event at a phase of 0 to 1."""
        self._instant = Frame(event.board, before, event, phase)
        self.repaint(at_once=0 < phase < 1)  # much else changes when an event begins or ends

    def watch_cursor(self, cell: Cell | None) -> None:
        """Show the cursor and tell where it is."""
        self.repaint()
        self.post_message(self.Pointed(cell))

    watch_highlights = watch_turn = SceneWidget.show_anew
    watch_named = watch_turned = SceneWidget.restyle

    def scene(self) -> Scene:
        """What is there to be seen now."""
        return self.GAME.scene(self.frame, self.room)

    @property
    def room(self) -> Room:
        """The room there is."""
        return room(*self.content_size, named=self.named, turned=self.turned)

    def places(self) -> Mapping[Cell, Region]:
        """The region of each place, in cells of the widget."""
        scene = self.scene()
        return places(scene, self.view_of(scene))

    def view(self) -> View:
        """Where the scene lies."""
        return self.view_of(self.scene())

    # Mouse and keys

    def cell_at(self, offset: Offset) -> Cell | None:
        """The place that is named at a cell of the widget, else the one that lies there; for a finger also one
        near it."""
        scene = self.scene()
        seen = self.view_of(scene)
        regions = [*names(scene, seen), *places(scene, seen).items()]
        found = next((cell for cell, region in regions if region.contains_point(offset)), None)
        if found is not None or not self.app.has_class("-touch"):
            return found

        def far(named: tuple[Cell, Region]) -> int:
            _, at = named
            aside = max(at.x - offset.x, offset.x - at.right + 1, 0)
            return aside + 2 * max(at.y - offset.y, offset.y - at.bottom + 1, 0)

        near = [each for each in regions if each[1].grow(NEAR).contains_point(offset)]
        return min(near, key=far)[0] if near else None

    def _under(self, event: events.MouseEvent) -> Cell | None:
        offset = event.get_content_offset(self)
        return self.cell_at(offset) if offset else None

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """The nearest place in a direction, a little to the side at most; itself where there is none."""
        rects = self.scene().places
        middles = {place: ((r[0] + r[2]) / 2, (r[1] + r[3]) / 2) for place, r in rects.items()}
        if cell not in middles:
            return cell
        x, y = middles[cell]

        def far(place: Cell) -> tuple[float, float]:
            across, down = middles[place][0] - x, middles[place][1] - y
            ahead, aside = (across * dx, down) if dx else (down * dy, across)
            return ahead + 2 * abs(aside), aside

        ahead = [
            place
            for place, (a, b) in middles.items()
            if place != cell and (a - x) * dx + (b - y) * dy > 0.7 * abs((b - y) if dx else (a - x)) + 0.01
        ]
        return min(ahead, key=far, default=cell)

    def on_resize(self) -> None:
        """Tell of it."""
        self.post_message(self.Resized())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at what the mouse is over; not on a board that is only to be looked at."""
        if self.can_focus:
            self.cursor = self._under(event)

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self.cursor = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A drag may begin."""
        self._pressed = self._under(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """A drag from one place to another picks both."""
        start, end, self._pressed = self._pressed, self._under(event), None
        self._dragged = start != end
        if start is not None and end is not None and self._dragged:
            self.post_message(self.Dragged(start, end))

    def on_click(self, event: events.Click) -> None:
        """Pick what was clicked; the end of a drag is no click."""
        dragged, self._dragged = self._dragged, False
        cell = self._under(event)
        if cell is not None and not dragged:
            self.post_message(self.Picked(cell))

    @property
    def hands(self) -> Hands:
        """The screen, for keys of the board's own."""
        return cast("Hands", self.screen)

    def action_type(self, key: str) -> None:
        """A key of the game."""
        self.hands.action_type(key)

    def seen_by(self, seat: int | None) -> None:
        """Show it as it is seen from the place of a seat, or of nobody's."""

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor; the first time, to the place where it last was."""
        places = self.places()
        if not places:  # there is no room for the board
            return
        if self.cursor is None:
            at = self.pointed if self.pointed in places else self.first_place()
        else:
            at = self.step(self.cursor, dx, dy)
        self.cursor = self.pointed = at

    def point(self, cell: Cell) -> None:
        """Point at a place as the arrows do."""
        self.cursor = self.pointed = cell

    def hide_cursor(self) -> None:
        """Point at nothing; the next arrow shows the cursor where it was."""
        self.cursor = None

    def carry_cursor(self, cell: Cell) -> None:
        """Have the cursor wait at another place."""
        self.pointed = cell
        if self.cursor is not None:
            self.cursor = cell

    def first_place(self) -> Cell:
        """Where the cursor appears at first: the first legal place, else any."""
        legal = sorted(self.highlights.legal)
        return legal[0] if legal else next(iter(self.places()))

    def pick(self) -> None:
        """Pick the place under the cursor."""
        if self.cursor is not None:
            self.post_message(self.Picked(self.cursor))
        elif self.places():
            self.cursor = self.pointed = self.first_place()
