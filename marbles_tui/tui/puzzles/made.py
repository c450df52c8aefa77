"""Puzzles that are made of what is on a board."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from marbles_tui.ai.puzzles.making import puzzle_in
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.store.puzzles import add_puzzle

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

NONE: str = "There is no puzzle here: nothing that can be forced in three turns, or too many ways to do it."


async def make_puzzle(app: Arcade, match: Match) -> Puzzle | None:
    """Look for a puzzle in the position of a match; keep it among the user's own, and open it."""
    from marbles_tui.tui.puzzles.opening import puzzle_screen

    app.notify("Looking for a puzzle...", timeout=2, markup=False)
    found = await asyncio.to_thread(puzzle_in, match.game, match.position, match.options)
    if found is None:
        app.notify(NONE, timeout=5, markup=False)
        return None
    if app.face.files and await asyncio.to_thread(add_puzzle, found, app.games):
        app.notify("It is kept among your own puzzles.", timeout=5, markup=False)
    app.push_screen(puzzle_screen(found))
    return found
