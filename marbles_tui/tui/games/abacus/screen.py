"""The table of Abacus."""

from __future__ import annotations

from typing import Any, ClassVar, Final, cast

from textual.binding import Binding, BindingType

from marbles_tui.core import Cell
from marbles_tui.games.abacus import Abacus, Step
from marbles_tui.games.abacus.hexagon import NAMES, NEXT, OFF
from marbles_tui.table.picker import Picker
from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.screens.table import Table
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import Key

PUSHES: Final = {"d": 0, "e": 1, "w": 2, "a": 3, "z": 4, "x": 5}
"""The keys, laid out as the hexagon, and the heading each means on a board that is not turned."""


class AbacusTable(Table):
    """In-line: pick the rear marble, then the ringed cell that the front one enters. Broadside: pick both ends
    of the row, then the ringed cell where the first one goes. Or mark by Space and push by the keys around S."""

    BOARD: ClassVar[type[BoardView[Any]]] = AbacusBoard
    SIDE: ClassVar[bool] = True

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{key},{key.upper()}", f"push({heading})", f"Push {key}", show=False, id=f"push.{key}")
            for key, heading in PUSHES.items()
        ),
        Binding("v", "turn", "Turn the board", show=False, id="abacus.turn"),
        Binding("c", "names", "Coordinates", show=False, id="abacus.names"),
    ]

    def on_mount(self) -> None:
        """The person sits below."""
        first, second = self.match.seats
        self.hexagon.turned = first.level is not None and second.level is None

    @property
    def hexagon(self) -> AbacusBoard:
        """The board."""
        return self.query_one("#board", AbacusBoard)

    @property
    def stands(self) -> Abacus:
        """The position."""
        return cast("Abacus", self.match.position)

    # Picks

    def pick(self, cell: Cell) -> None:
        """A pick that goes nowhere begins anew if it can; the marble picked last is put back."""
        if self.waiting and self.picker.picks and cell not in self.picker.next_cells:
            if cell == self.picker.picks[-1]:
                self.picker.back()
                self.mark()
                return
            fresh = Picker(self.stands.moves())
            if cell in fresh.next_cells:
                self.picker = fresh
        super().pick(cell)

    def action_push(self, heading: int) -> None:
        """Push what is marked, or the row that begins at the cursor, in a heading as it is seen."""
        if self.used_up() or not self.waiting:
            return
        if self.hexagon.turned:
            heading = (heading + 3) % 6
        cursor = self.board.cursor
        marked = self.picker.picks or ((cursor,) if cursor is not None else ())
        if not marked:
            self.tell("Mark a marble first: arrows, then Space.", warning=True)
            return
        move = self._move(marked, heading)
        if move is not None:
            self.choose(move)
            return
        ahead = NEXT[heading][marked[0]]
        text = "".join(NAMES[at] for at in (*marked, ahead)) if ahead != OFF else ""
        reason = (
            self.match.game.explain_illegal(self.stands, text.lower()) if text else "that leads off the board"
        )
        self.tell(f"{reason[0].upper()}{reason[1:]}.", warning=True)

    def _move(self, marked: tuple[Cell, ...], heading: int) -> Step | None:
        for move in self.stands.moves():
            ends = (move.marbles[0],) if move.inline else (move.marbles[0], move.marbles[-1])
            if move.heading == heading and (ends == marked or ends == marked[::-1]):
                return move
        return None

    # What is seen

    def show_match(self) -> None:
        """Show the match, and what each side has lost."""
        super().show_match()
        self.note_seats()

    def seat_notes(self) -> tuple[str, ...]:
        """The marbles that each side has lost."""
        return tuple(f"lost {lost} of {self.stands.lose}" for lost in self.stands.lost)

    @classmethod
    def trace(cls, move: Step) -> frozenset[Cell]:
        """Where the marbles of a move went."""
        return frozenset(NEXT[move.heading][cell] for cell in move.marbles)

    def invitation(self, name: str) -> str:
        """What to pick next."""
        match len(self.picker.picks):
            case 0:
                return f"{name}: pick a marble."
            case 1:
                return "Now a ringed cell, or the row's other end."
        return "Now the cell where the first end goes."

    def pick_key(self) -> Key:
        """Marking and pushing."""
        return Key("space", "mark") if not self.picker.picks else Key("weadzx", "push")

    def action_turn(self) -> None:
        """Turn the board round."""
        self.hexagon.turned = not self.hexagon.turned

    def action_names(self) -> None:
        """Show or hide the names of rows and diagonals."""
        self.hexagon.coordinates = not self.hexagon.coordinates

    def menu_entries(self) -> list[tuple[str, str]]:
        """The board can be turned, and its names hidden."""
        entries = super().menu_entries()
        extra = [("screen.turn", "Turn the board"), ("screen.names", "Coordinates on or off")]
        return [*entries[:4], *extra, *entries[4:]]
