"""How the set-up speaks of Gary's Great Getaway."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from marbles_tui.core.text import sentence
from marbles_tui.games.getaway.game import SETUPS, TITLES, built_in
from marbles_tui.tui.games.setup_words import OptionWords, SetupWords, StartWords


class GetawaySetup(SetupWords):
    """Travellers, boards, tolls."""

    seats_label: ClassVar[str] = "Travellers"
    seat_word: ClassVar[str] = "traveller"
    start_label: ClassVar[str] = "Board"

    options: ClassVar[Mapping[str, OptionWords]] = {
        "exact": OptionWords("Exact finish", {"off": "no", "on": "yes"}),
        "toll": OptionWords("Tolls", {"pay": "paid at once", "choose": "you choose"}),
        "gold": OptionWords("Starting gold", empty="as the board says"),
        "sides": OptionWords("Die", {"board": "as the board says"}, empty="as the board says"),
    }

    def start(self, name: str) -> StartWords:
        """The title, the squares, and what its line says after the colon."""
        about = SETUPS[name].rpartition(": ")[2]
        return StartWords(TITLES[name], f"{len(built_in(name).squares)} squares", sentence(about))

    def say_start(self, title: str) -> str:
        return f"{title}."

    def warning(self, board: Any, players: int) -> str:
        """Whether games on this board end."""
        from marbles_tui.play.getaway_simulation import endless_games

        return endless_games(board.trail, players)
