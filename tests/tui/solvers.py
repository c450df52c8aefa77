"""Somebody who solves puzzles on the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from marbles_tui.core import Game
from marbles_tui.play.puzzles.puzzle import Puzzle, shipped
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore
from marbles_tui.table.tasks.solve import Solve
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.tui.stage import Here, opened


def kept(made: Try | None = None) -> list[Try]:
    """The tries in the store, and one more if one is given."""
    store = MatchStore.open()
    if made:
        store.tries.add(made)
    found = store.tries.all()
    store.close()
    return found


@asynccontextmanager
async def at(app: Arcade, screen: Any, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Here]:
    """Somebody at a screen above the menu."""
    async with opened(app, size) as pilot:
        await app.push_screen(screen)
        await pilot.rest()
        yield pilot


def board(pilot: Here) -> BoardScreen:
    """The screen on which it is solved."""
    screen = pilot.app.screen
    assert isinstance(screen, BoardScreen)
    return screen


def solving(pilot: Here) -> Solve:
    """The puzzle that is being solved."""
    doing = board(pilot).doing
    assert isinstance(doing, Solve)
    return doing


def pick(pilot: Here, word: str) -> None:
    """Choose a move by its places, as the mouse does."""
    screen, task = board(pilot), solving(pilot)
    move: Any = task.game.find(task.solving.position, word)
    for cell in move.paths[0]:
        screen.take(partial(screen.picking.pick, cell))


async def play(pilot: Here, word: str) -> None:
    """Choose a move, and see what comes of it."""
    task = solving(pilot)
    before = len(task.solving.moves)
    pick(pilot, word)
    await pilot.until(lambda: len(task.solving.moves) > before, f"{word} played")
    await pilot.rest()


def first(game: Game) -> Puzzle:
    """The puzzle of a game with the shortest solution."""
    return min(shipped(game), key=lambda puzzle: (len(puzzle.solution), puzzle.id))
