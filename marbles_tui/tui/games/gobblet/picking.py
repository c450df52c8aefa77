"""How a gobblet is picked up and put down."""

from __future__ import annotations

from typing import cast

from marbles_tui.core import Cell
from marbles_tui.games.gobblet import Gobblets
from marbles_tui.games.gobblet.position import CELLS, NAMES, STACKS, binds, is_lost, name_of
from marbles_tui.table.players import Act, Choice
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.edges import Key

MUST_BE_PLAYED = "Touch-move: you must play it."


class GobbletPicking(Picking):
    """Pick a stack or a cell, then the cell to go to: by `1` to `3` for stacks and `b2` for cells."""

    endangered = "Marked: three in a line. Stop it!"

    @property
    def gobblets(self) -> Gobblets:
        """The position."""
        return cast("Gobblets", self.match.position)

    @property
    def typing(self) -> str:
        """A digit, or a letter and a digit."""
        return "type 1 to 3 for a stack, b2 for a cell"

    def type(self, key: str) -> Choice | None:
        """A row's letter, which a column's digit follows; a digit alone is one of the player's stacks."""
        row, self.typed = self.typed, ""
        if key in "abcd":
            self.typed = key
        elif row:
            return self.pick(4 * "abcd".index(row) + int(key) - 1)
        elif int(key) <= 3:
            return self.pick(STACKS[self.gobblets.turn][int(key) - 1])
        return None

    def pick(self, cell: Cell) -> Choice | None:
        """Where touching is binding, touching a gobblet that can go nowhere loses the match."""
        if self.asked and not self.picks and is_lost(self.gobblets, self.match.options, cell):
            return Act.RESIGN
        return super().pick(cell)

    @property
    def bound(self) -> bool:
        """Whether what is picked up must be played."""
        return bool(self.picks) and binds(self.match.options, self.picks[0])

    def back(self) -> bool:
        """Put a gobblet back, unless it must be played."""
        if self.bound:
            self.typed = ""
            raise ValueError(MUST_BE_PLAYED)
        return super().back()

    def foresee(self, cell: Cell | None) -> str:
        """What lies under the cursor, unless it is to be remembered."""
        stacks = self.gobblets.cells
        if cell is None or cell not in CELLS or len(stacks[cell]) < 2:
            return ""
        if self.match.options["memory"] == "on":
            return f"{NAMES[cell]}: you have to remember what lies below."
        below = " over ".join(name_of(gobblet) for gobblet in reversed(stacks[cell]))
        return f"{NAMES[cell]}: {below}."

    def invitation(self, name: str) -> str:
        """What to pick next."""
        if self.typed:
            return f"Row {self.typed.upper()}: which column, 1 to 4?"
        if self.picks:
            return "Choose a marked cell." if self.bound else "Choose a marked cell. Esc puts it back."
        return f"{name}: pick a stack, 1 to 3, or a cell."

    def pick_key(self) -> Key:
        """Stacks and cells."""
        return Key("a1-d4", "cell") if self.picks else Key("1-3 a1-d4", "pick")
