"""What keeps a rated game from counting is asked about before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from marbles_tui.play.rating import NOT, changes_rating, is_rated, unrated
from marbles_tui.play.series import CHANGED, RATED, TAKEN_BACK, play_on_from
from marbles_tui.table.offers import undone
from marbles_tui.table.start import today
from marbles_tui.tui.match.question import QuestionDialog

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen


def with_help(screen: MatchScreen, what: str, give: Callable[[], object], key: str = "y") -> None:
    """Give help, named as "a hint"; in a rated game only once the person agrees, by that key, that it counts no
    longer."""
    _agreed(screen, f"With {what}", "", give, key)


def take_back(screen: MatchScreen) -> None:
    """Take the last decision back; in a rated game only once the person agrees that it counts no longer. One that has
    counted stays as it ended: it is played on as another game."""
    match, session = screen.match, screen.session
    before = undone(match, session.state.hands) if changes_rating(match) else None
    if before and match.result:
        app = screen.app
        begun = play_on_from(before, match.seats, date=today(), random=app.random)
        _ask(
            screen,
            "This game is over and counts. Play on from your last move in a game that is not rated?",
            ("Play on", "Leave it"),
            lambda: app.play_match(unrated(begun, TAKEN_BACK)),
        )
    elif before:
        _agreed(screen, "Once a move is taken back", TAKEN_BACK, session.undo)
    elif not session.undo():
        screen.tell("Nothing to undo.", warning=True)


def _agreed(screen: MatchScreen, cause: str, changed: str, do: Callable[[], object], key: str = "y") -> None:
    """Do what keeps a game from counting, `changed` in its record; in a rated one only if the person agrees."""

    def unrate() -> None:
        if is_rated(screen.match):
            screen.session.add_tag(RATED, NOT)
            if changed:
                screen.session.add_tag(CHANGED, changed)
            screen.around.show_match()
        do()

    if is_rated(screen.match):
        text = f"This game is rated. {cause} it no longer counts. Go on?"
        _ask(screen, text, ("Go on", "Keep it rated"), unrate, key)
    else:
        do()


def _ask(
    screen: MatchScreen, text: str, answers: tuple[str, str], do: Callable[[], object], key: str = "y"
) -> None:
    def answered(agrees: bool | None) -> None:
        if agrees and screen.laid:
            do()

    screen.app.push_screen(QuestionDialog(text, *answers, key), answered)
