"""A match of BeadMaster at the table: its board, how it is picked, its words and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, Final, cast

from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Offset

from marbles_tui.core import AnyBoard, Cell, Event, Game
from marbles_tui.core.palette import mix
from marbles_tui.core.text import spoken
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.position import (
    BEADS,
    COLUMNS,
    HOLE_NAMES,
    HOLES,
    NAMES,
    SIZE,
    SLIDE_CELLS,
    BeadGrid,
    End,
    end_at,
    sheltered,
)
from marbles_tui.games.beadmaster.scene import BEADS as COLOURS
from marbles_tui.games.beadmaster.scene import NAMED
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.game_words import HELP, MOVE, POINT, THREATS, Tip
from marbles_tui.table.players import Choice
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.games.picking import MatchView, Picking, sentence
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lines import Key
from marbles_tui.tui.kit.look import Look, clear

TYPED: Final = {
    **{"h": "Horizontal bar", "v": "Vertical bar", "i": "Inwards", "o": "Outwards"},
    **{letter.lower(): f"Column {letter}" for letter in COLUMNS},
    **{str(number): f"Number {number}" for number in range(1, SIZE + 1)},
}


class BeadMasterBoard(BoardView):
    """Beads over bars, whose names can be clicked. Bars are slid by name, `h` or `v`, a number, and `i`, `o` or an
    arrow; beads placed by column and row."""

    GAME: ClassVar[Game] = BEADMASTER
    BEATS: ClassVar[Mapping[str, float]] = {
        "place": 0.45,
        "ready": 0.80,
        "slide": 0.75,
        "fall": 0.60,
        "out": 0.90,
        "win": 1.40,
        "draw": 0.80,
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            key if key.isdigit() else f"{key},{key.upper()}",
            f"type('{key}')",
            title,
            show=False,
            id=f"bar.{key}",
        )
        for key, title in TYPED.items()
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The last column is typed while beads are placed; then its key opens the game menu."""
        last = action == "type" and parameters == (COLUMNS[-1].lower(),)
        asked = self.frame.board.placing and bool(self.highlights.legal)
        return asked if last else super().check_action(action, parameters)

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """From hole to hole while beads are placed; else round the frame, or across it to the bar's other end."""
        end = end_at(cell)
        if self.frame.board.placing:
            return HOLES // 2 if end else super().step(cell, dx, dy)
        if not end:
            row, column = divmod(cell, SIZE)
            return End(SIZE + column, dy).cell if dy else End(row, dx).cell
        flat = end.bar < SIZE
        along, out = (dy, dx) if flat else (dx, dy)
        if out:
            return End(end.bar, out).cell
        if 0 <= end.bar % SIZE + along < SIZE:
            return End(end.bar + along, end.step).cell
        # Round the corner: from the last bar of this side to the nearest end of the next side.
        near = 0 if end.step < 0 else SIZE - 1
        return End(near + (SIZE if flat else 0), along).cell

    def on_click(self, event: Click) -> None:
        """Besides what can be picked, the bars' names can be clicked."""
        offset = event.get_content_offset(self)
        cell = super().cell_at(offset) if offset else None
        if cell is not None and cell >= NAMED:
            for key in NAMES[cell - NAMED]:
                self.action_type(key)

    def cell_at(self, offset: Offset) -> Cell | None:
        """A bar's name is no place, for a finger neither: it does not slide the bar."""
        cell = super().cell_at(offset)
        return cell if cell is None or cell < NAMED else None


def bead_ink(seat: int, look: Look) -> int:
    """The colour of a seat's beads where they are letters on the ground of the theme."""
    colour = COLOURS.of(look.theme)[seat]
    return clear(colour if look.dark else mix(colour, 0, 0.5), [look.ground], 4.0)


def spot(cell: Cell) -> tuple[int, int]:
    """Row and column of a hole; of an end, those beside the board."""
    if not (end := end_at(cell)):
        return divmod(cell, SIZE)
    beside = -1 if end.step < 0 else SIZE
    return (end.bar, beside) if end.bar < SIZE else (beside, end.bar - SIZE)


STEPS = {"i": -1, "o": 1}
"""Which way a bar is slid, by the key."""

WAYS = {-1: "in", 1: "out"}
"""The same in words."""

