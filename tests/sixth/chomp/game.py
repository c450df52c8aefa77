"""Chomp put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marbles_tui.core import Event, Game
from marbles_tui.core.frame import Frame
from marbles_tui.core.scene import Room, Scene
from tests.sixth.chomp.position import Bar, Bite
from tests.sixth.chomp.scene import scene
from tests.sixth.chomp.setups import SETUPS, start
from tests.sixth.chomp.text import describe, diagram, read, say, write


class Chomp(Game[Bar, Bite]):
    """Bite into a bar of chocolate; who takes the poisoned corner loses."""

    key = "chomp"
    title = "Chomp"
    blurb = "Bite into the chocolate; leave the poison to the other."
    author = "David Gale, 1974"
    seats = range(2, 3)
    sides = ("First", "Second")
    setups = SETUPS

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Bar:
        return start(setup)

    def write(self, position: Bar) -> str:
        return write(position)

    def read(self, text: str) -> Bar:
        return read(text)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return say(event, names)

    def diagram(self, position: Bar) -> str:
        return diagram(position)

    def scene(self, frame: Frame, room: Room) -> Scene:
        return scene(frame, room)

    def evaluate(self, position: Bar) -> int:
        """A bar with as many rows as columns and nothing beside its edges is lost: the other copies each bite."""
        rows = position.rows
        edges = all(length <= 1 for length in rows[1:])
        return -100 if edges and rows[0] == sum(length > 0 for length in rows) else 0

    def describe(self, position: Bar, names: Sequence[str]) -> str:
        return describe(position, names)


CHOMP = Chomp()
