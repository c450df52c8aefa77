"""How a traveller rolls the die and decides at a toll."""

from __future__ import annotations

from marbles_tui.core import Cell
from marbles_tui.games.getaway import GETAWAY, Journey
from marbles_tui.table.players import Choice
from marbles_tui.tui.games.getaway.toll import NOTE, toll_offer
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.edges import Key

DECISIONS = {"t": "pay", "b": "go"}


class GetawayPicking(Picking):
    """Roll with Space, Enter or a click on the die; pay or go at a toll, by keys and buttons of its own."""

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

    @property
    def instead_of_enter(self) -> str:
        """At a toll nothing is decided by the keys that roll."""
        return NOTE if self.deciding else ""

    def pick(self, cell: Cell) -> Choice | None:
        """The die; at a toll squares are only looked at."""
        if self.deciding:
            raise ValueError(NOTE)
        return super().pick(cell)

    def type(self, key: str) -> Choice:
        """Pay a toll, or go where it leads."""
        if not self.deciding:
            raise ValueError("There is no toll to pay now.")
        return GETAWAY.find(self.journey, DECISIONS[key])

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """Nowhere: a toll's square and where it leads are marked already."""
        return ()

    def foresee(self, cell: Cell | None) -> str:
        """Nothing: the box tells what both answers bring."""
        return ""

    def invitation(self, name: str) -> str:
        """Roll, or decide at a toll."""
        if self.deciding:
            return f"{name}: t pays, b {toll_offer(self.journey).go.deeds[-1].replace('Go', 'goes')}."
        trapped = self.journey.trapped(self.journey.actor)
        return f"{name}: roll the die{' to get free' if trapped else ''}."

    def pick_key(self) -> Key:
        """Roll, or decide."""
        return Key("t", "pay", "screen.type('t')") if self.deciding else Key("space", "roll", "screen.go_on")
