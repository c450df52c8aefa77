"""`marbles-tui engine`: the computers for other programs, line by line."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import click

from marbles_tui.cli.failure import Failure
from marbles_tui.cli.output import put_now
from marbles_tui.games import GAMES


@click.command(short_help="Think for other programs, line by line.")
def engine() -> int:
    """Let another program ask the computers for moves, in lines on standard input and output.

    \b
    games                     which games are played
    position RECORD           what to think about
    go movetime 500           think (also: depth N, nodes N, level NAME, seed N)
    stop                      answer now
    quit                      end
    """
    from marbles_tui.ai.engine.line_engine import LineEngine

    if sys.stdin is None:
        raise Failure("stdin cannot be read: it is closed")
    lock = threading.Lock()

    def write(line: str) -> None:
        with lock:  # the thinking thread writes too
            put_now(line)

    LineEngine(GAMES, write).serve(_lines())
    return 0


def _lines() -> Iterator[str]:
    """The lines of standard input; one that is too long is a command that there is not."""
    from marbles_tui.ai.engine.line_protocol import LONGEST

    source = sys.stdin.buffer
    while data := source.readline(LONGEST + 1):
        if len(data) > LONGEST:
            while data and not data.endswith(b"\n"):
                data = source.readline(LONGEST)
            yield "overlong"
        else:
            yield data.decode("utf-8", "replace")
