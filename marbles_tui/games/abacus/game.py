"""Abacus put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from marbles_tui.core import Cell, Dialect, Event, Game, Option, Randomness, Result
from marbles_tui.games.abacus.achievements import ACHIEVEMENTS
from marbles_tui.games.abacus.describe import describe
from marbles_tui.games.abacus.explain_illegal import explain_illegal, explain_illegal_pick
from marbles_tui.games.abacus.explain_move import explain_move, in_danger
from marbles_tui.games.abacus.hexagon import CELLS
from marbles_tui.games.abacus.notation import normalize, parse
from marbles_tui.games.abacus.position import LOSE, SIDES, Abacus, Step
from marbles_tui.games.abacus.row import line_ahead
from marbles_tui.games.abacus.setups import SETUPS, resolve_setup, start
from marbles_tui.games.abacus.text import MARBLES, diagram, facts, pushed_off, read, say, write

if TYPE_CHECKING:
    from marbles_tui.core.frame import Frame
    from marbles_tui.core.scene import Room, Scene


class AbacusGame(Game[Abacus, Step]):
    """Push the other side's marbles off a hexagon."""

    key = "abacus"
    title = "Abacus"
    blurb = "Push six marbles off the hexagon; the longer row wins."
    reading = (
        "In the diagram b is a black marble, w a white one and . an empty cell. Letters name the rows; the numbers "
        "below it and at its right edge name the diagonals that rise to the left from them. A move is the rear "
        "marble of a row and the cell it steps to (a1b2), or both ends of a row that moves sideways and where "
        "the first of them goes (c2c3d3). Capital letters do as well: A1 is a1."
    )
    author = "Kai Nickel, 1995"
    seats = range(2, 3)
    sides = SIDES
    setups = SETUPS
    options = (
        Option(
            "lose",
            range(1, MARBLES + 1),
            str(LOSE),
            "how many lost marbles lose the game",
            LOSE,
            "A side that has lost {value} of its marbles loses the game.",
        ),
    )
    repetition = "claim"
    dialect = Dialect(
        tags={
            "player1": ("player1", "black"),
            "player2": ("player2", "white"),
            "setup": ("position", "setup", "variant"),
        },
        marks={"notation": "Aba-Pro"},
    )
    records = {"most pushed off": pushed_off}
    achievements = ACHIEVEMENTS

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Abacus:
        del seats
        return start(setup, options)

    def resolve_setup(
        self, setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
    ) -> str | None:
        del seats, random
        return resolve_setup(setup, options)

    def write(self, position: Abacus) -> str:
        return write(position)

    def read(self, text: str) -> Abacus:
        return read(text)

    def normalize(self, text: str) -> str:
        return normalize(text)

    def parse(self, position: Abacus, text: str) -> Step | None:
        return parse(position, text)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return say(event, names)

    def diagram(self, position: Abacus) -> str:
        return diagram(position)

    def scene(self, frame: Frame, room: Room) -> Scene:
        from marbles_tui.games.abacus.scene import scene  # not for the first paint

        return scene(frame, room)

    def emblem(self) -> Scene:
        from marbles_tui.games.abacus.scene import emblem

        return emblem()

    def describe(self, position: Abacus, names: Sequence[str]) -> str:
        return describe(position, names)

    def explain_illegal(self, position: Abacus, text: str) -> str:
        return explain_illegal(position, text)

    def explain_illegal_pick(self, position: Abacus, picks: tuple[Cell, ...]) -> str:
        return explain_illegal_pick(position, picks)

    def explain_move(self, position: Abacus, move: Step, names: Sequence[str]) -> str:
        del names
        return explain_move(position, move)

    def facts(self, position: Abacus, names: Sequence[str]) -> Mapping[str, object]:
        del names
        return facts(position)

    def threats(self, position: Abacus) -> frozenset[Cell]:
        """The marbles of the side to move that the other side could push off next."""
        return in_danger(position, position.turn)

    def winning_cells(self, position: Abacus, result: Result) -> frozenset[Cell]:
        """The winner's marbles."""
        return frozenset(cell for cell in CELLS if position.cells[cell] in result.winners)

    def hidden(self, position: Abacus, move: Step) -> str:
        if not move.inline:
            return "a step sideways"
        back = move.heading in ((1, 2) if position.turn else (4, 5))
        pushes = back and line_ahead(position.cells, position.turn, move.marbles[0], move.heading).enemies
        return "a push from behind" if pushes else ""

    def evaluate(self, position: Abacus) -> int:
        from marbles_tui.games.abacus.evaluate import evaluate  # not for the first paint

        return evaluate(position)

    def noisy(self, position: Abacus) -> Sequence[Step]:
        from marbles_tui.games.abacus.evaluate import noisy

        return noisy(position)


ABACUS = AbacusGame()
