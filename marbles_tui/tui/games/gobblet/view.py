"""What Gobblet is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box
from marbles_tui.tui.games.gobblet.colours import SIDES
from marbles_tui.tui.games.gobblet.picture import emblem, picture
from marbles_tui.tui.games.view import Front, GameView

if TYPE_CHECKING:
    from marbles_tui.tui.match.view import MatchView
    from marbles_tui.tui.screens.lesson import LessonScreen
    from marbles_tui.tui.screens.match import MatchScreen
    from marbles_tui.tui.setup.words import SetupWords
    from marbles_tui.tui.widgets.board_view import BoardView


class GobbletView(GameView):
    """Cups of four sizes on sixteen squares, and beside them."""

    game = GOBBLET
    pieces = SIDES
    keys = (
        ("`1` `2` `3`", "pick one of your stacks"),
        ("`a` to `d`, then `1` to `4`", "pick a cell"),
        ("Esc", "put a gobblet back"),
    )

    def front(self) -> Front:
        return Front("GOBBLET", "2001, Thierry Denoual")

    def picture(self, canvas: Canvas, box: Box, board: Any, look: Look) -> None:
        picture(canvas, box, board, look)

    def emblem(self, canvas: Canvas, box: Box, look: Look) -> None:
        emblem(canvas, box, look)

    def board(self) -> type[BoardView[Any]]:
        from marbles_tui.tui.games.gobblet.board import GobbletBoard

        return GobbletBoard

    def setup(self) -> SetupWords:
        from marbles_tui.tui.games.gobblet.setup import GobbletSetup

        return GobbletSetup(self)

    def match(self) -> MatchView:
        from marbles_tui.tui.games.gobblet.match import GobbletMatch

        return GobbletMatch()

    def screen(self) -> type[MatchScreen]:
        from marbles_tui.tui.games.gobblet.screen import GobbletScreen

        return GobbletScreen

    def lesson(self) -> type[LessonScreen]:
        from marbles_tui.tui.games.gobblet.lesson import GobbletLesson

        return GobbletLesson
