"""Egg Carton solved as far as time allows, and its puzzle: clear your side in one turn."""

from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.games.egg_carton.turn import Solutions, puzzle, solutions

__all__ = ["Solutions", "perfect", "puzzle", "solutions"]
