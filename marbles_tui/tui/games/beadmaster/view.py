"""What BeadMaster is on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.tui.games.view import GameView, OptionWords, SetupWords, StartWords
from marbles_tui.tui.kit.look import Look

STARTS: Final[Mapping[str, StartWords]] = {
    "random": StartWords("Beads by hand", "", "You take turns to place beads. The bars are random."),
    "placed": StartWords("Beads in place", "", "Beads and bars are random. The sliding begins at once."),
}


class BeadMasterSetup(SetupWords):
    """Who places the beads, and when too many quiet slides draw."""

    options: ClassVar[Mapping[str, OptionWords]] = {
        "quiet": OptionWords("Draw after", empty="60 quiet slides", placeholder="60 quiet slides; 0: never"),
    }

    def say_start(self, title: str) -> str:
        return f"{title}."

    def start(self, name: str) -> StartWords:
        return STARTS.get(name) or super().start(name)


class BeadMasterView(GameView):
    """Beads on holes over fourteen bars."""

    game = BEADMASTER
    words = BeadMasterSetup
    board_class = "marbles_tui.tui.games.beadmaster.match:BeadMasterBoard"
    match_class = "marbles_tui.tui.games.beadmaster.match:BeadMasterMatch"
    pieces_in = "marbles_tui.games.beadmaster.scene:BEADS"
    keys = (
        ("`h` or `v`, `1` to `7`, then `i`, `o` or an arrow", "slide a bar inwards or outwards"),
        ("arrows, Enter", "go round the frame, push an end in"),
        (
            "`a` to `g`, `1` to `7`",
            "while you place beads: the column and the row (`Alt+G` is the game menu)",
        ),
        ("`x`", "people's beads are placed by themselves"),
        ("Backspace, Escape", "delete what was typed"),
    )

    def seat_inks(self, look: Look) -> tuple[int, ...]:
        """None: the beads that are left to a seat stand beside its name, each in its colour."""
        return ()
