"""The screens of puzzles, and of the day's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marbles_tui.play.puzzles.daily import Daily
from marbles_tui.play.puzzles.journey import DailyJourney
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.screens.puzzle import PuzzleScreen

if TYPE_CHECKING:
    from textual.screen import Screen

    from marbles_tui.tui.app import Arcade


def puzzle_screen(app: Arcade, puzzle: Puzzle, daily: Daily | None = None) -> PuzzleScreen:
    """The screen of a puzzle."""
    del app
    return PuzzleScreen(puzzle, daily)


def daily_screen(app: Arcade, found: Daily | DailyJourney) -> Screen[Any]:
    """The screen of a day's puzzle, or of its journey."""
    if isinstance(found, Daily):
        return puzzle_screen(app, found.puzzle, found)
    from marbles_tui.table.session import Session
    from marbles_tui.tui.puzzles.journey import JourneyCompany, JourneyDice, Traveller

    match = found.match("You")
    session = Session(match, [Traveller()], dice=JourneyDice(found))
    return VIEWS[match.game.key].screen()(session, lambda screen: JourneyCompany(screen, found))
