"""The menu as it is seen below its title: the games, the board of the one pointed at, the doors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.core import Game
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.tiles import filled, on_panel
from marbles_tui.tui.menu import painting
from marbles_tui.tui.menu.layout import MenuLayout, lay_out_menu

if TYPE_CHECKING:
    from marbles_tui.tui.menu.doors import Door
    from marbles_tui.tui.menu.notes import GameNote


LEAST: Final = (20, 8)
"""Columns and rows without which no board is shown."""


ALWAYS: Final = 2
"""Doors that there are in any case."""


class Stage(CanvasWidget):
    """The board of the game pointed at, in small. It alone lives."""

    DEFAULT_CSS = "Stage { display: none; }"

    def __init__(self) -> None:
        super().__init__()
        self._shown_game: tuple[str, Any] | None = None

    @property
    def look(self) -> Look:
        """As on what is picked."""
        return on_panel(self.app.look)

    @property
    def board(self) -> Any:
        """What is shown."""
        return self._shown_game[1] if self._shown_game else None

    def show(self, game: str, board: Any) -> None:
        """Show a board of the game of that key."""
        if self._shown_game != (game, board):
            self._shown_game = game, board
            self.repaint()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The board in the middle."""
        if self._shown_game and canvas.width >= LEAST[0] and canvas.height >= LEAST[1]:
            game, board = self._shown_game
            room = Region(1, 0, canvas.width - 2, canvas.height)
            VIEWS[game].picture(canvas, room, board, look)


class MenuFace(CanvasWidget):
    """A list of games, a stage and doors. One of them is picked; it tells what is pointed at and what is clicked."""

    DEFAULT_CSS = "MenuFace { width: 1fr; height: 1fr; }"

    picked: reactive[int] = reactive(0, init=False, repaint=False)
    """The game, or after the last game the door, that Enter opens."""

    notes: reactive[Mapping[str, GameNote]] = reactive(dict, init=False, repaint=False)
    """What is told of the games, by their keys."""

    emblems: reactive[bool] = reactive(False, init=False, repaint=False)
    """Whether games are shown with their emblems: not at the very first paint, which is to come at once."""

    doors: reactive[tuple[Door, ...]] = reactive((), init=False, repaint=False)
    """The doors, in their order."""

    @dataclass
    class Pointed(Message):
        """The mouse is over an entry or a door."""

        item: int

    @dataclass
    class Entered(Message):
        """An entry or a door was clicked."""

        item: int

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__()
        self.games = tuple(games)

    def compose(self) -> ComposeResult:
        """The stage's board; the rest is painted."""
        yield Stage()

    def watch_picked(self) -> None:
        """Show what is picked."""
        self.repaint()

    def watch_notes(self) -> None:
        """Show what is told."""
        self.repaint()

    def watch_emblems(self) -> None:
        """Show them."""
        self.repaint()

    def watch_doors(self, before: tuple[Door, ...], doors: tuple[Door, ...]) -> None:
        """Show what they say; make room for them, or use it otherwise."""
        if len(before) == len(doors):
            self.repaint()
        else:
            self._place_stage()
            self.restyle()

    def on_resize(self) -> None:
        """There is more or less room."""
        self._place_stage()

    def restyle(self) -> None:
        """Paint all anew, the stage as well."""
        super().restyle()
        for stage in self.query(Stage):
            stage.restyle()

    @property
    def outlined(self) -> bool:
        """Whether lines stand for fills."""
        return not filled(self.look)

    @property
    def layout_now(self) -> MenuLayout:
        """Where everything lies now."""
        size = self.app.size
        bare = not self.look.skin.shaded
        doors = len(self.doors) or ALWAYS  # room is kept for those that are still looked up: nothing jumps
        return lay_out_menu(size.width, size.height, len(self.games), doors, self.outlined, bare)

    def dress(self) -> None:
        """Draw in another skin or theme."""
        self._place_stage()
        self.restyle()

    def _place_stage(self) -> None:
        for stage in self.query(Stage):
            board = painting.board_region(self.layout_now, self._note)
            stage.styles.offset = board.offset
            stage.styles.width, stage.styles.height = board.size
            stage.display = True

    @property
    def _note(self) -> GameNote | None:
        return self.notes.get(self.game_shown.key) if self.game_shown else None

    @property
    def door_picked(self) -> Door | None:
        """The door that is picked, if it is one."""
        at = self.picked - len(self.games)
        return self.doors[at] if 0 <= at < len(self.doors) else None

    @property
    def game_shown(self) -> Game | None:
        """The game on the stage."""
        if self.picked < len(self.games):
            return self.games[self.picked]
        door = self.door_picked
        return next((game for game in self.games if door and game.key == door.game), None)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The list, the stage and the doors."""
        layout = self.layout_now
        painting.paint_stage(canvas, layout, self.picked, self.outlined, look)
        for number, game in enumerate(self.games):
            picked, note = number == self.picked, self.notes.get(game.key)
            painting.paint_entry(canvas, layout, number, game, note, picked, self.outlined, look)
            if self.emblems:
                painting.paint_emblem(canvas, layout, number, game, picked, look)
        if self.game_shown:
            painting.paint_words(
                canvas, layout, self.game_shown, self._note, self.door_picked, self.outlined, look
            )
        elif self.door_picked:
            painting.paint_way(canvas, layout, self.door_picked, self.outlined, look)
        for number, door in enumerate(self.doors):
            picked = self.picked == len(self.games) + number
            painting.paint_door(canvas, layout, layout.doors[number], door, picked, self.outlined, look)

    # Mouse

    def _item(self, event: events.MouseEvent) -> int | None:
        at = Offset(event.screen_x, event.screen_y) - self.region.offset
        layout = self.layout_now
        item = layout.item_at(at.x, at.y)
        if item is not None and item >= len(self.games) + len(self.doors):
            return None
        if item is None and (layout.stage.contains_point(at) or layout.sentence.contains_point(at)):
            return self.picked
        return item

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at what the mouse is over."""
        item = self._item(event)
        if item is not None and item != self.picked:
            self.post_message(self.Pointed(item))

    def on_click(self, event: events.Click) -> None:
        """Open what was clicked."""
        item = self._item(event)
        if item is not None:
            self.post_message(self.Entered(item))
