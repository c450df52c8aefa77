"""Puzzles on standard input and output."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date

from marbles_tui.cli.failure import BAD_INPUT, Failure
from marbles_tui.cli.output import complain, put_folded
from marbles_tui.cli.text import ask_line, bear_any_encoding, completed
from marbles_tui.core import Game
from marbles_tui.play.puzzles.daily import Daily, DailyMatch
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.store import MatchStore
from marbles_tui.table.utc import utc_day
from marbles_tui.text import puzzles


def solve_as_text(puzzle: Puzzle) -> int:
    """Let a puzzle be solved line by line, and keep the scored try; the exit status."""
    return _with_store(lambda store: puzzles.solve(puzzle, store, ask_line, put_folded))


def solve_daily_as_text(found: Daily | DailyMatch) -> int:
    """The same for a day's puzzle or journey."""
    return _with_store(lambda store: puzzles.solve_daily(found, store, ask_line, put_folded))


def hurry_as_text(game: Game | None) -> int:
    """Three minutes of a game's puzzles, or of all."""
    return _with_store(lambda store: puzzles.hurry(game, store, ask_line, put_folded))


def show_today() -> int:
    """Show the day's puzzles and matches, how they went, and the month."""

    async def show(store: MatchStore) -> None:
        for line in await puzzles.today(store.tries.all(), utc_day()):
            put_folded(line)

    return _with_store(show)


def show_days(today: date) -> int:
    """Show the days of a month up to one, by what came of their puzzles."""

    async def show(store: MatchStore) -> None:
        for line in puzzles.days(store.tries.all(), today):
            put_folded(line)

    return _with_store(show)


def due_or_fitting(game: Game | None) -> tuple[Puzzle, int]:
    """As `puzzles.due_or_fitting`. Raises Failure for a game without puzzles."""
    store = MatchStore.open()
    try:
        return puzzles.due_or_fitting(game, store)
    except ValueError as error:
        raise Failure(str(error)) from error
    finally:
        store.close()


def _with_store(work: Callable[[MatchStore], Awaitable[None]]) -> int:
    async def done(store: MatchStore) -> None:
        await work(store)

    bear_any_encoding()
    store = MatchStore.open()
    status = 0
    try:
        status = completed(done(store))
    finally:
        kept = store.tries.keep_waiting()
        if not kept:
            complain(store.trouble)
        store.close()
    return status if kept else BAD_INPUT
