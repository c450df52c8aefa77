"""The engine process: `python -m marbles_tui.ai.engine.worker`, jobs on stdin, answers on stdout.

It ends when its stdin does: when its parent is gone.
"""

from __future__ import annotations

import os
import queue
import threading
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO

from marbles_tui.ai.engine.job import Job
from marbles_tui.ai.engine.protocol import HEAD, Message, length, pack, unpack
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
            kind, number, job = unpack(body)
            if kind == "stop":
                self._stopped = max(self._stopped, number)
            else:
                self._jobs.put((number, job))

    def work(self) -> None:
        """Do jobs for ever."""
        while True:
            number, job = self._jobs.get()
            do(number, job, partial(self._is_stopped, number), self._send)

    def _is_stopped(self, number: int) -> bool:
        return self._stopped >= number

    def _send(self, message: Message) -> None:
        self._sink.write(pack(message))
        self._sink.flush()


def main() -> None:
    """Run the engine process."""
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # what anything prints must not end up between the answers
    if hasattr(os, "nice"):  # not on Windows
        os.nice(3)  # the screen goes before the search
    worker = Worker(os.fdopen(os.dup(0), "rb"), sink)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main()
