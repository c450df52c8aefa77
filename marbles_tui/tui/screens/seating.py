"""Who is to sit where: asked before a match is played on from a replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Input, Static

from marbles_tui.ai.levels import known_levels
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Seat
from marbles_tui.play.match import HUMAN
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.dialog import Dialog
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit


class Seating(Dialog[tuple[Seat, ...] | None]):
    """A player for each seat; dismissed with the seats, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="seating.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="seating.up"),
        Binding("enter", "play", "Play", id="seating.play"),
        Binding("escape", "dismiss(None)", "Back", id="seating.back"),
    ]

    DEFAULT_CSS = """
    Seating Vertical { width: 56; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $panel; }
    Seating .heading { text-style: bold; margin: 0 0 1 0; }
    Seating .note { color: $text-muted; margin: 1 0 0 0; }
    Seating Button { margin: 1 0 0 0; }
    Seating Input { width: 1fr; background: $surface; }
    Seating Input:focus { background: $primary 25%; }
    Seating Choice:focus { background: $primary 25%; }
    Seating KeyLine { dock: none; margin: 1 0 0 0; padding: 0; }
    """

    app: Kit

    def __init__(
        self, game: Game, seats: Sequence[Seat], heading: str = "Play on from here", note: str = ""
    ) -> None:
        """`note`: what it will mean, below the rows."""
        super().__init__()
        self._heading = heading
        self._note = note
        self._game = game
        self._seats = tuple(seats)

    def compose(self) -> ComposeResult:
        """A row or two for each seat, and the button."""
        levels = known_levels(self._game)
        players = [(HUMAN, "human"), *((level.key, f"computer: {level.title}") for level in levels)]
        with Vertical():
            yield Static(self._heading, classes="heading", markup=False)
            for number, seat in enumerate(self._seats, 1):
                yield Choice(f"Player {number}", players, seat.level or HUMAN, id=f"player-{number}")
                name = "" if seat.level else seat.name
                yield Field("  name", name, placeholder=f"Player {number}", id=f"name-{number}")
            if self._note:
                yield Static(self._note, classes="note", markup=False)
            yield Button("Play", variant="primary", id="play", compact=True)
            yield KeyLine()

    def on_mount(self) -> None:
        """Stand ready to play."""
        self._show_names()
        skin = self.app.look.skin
        self.query_one(KeyLine).keys = (
            Key("up down", "row"),
            Key(f"{skin.left} {skin.right}", "change"),
            Key("enter", "play", "screen.play"),
            Key("esc", "back", "screen.dismiss(None)"),
        )
        self.query_one("#play").focus()

    @on(Choice.Changed)
    def _show_names(self) -> None:
        for number in range(1, len(self._seats) + 1):
            player = self.query_one(f"#player-{number}", Choice).value
            self.query_one(f"#name-{number}-field").display = player == HUMAN

    @on(Button.Pressed, "#play")
    @on(Input.Submitted)
    def action_play(self) -> None:
        """These are the seats."""
        self.dismiss(tuple(self._seat(number) for number in range(1, len(self._seats) + 1)))

    def _seat(self, number: int) -> Seat:
        player = self.query_one(f"#player-{number}", Choice).value
        if player == HUMAN:
            return Seat(sanitize_line(self.query_one(f"#name-{number}", Input).value.strip(), 40))
        level = next(level for level in known_levels(self._game) if level.key == player)
        return Seat(level.title, f"computer {player}")
