"""A match of a season on the match screen: what follows it is the season's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from marbles_tui.play import Match
from marbles_tui.play.series import SEASON
from marbles_tui.tui.match.company import Company
from marbles_tui.tui.match.ending import Action, actions

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

NEXT: Final = "the season"


class SeasonCompany(Company):
    """Nobody else, and Enter leads back to the table once the match is over."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Which match of the season this is."""
        number = self._screen.match.tag(SEASON).partition("/")[2]
        return (f"season, match {number}",)

    @property
    def follows(self) -> str:
        """The table."""
        return NEXT

    @property
    def end_actions(self) -> Sequence[Action] | None:
        """The table first; a match of a season is not played again, and no level follows it."""
        usual = actions(self._screen.match)
        kept = [action for action in usual if action.action not in ("again", "further")]
        return (Action("enter", "On with the season", "The season", "Season", "again"), *kept)

    def again(self, swap: bool) -> None:
        """To the table."""
        del swap
        open_season(self._screen.app)


def company_of(match: Match) -> type[Company]:
    """What stands around a match of one's own."""
    return SeasonCompany if match.tag(SEASON) else Company


def open_season(app: Arcade) -> None:
    """Show the table, above the menu alone."""
    from marbles_tui.tui.pages.season import SeasonScreen  # not for every match

    while len(app.screen_stack) > 1:
        app.pop_screen()
    app.push_screen(SeasonScreen())
