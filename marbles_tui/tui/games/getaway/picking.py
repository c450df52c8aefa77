"""How a traveller rolls the die and decides at a toll."""

from __future__ import annotations

from random import Random

from marbles_tui.core import Cell
from marbles_tui.games.getaway import GETAWAY, Decision, Journey
from marbles_tui.table.players import Act, Choice
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.widgets.panels import Key

DECISIONS = {"1": "pay", "2": "go"}


class GetawayPicking(Picking):
    """Roll with Space, Enter or a click on the die; pay or go at a toll."""

    @property
    def journey(self) -> Journey:
        """The position."""
        position = self.match.position
        assert isinstance(position, Journey)
        return position

    @property
    def deciding(self) -> bool:
        """Whether a toll is asked for."""
        return self.asked and self.journey.need == "choice"

    @property
    def die(self) -> Cell:
        """The die lies behind the last square."""
        return len(self.journey.course.trail.squares)

    def type(self, key: str) -> Choice:
        """Pay a toll, or go where it leads."""
        if not self.deciding:
            raise ValueError("No toll is asked of you now.")
        return GETAWAY.find(self.journey, DECISIONS[key])

    def automatic(self, random: Random) -> Choice | None:
        """A roll."""
        del random
        return Act.ROLL if self.rolling else None

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """Nowhere: a toll's square and where it leads are marked already."""
        del cell
        return ()

    def foresee(self, cell: Cell | None) -> str:
        """What a decision at a toll brings."""
        move = self.picker.leads_to(cell) if cell is not None and self.deciding else None
        if not isinstance(move, Decision):
            return ""
        return f"Enter pays {self.journey.due} gold." if move.word == "pay" else "Enter goes without paying."

    def invitation(self, name: str) -> str:
        """Roll, or decide at a toll."""
        if self.deciding:
            return f"{name}: 1 pays {self.journey.due} gold, 2 goes."
        trapped = self.journey.trapped(self.journey.actor)
        return f"{name}: roll the die{', you are trapped' if trapped else ''}."

    def pick_key(self) -> Key:
        """Roll, or decide."""
        return Key("1 2", "pay or go") if self.deciding else Key("space", "roll", "screen.go_on")
