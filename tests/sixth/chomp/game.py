"""Chomp put together."""

from __future__ import annotations

from marbles_tui.core import Game
from tests.sixth.chomp.position import Bar, Bite
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

    drawing = "tests.sixth.chomp.scene"

    start = staticmethod(start)
    write = staticmethod(write)
    read = staticmethod(read)
    say = staticmethod(say)
    diagram = staticmethod(diagram)
    describe = staticmethod(describe)

    def evaluate(self, position: Bar) -> int:
        """A bar with as many rows as columns and nothing beside its edges is lost: the other copies each bite."""
        rows = position.rows
        edges = all(length <= 1 for length in rows[1:])
        return -100 if edges and rows[0] == sum(length > 0 for length in rows) else 0


CHOMP = Chomp()
