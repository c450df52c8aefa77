"""What Gary's Great Getaway is on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.core import AnyBoard
from marbles_tui.core.text import sentence
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.game import SETUPS, TITLES, built_in
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games.view import GameView, OptionWords, SetupWords, StartWords


class GetawaySetup(SetupWords):
    """Travellers, boards, tolls."""

    seats_label: ClassVar[str] = "Travellers"
    seat_word: ClassVar[str] = "traveller"
    start_label: ClassVar[str] = "Board"

    options: ClassVar[Mapping[str, OptionWords]] = {
        "exact": OptionWords("Exact finish", {"off": "no", "on": "yes"}),
        "toll": OptionWords("Tolls", {"pay": "paid at once", "choose": "you choose"}),
        "gold": OptionWords("Starting gold", empty="as the board says"),
        "sides": OptionWords("Die", {"board": "as the board says"}, empty="as the board says"),
    }

    def start(self, name: str) -> StartWords:
        """The title, the squares, and what its line says after the colon."""
        about = SETUPS[name].rpartition(": ")[2]
        return StartWords(TITLES[name], f"{len(built_in(name).squares)} squares", sentence(about))

    def say_start(self, title: str) -> str:
        return f"{title}."

    def warning(self, board: AnyBoard, players: int) -> str:
        """Whether games on this board end."""
        from marbles_tui.play.getaway_simulation import endless_games

        return endless_games(board.trail, players)


class GetawayView(GameView):
    """Travellers on a trail of squares."""

    game = GETAWAY
    words = GetawaySetup
    board_class = "marbles_tui.tui.games.getaway.match:GetawayBoard"
    match_class = "marbles_tui.tui.games.getaway.match:GetawayMatch"
    pieces_in = "marbles_tui.games.getaway.scene:PAWNS"
    workshop_class = "marbles_tui.tui.games.getaway.chooser:BoardChooser"
    keys = (
        ("Space, Enter, a click on the die", "roll"),
        ("`a`", "roll for everybody, or stop that"),
        (
            "`t`, `b`, a click on a button",
            "pay a toll, or go where it leads; Space and Enter decide nothing there",
        ),
        ("arrows", "look at squares"),
        ("`w`", "write the story to a file"),
        (
            "`a` `d` `[` `]`, Ctrl-S, Ctrl-T",
            "in the board editor: add, delete, move a square; save; try a game",
        ),
    )

    def editor(self, source: str) -> ArcadeScreen[None]:
        from marbles_tui.tui.games.getaway.editor import Editor, draft_of

        return Editor(draft_of(source))
