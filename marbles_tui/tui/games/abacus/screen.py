"""The screen of Abacus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.games.abacus.hands import drag, hexagon_of, push
from marbles_tui.tui.games.abacus.legend import Legend
from marbles_tui.tui.games.abacus.picking import KEYS
from marbles_tui.tui.screens.match import MatchScreen


class AbacusScreen(MatchScreen):
    """Marbles are marked by Space and pushed by the keys around S; the board can be turned."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{key},{key.upper()}", f"push({heading})", f"Push {key}", show=False, id=f"push.{key}")
            for heading, key in enumerate(KEYS)
        ),
        Binding("tab", "next_marble(1)", "Next marble", show=False, id="abacus.next"),
        Binding("shift+tab", "next_marble(-1)", "Marble before", show=False, id="abacus.before"),
        Binding("m,M", "write", "Type a move", show=False, id="abacus.write"),
        Binding("v", "turn", "Turn the board", show=False, id="abacus.turn"),
        Binding("c", "names", "Coordinates", show=False, id="abacus.names"),
    ]

    def on_mount(self) -> None:
        """The person sits below."""
        self.hexagon.turned = self.here == (1,)

    @property
    def hexagon(self) -> AbacusBoard:
        """The board."""
        return hexagon_of(self)

    @on(AbacusBoard.Dragged)
    def _dragged(self, message: AbacusBoard.Dragged) -> None:
        drag(self, message)

    def panels(self) -> Iterable[Widget]:
        """The legend above the others."""
        return (Legend(), *super().panels())

    def dress(self) -> None:
        """The legend in the colours of the board as well."""
        super().dress()
        self.query_one(Legend).look = self.app.look
        self.note_seats()

    def mark(self) -> None:
        """Show what may be done now; while a marble is marked, what the marks mean."""
        super().mark()
        for legend in self.query(Legend):
            legend.set_class(bool(self.picking.picks), "shown")
            legend.ends = bool(self.board.highlights.ends)
            legend.moved = bool(self.board.highlights.last)

    def action_push(self, heading: int) -> None:
        """Push what is marked, or the row that begins at the cursor, in a heading as it is seen."""
        push(self, heading)

    def action_next_marble(self, step: int) -> None:
        """Point at the next marble that can move, or at the next place that may be picked."""
        seen = self.board.scene().places
        legal = self.board.highlights.legal & seen.keys()
        places = sorted(legal, key=lambda cell: (seen[cell][1], seen[cell][0]))
        if not (self.waiting and places):
            return
        at = self.board.cursor if self.board.cursor is not None else self.board.pointed
        if self.board.cursor is None and at is not None and at in places:
            self.board.point(at)
        elif at in places:
            self.board.point(places[(places.index(at) + step) % len(places)])
        else:
            self.board.point(places[0 if step > 0 else -1])

    # Moves that are written

    def action_write(self) -> None:
        """Begin to write a move."""
        self.choosing.take(lambda: self.picking.type("begin"))

    @property
    def writing(self) -> bool:
        """Whether a move is being written: letters and digits are its own then."""
        return self.picking.writing and self.waiting

    def on_key(self, event: events.Key) -> None:
        """A letter, a digit, or rubbing out, while a move is being written."""
        if self.writing and (event.is_printable or event.key == "backspace"):
            event.stop()
            key = event.key if event.key == "backspace" else event.character or ""
            self.choosing.take(lambda: self.picking.type(key))
        elif self._begins_writing(event.key):
            event.stop()
            self.action_write()

    def _begins_writing(self, key: str) -> bool:
        """Whether a key is bound to writing a move. It acts here, before the keys that are typed after it come by:
        bindings are looked up only when a key has gone all the way up."""
        bound = self.active_bindings.get(key)
        return bound is not None and bound.binding.action == "write"

    def action_go_on(self, again: bool = True) -> None:
        """Play what is written, or else whatever is next."""
        if self.writing:
            self.choosing.take(lambda: self.picking.type("enter"))
        else:
            super().action_go_on(again)

    def action_turn(self) -> None:
        """Turn the board round."""
        self.hexagon.turned = not self.hexagon.turned

    def action_names(self) -> None:
        """Show or hide the names of rows and diagonals; say which, since c may have been meant as one of them."""
        self.hexagon.named = shown = not self.hexagon.named
        self.tell(f"Row names {'shown' if shown else 'hidden: c shows them'}. m types a move.")
