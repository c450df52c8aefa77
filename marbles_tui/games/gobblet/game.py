"""Gobblet put together."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from marbles_tui.core import Cell, Event, Game, Option, Result
from marbles_tui.games.gobblet.achievements import ACHIEVEMENTS
from marbles_tui.games.gobblet.board import CELLS, LINES, SIDES, fours, visible
from marbles_tui.games.gobblet.describe import describe, observe
from marbles_tui.games.gobblet.explain_illegal import explain_illegal, explain_illegal_pick
from marbles_tui.games.gobblet.explain_move import explain_move
from marbles_tui.games.gobblet.position import Gobblets, Placement
from marbles_tui.games.gobblet.sentences import say
from marbles_tui.games.gobblet.setups import SETUPS, start
from marbles_tui.games.gobblet.text import diagram, most_gobbled, read, write

if TYPE_CHECKING:
    from marbles_tui.core.frame import Frame
    from marbles_tui.core.scene import Room, Scene


class Gobblet(Game[Gobblets, Placement]):
    """Line up four gobblets; big ones swallow small ones."""

    key = "gobblet"
    title = "Gobblet"
    blurb = "Line up four; big gobblets swallow small ones."
    reading = (
        "W is a white gobblet and K a black one; the sizes are 1 tiny, 2 small, 3 big and 4 huge. In a cell of the "
        "diagram the last is on top; beside a stack stands the size on its top, with all smaller sizes below it. "
        "Each side has three of each size. A move is a stack and a cell (W3B2: from White's third stack to B2), or "
        "two cells (A2C2)."
    )
    author = "Thierry Denoual, 2001"
    seats = range(2, 3)
    sides = SIDES
    setups = SETUPS
    options = (
        Option(
            "rules",
            ("official", "rogers"),
            "official",
            "what gobblets from the stacks may gobble",
            sentence="Gobblets from the stacks may go on any smaller one.",
        ),
        Option("touch", ("off", "on"), "off", "a gobblet picked up from the board must be played"),
        Option("memory", ("off", "on"), "off", "covered gobblets are not shown"),
    )
    records = {"most gobbled": most_gobbled}
    achievements = ACHIEVEMENTS
    repetition = "automatic"
    variants = ({}, {"rules": "rogers"})

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Gobblets:
        del seats
        return start(setup, options)

    def write(self, position: Gobblets) -> str:
        return write(position)

    def read(self, text: str) -> Gobblets:
        return read(text)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return say(event, names)

    def diagram(self, position: Gobblets) -> str:
        return diagram(position)

    def scene(self, frame: Frame, room: Room) -> Scene:
        from marbles_tui.games.gobblet.scene import scene  # not for the first paint

        return scene(frame, room)

    def emblem(self) -> Scene:
        from marbles_tui.games.gobblet.scene import emblem

        return emblem()

    def describe(self, position: Gobblets, names: Sequence[str]) -> str:
        return describe(position, names)

    def observe(self, position: Gobblets, options: Mapping[str, str]) -> Gobblets:
        return observe(position, options)

    def explain_illegal(self, position: Gobblets, text: str) -> str:
        return explain_illegal(position, text)

    def explain_illegal_pick(self, position: Gobblets, picks: tuple[Cell, ...]) -> str:
        return explain_illegal_pick(position, picks)

    def explain_move(self, position: Gobblets, move: Placement, names: Sequence[str]) -> str:
        del names
        return explain_move(position, move)

    def identity(self, position: Gobblets) -> Hashable:
        """The position with each side's external stacks in a fixed order: which one is which does not matter."""
        stacks = position.stacks
        return position._replace(stacks=(*sorted(stacks[:3]), *sorted(stacks[3:])))

    def threats(self, position: Gobblets) -> frozenset[Cell]:
        """The gobblets of the other side that stand three in a line."""
        return position.trio()

    def winning_cells(self, position: Gobblets, result: Result) -> frozenset[Cell]:
        """The winner's lines of four."""
        lines = [line for seat in result.winners for line in fours(visible(position.cells, seat))]
        return frozenset(cell for line in lines for cell in LINES[line])

    def hidden(self, position: Gobblets, move: Placement) -> str:
        uncovers = move.origin in CELLS and len(position.cells[move.origin]) > 1
        return "it uncovers what lies below" if uncovers else ""

    def evaluate(self, position: Gobblets) -> int:
        from marbles_tui.games.gobblet.evaluate import evaluate  # not for the first paint

        return evaluate(position)

    def noisy(self, position: Gobblets) -> Sequence[Placement]:
        from marbles_tui.games.gobblet.evaluate import noisy

        return noisy(position)


GOBBLET = Gobblet()
