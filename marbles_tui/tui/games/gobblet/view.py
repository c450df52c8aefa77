"""What Gobblet is on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.core import Option
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.tui.games.view import GameView, OptionWords, SetupWords, Sits, StartWords


class GobbletSetup(SetupWords):
    """The rules stand in front: the board is always empty at the start."""

    front_option: ClassVar[str] = "rules"
    sits: ClassVar[Sits] = Sits.BESIDE

    options: ClassVar[Mapping[str, OptionWords]] = {
        "rules": OptionWords(
            "Rules",
            {
                "official": "Official: from a stack you may gobble only to break a row of three",
                "rogers": "Rogers: gobblets from the stacks may go on any smaller one",
            },
        ),
        "touch": OptionWords("Touch-move", {"off": "no", "on": "yes: what you pick up, you play"}),
        "memory": OptionWords("Covered gobblets", {"off": "listed", "on": "to be remembered"}),
    }

    def start(self, name: str) -> StartWords:
        return StartWords("Empty board", "", super().start(name).about)

    def offers(self, option: Option, chosen: Mapping[str, str]) -> bool:
        """Touch-move belongs to the official rules alone."""
        return option.name != "touch" or chosen.get("rules") == "official"


class GobbletView(GameView):
    """Cups of four sizes on sixteen squares, and beside them."""

    game = GOBBLET
    words = GobbletSetup
    board_class = "marbles_tui.tui.games.gobblet.match:GobbletBoard"
    match_class = "marbles_tui.tui.games.gobblet.match:GobbletMatch"
    pieces_in = "marbles_tui.games.gobblet.scene:SIDES"
    keys = (
        ("`1` `2` `3`", "pick one of your stacks"),
        ("`a` to `d`, then `1` to `4`", "pick a cell"),
        ("Esc", "put a gobblet back"),
    )
