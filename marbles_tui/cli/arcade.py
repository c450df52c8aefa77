"""The arcade, on a screen or in plain lines."""

from __future__ import annotations

import gc
from typing import Any


def launch(*, text: bool = False, **start: Any) -> int:
    """Run the arcade until it is left, or do the same in plain lines; the exit status.

    `start` says where: nothing (the menu), `table=(game, setup, options, seats)` (a new match), `resume=ID`
    ("" for the last unfinished one), `watch=match` (a match replayed), `edit=(game, FILE)` (a setup in the
    editor, "" for a new one), `learn=KEY` (the first lesson of a game, "" for all to choose from), `season=True`
    (its table), `today=True` (all for today),
    `puzzle=puzzle`, `daily=puzzle or match of a day`, or `hurry=KEY` (three minutes of a game's
    puzzles, "" for those of all).
    """
    # Imported only now: nothing else of the command line needs a face, and loading one takes a while.
    if text:
        from marbles_tui.cli.text import run_text

        return run_text(**start)
    gc.disable()  # until the arcade is shown: all that is loaded stays, and need not be looked through
    try:
        from marbles_tui.tui.run import run

        gc.freeze()
        return run(**start)
    finally:
        gc.enable()
