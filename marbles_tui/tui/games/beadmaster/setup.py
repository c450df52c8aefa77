"""How the set-up speaks of BeadMaster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from textual.content import Content

from marbles_tui.games.beadmaster.position import BEADS
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.beadmaster.colours import BEADS as COLOURS
from marbles_tui.tui.setup.words import OptionWords, SetupWords, StartWords

STARTS: Final[Mapping[str, StartWords]] = {
    "random": StartWords("Beads by hand", "", "You take turns to place beads. The bars are random."),
    "placed": StartWords("Beads in place", "", "Beads and bars are random. The sliding begins at once."),
}


class BeadMasterSetup(SetupWords):
    """Who places the beads, and when too many quiet slides draw."""

    least_rows: ClassVar[int] = 9

    options: ClassVar[Mapping[str, OptionWords]] = {
        "quiet": OptionWords("Draw after", empty="60 quiet slides; 0: never"),
    }

    def signs(self, board: Any, look: Look) -> Content:
        """The beads of each player, which bear the player's number."""
        inks = [look.material_ink(colour) for colour in look.pieces(COLOURS)]
        return Content("\n").join(
            Content.styled(" ".join(str(seat + 1) * BEADS), f"bold #{inks[seat]:06x}")
            for seat in range(board.seats)
        )

    def say_start(self, title: str) -> str:
        return f"{title}."

    def start(self, name: str) -> StartWords:
        return STARTS.get(name) or super().start(name)
