"""Chomp: bite into a bar of chocolate; who takes the poisoned corner loses. After David Gale, 1974."""

from marbles_tui.core import Game
from tests.sixth.chomp.position import Bar, Bite
from tests.sixth.chomp.setups import SETUPS, resolve_setup, start
from tests.sixth.chomp.text import describe, diagram, read, say, write

CHOMP = Game(
    key="chomp",
    title="Chomp",
    blurb="Bite into the chocolate; leave the poison to the other.",
    author="David Gale, 1974",
    seats=range(2, 3),
    sides=("First", "Second"),
    setups=SETUPS,
    start=start,
    resolve_setup=resolve_setup,
    read=read,
    write=write,
    say=say,
    diagram=diagram,
    describe=describe,
)

__all__ = ["CHOMP", "Bar", "Bite"]
