"""What Gobblet is on the match screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from marbles_tui.core import Cell
from marbles_tui.games.gobblet import Gobblets
from marbles_tui.games.gobblet.scene import COVERED
from marbles_tui.games.gobblet.text import SETUPS
from marbles_tui.play import Match
from marbles_tui.table.game_words import HELP, MOVE, PICK, THREATS, Tip
from marbles_tui.tui.games.gobblet.ending import GobbletEnding
from marbles_tui.tui.games.gobblet.picking import GobbletPicking
from marbles_tui.tui.games.match_view import MatchView


class GobbletMatch(MatchView):
    """A move leaves its trace where the gobblet went."""

    picking = GobbletPicking
    end_words = GobbletEnding
    clear = 3.0
    tips = (
        Tip("pick", "Line up four gobblets. Press 1, 2 or 3 to pick one up, or click it.", (PICK, MOVE)),
        Tip("go", "Put it on a marked square: click, or type it, as b2.", (MOVE,)),
        Tip("cover", "A larger gobblet may cover a smaller one, which waits below.", ("cover",)),
        Tip("marks", "t marks three in a line, s suggests a move, u takes back.", (THREATS, HELP)),
    )
    side = True

    def start(self, setup: str) -> str:
        """Nothing of the one start that there is."""
        return "" if setup in SETUPS else super().start(setup)

    def signs(self, match: Match) -> Mapping[Cell, str]:
        """Where something is covered, if players are to remember what."""
        if match.options["memory"] != "on":
            return {}
        cells = cast("Gobblets", match.position).cells
        return {cell: COVERED for cell, stack in enumerate(cells) if len(stack) > 1}

    def trace(self, move: Any) -> frozenset[Cell]:
        """Where a gobblet went."""
        return frozenset((move.target,))
