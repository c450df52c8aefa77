"""The table of Gobblet."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from textual.binding import Binding, BindingType

from marbles_tui.core import Cell
from marbles_tui.games.gobblet import Gobblets
from marbles_tui.games.gobblet.board import (
    CELLS,
    NAMES,
    STACKS,
    name_of,
)
from marbles_tui.games.gobblet.touch import binds, is_lost
from marbles_tui.table.picker import Picker
from marbles_tui.tui.games.gobblet.board import GobbletBoard
from marbles_tui.tui.screens.table import Table
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import Key


class GobbletTable(Table):
    """Pick a stack or a cell, then the cell to go to: by mouse, by arrows, or by `1` to `3` and `b2`."""

    BOARD: ClassVar[type[BoardView[Any]]] = GobbletBoard
    CLEAR: ClassVar[float] = 3.0
    SIDE: ClassVar[bool] = True

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                f"{letter},{letter.upper()}", f"row({at})", f"Row {letter}", show=False, id=f"row.{letter}"
            )
            for at, letter in enumerate("abcd")
        ),
        *(Binding(f"{at}", f"digit({at})", f"{at}", show=False, id=f"digit.{at}") for at in range(1, 5)),
    ]

    _row: int | None = None

    @property
    def stands(self) -> Gobblets:
        """The position."""
        return cast("Gobblets", self.match.position)

    # Picks

    def action_row(self, row: int) -> None:
        """A row's letter: a column's digit follows."""
        if self.used_up() or not self.waiting:
            return
        self._row = row
        self.mark()

    def action_digit(self, digit: int) -> None:
        """A column's digit after a row's letter, else one of the own stacks."""
        row, self._row = self._row, None
        if row is not None:
            self.pick(4 * row + digit - 1)
        elif digit <= 3:
            self.pick(STACKS[self.stands.turn][digit - 1])

    def pick(self, cell: Cell) -> None:
        """A pick that goes nowhere begins anew if it can, unless what was touched must be played."""
        self._row = None
        if self.used_up():
            return
        picks = self.picker.picks
        if self.waiting and not picks and is_lost(self.stands, self.match.options, cell):
            self._end(self.match.resign(self.stands.turn))
            return
        if self.waiting and picks and cell not in self.picker.next_cells and not self._bound:
            if cell == picks[-1]:
                self.picker.back()
                self.mark()
                return
            fresh = Picker(self.stands.moves())
            if cell in fresh.next_cells:
                self.picker = fresh
        super().pick(cell)
        if self.waiting:
            self.mark()  # a refused cell, too, ends the asking for its digit

    @property
    def _bound(self) -> bool:
        """Whether what is picked up must be played."""
        picks = self.picker.picks
        return bool(picks) and binds(self.match.options, picks[0])

    @property
    def begun(self) -> bool:
        """Whether something is picked, or a row's letter typed."""
        return self._row is not None or super().begun

    def put_back(self) -> bool:
        """What is touched must be played."""
        self._row = None
        return not self._bound and super().put_back()

    def watch_waiting(self, waiting: bool) -> None:
        """A letter that was typed for another turn is forgotten."""
        self._row = None
        super().watch_waiting(waiting)

    def action_back(self) -> None:
        """Put a gobblet back, unless it must be played."""
        self._row = None
        if self._bound:
            self.tell("What is touched must be played.", warning=True)
        else:
            super().action_back()

    # What is seen

    @classmethod
    def trace(cls, move: Any) -> frozenset[Cell]:
        """Where a gobblet went."""
        return frozenset((move.target,))

    def foresee(self, cell: Cell | None) -> str:
        """What lies under the cursor, unless it is to be remembered."""
        if cell not in CELLS or cell is None or len(self.stands.cells[cell]) < 2:
            return ""
        if self.match.options["memory"] == "on":
            return f"{NAMES[cell]}: what lies below is for you to remember."
        below = " over ".join(name_of(one) for one in reversed(self.stands.cells[cell]))
        return f"{NAMES[cell]}: {below}."

    def invitation(self, name: str) -> str:
        """What to pick next."""
        if self._row is not None:
            return f"Row {'ABCD'[self._row]}: now 1 to 4."
        if self.picker.picks:
            return "Now a ringed cell; Esc puts it back." if not self._bound else "Now a ringed cell."
        return f"{name}: pick a stack, 1 to 3, or a cell."

    def pick_key(self) -> Key:
        """Stacks and cells."""
        return Key("a1-d4", "cell") if self.picker.picks else Key("1-3 a1-d4", "pick")
