"""What the dice of a journey of Getaway gave, and what its decisions cost, against what was to be expected.

A roll gives what its traveller can then expect to bring home, less the mean of that over all numbers that could have
fallen; a decision costs what it falls short of the better answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from marbles_tui.core import CHANCE
from marbles_tui.games.getaway.automatic import decide
from marbles_tui.games.getaway.journey import Journey
from marbles_tui.games.getaway.moves import Ply
from marbles_tui.games.getaway.trail import Course

PLIES: Final = 12_000
"""So many are played to find out what is to be expected on a board: a tenth of a second."""

DRAWN_AHEAD: Final = 2
"""So many draws within a turn are followed; the next one counts for nothing."""


class Luck(NamedTuple):
    """Of one seat, in gold: what chance gave beyond the expectation, and what the own decisions cost."""

    dice: float = 0.0
    cost: float = 0.0


def luck(positions: Sequence[Journey], moves: Sequence[Ply]) -> list[Luck]:
    """The luck of each seat in a journey, by its positions and the moves between them."""
    found = [Luck()] * positions[0].seats
    for position, move in zip(positions, moves, strict=False):
        values, (dice, cost) = outcomes(position), found[position.actor]
        if position.turn == CHANCE:
            dice += values[move] - sum(values.values()) / len(values)
        else:
            cost += max(values.values()) - values[move]
        found[position.actor] = Luck(dice, cost)
    return found


def outcomes(position: Journey) -> dict[Ply, float]:
    """The gold that the traveller whose turn it is can expect to bring home, by what may happen now."""
    ahead = expected(position.course, position.seats)
    seat = position.actor
    return {move: _worth(position.play(move), seat, ahead, DRAWN_AHEAD) for move in position.moves()}


def _worth(position: Journey, seat: int, ahead: Sequence[float], draws: int) -> float:
    if position.actor == seat and position.need not in ("roll", "over") and draws:
        values = [_worth(position.play(move), seat, ahead, draws - 1) for move in position.moves()]
        return sum(values) / len(values) if position.turn == CHANCE else max(values)
    return _wealth(position, seat) + ahead[position.travellers[seat].square]


def _wealth(position: Journey, seat: int) -> int:
    """The gold of a traveller, and what their trinkets will bring."""
    return position.travellers[seat].gold + sum(item.value for item in position.travellers[seat].backpack)


@lru_cache(maxsize=16)
def expected(course: Course, seats: int) -> Sequence[float]:
    """By square, the gold that somebody who rolls there still finds on the way, by the mean of many journeys."""
    found, times, plies = Counter[int](), Counter[int](), 0
    while plies < PLIES:
        random = Random(plies)
        position = Journey.begin(course.trail, seats, course.exact, course.choose)
        stops: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        while not position.result and plies < PLIES:
            seat = position.actor
            if position.need == "roll":
                stops[seat].append((position.travellers[seat].square, _wealth(position, seat)))
            drawn = position.turn == CHANCE
            position = position.play(random.choice(position.moves()) if drawn else decide(position))
            plies += 1
        for seat, stopped in enumerate(stops):
            for square, wealth in stopped:
                times[square] += 1
                found[square] += _wealth(position, seat) - wealth
    ahead = [0.0] * len(course.trail.squares)
    for square in reversed(range(course.trail.last)):
        ahead[square] = found[square] / times[square] if times[square] else ahead[square + 1]
    return ahead
