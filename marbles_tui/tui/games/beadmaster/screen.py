"""The table of BeadMaster."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from marbles_tui.core import Cell, Event
from marbles_tui.games.beadmaster.bars import HOLE_NAMES, HOLES, NAMES, SIZE
from marbles_tui.games.beadmaster.position import SLIDE_CELLS, Board, Grid, sheltered
from marbles_tui.table import phrases as phrases
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard, bead_ink
from marbles_tui.tui.screens.table import Table
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import Key, Seats


class BeadMasterTable(Table):
    """Bars are slid by their names, `h` or `v`, a number, `i` or `o`; beads placed by column and row."""

    BOARD: ClassVar[type[BoardView[Any]]] = BeadMasterBoard
    SIDE: ClassVar[bool] = True

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{key},{key.upper()}", f"letter('{key}')", title, show=False, id=f"bar.{key}")
            for key, title in (
                ("h", "Horizontal bar"),
                ("v", "Vertical bar"),
                ("i", "Inwards"),
                ("o", "Outwards"),
            )
        ),
        *(
            Binding(str(number), f"digit({number})", f"Number {number}", show=False, id=f"bar.{number}")
            for number in range(1, SIZE + 1)
        ),
        Binding("a,A", "place_all", "Place by itself", show=False, id="bar.place"),
        Binding("backspace", "rub_out", "Rub out", show=False, id="bar.rub_out"),
    ]

    typed: str = ""
    """What has been typed of a move."""

    placing_alone: bool = False
    """Whether the beads of people are placed for them."""

    @property
    def grid(self) -> Grid:
        """The position."""
        position = self.match.position
        assert isinstance(position, Grid)
        return position

    # Typing

    def action_letter(self, letter: str) -> None:
        """Begin with a kind of bar, or end with a way."""
        if self.used_up():
            return
        if letter in "hv":
            self._type("" if self.grid.placing else letter)
        elif len(self.typed) == 2:
            bar = NAMES.index(self.typed)
            self._type("")
            self.pick(SLIDE_CELLS[bar, -1 if letter == "i" else 1])
        else:
            self.tell("A bar first: h or v, and its number.", warning=True)

    def action_digit(self, digit: int) -> None:
        """The number of a bar; while beads are placed, a column and then a row."""
        if self.used_up():
            return
        if self.grid.placing and self.typed:
            hole = SIZE * (digit - 1) + int(self.typed) - 1
            self._type("")
            self.pick(hole)
        elif self.grid.placing:
            self._type(str(digit))
        elif self.typed:
            self._type(self.typed[0] + str(digit))
        else:
            self.tell("Which bar: h or v before the number.", warning=True)

    def action_rub_out(self) -> None:
        """Take the last character back."""
        self._type(self.typed[:-1])

    def action_back(self) -> None:
        """What has been typed is taken back first."""
        if self.typed:
            self._type("")
        else:
            super().action_back()

    def _type(self, text: str) -> None:
        if not self.waiting:
            text = ""
        self.typed = text
        self.mark()

    def watch_waiting(self, waiting: bool) -> None:
        """What was typed for another turn is forgotten; beads may be placed by themselves."""
        self.typed = ""
        super().watch_waiting(waiting)
        if not self.grid.placing:
            self.placing_alone = False
        elif waiting and self.placing_alone:
            self.call_later(self._place_one)

    def action_place_all(self) -> None:
        """Let the remaining beads of people be placed where no single slide drops them."""
        if self.ahead:
            self.end_lookahead()
            return
        if not self.grid.placing:
            self.tell("All beads are placed.", warning=True)
            return
        self.placing_alone = True
        if self.waiting:
            self._place_one()

    @property
    def begun(self) -> bool:
        """Whether something is picked or typed."""
        return bool(self.typed) or super().begun

    def put_back(self) -> bool:
        """What has been typed is forgotten, too."""
        self.typed = ""
        return super().put_back()

    def action_undo(self) -> None:
        """Back to the last bead or slide of a person; beads are no longer placed by themselves."""
        self.placing_alone = False
        super().action_undo()

    def _place_one(self) -> None:
        if self.waiting and self.grid.placing:
            moves = sheltered(self.grid)
            self.choose(moves[self.app.random.randrange(len(moves))])

    # What is said and marked

    def invitation(self, name: str) -> str:
        """Whose turn it is, and which bars are blocked."""
        grid, who = self.grid, phrases.names(self.match)
        if self.typed:
            return self._half_typed()
        if grid.placing:
            left = 5 - grid.beads.count(grid.turn + 1)
            return f"{name}, place a bead on red or blue ({left} left): column, row."
        blocked = ", ".join(f"{NAMES[bar]} ({who[seat]})" for bar, seat in sorted(grid.blocked.items()))
        return f"{name}, slide a bar.{f' Blocked: {blocked}.' if blocked else ''}"

    def _half_typed(self) -> str:
        if self.grid.placing:
            return f"Column {'ABCDEFG'[int(self.typed) - 1]}: which row, 1 to 7?"
        if len(self.typed) == 1:
            kind = "Horizontal" if self.typed == "h" else "Vertical"
            return f"{kind} bar: which one, 1 to 7?"
        bar = NAMES.index(self.typed)
        ways = [
            f"{way} {self._fallen(self.outcome(SLIDE_CELLS[bar, step]))}"
            for way, step in (("i", -1), ("o", 1))
            if SLIDE_CELLS[bar, step] in self.picker.next_cells
        ]
        if ways:
            return f"{self.typed}: {'; '.join(ways)}."
        reason = self.match.game.explain_illegal_pick(self.grid, (SLIDE_CELLS[bar, 1],))
        return f"{reason[0].upper()}{reason[1:]}."

    def _fallen(self, happened: tuple[Event, ...]) -> str:
        who = phrases.names(self.match)
        falls = [
            f"{HOLE_NAMES[event.cells[0]]} ({who[event.facts['owner']]})"
            for event in happened
            if event.kind == "fall"
        ]
        return f"drops {', '.join(falls)}" if falls else "drops nothing"

    def prompt(self) -> str:
        """What is being typed goes before what is pointed at."""
        return self._half_typed() if self.typed and self.waiting else super().prompt()

    def foresee(self, cell: Cell | None) -> str:
        """Which beads would fall."""
        happened = self.outcome(cell)
        if not happened or cell is None:
            return ""
        if cell < HOLES:
            return f"A bead on {HOLE_NAMES[cell]}."
        move = self.picker.leads_to(cell)
        end = next((event for event in happened if event.kind in ("win", "draw")), None)
        tail = f" {self.match.game.say(end, phrases.names(self.match))}" if end else ""
        return f"{move} {self._fallen(happened)}.{tail}"

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The holes whose beads would fall: by what is typed, else by what is pointed at."""
        cells: tuple[Cell, ...] = () if cell is None else (cell,)
        if len(self.typed) == 2:
            bar = NAMES.index(self.typed)
            cells = (SLIDE_CELLS[bar, -1], SLIDE_CELLS[bar, 1])
        return tuple(event.cells[0] for one in cells for event in self.outcome(one) if event.kind == "fall")

    def pick_key(self) -> Key:
        """How to pick now."""
        return Key("1-7 1-7", "column, row") if self.grid.placing else Key("h/v 1-7 i/o", "slide")

    def keys_now(self) -> tuple[Key, ...]:
        """While beads are placed, also the key that does it."""
        first, *rest = super().keys_now()
        if self.waiting and self.grid.placing and not self.ahead:
            return (first, Key("a", "place all", "screen.place_all"), *rest)
        return (first, *rest)

    # The seats

    def show_match(self) -> None:
        """The seats tell how many beads each has."""
        super().show_match()
        self.note_seats()

    def note_seats(self) -> None:
        """A sign for each bead, in its colour."""
        self._note_beads(self.match.position.board)

    def told(self, event: Event) -> None:
        """The beads are counted as they fall."""
        super().told(event)
        self._note_beads(event.board)

    def _note_beads(self, board: Board) -> None:
        look = self.app.look
        seats = self.query_one(Seats)
        seats.inks = tuple(f"#{bead_ink(seat, look):06x}" for seat in range(board.seats))
        seats.notes = tuple(
            f"{seat + 1} {look.skin.marbles[seat] * board.beads.count(seat + 1) or 'out'}"
            if not board.placing or board.beads.count(seat + 1)
            else f"{seat + 1}"
            for seat in range(board.seats)
        )
