"""Egg Carton put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from marbles_tui.core import Cell, Event, Game, Randomness, Result
from marbles_tui.games.egg_carton.achievements import ACHIEVEMENTS
from marbles_tui.games.egg_carton.describe import describe
from marbles_tui.games.egg_carton.explain_move import explain_move
from marbles_tui.games.egg_carton.goals import OneTurn
from marbles_tui.games.egg_carton.position import Carton, Selection, explain_illegal, explain_illegal_pick
from marbles_tui.games.egg_carton.ring import SHORT_LAP, SIDES, lap
from marbles_tui.games.egg_carton.setups import SETUPS, resolve_setup, start
from marbles_tui.games.egg_carton.text import diagram, longest_chain, read, say, write

if TYPE_CHECKING:
    from marbles_tui.core.frame import Frame
    from marbles_tui.core.scene import Room, Scene


class EggCarton(Game[Carton, Selection]):
    """Sow marbles round the carton; who clears their own side first wins."""

    key = "egg-carton"
    title = "Egg Carton"
    blurb = "Sow marbles round the carton; clear your side first."
    reading = (
        "Letters name the slots, numbers are their marbles; they are sown from A to F, the right end, I "
        "to N, the left end and on to A. A move is the letter of a slot. "
        "Who goes again is still in the same turn."
    )
    author = "Paul Talbot, 1992"
    seats = range(2, 3)
    sides = ("Bottom", "Top")
    setups = SETUPS
    records = {"longest relay": longest_chain}
    achievements = ACHIEVEMENTS
    goals = (OneTurn(),)

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Carton:
        del seats, options
        return start(setup)

    def resolve_setup(
        self, setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
    ) -> str | None:
        del seats, options
        return resolve_setup(setup, random)

    def write(self, position: Carton) -> str:
        return write(position)

    def read(self, text: str) -> Carton:
        return read(text)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return say(event, names)

    def diagram(self, position: Carton) -> str:
        return diagram(position)

    def scene(self, frame: Frame, room: Room) -> Scene:
        from marbles_tui.games.egg_carton.scene import scene  # not for the first paint

        return scene(frame, room)

    def emblem(self) -> Scene:
        from marbles_tui.games.egg_carton.scene import emblem

        return emblem()

    def describe(self, position: Carton, names: Sequence[str]) -> str:
        return describe(position, names)

    def explain_illegal(self, position: Carton, text: str) -> str:
        return explain_illegal(position, text)

    def explain_illegal_pick(self, position: Carton, picks: tuple[Cell, ...]) -> str:
        return explain_illegal_pick(position, picks)

    def explain_move(self, position: Carton, move: Selection, names: Sequence[str]) -> str:
        del names
        return explain_move(position, move)

    def winning_cells(self, position: Carton, result: Result) -> frozenset[Cell]:
        """The side that is cleared."""
        del position
        return frozenset(SIDES[result.winners[0]]) if result.reason == "cleared" else frozenset()

    def hidden(self, position: Carton, move: Selection) -> str:
        return "a long lap" if lap(position.ring, move.slot) > SHORT_LAP else ""

    def evaluate(self, position: Carton) -> int:
        from marbles_tui.games.egg_carton.evaluate import evaluate  # not for the first paint

        return evaluate(position)

    def noisy(self, position: Carton) -> Sequence[Selection]:
        from marbles_tui.games.egg_carton.evaluate import noisy

        return noisy(position)


EGG_CARTON = EggCarton()
