"""What stands around the board of a match: seats, moves, the top line."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from marbles_tui.tui.match.headline import headline
from marbles_tui.tui.match.seat_notes import names_on_board, seat_notes
from marbles_tui.tui.widgets.panels import Moves, Seats, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen


class Around:
    """Fills the panels of a match screen."""

    def __init__(self, screen: MatchScreen) -> None:
        self._screen = screen

    def show_match(self) -> None:
        """Show the match as it stands."""
        screen = self._screen
        screen.analysis.show(screen.match)
        seats = screen.query_one(Seats)
        seats.match = screen.match
        for moves in screen.query(Moves):
            moves.match = screen.match
        if seats.acting is None:
            screen.board.turn = screen.view.turn(screen.match)
        self.show_note()

    def show_note(self) -> None:
        """Show in the top line what sets this match apart, and whether it is not saved."""
        screen = self._screen
        company = screen.company
        more = (company.stakes, *(("not saved yet",) if screen.state.unsaved else company.notes))
        for line in screen.query(TopLine):
            line.note = headline(screen.match, screen.view, screen.app.look.skin.dot, *more)

    def note_seats(self, board: Any = None) -> None:
        """Show a word on each seat, about a board or else about the one that is shown."""
        screen = self._screen
        seats, board = screen.query_one(Seats), board or screen.board.frame.board
        room = seats.content_size.width - 4
        seats.notes = seat_notes(
            screen.match, screen.view, screen.state.thoughts, board, room, screen.app.look
        )
        self.note_company()
        screen.note_trays(board)

    def note_company(self) -> None:
        """Show who is gone, and what each seat has left."""
        seats, company = self._screen.query_one(Seats), self._screen.company
        seats.words, seats.clocks = company.words, company.clocks

    def note_clocks(self) -> None:
        """Show on the board what each seat has left, where it is written there: nothing else has changed."""
        board = self._screen.board
        if board.highlights.names:
            board.highlights = replace(board.highlights, names=self.names_on_board)

    @property
    def names_on_board(self) -> tuple[str, ...]:
        """What a board writes of each seat."""
        screen = self._screen
        company = screen.company
        names = names_on_board(screen.match, screen.view, screen.state.thoughts)
        told = zip_longest(names, company.clocks, company.words, fillvalue="")
        return tuple("  ".join(filter(None, words)) for words in told)
