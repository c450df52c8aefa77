"""The solution of a puzzle, played to its solver."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from marbles_tui.core.frame import Highlights
from marbles_tui.table import puzzle_words
from marbles_tui.tui.kit.speed import SPEEDS

if TYPE_CHECKING:
    from marbles_tui.tui.screens.puzzle import PuzzleScreen


async def play_solution(screen: PuzzleScreen) -> None:
    """Play it from the start, with words; the puzzle is over then."""
    solving, puzzle = screen.solving, screen.puzzle
    solved = solving.verdict == "solved" or screen.over
    if not solved:
        solving.again()
    position: Any = solving.start
    screen.board.rest(position.board)
    moves = puzzle.moves() if solved else solving.solution()
    screen.replayed = 0
    screen.show_facts()
    for number, move in enumerate(moves, 1):
        does = puzzle.game.explain_move(position, move, screen.names)
        if position.turn != solving.solver:
            does = puzzle_words.of_other(does)
        screen.board.highlights = Highlights()
        await screen.show(position, (move,))
        told = f"{screen.names[position.turn]} {move}{': ' + does if does else ''}."
        position = position.play(move)
        screen.replayed = number
        screen.show_facts()
        screen.choosing.last = screen.view.trace(move)
        screen.board.highlights = Highlights(last=screen.choosing.last)
        screen.tell(told)
        if screen.animator.unhurried:
            await asyncio.sleep(SPEEDS[screen.app.settings.speed].tempo)
    screen.choosing.end(moves)
    screen.end()
