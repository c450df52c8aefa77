"""What Egg Carton is on the match screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from marbles_tui.core.frame import Tone
from marbles_tui.games.egg_carton.position import SIDES
from marbles_tui.play import Match
from marbles_tui.table.ending import viewer
from marbles_tui.table.game_words import HELP, MOVE, POINT, THREATS, Tip
from marbles_tui.tui.games.egg_carton.ending import EggCartonEnding
from marbles_tui.tui.games.egg_carton.picking import SIDES_TOLD, EggCartonPicking
from marbles_tui.tui.games.match_view import MatchView
from marbles_tui.tui.kit.look import Look

AIMS: Final = (
    "Clear the near side first: press A to F or click a slot.",
    "Clear the far side first: press I to N or click a slot.",
)
"""The first hint for each seat, where one person looks."""

FAR: Final = Tip("far", SIDES_TOLD[1], (MOVE,))

PUZZLE: Final = Tip("puzzle", "Clear your side in one turn: press a letter or click.", (MOVE,))


class EggCartonMatch(MatchView):
    """Selections are counted; the last marble flashes and is heard."""

    picking = EggCartonPicking
    end_words = EggCartonEnding
    worth = "marble"
    threatens = True
    span = 10.0
    clear = 6.0
    rings = frozenset(("last",))
    tips = (
        Tip("aim", "Press a letter or click a slot: clear your side first.", (MOVE,)),
        Tip("again", "If the last marble drops off the board, you go again.", ("again",)),
        Tip("see", "Arrows or mouse point at a slot: a ring shows its end.", (POINT,)),
        Tip("marks", "t marks slots: + you go again, * you win. s suggests.", (THREATS, HELP)),
    )

    def tips_of(self, match: Match) -> Sequence[Tip]:
        """A puzzle has an aim of its own; the first time on the far side it is said which side that is."""
        aim, *others = self.tips
        you = viewer(match)
        if match.has_goal:
            return (PUZZLE, *others)
        if you is None:
            return self.tips
        return (aim._replace(text=AIMS[you]), *((FAR,) if you else ()), *others)

    def writes_end(self, match: Match, tone: Tone, here: Sequence[int]) -> bool:
        """The six slots that you have cleared are the sign: YOU WIN, or SOLVED."""
        cleared = match.result is not None and match.result.reason == "cleared"
        return tone is Tone.WON and cleared and (match.has_goal or viewer(match, here) is not None)

    def seat_notes(self, match: Match, board: Any, room: int, look: Look) -> tuple[str, ...]:
        """How many marbles each side has to clear."""
        if match.has_goal:
            return ("",) * len(match.seats)
        return tuple(f"{sum(board.ring[slot] for slot in side)} to clear" for side in SIDES)

    def start(self, setup: str) -> str:
        """A number is the marbles in each slot."""
        return f"{setup} each" if setup.isdigit() else setup
