"""How a slot is selected in Egg Carton."""

from __future__ import annotations

from marbles_tui.core import Cell
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import ENDS, LETTERS
from marbles_tui.table.ending import viewer
from marbles_tui.table.players import Choice
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.edges import Key

AFTERWARDS = {"again": ": you go again", "over": ": turn over", "win": " and wins"}
"""What follows a move, by the kind of its last event."""

SIDES_TOLD = (
    "You play the near side, left to right: pick a slot, A-F.",
    "You play the far side, right to left: pick a slot, I-N.",
)
"""What one person against a computer is told in their first turn, by seat."""

SIGNS = {"again": "+", "over": "", "win": "*"}
"""The same as a sign beside a slot."""


class EggCartonPicking(Picking):
    """Slots are selected by their letters."""

    def type(self, key: str) -> Choice | None:
        """A slot's letter."""
        slot = LETTERS.find(key.upper())
        return super().type(key) if slot < 0 else self.pick(slot)

    def invitation(self, name: str) -> str:
        """The letters that can be selected; in the first turn also which side is whose."""
        seat, actors = self.match.position.actor, {at.actor for at in self.match.positions[:-1]}
        if viewer(self.match) == seat and seat not in actors and not self.match.has_goal:
            return SIDES_TOLD[seat]
        letters = " ".join(LETTERS[cell] for cell in sorted(self.next_cells))
        return f"{name}: pick a slot, {letters}."

    def foresee(self, cell: Cell | None) -> str:
        """Where the chain would end, and what follows."""
        events = self.outcome(cell)
        if not events or cell is None:
            return ""
        relays = sum(event.kind == "relay" for event in events)
        end = next(event.cells[0] for event in reversed(events) if event.kind == "last")
        where = "off the board" if end in ENDS else f"in {LETTERS[end]}"
        chain = f" after {plural(relays, 'relay')}" if relays else ""
        return f"{LETTERS[cell]} ends {where}{chain}{AFTERWARDS[events[-1].kind]}."

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The place of the last marble."""
        return tuple(event.cells[0] for event in self.outcome(cell) if event.kind == "last")[-1:]

    def signs(self) -> dict[Cell, str]:
        """What each move would bring: + goes again, * wins."""
        return {cell: SIGNS[self.outcome(cell)[-1].kind] for cell in self.next_cells}

    def legend(self) -> str:
        """What the signs mean."""
        signs = set(self.signs().values())
        told = [words for sign, words in (("+", "+ you go again"), ("*", "* you win")) if sign in signs]
        return f"{', '.join(told)}." if told else "No slot lets you go again."

    def pick_key(self) -> Key:
        """The player's letters."""
        return Key("a-f" if self.match.position.turn == 0 else "i-n", "pick")
