"""Chomp: bite into a bar of chocolate; who takes the poisoned corner loses. After David Gale, 1974."""

from tests.sixth.chomp.game import CHOMP
from tests.sixth.chomp.position import Bar, Bite

__all__ = ["CHOMP", "Bar", "Bite"]
