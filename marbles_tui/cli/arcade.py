"""The one place where the command line starts the arcade."""

from __future__ import annotations

import gc
from typing import Any


def launch(**start: Any) -> int:
    """Run the arcade until it is left; the exit status.

    `start` says where: nothing (the menu), `table=(game, setup, options, seats)` (a new match), `resume=ID`
    ("" for the last unfinished one), `watch=match` (a match replayed), `edit=(game, FILE)` (a setup in the
    editor, "" for a new one), `learn=KEY` (the first lesson of a game, "" for all to choose from), `season=True`
    (its table), `today=True` (all for today),
    `puzzle=puzzle`, `daily=puzzle or match of a day`, or `hurry=KEY` (three minutes of a game's
    puzzles, "" for those of all).
    """
    gc.disable()  # until the arcade is shown: all that is loaded stays, and need not be looked through
    try:
        # Imported only now: nothing else of the command line needs a screen, and loading one takes a while.
        from marbles_tui.tui.run import run

        gc.freeze()
        return run(**start)
    finally:
        gc.enable()
