"""Every screen in windows that are too small for it: `python -m tests.tui.squeeze [NAME ...]`.

Each is opened as the gallery shows it, and its window drawn to all sizes in turn, down to one cell. It must bear
that, and look as before when there is room again.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any, Final

from textual.pilot import Pilot
from textual.screen import Screen

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Seat
from marbles_tui.play.puzzles.text import shipped, with_puzzles
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import AskFile, QuestionDialog, Seating
from marbles_tui.tui.lesson import lesson_screen
from marbles_tui.tui.pages.lessons import LessonsPage
from marbles_tui.tui.pages.season import SeasonScreen
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.puzzles import puzzle_screen
from scripts.screenshots import SCREENS, SOURCE, Picture, open_arcade, pose
from tests.terminal.mirror import screen_text

SIZES: Final = (
    *((width, 40) for width in (*range(60, 20, -8), *range(20, 0, -1))),
    *((300, height) for height in range(18, 0, -1)),
    *((40, 1), (3, 3), (1, 1)),
)
"""Columns and rows."""


def above(make: Callable[[Any], Screen[Any] | None]) -> Picture:
    """A screen above the menu."""

    async def prepare(pilot: Pilot[None]) -> None:
        screen = make(pilot.app)
        assert screen
        await pilot.app.push_screen(screen)

    return Picture(prepare=prepare)


def _set_up(game: Game, _: Any) -> SetUp:
    return SetUp(game, None)


ALL: Final[Mapping[str, Picture]] = {
    **SCREENS,
    "palette-table": Picture(record=SOURCE, keys=("ctrl+p",)),
    "themes": Picture(keys=("ctrl+p", *"theme", "enter")),
    "statistics-game": replace(SCREENS["statistics"], keys=("enter",)),
    "lessons": above(lambda _: LessonsPage(GAMES)),
    "season": above(lambda _: SeasonScreen()),
    "seating": above(lambda _: Seating(GAMES[0], [Seat("Ann"), Seat("Ben")], note="Nothing is lost.")),
    "file": above(lambda _: AskFile("Which file?")),
    "question": above(lambda _: QuestionDialog("Really?", "Yes", "No")),
    **{f"set-up-{game.key}": above(partial(_set_up, game)) for game in GAMES},
    **{f"lesson-{game.key}": above(partial(lesson_screen, game=game)) for game in GAMES},
    **{
        f"puzzle-{game.key}": above(partial(puzzle_screen, puzzle=shipped(game)[0]))
        for game in with_puzzles(GAMES)
    },
}
"""Each screen, and how to come there."""

PATIENCE: Final = 15.0
"""Seconds in which a screen has to look as before."""

MOVING: Final = ("help-example",)
"""What looks otherwise after a while, whatever is done to its window."""


async def at_rest(app: Arcade, pilot: Pilot[None]) -> list[str]:
    """What a screen looks like when all of it is drawn."""
    before: list[str] = []
    while (seen := screen_text(app)) != before:
        before = seen
        await pilot.pause(0.1)
    return seen


async def squeeze(picture: Picture, sizes: Sequence[tuple[int, int]] = SIZES, moves: bool = False) -> None:
    """Draw the window of a screen to some sizes, and back to its own. Raises what it cannot bear, and AssertionError
    where it looks otherwise afterwards, unless it moves."""
    app = open_arcade(picture)
    async with app.run_test(size=picture.size) as pilot:
        await pose(pilot, picture)
        before = [] if moves else await at_rest(app, pilot)
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause(0)
        await pilot.resize_terminal(*picture.size)
        end = monotonic() + PATIENCE
        while not moves and screen_text(app) != before:
            assert monotonic() < end, "it looks otherwise"
            await pilot.pause(0.02)


def main() -> None:
    """Squeeze the screens that are named, or all, in blocks and in signs."""
    for name in sys.argv[1:] or ALL:
        for skin in ("blocks", "ascii"):
            asyncio.run(squeeze(replace(ALL[name], skin=skin), moves=name in MOVING))
        print(f"{name}: borne in {len(SIZES)} sizes", flush=True)


if __name__ == "__main__":
    main()
