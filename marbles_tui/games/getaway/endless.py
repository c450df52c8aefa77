"""Games of Gary's Great Getaway that no roll can end, and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from marbles_tui.core.text import article
from marbles_tui.games.getaway.board import Board, Trap
from marbles_tui.games.getaway.check import dead_ends, met_squares
from marbles_tui.games.getaway.journey import Journey

known_dead_ends = lru_cache(maxsize=16)(dead_ends)


def cannot_end(position: Journey, dead: frozenset[int]) -> bool:
    """Whether somebody stands where nothing leads on to the castle (`dead`), or all who are still on the path
    wait for rolls that their die does not have."""
    last, sides = position.course.trail.last, position.course.trail.sides
    path = [traveller for traveller in position.travellers if traveller.square != last]
    if dead and any(traveller.square in dead for traveller in path):
        return True
    return len(path) > 1 and all(-traveller.held > sides for traveller in path)


def explain_endless(position: Journey) -> str:
    """Why a game can never end, in a sentence; "" where it may, and where it is over."""
    trail = position.course.trail
    dead = known_dead_ends(trail)
    if position.need == "over" or not cannot_end(position, dead):
        return ""
    squares = {traveller.square for traveller in position.travellers}
    why = next((told for number, told in _snares(trail, dead) if number in squares), "")
    return f"This game can never end: {why}."


def snare(board: Board) -> str:
    """What can keep travellers on a board for ever, "" where nothing can."""
    met = met_squares(board)
    return next((told for number, told in _snares(board, known_dead_ends(board)) if number in met), "")


def _snares(board: Board, dead: frozenset[int]) -> Iterator[tuple[int, str]]:
    for number, square in enumerate(board.squares):
        trap = square.encounter
        if isinstance(trap, Trap) and trap.event and trap.number > board.sides:
            waits = f"square {number} waits for {article(trap.number)} {trap.number}"
            yield number, f"{waits}, and the die has {board.sides} sides"
        elif number in dead:
            yield number, f"no roll leads on from square {number} to the castle"
