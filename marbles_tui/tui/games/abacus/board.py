"""The board of Abacus: its beats, and its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.tui.kit.board_view import BoardView

HEADINGS: Final = "dewazx"
"""The key of each heading: they lie around `s` as the hexagon does."""

PUSH: Final = "push "
"""Before the number of a heading: what a key that pushes types."""


class AbacusBoard(BoardView):
    """61 cells with their marbles, which are pushed by the keys around S; it can be turned round."""

    GAME: ClassVar[Game] = ABACUS
    BEATS: ClassVar[Mapping[str, float]] = {"select": 0.25, "push": 0.22, "lost": 0.75, "win": 1.40}

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{key},{key.upper()}", f"push({heading})", f"Push {key}", show=False, id=f"push.{key}")
            for heading, key in enumerate(HEADINGS)
        ),
        Binding("tab", "next_marble(1)", "Next marble", show=False, id="abacus.next"),
        Binding("shift+tab", "next_marble(-1)", "Marble before", show=False, id="abacus.before"),
        Binding("v", "turn", "Turn the board", show=False, id="abacus.turn"),
        Binding("c", "names", "Coordinates", show=False, id="abacus.names"),
    ]

    def seen_by(self, seat: int | None) -> None:
        """Whose turn it is to look on sits below."""
        self.turned = seat == 1

    def action_push(self, heading: int) -> None:
        """Push what is marked, or the row that begins at the cursor, in a heading as it is seen."""
        cursor = "" if self.cursor is None else self.cursor
        self.action_type(f"{PUSH}{(heading + 3) % 6 if self.turned else heading} {cursor}")

    def action_next_marble(self, step: int) -> None:
        """Point at the next marble that can move, or at the next place that may be picked."""
        seen = self.scene().places
        legal = self.highlights.legal & seen.keys()
        places = sorted(legal, key=lambda cell: (seen[cell][1], seen[cell][0]))
        if not places:
            return
        at = self.cursor if self.cursor is not None else self.pointed
        if self.cursor is None and at is not None and at in places:
            self.point(at)
        elif at in places:
            self.point(places[(places.index(at) + step) % len(places)])
        else:
            self.point(places[0 if step > 0 else -1])

    def action_turn(self) -> None:
        """Turn the board round."""
        self.turned = not self.turned

    def action_names(self) -> None:
        """Show or hide the names of rows and diagonals; say which, since c may have been meant as one of them."""
        self.named = shown = not self.named
        self.hands.tell(f"Row names {'shown' if shown else 'hidden: c shows them'}. m types a move.")
