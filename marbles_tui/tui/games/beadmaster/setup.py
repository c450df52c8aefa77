"""How the set-up speaks of BeadMaster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from marbles_tui.tui.games.setup_words import OptionWords, SetupWords, StartWords

STARTS: Final[Mapping[str, StartWords]] = {
    "random": StartWords("Beads by hand", "", "You take turns to place beads. The bars are random."),
    "placed": StartWords("Beads in place", "", "Beads and bars are random. The sliding begins at once."),
}


class BeadMasterSetup(SetupWords):
    """Who places the beads, and when too many quiet slides draw."""

    options: ClassVar[Mapping[str, OptionWords]] = {
        "quiet": OptionWords("Draw after", empty="60 quiet slides; 0: never"),
    }

    def say_start(self, title: str) -> str:
        return f"{title}."

    def start(self, name: str) -> StartWords:
        return STARTS.get(name) or super().start(name)
