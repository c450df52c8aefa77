"""What the engine process is asked: jobs, as values that can be sent."""

from __future__ import annotations

import os
import pickle
import queue
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, BinaryIO, Final, Generic, TypeAlias, TypeVar

from marbles_tui import __version__
from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.core import Game, Solutions
from marbles_tui.games import find
from marbles_tui.play import read_match
from marbles_tui.play.puzzles.puzzle import write_puzzle

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


def apart() -> dict[str, Any]:
    """The arguments for it: a session of its own, or on Windows, which has none, a group."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


# Between the arcade and an engine go pickles; those that a process answers with each after its length.
#
# The arcade says ("job", number, Job) and ("stop", number, None), and hears ("report", number, what was found so
# far), then ("done", number, result) or ("failed", number, why in a line).
#
# Reading a pickle can run code. That is safe here, because only the two, both started by this program, hold the ends
# of the pipe or of the channel between two workers of a page; nothing that comes from a file, a record or the network
# is ever read this way.

HEAD: Final = struct.Struct(">I")

Message: TypeAlias = tuple[str, int, object]


def dump(message: Message) -> bytes:
    """A message as bytes."""
    return pickle.dumps(message)


def pack(message: Message) -> bytes:
    """A message as a process answers it."""
    body = dump(message)
    return HEAD.pack(len(body)) + body


def unpack(body: bytes) -> Message:
    """The message of those bytes."""
    message: Message = pickle.loads(body)
    return message


class Priority(IntEnum):
    """How urgent a job is; a lower number goes first and takes the place of a higher one."""

    MOVE = 0
    """A move that a table waits for."""

    HINT = 1
    ANALYSIS = 2
    REVIEW = 3


@dataclass(frozen=True, slots=True)
class Job(Generic[R_co]):
    """Something to do in a game."""

    game: str
    """The game's key."""

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[R_co], None]) -> R_co:
        """Do it, in the engine process. `stop` says whether the answer is wanted now; `report` tells what is
        found on the way. Raises ValueError for what cannot be done."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Think(Job[Analysis]):
    """Think about the position at the end of a record. The arguments are those of `consider`; the result is an
    Analysis."""

    record: str
    level: str | None = None
    limit: Limit | None = None
    seed: int = 0
    multipv: int = 1

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[Analysis], None]) -> Analysis:
        """An Analysis; reported is one for every depth that is done."""
        from marbles_tui.ai.levels import consider

        match = read_match(self.record, (game,), game).whole()
        return consider(match, self.level, self.limit, self.seed, stop, report, self.multipv)


@dataclass(frozen=True, slots=True)
class CountSolutions(Job["Solutions | None"]):
    """Count the ways from the end of a record to the goal that its match is played for."""

    record: str

    def run(
        self, game: Game, stop: Callable[[], bool], report: Callable[[Solutions | None], None]
    ) -> Solutions | None:
        """Solutions; None where there is no goal, or they cannot be counted."""
        match = read_match(self.record, (game,), game).whole()
        return match.goal.solutions(match.position) if match.goal else None


@dataclass(frozen=True, slots=True)
class MakePuzzle(Job["str | None"]):
    """Draw a start from a seed from which the game's goal can be reached."""

    seed: int

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[str | None], None]) -> str | None:
        """The text of the position; None where the game has no goal, or draws no starts for it."""
        start = game.goals[0].draw(Random(self.seed)) if game.goals else None
        return None if start is None else game.write(start)


@dataclass(frozen=True, slots=True)
class FindPuzzle(Job["str | None"]):
    """Look for a puzzle in the position at the end of a record: one that is won in the turn which begins there, or
    any."""

    record: str
    one_turn: bool = False

    def run(self, game: Game, stop: Callable[[], bool], report: Callable[[str | None], None]) -> str | None:
        """The puzzle's text; None if none is found in some seconds, or before the stop."""
        from marbles_tui.ai.puzzles.making import one_turn, puzzle_in

        match = read_match(self.record, (game,), game).whole()
        found = (one_turn if self.one_turn else puzzle_in)(game, match.position, match.options, stop)
        return write_puzzle(found) if found else None


def perform(job: Job[R]) -> R:
    """The result of a job that is done here and now, to its end. Raises ValueError."""

    return job.run(find(job.game), lambda: False, lambda _: None)


# The engine process: `python -m marbles_tui.ai.engine.job VERSION`, jobs on stdin, answers on stdout.
#
# It ends when its stdin does: when its parent is gone. It loads all that jobs need at once, and stays as it is
# when the program is updated; one that is started later is of another version than its parent, and ends.

OTHER_VERSION: Final = 3
"""The exit status of one that is of another version than its parent, or does not understand it."""


NEEDED: Final = (
    "marbles_tui.ai.engine.job",  # by the name that jobs come under
    "marbles_tui.ai.levels",
    "marbles_tui.ai.search.player",
    "marbles_tui.ai.games.egg_carton.perfect",
    "marbles_tui.ai.puzzles.making",
    "marbles_tui.games.getaway.sketch",
)
"""Modules which jobs import when they are done. With those that these import, all."""


def prepare() -> None:
    """Load now what jobs need: later somebody would wait for it, and the program may have been updated meanwhile."""
    for name in NEEDED:
        import_module(name)
    import_module("marbles_tui.ai.native.library").installed_library()


def do(number: int, job: Job[R], stop: Callable[[], bool], say: Callable[[Message], None]) -> None:
    """Do a job, and say what it finds on the way and how it ends. What goes wrong unexpectedly is also written to
    stderr, which the arcade logs."""

    def report(found: R) -> None:
        say(("report", number, found))

    try:
        result = job.run(find(job.game), stop, report)
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
        self._jobs: queue.SimpleQueue[tuple[int, Job[object]]] = queue.SimpleQueue()
        self._stopped = 0

    def listen(self) -> None:
        """Receive jobs and stops until the parent is gone; then end the process, whatever it is doing."""
        while True:
            try:
                kind, number, job = pickle.load(self._source)
            except EOFError:
                os._exit(0)
            except Exception:  # classes have other names, or forms
                os._exit(OTHER_VERSION)
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
    if sys.argv[1:] not in ([], [__version__]):
        sys.exit(OTHER_VERSION)
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # what anything prints must not end up between the answers
    if hasattr(os, "nice"):  # not on Windows
        os.nice(3)  # the screen goes before the search
    worker = Worker(os.fdopen(os.dup(0), "rb"), sink)
    threading.Thread(target=worker.listen, daemon=True).start()
    prepare()
    worker.work()


if __name__ == "__main__":
    main()
