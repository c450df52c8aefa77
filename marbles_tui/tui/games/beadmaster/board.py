"""The board of BeadMaster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset

from marbles_tui.core import Cell, Game
from marbles_tui.core.palette import mix
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.position import COLUMNS, HOLES, NAMES, SIZE, End, end_at
from marbles_tui.games.beadmaster.scene import BEADS, EDGE, OUT
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.colour import clear
from marbles_tui.tui.kit.look import Look

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

    def on_click(self, event: events.Click) -> None:
        """Besides what can be picked, the bars' names can be clicked."""
        offset = event.get_content_offset(self)
        bar = self._named_at(offset) if offset else None
        if bar is not None and not self.frame.board.placing:
            for key in NAMES[bar]:
                self.action_type(key)

    def _named_at(self, offset: Offset) -> int | None:
        """The bar whose name is at a cell."""
        seen = self.view()
        x, y = (offset.x + 0.5 - seen.ox) / seen.kx, (offset.y + 0.5 - seen.oy) / seen.ky
        reach = EDGE + 2 * OUT
        if x < -reach and abs(y) < SIZE / 2:
            return round(y) + SIZE // 2
        return SIZE + round(x) + SIZE // 2 if y < -reach and abs(x) < SIZE / 2 else None


def bead_ink(seat: int, look: Look) -> int:
    """The colour of a seat's beads where they are letters on the ground of the theme."""
    colour = BEADS.of(look.theme)[seat]
    return clear(colour if look.dark else mix(colour, 0, 0.5), [look.ground], 4.0)