PLACES: Final = {
    column + name[1]: hole
    for hole, name in enumerate(HOLE_NAMES)
    for column in (name[0].lower(), str(COLUMNS.index(name[0]) + 1))
}
SLIDES: Final = {
    NAMES[bar] + key: SLIDE_CELLS[bar, step] for bar in range(len(NAMES)) for key, step in STEPS.items()
}
"""What is typed of holes, and of the ends of bars."""


class BeadMasterPicking(Picking):
    """Bars are slid by their names, `h` or `v`, a number, `i` or `o`; beads placed by the letter or the number of a
    column, and a row."""

    endangered = "Marked: one slide can drop them."

    @property
    def grid(self) -> BeadGrid:
        """The position."""
        return cast("BeadGrid", self.match.position)

    @property
    def typing(self) -> str:
        """Column and row, or bar and way."""
        return "type column and row, as C4" if self.grid.placing else "type a bar and its way, as h3o"

    @property
    def bar(self) -> int | None:
        """The bar that has been typed."""
        return NAMES.index(self.typed) if not self.grid.placing and len(self.typed) == 2 else None

    @property
    def marked(self) -> tuple[Cell, ...]:
        """Both ends of the bar that has been typed."""
        return () if self.bar is None else (SLIDE_CELLS[self.bar, -1], SLIDE_CELLS[self.bar, 1])

    @property
    def takes_arrows(self) -> bool:
        """Once a bar has been typed."""
        return self.bar is not None

    def push(self, dx: int, dy: int) -> Choice | None:
        """Slide the bar that has been typed along an arrow.

        Raises ValueError with the reason where that cannot be.
        """
        assert self.bar is not None, "a bar is typed"
        along = dx if self.bar < SIZE else dy
        if not along:
            ways = "left or right" if self.bar < SIZE else "up or down"
            raise ValueError(f"{self.typed} slides {ways}.")
        return self.pick(SLIDE_CELLS[self.bar, -1 if along > 0 else 1])

    def drag(self, start: Cell, end: Cell) -> Choice | None:
        """Slide a bar as a hand does, from one of its ends or from a hole.

        Raises ValueError with the reason where that cannot be.
        """
        if self.grid.placing:
            return super().drag(start, end)
        row, column = spot(start)
        to_row, to_column = spot(end)
        dx, dy = to_column - column, to_row - row
        held = end_at(start)
        bar = held.bar if held else row if abs(dx) > abs(dy) else SIZE + column
        self.typed = NAMES[bar]
        return self.push(dx, dy)

    @property
    def names(self) -> Mapping[str, Cell]:
        """Of holes column and row, both may be numbers; of ends the bar's name, `i` or `o`."""
        return PLACES if self.grid.placing else SLIDES

    def meaningless(self, key: str) -> str:
        """Before `i` and `o` a bar is missing."""
        way = key in STEPS and not self.grid.placing
        return "Name a bar first: h or v, then its number." if way else super().meaningless(key)

    # What is said and marked

    def invitation(self, name: str) -> str:
        """Whose turn it is, and which bars are blocked."""
        if self.typed:
            return self._half_typed()
        grid, names = self.grid, phrases.names(self.match)
        if grid.placing:
            left = BEADS - grid.beads.count(grid.turn + 1)
            return f"{name}: place a bead on red or blue ({left} left)."
        blocked = ", ".join(f"{NAMES[bar]} ({names[seat]})" for bar, seat in sorted(grid.blocked.items()))
        return f"{name}: slide a bar.{f' Blocked: {blocked}.' if blocked else ''}"

    def _half_typed(self) -> str:
        if self.grid.placing:
            return f"Column {HOLE_NAMES[PLACES[self.typed + '1']][0]}: which row, 1 to 7?"
        if len(self.typed) == 1:
            kind = "Horizontal" if self.typed == "h" else "Vertical"
            return f"{kind} bar: which one, 1 to 7?"
        bar = NAMES.index(self.typed)
        ways = [
            f"{key} {WAYS[step]}: {self._fallen(self.outcome(SLIDE_CELLS[bar, step]))}"
            for key, step in STEPS.items()
            if SLIDE_CELLS[bar, step] in self.next_cells
        ]
        if ways:
            return f"{self.typed}, {'; '.join(ways)}."
        return self.refusal(self.match.game.explain_illegal_pick(self.grid, (SLIDE_CELLS[bar, 1],)))

    def refusal(self, reason: str) -> str:
        """With the players' names; a bar's name is a small letter even in front: holes have the capitals."""
        names = phrases.names(self.match)
        for seat, name in enumerate(names, 1):
            reason = reason.replace(f"player {seat} ", f"{name} ")
        told = f"{reason}." if reason[:2] in NAMES else sentence(reason)
        return spoken(told, names)

    def _fallen(self, events: tuple[Event, ...]) -> str:
        names = phrases.names(self.match)
        falls: dict[int, list[str]] = {}
        for event in events:
            if event.kind == "fall":
                falls.setdefault(event.facts["owner"], []).append(HOLE_NAMES[event.cells[0]])
        losses = [f"{names[owner]} loses {', '.join(holes)}" for owner, holes in sorted(falls.items())]
        return ", ".join(losses) or "nothing falls"

    def foresee(self, cell: Cell | None) -> str:
        """Which beads would fall."""
        events = self.outcome(cell)
        if not events or cell is None:
            return ""
        if cell < HOLES:
            return f"A bead on {HOLE_NAMES[cell]}."
        move = self.picker.leads_to(cell)
        end = next((event for event in events if event.kind in ("win", "draw")), None)
        tail = f" {self.match.game.told(end, phrases.names(self.match))}" if end else ""
        return f"{move}: {self._fallen(events)}.{tail}"

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The holes whose beads would fall: by what is typed, else by what is pointed at."""
        events = (event for pick in self.marked or (cell,) for event in self.outcome(pick))
        return tuple(event.cells[0] for event in events if event.kind == "fall")

    @property
    def menu_key(self) -> str:
        """While a bead is placed g is a column."""
        return "alt+g" if self.asked and self.grid.placing else super().menu_key

    def pick_key(self) -> Key:
        """How to pick now."""
        return Key("a-g 1-7", "place") if self.grid.placing else Key("h/v 1-7 i/o", "slide")


PLACING: Final = "placing"
SLIDING: Final = "sliding"


class BeadMasterMatch(MatchView):
    """The seats show their beads; beads can be placed by themselves."""

    picking = BeadMasterPicking
    tips = (
        Tip("place", f"Place {BEADS} beads each. The last player with a bead wins.", (MOVE,), PLACING),
        Tip(
            "slide",
            "Type a bar, as v3, then i (in), o (out) or an arrow. Beads over holes fall.",
            ("slide",),
            SLIDING,
        ),
        Tip("blocked", "2✕ on a bar: player 2 has just slid it, you may not for now.", (POINT,), SLIDING),
        Tip("marks", "t marks beads in danger, s suggests, u undoes.", (THREATS, HELP), SLIDING),
    )
    actions = (Action("automatic", "x,X", "Place by itself"),)
    hides_hints = False
    side = True

    def tips_of(self, match: Match) -> Sequence[Tip]:
        """How a bead is placed is told by a place that is free."""
        place, *others = self.tips
        if self.stage(match) != PLACING:
            return self.tips
        free = str(match.position.moves()[0]).lower()
        text = f"Place {BEADS} beads each, as {free}. The last player with a bead wins."
        return (place._replace(text=text), *others)

    def stage(self, match: Match) -> str:
        """Whether beads are still being placed, or bars slid."""
        return PLACING if _grid(match).placing else SLIDING

    def seat_notes(self, match: Match, board: AnyBoard, room: int, look: Look) -> tuple[str, ...]:
        """A sign for each bead, a dot for each that is lost or not placed yet."""

        def note(seat: int) -> str:
            left = board.beads.count(seat + 1)
            beads = look.skin.marbles[seat] * left + look.skin.dot * (BEADS - left)
            return f"{seat + 1} {beads if left or board.placing else 'out'}"

        return tuple(note(seat) for seat in range(board.seats))

    def seat_inks(self, match: Match, look: Look) -> tuple[str, ...]:
        """The colours of the beads."""
        return tuple(f"#{bead_ink(seat, look):06x}" for seat in range(len(match.seats)))

    def automatic(self, match: Match, random: Random) -> Choice | None:
        """A bead is placed where no single slide drops it."""
        if not _grid(match).placing:
            return None
        moves = sheltered(_grid(match))
        return moves[random.randrange(len(moves))]

    def automatic_refusal(self, match: Match) -> str:
        """Bars are not slid by themselves."""
        return "" if _grid(match).placing else "All beads are placed."

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """While beads are placed, the key that does it."""
        placing = picking.asked and _grid(match).placing
        return (Key("x", "place all", "screen.do('automatic')"),) if placing else ()


def _grid(match: Match) -> BeadGrid:
    return cast("BeadGrid", match.position)
