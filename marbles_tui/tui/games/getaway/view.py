"""What Gary's Great Getaway is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marbles_tui.core.palette import PieceColours
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.tui.games.view import ChosenSetup, Front, GameView

if TYPE_CHECKING:
    from marbles_tui.tui.arcade_screen import ArcadeScreen
    from marbles_tui.tui.games.match_view import MatchView
    from marbles_tui.tui.games.setup_words import SetupWords
    from marbles_tui.tui.kit.board_view import BoardView


class GetawayView(GameView):
    """Travellers on a trail of squares."""

    game = GETAWAY
    keys = (
        ("Space, Enter, a click on the die", "roll"),
        ("`a`", "roll for everybody, or stop that"),
        (
            "`p`, `b`, a click on a button",
            "pay a toll, or go where it leads; Space and Enter decide nothing there",
        ),
        ("arrows", "look at squares"),
        ("`w`", "write the story to a file"),
        (
            "`a` `d` `[` `]`, Ctrl-S, Ctrl-T",
            "in the board editor: add, delete, move a square; save; try a game",
        ),
    )

    @property
    def pieces(self) -> PieceColours:
        from marbles_tui.games.getaway.scene import PAWNS

        return PAWNS

    def front(self) -> Front:
        return Front("GETAWAY", "2002, a programming exercise")

    def board(self) -> type[BoardView]:
        from marbles_tui.tui.games.getaway.board import GetawayBoard

        return GetawayBoard

    def setup(self) -> SetupWords:
        from marbles_tui.tui.games.getaway.setup import GetawaySetup

        return GetawaySetup(self)

    def match(self) -> MatchView:
        from marbles_tui.tui.games.getaway.match import GetawayMatch

        return GetawayMatch()

    def workshop(self) -> type[ArcadeScreen[ChosenSetup | None]]:
        from marbles_tui.tui.games.getaway.chooser import BoardChooser

        return BoardChooser

    def open_workshop(self, source: str) -> ArcadeScreen[ChosenSetup | None]:
        from marbles_tui.tui.games.getaway.chooser import BoardChooser

        return BoardChooser(source)

    def editor(self, source: str) -> ArcadeScreen[None]:
        from marbles_tui.tui.games.getaway.editor import Editor, draft_of

        return Editor(draft_of(source))
