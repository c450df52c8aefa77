"""Egg Carton solved as far as time allows."""

from marbles_tui.ai.games.egg_carton.perfect import perfect

__all__ = ["perfect"]
