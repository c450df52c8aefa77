"""What else Egg Carton can be played for."""

from __future__ import annotations

from marbles_tui.core import Attempt, Goal, Randomness, Solutions
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import Carton


class OneTurn(Goal[Carton]):
    """Clear the side before the turn passes; the other side never gets to move."""

    key = "puzzle"
    title = "a puzzle: clear your side in one turn"
    tag = "one turn"

    def reached(self, match: Attempt) -> bool:
        result = match.result
        return result is not None and result.reason == "cleared"

    def missed(self, match: Attempt) -> bool:
        if self.reached(match):
            return False
        return match.result is not None or match.positions[-1].turn != match.positions[0].turn

    def verdict(self, match: Attempt) -> str:
        if self.reached(match):
            return f"Solved, in {plural(len(match.positions) - 1, 'move')}!"
        return "Not solved." if match.result else "Not solved: the turn is over."

    def draw(self, random: Randomness) -> Carton:
        from marbles_tui.games.egg_carton.one_turn import solvable

        return solvable(random)

    def solutions(self, position: Carton) -> Solutions | None:
        from marbles_tui.games.egg_carton.one_turn import solutions

        return solutions(position)
