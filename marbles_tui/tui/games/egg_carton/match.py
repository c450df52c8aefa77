"""What Egg Carton is on the match screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from marbles_tui.core.frame import Tone
from marbles_tui.games.egg_carton.ring import SIDES
from marbles_tui.play import Match
from marbles_tui.tui.games.egg_carton.ending import EggCartonEnding
from marbles_tui.tui.games.egg_carton.picking import SIDES_TOLD, EggCartonPicking
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.match.end_words import viewer
from marbles_tui.tui.match.guide import HELP, MOVE, POINT, THREATS, Lesson
from marbles_tui.tui.match.view import MatchView

AIMS: Final = (
    "Clear the near side first: press A to F or click a slot.",
    "Clear the far side first: press I to N or click a slot.",
)
"""The first hint for each seat, where one person looks."""

FAR: Final = Lesson("far", SIDES_TOLD[1], (MOVE,))

PUZZLE: Final = Lesson("puzzle", "Clear your side in one turn: press a letter or click.", (MOVE,))


class EggCartonMatch(MatchView):
    """Selections are counted; the last marble flashes and is heard."""

    picking = EggCartonPicking
    end_words = EggCartonEnding
    worth = "marble"
    span = 10.0
    clear = 6.0
    rings = frozenset(("last",))
    lessons = (
        Lesson("aim", "Press a letter or click a slot: clear your side first.", (MOVE,)),
        Lesson("again", "If the last marble drops off the board, you go again.", ("again",)),
        Lesson("see", "Arrows or mouse point at a slot: a ring shows its end.", (POINT,)),
        Lesson("marks", "t marks slots: + you go again, * you win. s suggests.", (THREATS, HELP)),
    )

    def lessons_of(self, match: Match) -> Sequence[Lesson]:
        """A puzzle has an aim of its own; the first time on the far side it is said which side that is."""
        aim, *others = self.lessons
        you = viewer(match)
        if match.has_goal:
            return (PUZZLE, *others)
        if you is None:
            return self.lessons
        return (aim._replace(text=AIMS[you]), *((FAR,) if you else ()), *others)

    def writes_end(self, match: Match, tone: Tone, here: Sequence[int]) -> bool:
        """The six slots that you have cleared are the sign: YOU WIN, or SOLVED."""
        cleared = match.result is not None and match.result.reason == "cleared"
        return tone is Tone.WON and cleared and (match.has_goal or viewer(match, here) is not None)

    def seat_notes(self, match: Match, board: Any, room: int, look: Look) -> tuple[str, ...]:
        """How many marbles each side has to clear."""
        del room, look
        if match.has_goal:
            return ("",) * len(match.seats)
        return tuple(f"{sum(board.ring[slot] for slot in side)} to clear" for side in SIDES)

    def start(self, setup: str) -> str:
        """A number is the marbles in each slot."""
        return f"{setup} each" if setup.isdigit() else setup
