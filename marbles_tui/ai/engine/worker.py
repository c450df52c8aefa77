"""The engine process: `python -m marbles_tui.ai.engine.worker`, jobs on stdin, answers on stdout.

It takes ("job", number, Job) and ("stop", number), and gives ("report", number, what was found so far), then
("done", number, result) or ("failed", number, message). What went wrong unexpectedly it also writes to stderr, which
the arcade logs. It ends when its stdin does: when its parent is gone.
"""

from __future__ import annotations

import os
import queue
import threading
import traceback
from typing import Any, BinaryIO

from marbles_tui.ai.engine.job import Job
from marbles_tui.ai.engine.protocol import HEAD, length, pack, unpack
from marbles_tui.games import GAMES


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
                traceback.print_exc()
                self._send("failed", number, f"{type(error).__name__}: {error}")
            else:
                self._send("done", number, result)

    def _do(self, number: int, job: Job) -> Any:
        game = next(game for game in GAMES if game.key == job.game)

        def stop() -> bool:
            return self._stopped >= number

        def report(found: Any) -> None:
            self._send("report", number, found)

        return job.run(game, stop, report)

    def _send(self, *message: Any) -> None:
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
