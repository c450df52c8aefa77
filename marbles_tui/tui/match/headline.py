"""What the top line says of a match."""

from __future__ import annotations

from typing import Final

from marbles_tui.play import Match
from marbles_tui.play.series import DRAWN, place_in_series
from marbles_tui.table import phrases
from marbles_tui.tui.match.view import MatchView

LONGEST_SETUP: Final = 24


def headline(match: Match, view: MatchView, dot: str, *more: str) -> str:
    """What sets a match apart, between dots: the start, the rules where they are not the usual ones, the place in
    a series, what the game adds, and `more`, of which "" counts as nothing."""
    setup = match.tag(DRAWN) or match.setup or next(iter(match.game.setups), "")
    if len(setup) > LONGEST_SETUP:
        setup = "your board" if match.game.board_files else "own position"
    number, count = place_in_series(match)
    parts = (
        match.goal.key if match.goal else "",
        view.start(setup),
        *phrases.rules(match, view.noted),
        f"game {number} of {count}" if count > 1 else "",
        view.note(match),
        *more,
    )
    return f" {dot} ".join(filter(None, parts))
