"""A game that plays itself for those who look on. Nothing of it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from marbles_tui.core import CHANCE, AnyPosition, Event, Game, Move
from marbles_tui.play import Match, Seat

MOOD: Final = 60
"""So much chance is added to the value of a move, in hundredths of the game's unit: nobody wants to see the
same match twice."""

DECIDED: Final = 1_000_000
"""The value of a win."""


def glance(game: Game, position: AnyPosition, random: Random) -> Move:
    """A legal move of a running game that looks good at once; any one where chance decides, or nobody can say."""
    moves = position.moves()
    if not game.has_kernel or position.turn == CHANCE:
        return random.choice(moves)
    seat = position.turn
    return max(moves, key=lambda move: _value(game, position.play(move), seat) + MOOD * random.random())


def _value(game: Game, position: AnyPosition, seat: int) -> float:
    """How good a position is for a seat."""
    result = position.result
    return game.worth(position, seat) if result is None else (2 * result.scores[seat] - 1) * DECIDED


class DemoMatch:
    """One match after another of a game, ply by ply."""

    def __init__(self, game: Game, random: Random, *, varied: bool = False) -> None:
        """`varied`: each match begins from another start, with another number of players."""
        self.game = game
        self._random = random
        self._varied = varied
        self.match = self._new()

    def ply(self) -> tuple[object, tuple[Event, ...]]:
        """Play on by one ply, in a new match after the end of one: the board before it, and what happened."""

        begun = self._new() if self.match.result else self.match
        self.match, events = begun.play(glance(self.game, begun.position, self._random))
        return begun.position.board, tuple(events)

    def stray(self, plies: int) -> None:
        """Play so many plies by chance alone, which takes next to no time."""
        for _ in range(plies):
            if not self.match.result:
                self.match, _ = self.match.play(self._random.choice(self.match.position.moves()))

    def _new(self) -> Match:
        game, random = self.game, self._random
        if not self._varied:
            return Match.new(game, random=random)
        seats = random.choice([count for count in game.seats if 2 <= count <= 4])
        setup = random.choice(list(game.setups))
        return Match.new(game, setup=setup, seats=[Seat(side) for side in game.sides[:seats]], random=random)


def instants(events: Sequence[Event], most: int) -> list[object]:
    """The boards of a move to be seen one after another: at most `most` of them, the last one for certain."""
    boards = [event.board for at, event in enumerate(events) if not at or event.board != events[at - 1].board]
    stride = -(-len(boards) // most) or 1
    return boards[::-1][::stride][::-1]
