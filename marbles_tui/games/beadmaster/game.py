"""BeadMaster put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from marbles_tui.core import Cell, Event, Game, Option, Randomness, Result
from marbles_tui.games.beadmaster.achievements import ACHIEVEMENTS
from marbles_tui.games.beadmaster.bars import SIZE
from marbles_tui.games.beadmaster.describe import describe
from marbles_tui.games.beadmaster.explain_illegal import explain_illegal, explain_illegal_pick
from marbles_tui.games.beadmaster.explain_move import explain_move
from marbles_tui.games.beadmaster.position import QUIET, Grid, Ply, Slide, threatened
from marbles_tui.games.beadmaster.setups import SETUPS, resolve_setup, start
from marbles_tui.games.beadmaster.text import diagram, expand, most_at_once, normalize, read, say, write

if TYPE_CHECKING:
    from marbles_tui.core.frame import Frame
    from marbles_tui.core.scene import Room, Scene


class BeadMasterGame(Game[Grid, Ply]):
    """Slide bars under a grid of holes; the last player with a bead wins."""

    key = "beadmaster"
    title = "BeadMaster"
    blurb = "Slide bars under the beads; be the last with one left."
    reading = (
        "In the diagram a number is the bead of a player (1 Amber, 2 Jade) and hides the bars below it; | is a hole "
        "that the upright bar covers, whatever the bar across does, - one that only the bar across covers, . an "
        "open one. The marks around it are the ends that stick out. The list of bars has all their slots. "
        "A move is a bar and i (inwards: the left or upper end is pushed in, and the whole bar goes right or "
        "down) or o (outwards: the right or lower end is pushed in, and it goes left or up), as h3i or v5o."
    )
    author = "A course exercise, after Stay Alive, 1971"
    seats = range(2, 5)
    sides = ("Amber", "Jade", "Pearl", "Plum")
    setups = SETUPS
    options = (
        Option("quiet", range(1001), str(QUIET), "slides in a row without a fall that make a draw; 0: never"),
        Option("players", range(2, 5), "2", "number of players"),
    )
    records = {"most at once": most_at_once}
    achievements = ACHIEVEMENTS

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Grid:
        return start(setup, seats, options)

    def resolve_setup(
        self, setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
    ) -> str | None:
        return resolve_setup(setup, seats, options, random)

    def write(self, position: Grid) -> str:
        return write(position)

    def read(self, text: str) -> Grid:
        return read(text)

    def normalize(self, text: str) -> str:
        return normalize(text)

    def expand(self, line: str) -> str | None:
        return expand(line)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return say(event, names)

    def diagram(self, position: Grid) -> str:
        return diagram(position)

    def scene(self, frame: Frame, room: Room) -> Scene:
        from marbles_tui.games.beadmaster.scene import scene  # not for the first paint

        return scene(frame, room)

    def emblem(self) -> Scene:
        from marbles_tui.games.beadmaster.scene import emblem

        return emblem()

    def describe(self, position: Grid, names: Sequence[str]) -> str:
        return describe(position, names)

    def explain_illegal(self, position: Grid, text: str) -> str:
        return explain_illegal(position, text)

    def explain_illegal_pick(self, position: Grid, picks: tuple[Cell, ...]) -> str:
        return explain_illegal_pick(position, picks)

    def explain_move(self, position: Grid, move: Ply, names: Sequence[str]) -> str:
        return explain_move(position, move, names)

    def threats(self, position: Grid) -> frozenset[Cell]:
        """The beads that some legal slide would drop."""
        return threatened(position)

    def winning_cells(self, position: Grid, result: Result) -> frozenset[Cell]:
        """The winner's beads."""
        return frozenset(hole for hole, bead in enumerate(position.beads) if bead - 1 in result.winners)

    def hidden(self, position: Grid, move: Ply) -> str:
        del position
        return "an upright bar hides the one below" if isinstance(move, Slide) and move.bar >= SIZE else ""

    def evaluate(self, position: Grid) -> int:
        return self.worth(position, position.turn)

    def worth(self, position: Grid, seat: int) -> int:
        from marbles_tui.games.beadmaster.evaluate import evaluate  # not for the first paint

        return evaluate(position, seat)

    def noisy(self, position: Grid) -> Sequence[Ply]:
        from marbles_tui.games.beadmaster.evaluate import noisy

        return noisy(position)


BEADMASTER = BeadMasterGame()
