"""Puzzles that begin with a move like another one: with what was missed in a game."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from marbles_tui.core import AnyPosition, Game, Move
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.text import shipped

WORDS: Final = 2
"""So many words say what a move is for: "stops three", "threatens to"."""


def purpose(game: Game, position: AnyPosition, move: Move) -> str:
    """What a move is for, without places and numbers; "" where there is nothing to say."""
    words = game.explain_move(position, move, game.sides).split()
    told = [word for word in words if word.islower() and not any(map(str.isdigit, word))]
    return " ".join(told[:WORDS])


def alike(game: Game, position: AnyPosition, move: Move) -> tuple[Puzzle, ...]:
    """The puzzles of a game whose first move is for the same; none where nothing can be said of the move."""
    wanted = purpose(game, position, move)
    return tuple(puzzle for puzzle, told in _purposes(game) if told == wanted != "")


@cache
def _purposes(game: Game) -> tuple[tuple[Puzzle, str], ...]:
    def first(puzzle: Puzzle) -> str:
        start: Any = puzzle.start()
        return purpose(game, start, game.find(start, puzzle.solution[0]))

    return tuple((puzzle, first(puzzle)) for puzzle in shipped(game))
