"""The screens of puzzles, and of the day's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.daily import Daily, DailyMatch
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.shipped import find_puzzle, shipped
from marbles_tui.tui.games import VIEWS

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit
    from marbles_tui.tui.table.board_screen import BoardScreen


def puzzle_screen(app: Kit, puzzle: Puzzle, daily: Daily | None = None) -> BoardScreen:
    """A puzzle to be solved. What was tried before is read once it is there."""
    from marbles_tui.table.tasks.solve import Solve
    from marbles_tui.tui.table.screens import board_screen
    from marbles_tui.tui.table.solve_panels import SolvePanels

    async def choose(match: Match) -> str | None:
        thought = await app.engine.hint(match)
        return thought.move if thought else None

    def keep(made: tries.Try) -> None:
        app.store.do(lambda store: store.tries.add(made))

    def leads_on(where: str) -> None:
        _go_on(screen, task, where)

    async def recall() -> None:
        task.know(await app.store.ask(lambda store: store.tries.all()))

    task = Solve(puzzle, daily, today=app.utc_today(), keep=keep, choose=choose, leads_on=leads_on)
    slim = VIEWS[puzzle.game.key].match().slim
    screen = board_screen(task, SolvePanels(app.games, slim), recall)
    return screen


def _go_on(screen: BoardScreen, task: Any, where: str) -> None:
    """Another puzzle in the place of this one, all puzzles, or the text to share."""
    from marbles_tui.tui.clipboard import copy

    app = screen.app
    found: Puzzle | None = None
    if where == "copy":
        copy(app, task.situation.shared, "text")
    elif where == "room":
        if app.lists_puzzles(app.screen_stack[-2]):
            screen.action_leave()
        else:
            app.show_puzzles()
    elif where == "due":
        found = next(filter(None, (find_puzzle(app.games, name) for name in task.record.due)), None)
    else:
        found = tries.next_puzzle(shipped(task.game), task.made, but=task.puzzle.id)
    if found:
        screen.stop()
        app.switch_screen(puzzle_screen(app, found))


def daily_screen(app: Kit, found: Daily | DailyMatch) -> BoardScreen:
    """The screen of a day's puzzle, or of its match."""
    if isinstance(found, Daily):
        return puzzle_screen(app, found.puzzle, found)
    from marbles_tui.table.tasks.day import DayScore, day_session
    from marbles_tui.tui.clipboard import copy
    from marbles_tui.tui.table.sitting import match_screen

    day = DayScore(found, lambda made: app.store.do(lambda store: store.tries.add(made)), app.utc_today())

    async def read() -> None:
        day.made = await app.store.ask(lambda store: store.tries.all())

    def again(match: Match) -> None:
        del match
        app.switch_screen(daily_screen(app, found))

    app.run_worker(read(), group="tries")
    return match_screen(app, day_session(found), day.occasion(again, partial(copy, app)))
