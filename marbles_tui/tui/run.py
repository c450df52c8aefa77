"""The arcade as a program: what is loaded before it, and what is told after it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.games import GAMES
from marbles_tui.play import Seat
from marbles_tui.store import StoreThread, load
from marbles_tui.store.log import logged
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.arcade_screen import AnyScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.styled_app import NAMES
from marbles_tui.tui.terminal import has_ascii_alone, has_few_colours, in_browser, lacking, take_terminal

if TYPE_CHECKING:
    from marbles_tui.play import Match
    from marbles_tui.play.puzzles.puzzle import Puzzle
    from marbles_tui.play.puzzles.tries import Daily, DailyMatch
    from marbles_tui.table.start import Start

log = logging.getLogger(__name__)

Making: TypeAlias = Callable[[Arcade], AnyScreen]
"""Makes a screen, once there is an app."""

Table: TypeAlias = tuple[Game, str | None, Mapping[str, str], Sequence[Seat]]
"""A new match: game, setup, options, seats."""


class Asked(NamedTuple):
    """What is to lie above the menu at the start; of these one at most."""

    edit: tuple[Game, str] | None = None
    learn: str | None = None
    puzzle: Puzzle | None = None
    daily: Daily | DailyMatch | None = None
    hurry: str | None = None
    season: bool = False
    today: bool = False


NO_TERMINAL: Final = "marbles-tui: the arcade needs {}; try `marbles-tui {} --text`"


def run(
    *,
    table: Table | None = None,
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
    """Run the arcade until it is left; the exit status. See `marbles_tui.cli.arcade.launch`."""
    asked = Asked(edit, learn, puzzle, daily, hurry, season, today)
    seen = in_browser() or take_terminal()
    if not seen and resume is None:
        instead = _in_text(table, asked)
        print(NO_TERMINAL.format(lacking(), instead), file=sys.stderr)
        return 1
    settings, problems = load(NAMES)
    store = StoreThread()
    opening: Start | None = None
    above: Making | None = None
    try:
        above = _page(store, asked)
        if table or watch or resume is not None:
            opening = _start(store, settings.name, table, resume, watch)
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
    with suppress(OSError):  # the terminal may be gone
        _tell_end(app, store)
    return 1 if app.stopped_by or app.unsaved else app.return_code or 0


def _in_text(table: Table | None, asked: Asked) -> str:
    """The command that does the same in plain lines; for what has none, the one that plays a game."""
    if asked.learn is not None:
        return f"learn {asked.learn or 'GAME'}"
    if asked.puzzle:
        return f"puzzles solve {asked.puzzle.id}"
    if asked.daily:
        return f"daily {asked.daily.game.key} --date {asked.daily.date}"
    if asked.hurry is not None:
        return f"puzzles hurry {asked.hurry}".rstrip()
    if asked.season:
        return "season"
    if asked.today:
        return "today"
    return f"play {table[0].key if table else 'GAME'}"


def _page(store: StoreThread, asked: Asked) -> Making | None:
    """What is asked for above the menu; each page is loaded for itself alone. Raises ValueError."""
    if asked.edit:
        game, file = asked.edit
        editor = VIEWS[game.key].editor(file)
        return lambda _: editor
    if asked.season:
        from marbles_tui.tui.pages.tournament import SeasonScreen

        return lambda _: SeasonScreen()
    if asked.learn is not None:
        from marbles_tui.tui.pages.puzzles import opened

        return partial(opened, key=asked.learn)
    if asked.today:
        from marbles_tui.tui.pages.puzzles import PuzzlesScreen

        return lambda _: PuzzlesScreen()
    if asked.puzzle is None and asked.daily is None and asked.hurry is None:
        return None
    from marbles_tui.tui.puzzles import begin_hurry, daily_screen, puzzle_screen

    if asked.puzzle:
        return partial(puzzle_screen, puzzle=asked.puzzle)
    if asked.daily:
        return partial(daily_screen, found=asked.daily)
    game_of_it = next((game for game in GAMES if game.key == asked.hurry), None)
    runs = store.do(lambda matches: matches.tries.all()).result()
    return partial(begin_hurry, game=game_of_it, made=runs)


def _start(
    store: StoreThread, name: str, table: Table | None, resume: str | None, watch: Match | None
) -> Start:
    """The match to be played or watched at once. Raises ValueError."""
    from marbles_tui.table.start import Start, new_table, saved_match  # not for the menu

    if table:
        return new_table(*table, name=name)
    if watch:
        return Start(watch.at(0), script=watch)
    with logged():
        return store.do(lambda matches: saved_match(matches, GAMES, resume or "", name)).result()


def _tell_end(app: Arcade, store: StoreThread) -> None:
    """Say on the terminal that it has ended otherwise than by its own keys, and where the game is kept."""
    if app.unsaved:
        print(f"marbles-tui: {sanitize_line(str(app.unsaved), 1000)}", file=sys.stderr)
    elif app.stopped_by or app.return_code:
        why = f"stopped by {app.stopped_by}" if app.stopped_by else "stopped by an error"
        place = sanitize_line(str(store.place), 1000)
        print(f"marbles-tui: {why}; your game is kept in {place}: marbles-tui resume", file=sys.stderr)
