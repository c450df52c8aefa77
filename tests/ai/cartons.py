"""Cartons with so few marbles that all of their games can be looked at."""

from __future__ import annotations

from random import Random

from marbles_tui.games.egg_carton import Carton


def small_cartons(seed: int, count: int, marbles: int) -> list[Carton]:
    """Running games with that many marbles, spread and turned at random."""
    random = Random(seed)
    cartons: list[Carton] = []
    while len(cartons) < count:
        ring = [0] * 14
        for _ in range(marbles):
            ring[random.choice((0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12))] += 1
        carton = Carton(tuple(ring), random.randrange(2))
        if carton.moves():
            cartons.append(carton)
    return cartons
