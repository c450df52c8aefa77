"""The thinking process: `python -m marbles_tui.ai.engine.worker`, jobs on stdin, answers on stdout.

It takes ("job", number, Job) and ("stop", number), and gives ("report", number, Thought), then
("done", number, result) or ("failed", number, message). It ends when its stdin does: when its parent is gone.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from random import Random
from typing import Any, BinaryIO

from marbles_tui.ai.engine.job import Job
from marbles_tui.ai.engine.protocol import HEAD, length, pack, unpack
from marbles_tui.ai.think import think
from marbles_tui.games import GAMES
from marbles_tui.play import read_match


class Worker:
    """Does one job after another; a thread of its own listens for stops."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._jobs: queue.SimpleQueue[tuple[int, Job]] = queue.SimpleQueue()
        self._stopped = 0

    def listen(self) -> None:
        """Receive jobs and stops until the parent is gone; then end the process, whatever it is doing."""
        while True:
            head = self._source.read(HEAD.size)
            body = self._source.read(length(head)) if len(head) == HEAD.size else b""
            if not body:
                os._exit(0)
            kind, number, *rest = unpack(body)
            if kind == "stop":
                self._stopped = max(self._stopped, number)
            else:
                self._jobs.put((number, rest[0]))

    def work(self) -> None:
        """Do jobs for ever."""
        while True:
            number, job = self._jobs.get()
            try:
                result = self._do(number, job)
            except ValueError as error:
                self._send("failed", number, str(error))
            except Exception as error:  # whatever it is, the arcade must hear of it, and play on
                self._send("failed", number, f"{type(error).__name__}: {error}")
            else:
                self._send("done", number, result)

    def _do(self, number: int, job: Job) -> Any:
        game = next(game for game in GAMES if game.key == job.game)
        match job.work:
            case "think":
                stop: Callable[[], bool] = lambda: self._stopped >= number  # noqa: E731
                report = lambda thought: self._send("report", number, thought)  # noqa: E731
                return think(game, job.record, job.level, job.limit, job.seed, stop, report, job.multipv)
            case "solutions":
                match = read_match(job.record, (game,), game).whole()
                return match.goal.solutions(match.position) if match.goal else None
            case "puzzle":
                start = game.goals[0].draw(Random(job.seed)) if game.goals else None
                return game.write(start) if start is not None else None
        raise ValueError(f"there is no work {job.work!r}")

    def _send(self, *message: Any) -> None:
        self._sink.write(pack(message))
        self._sink.flush()


def main() -> None:
    """Run the thinking process."""
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # what anything prints must not end up between the answers
    os.nice(3)  # the screen goes before the search
    worker = Worker(os.fdopen(os.dup(0), "rb"), sink)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main()
