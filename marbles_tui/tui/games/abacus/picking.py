"""How marbles are marked and pushed in Abacus."""

from __future__ import annotations

from typing import cast

from marbles_tui.core import Cell
from marbles_tui.games.abacus import Abacus, Step
from marbles_tui.games.abacus.hexagon import NAMES, NEXT, OFF
from marbles_tui.table.players import Choice
from marbles_tui.tui.match.picking import Picking, sentence
from marbles_tui.tui.widgets.panels import Key


class AbacusPicking(Picking):
    """In-line: pick the rear marble, then the ringed cell that the front one enters. Broadside: pick both ends
    of the row, then the ringed cell where the first one goes. Or mark marbles and push them in a heading."""

    def push(self, heading: int, cursor: Cell | None) -> Choice:
        """Push what is marked, or else the row that begins at the cursor, in a heading of the board.

        Raises ValueError with the reason where that cannot be.
        """
        marked = self.picks or ((cursor,) if cursor is not None else ())
        if not marked:
            raise ValueError("Mark a marble first: arrows, then Space.")
        for move in cast("Abacus", self.match.position).moves():
            if _is_pushed(move, marked, heading):
                return move
        ahead = NEXT[heading][marked[0]]
        if ahead == OFF:
            raise ValueError("That leads off the board.")
        text = "".join(NAMES[cell] for cell in (*marked, ahead)).lower()
        raise ValueError(sentence(self.match.game.explain_illegal(self.match.position, text)))

    def invitation(self, name: str) -> str:
        """What to pick next."""
        match len(self.picks):
            case 0:
                return f"{name}: pick a marble."
            case 1:
                return "Now a ringed cell, or the row's other end."
        return "Now the cell where the first end goes."

    def pick_key(self) -> Key:
        """Marking and pushing."""
        return Key("space", "mark") if not self.picks else Key("weadzx", "push")


def _is_pushed(move: Step, marked: tuple[Cell, ...], heading: int) -> bool:
    """Whether a move pushes the row between the marked ends in a heading."""
    ends = (move.marbles[0],) if move.inline else (move.marbles[0], move.marbles[-1])
    return move.heading == heading and marked in (ends, ends[::-1])
