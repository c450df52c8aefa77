"""Other players on the seats of a match that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marbles_tui.play import Seat
from marbles_tui.play.rating import is_rated
from marbles_tui.play.series import told_apart
from marbles_tui.table.session import Session
from marbles_tui.tui.match.sessions import players_for
from marbles_tui.tui.screens.seating import Seating

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen

UNRATED = "With other players the game no longer counts for your rating."


def ask_for_players(screen: MatchScreen) -> None:
    """Ask who is to sit where from here on; the game waits meanwhile."""
    session = screen.session
    assert isinstance(session, Session), "the players of others stay as they are"
    match = session.match
    was_paused = session.state.paused
    session.pause()

    def seated(seats: tuple[Seat, ...] | None) -> None:
        if (
            seats
            and (chosen := tuple(told_apart(seats))) != match.seats
            and session.match.seats == match.seats
        ):
            session.reseat(chosen, players_for(chosen, screen.app.engine))
        if not was_paused:
            session.resume()

    note = UNRATED if is_rated(match) else ""
    screen.app.push_screen(Seating(match.game, match.seats, "Who plays on?", note), seated)
