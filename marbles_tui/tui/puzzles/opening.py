"""The screens of puzzles, and of the day's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from textual.binding import Binding, BindingType

from marbles_tui.play.puzzles.daily import Daily
from marbles_tui.play.puzzles.journey import DailyJourney
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.screens.puzzle import PuzzleScreen

if TYPE_CHECKING:
    from textual.screen import Screen


def puzzle_screen(puzzle: Puzzle, daily: Daily | None = None) -> PuzzleScreen:
    """The screen of a puzzle, with the keys of its game."""
    return _kind(puzzle.game.key)(puzzle, daily)


@cache
def _kind(game: str) -> type[PuzzleScreen]:
    """The puzzle screen of a game: its own, or the usual one with the keys that type its moves at the table."""
    view = VIEWS[game]
    own = view.puzzle_screen()
    if own is not PuzzleScreen:
        return own
    typed: list[BindingType] = [
        binding
        for binding in view.screen().BINDINGS
        if isinstance(binding, Binding) and binding.action.startswith("type(")
    ]
    return type("PuzzleScreen", (PuzzleScreen,), {"BINDINGS": typed})


def daily_screen(found: Daily | DailyJourney) -> Screen[Any]:
    """The screen of a day's puzzle, or of its journey."""
    if isinstance(found, Daily):
        return puzzle_screen(found.puzzle, found)
    from marbles_tui.table.session import Session
    from marbles_tui.tui.puzzles.journey import JourneyCompany, JourneyDice, Traveller

    match = found.match("You")
    session = Session(match, [Traveller()], dice=JourneyDice(found))
    return VIEWS[match.game.key].screen()(session, lambda screen: JourneyCompany(screen, found))
