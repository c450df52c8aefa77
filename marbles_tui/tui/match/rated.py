"""Help in a rated game is asked about before it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from marbles_tui.play.elo import NOT, is_rated
from marbles_tui.play.series import RATED
from marbles_tui.tui.match.question import QuestionDialog

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen


def with_help(screen: MatchScreen, what: str, give: Callable[[], object]) -> None:
    """Give help, named as "a hint"; in a rated game only once the person agrees that it counts no longer."""
    if not is_rated(screen.match):
        give()
        return

    def answered(agrees: bool | None) -> None:
        if not agrees or not screen.laid:
            return
        if is_rated(screen.match):
            screen.session.add_tag(RATED, NOT)
            screen.around.show_match()
        give()

    text = f"This game is rated. With {what} it no longer counts. Go on?"
    screen.app.push_screen(QuestionDialog(text, "Go on", "Keep it rated"), answered)
