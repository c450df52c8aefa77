"""A job being done, wherever the thinking is."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from marbles_tui.ai.engine.job import Job
from marbles_tui.ai.engine.protocol import Message
from marbles_tui.games import GAMES


def do(number: int, job: Job, stop: Callable[[], bool], say: Callable[[Message], None]) -> None:
    """Do a job, and say what it finds on the way and how it ends. What goes wrong unexpectedly is also written to
    stderr, which the arcade logs."""

    def report(found: Any) -> None:
        say(("report", number, found))

    try:
        game = next(game for game in GAMES if game.key == job.game)
        result = job.run(game, stop, report)
    except ValueError as error:
        say(("failed", number, str(error)))
    except Exception as error:  # whatever it is, the arcade must hear of it, and play on
        traceback.print_exc()
        say(("failed", number, f"{type(error).__name__}: {error}"))
    else:
        say(("done", number, result))
