"""The arcade as a program: what is loaded before it, and what is told after it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.store import StoreThread, load
from marbles_tui.store.log import logged
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.arcade_screen import AnyScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.styled_app import NAMES
from marbles_tui.tui.terminal import has_ascii_alone, has_few_colours, in_browser, lacking, take_terminal

if TYPE_CHECKING:
    from marbles_tui.play import Match, Seat
    from marbles_tui.play.puzzles.puzzle import Puzzle
    from marbles_tui.play.puzzles.tries import Daily, DailyMatch
    from marbles_tui.table.start import Start

log = logging.getLogger(__name__)

NO_TERMINAL: Final = "marbles-tui: the arcade needs {}; try `marbles-tui {} --text`"


def _as_it_is(screen: AnyScreen) -> Callable[[Arcade], AnyScreen]:
    """A screen that needs nothing of the app to be made."""
    return lambda _: screen


def run(
    *,
    table: tuple[Game, str | None, Mapping[str, str], Sequence[Seat]] | None = None,
    resume: str | None = None,
    watch: Match | None = None,
    edit: tuple[Game, str] | None = None,
    learn: str | None = None,
    puzzle: Puzzle | None = None,
    daily: Daily | DailyMatch | None = None,
    hurry: str | None = None,
    season: bool = False,
    today: bool = False,
) -> int:
    """Run the arcade until it is left; the exit status. See `marbles_tui.cli.play.launch`."""
    seen = in_browser() or take_terminal()
    if not seen and resume is None:
        what = "play" if learn is None else "learn"
        key = learn or (table[0].key if table else "GAME")
        print(NO_TERMINAL.format(lacking(), f"{what} {key}"), file=sys.stderr)
        return 1
    settings, problems = load(NAMES)
    store = StoreThread()
    opening: Start | None = None
    above: Callable[[Arcade], AnyScreen] | None = None
    try:
        if edit is not None:
            game, file = edit
            above = _as_it_is(VIEWS[game.key].editor(file))
        if learn is not None:
            from marbles_tui.tui.pages.puzzles import opened  # not for other starts

            above = partial(opened, key=learn)
        if puzzle or daily:
            from marbles_tui.tui.puzzles import daily_screen, puzzle_screen  # not for other starts

            above = partial(daily_screen, found=daily) if daily else above
            above = partial(puzzle_screen, puzzle=puzzle) if puzzle else above
        if hurry is not None:
            from marbles_tui.tui.puzzles import begin_hurry

            game_of_it = next((game for game in GAMES if game.key == hurry), None)
            runs = store.do(lambda matches: matches.tries.all()).result()
            above = partial(begin_hurry, game=game_of_it, made=runs)
        if season:
            from marbles_tui.tui.pages.tournament import SeasonScreen

            above = _as_it_is(SeasonScreen())
        if today:
            from marbles_tui.tui.pages.puzzles import PuzzlesScreen

            above = _as_it_is(PuzzlesScreen())
        if table or watch or resume is not None:
            from marbles_tui.table.start import Start, new_table, saved_match  # not for the menu
        if table:
            opening = new_table(*table, name=settings.name)
        elif resume is not None:
            with logged():
                opening = store.do(
                    lambda matches: saved_match(matches, GAMES, resume, settings.name)
                ).result()
        elif watch:
            opening = Start(watch.at(0), script=watch)
    except ValueError as error:
        if not store.damaged:  # of a damaged file the arcade itself says what helps
            print(f"marbles-tui: {sanitize_line(str(error), 1000)}", file=sys.stderr)
            return 1
    if not seen:
        print(NO_TERMINAL.format(lacking(), f"resume {resume}".rstrip()), file=sys.stderr)
        return 1
    app = Arcade(
        settings=settings,
        problems=problems,
        store=store,
        opening=opening,
        above=above,
        greet=not (settings.greeted or settings.name or in_browser()),
        few_colours=has_few_colours(),
        ascii_alone=has_ascii_alone(),
    )
    with logged():
        app.run()
        if mistake := app._exception:  # what is printed of it may be gone with the terminal
            log.error("the arcade has ended by a mistake", exc_info=mistake)
    why = f"stopped by {app.stopped_by}" if app.stopped_by else "stopped by an error"
    with suppress(OSError):  # the terminal may be gone
        if app.unsaved:
            print(f"marbles-tui: {sanitize_line(str(app.unsaved), 1000)}", file=sys.stderr)
        elif app.stopped_by or app.return_code:
            place = sanitize_line(str(store.place), 1000)
            print(f"marbles-tui: {why}; your game is kept in {place}: marbles-tui resume", file=sys.stderr)
    return 1 if app.stopped_by or app.unsaved else app.return_code or 0
