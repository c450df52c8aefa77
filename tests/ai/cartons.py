"""Cartons with so few marbles that all of their games can be looked at."""

from __future__ import annotations

from functools import cache
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


@cache
def truth(carton: Carton) -> tuple[bool, int]:
    """Whether the mover wins, and the winner's selections to the end if the loser delays it, by definition."""
    won: list[int] = []
    lost: list[int] = []
    for move in carton.moves():
        after = carton.play(move)
        if after.result is not None:
            won.append(1)
            continue
        wins, selections = truth(after._replace(ring=(*after.ring[:6], 0, *after.ring[7:13], 0)))
        if wins == (after.turn == carton.turn):
            won.append(selections + 1)
        else:
            lost.append(selections)
    return (True, min(won)) if won else (False, max(lost))
