"""What Egg Carton is on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from marbles_tui.core import AnyBoard
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.tui.games.view import GameView, SetupWords, StartWords

STARTS: Final[Mapping[str, StartWords]] = {
    "classic": StartWords(
        "Classic", "3 in each slot", "As in 1992: three marbles in each of the twelve slots."
    ),
    "even": StartWords("Even", "18 a side", "Both sides alike, and nobody can win in the first turn."),
    "handicap": StartWords(
        "Handicap", "12 against 24", "Who begins has 12 marbles to clear, the other side 24."
    ),
    "random": StartWords(
        "Random", "36, scattered", "36 marbles scattered over the slots, new in every game."
    ),
}


class EggCartonSetup(SetupWords):
    """Starts by how many marbles lie in a slot."""

    small: ClassVar[bool] = False

    @property
    def start_names(self) -> tuple[str, ...]:
        """The usual ones before the numbers."""
        front = ("classic", "even", "handicap", "random", *(goal.key for goal in self.game.goals))
        return (*front, *(name for name in self.game.setups if name not in front))

    def start(self, name: str) -> StartWords:
        count = int(name) if name.isdigit() else 0
        usual = StartWords(
            f"{count} each", f"{12 * count} in all", f"{plural(count, 'marble')} in each slot."
        )
        return STARTS.get(name, usual)


SAMPLE: Final = "3,1,4,1,5,9/2,6,5,3,5,8/1,2/1"


class EggCartonView(GameView):
    """Twelve slots with marbles, and two ends."""

    game = EGG_CARTON
    words = EggCartonSetup
    board_class = "marbles_tui.tui.games.egg_carton.match:EggCartonBoard"
    match_class = "marbles_tui.tui.games.egg_carton.match:EggCartonMatch"
    keys = (
        ("`a` to `f`, `i` to `n`, with or without Alt", "pick a slot"),
        ("Alt-G, Alt-H", "game menu and help, as in the original"),
    )

    def sample(self) -> AnyBoard:
        return EGG_CARTON.read(SAMPLE).board
