"""A match on its board, with panels around it: what playing it and watching it again have in common."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Size
from textual.widget import Widget

from marbles_tui.core import Event, Game
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.match.letters import bind_letters
from marbles_tui.tui.screens.game_menu import GameMenu, actions_of, keys_of
from marbles_tui.tui.widgets.panels import KeyLine, Seats, Status, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


BRIEF: Final = 3
"""Lines that sentences may take beside the analysis in a slim panel with little room."""

ROOMY: Final = 30
"""Rows from which the analysis leaves room for what stands below the seats."""

PARTS: Final = ("#board", TopLine, Seats, Status, KeyLine)
"""What a screen shows its match in; when it is left, they go one after another."""


class BoardScreen(ArcadeScreen[None]):
    """Top line, board, seats, status and key line; a subclass adds its panels, its menu and its actions."""

    CSS_PATH = Path(__file__).parents[1] / "table" / "tables.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("alt+h", "app.help", "Help", show=False, id="table.help"),
    ]

    menu_title: ClassVar[str] = "Game"
    """What stands above the game menu."""

    playable: ClassVar[bool] = True
    """Whether places on the board can be pointed at and picked."""

    app: Arcade

    def __init__(self, match: Match, classes: str) -> None:
        """A screen for a match as it begins here; its game stays."""
        game = match.game
        self.game_view = VIEWS[game.key]
        self.view = self.game_view.match()
        super().__init__(classes=" ".join(("table", *filter(None, ("slim" * self.view.slim, classes)))))
        self._game = game
        self._first = match
        self._names = phrases.names(match)
        self.overlays = self.view.overlays()

    def on_resize(self) -> None:
        """Panels stand beside the board where there is room for both; what has ended stays as it is."""
        beside = self.view.side and self.size.width >= self.view.side_from
        if not (self.has_class("ended") and self.has_class("side", "below")):
            self.set_class(beside, "side").set_class(not beside, "below")

    # What it is made of

    def compose(self) -> ComposeResult:
        """Top line, board, panels, keys."""
        yield TopLine()
        with Container(id="body"):
            board: BoardView = self.game_view.board()(self._first.position.board, id="board")
            bind_letters(board)
            board.can_focus = self.playable
            yield board
            with Container(id="under"):
                with Container(id="about"):
                    yield Seats()
                    yield Status()
                yield from self.panels()
        yield from self.overlays
        yield KeyLine()

    def panels(self) -> Iterable[Widget]:
        """What stands below seats and status."""
        return ()

    @cached_property
    def animator(self) -> Animator:
        """What shows events on the board."""
        return Animator(self.board, lambda: SPEEDS[self.app.settings.speed].tempo)

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one("#board", BoardView)

    @property
    def laid(self) -> bool:
        """Whether the parts are there: mounted, and not yet being cleared away."""
        return self.is_mounted and all(self.query_one_optional(part) is not None for part in PARTS)

    @property
    def game_shown(self) -> Game | None:
        """The game on the board."""
        return self._game

    def dress(self) -> None:
        """Draw in the app's skin and theme, at its speed."""
        look = self.app.look
        top = self.query_one(TopLine)
        top.skin, top.headline, top.speed = look.skin, self._game.title, self.app.settings.speed
        seats = self.query_one(Seats)
        seats.skin, seats.colours = look.skin, self.game_view.seat_inks(look)
        seats.numbered = self.view.numbered
        self.board.restyle()
        for part in self.overlays:
            part.restyle()

    # In words

    def tell(self, sentence: str, warning: bool = False) -> None:
        """Say what just happened, or what cannot be done."""
        status = self.query_one(Status)
        status.said, status.warning = sentence, warning

    def calm_down(self) -> None:
        """What could not be done is forgotten as soon as something is."""
        if self.query_one(Status).warning:
            self.tell("")

    def name_players(self, match: Match) -> None:
        """Tell of those who play by their names in this state of the match."""
        self._names = phrases.names(match)

    def told(self, event: Event) -> None:
        """An event begins to be shown: say what it is."""
        if not self.laid:
            return
        self.note_trays(event.board)
        if sentence := self._game.told(event, self._names):
            self.relate(sentence)

    def relate(self, sentence: str) -> None:
        """Tell what has happened in the match."""
        self.tell(sentence)

    def note_trays(self, board: Any) -> None:
        """Show below each seat what the game shows there of a board."""
        seats = self.query_one(Seats)
        scarce = self.has_class("analysing") and self.size.height < ROOMY
        self.query_one(Status).most = BRIEF if scarce and self.view.slim else 0
        room = Size(seats.content_size.width, 0 if scarce else self.size.height)
        seats.trays = self.view.seat_trays(self._first, board, room, self.app.look)

    # Speed and menu

    def action_speed(self, change: int) -> None:
        """A step faster, or with -1 slower."""
        speed = max(0, min(len(SPEEDS) - 1, self.app.settings.speed - change))
        self.app.change_settings(speed=speed)
        self.query_one(TopLine).speed = speed

    def menu_entries(self) -> list[tuple[str, str]]:
        """What the game menu offers: actions and their names."""
        raise NotImplementedError

    def action_game_menu(self) -> None:
        """Everything that can be done here."""

        def chosen(action: str | None) -> None:
            if action:
                self.call_later(self.run_action, action)

        entries, keys, actions = self.menu_entries(), keys_of(self), actions_of(self)
        self.app.push_screen(GameMenu(entries, self.menu_title, keys=keys, actions=actions), chosen)
