"""Puzzles that are made of what is on a board."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from marbles_tui.ai.puzzles.making import one_turn, puzzle_in
from marbles_tui.core import Game
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.series import DRAWN
from marbles_tui.store.puzzles import add_puzzle

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit

NONE: str = "There is no puzzle here: nothing that can be forced in three turns, or too many ways to do it."


NOT_IN_ONE_TURN: str = "There is no puzzle here: nobody can show that this start is won in one turn."


def begin(app: Kit, match: Match, mode: str) -> None:
    """Play a new match; where the mode is one of the goals of its game, solve its start as a puzzle, or a new one if
    that is left to chance."""
    if any(goal.key == mode for goal in match.game.goals):
        app.call_later(open_one_turn, app, match.game, None if match.tag(DRAWN) else match)
    else:
        app.play_match(match)


async def open_one_turn(app: Kit, game: Game, match: Match | None = None) -> None:
    """Solve the start of a match as a puzzle of one turn, or without one a new puzzle that chance draws, leaving the
    table or the set-up that is on the screen."""
    from marbles_tui.tui.puzzles.opening import puzzle_screen

    if match is None:
        drawn = await app.engine.puzzle(game, app.random.randrange(1 << 32))
        match = Match.new(game, setup=drawn) if drawn else None
    found = await _found(app, match.at(0), True) if match else None
    if found is None:
        app.notify(NOT_IN_ONE_TURN, timeout=5, markup=False)
        return
    while len(app.screen_stack) > 1 and not app.lists_puzzles(app.screen):
        app.pop_screen()
    app.push_screen(puzzle_screen(app, found))


async def make_puzzle(app: Kit, match: Match) -> Puzzle | None:
    """Look for a puzzle in the position of a match; keep it among the user's own, and open it."""
    from marbles_tui.tui.puzzles.opening import puzzle_screen

    app.notify("Looking for a puzzle...", timeout=2, markup=False)
    found = await _found(app, match, False)
    if found is None:
        app.notify(NONE, timeout=5, markup=False)
        return None
    if app.face.transfers and await asyncio.to_thread(add_puzzle, found, app.games):
        app.notify("It is kept among your own puzzles.", timeout=5, markup=False)
    app.push_screen(puzzle_screen(app, found))
    return found


async def _found(app: Kit, match: Match, of_one_turn: bool) -> Puzzle | None:
    """The puzzle in the position of a match. A page has no threads: there the computers' worker looks for it."""
    if app.face.place == "page":
        return await app.engine.find_puzzle(match, of_one_turn)
    look = one_turn if of_one_turn else puzzle_in
    return await asyncio.to_thread(look, match.game, match.position, match.options)
