"""Lets an Abalone engine that speaks AEP play: `match abacus --seats adept "engine:python scripts/aep.py ./engine"`.

AEP, the Abalone Engine Protocol of AbMove (Peer Sommerlund), is UCI with other positions and moves. `aep` is answered
by `id` lines and `readyok`. `position abp` is followed by the rows from the top, `1` for who begins, `2` for
the other and `.` for an empty cell, by the side to move, and by `moves`. A move is where its first marble comes from
and where its last one goes; but engines may name an in-line move by the step of its rear marble alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Final, TextIO

from marbles_tui.ai.engine.line_protocol import NOTHING, many_lines
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.games.abacus.hexagon import NAMES, NEXT, heading_to
from marbles_tui.games.abacus.position import Abacus, Step
from marbles_tui.games.abacus.text import write
from marbles_tui.play import Match, read_match

LONGEST: Final = 4000
"""Characters of a line: AbMove reads no more."""


def from_first_to_last(step: Step) -> str:
    """A move as AEP writes it. A row that moves sideways is named from its rear end."""
    first, last = step.marbles[0], step.marbles[-1]
    if step.inline:
        return _word(first, step.entered)
    along = heading_to(first, step.marbles[1])
    assert along is not None, "marbles of a row are neighbours"
    if (step.heading - along) % 6 not in (1, 5):
        first, last = last, first
    return _word(first, NEXT[step.heading][last])


def by_the_rear(step: Step) -> str | None:
    """An in-line move by the step of its rear marble; None for a move sideways."""
    return _word(step.marbles[0], NEXT[step.heading][step.marbles[0]]) if step.inline else None


def _word(first: int, goal: int) -> str:
    return f"{NAMES[first]}{NAMES[goal]}".lower()


def find(position: Abacus, word: str) -> Step | None:
    """The legal move that an engine means by a word; None if there is none."""
    namings: tuple[Callable[[Step], str | None], ...] = (from_first_to_last, by_the_rear)
    moves = position.moves()
    return next((step for naming in namings for step in moves if naming(step) == word.lower()), None)


def position_line(match: Match) -> str:
    """The start of a match and its moves, as AEP sets them up; of one too long for a line, the position."""
    moves = [from_first_to_last(move) for move in match.moves if isinstance(move, Step)]
    line = f"position abp {_board(match.positions[0])} moves {' '.join(moves)}".rstrip()  # type: ignore[arg-type]
    return line if len(line) < LONGEST else f"position abp {_board(match.position)} moves"  # type: ignore[arg-type]


def _board(position: Abacus) -> str:
    """The rows and the side to move."""
    rows, side = write(position).split()[:2]
    unpacked = "".join("." * int(sign) if sign.isdigit() else sign for sign in rows)
    return f"{unpacked.translate(str.maketrans('bw/', '12 '))} {'1' if side == 'b' else '2'}"


class Adapter:
    """Takes our lines, gives the engine its own, and turns its answers round."""

    def __init__(self, engine: subprocess.Popen[str], out: TextIO) -> None:
        assert engine.stdin
        assert engine.stdout
        self._to, self._from, self._out = engine.stdin, engine.stdout, out
        self._match: Match | None = None
        self._left = False

    def serve(self, lines: TextIO) -> None:
        """Until `quit` or the end of the lines."""
        self._tell("aep")
        while (line := self._from.readline()) and line.strip() != "readyok":
            pass
        threading.Thread(target=self._listen, daemon=True).start()
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "games":
                self._say("games abacus")
            elif word == "isready":
                self._tell("isready")
            elif word == "position":
                self._match = read_match(many_lines(rest), GAMES).whole()
            elif word == "go" and self._match:
                self._tell(position_line(self._match))
                self._tell(f"go {rest}".rstrip())
            elif word == "stop":
                self._tell("stop")
            elif word == "quit":
                break
        self._left = True
        self._tell("quit")

    def _listen(self) -> None:
        """Pass on what the engine says."""
        for line in self._from:
            word, _, rest = line.strip().partition(" ")
            if word == "bestmove" and self._match:
                step = find(self._match.position, rest.split(" ")[0])  # type: ignore[arg-type]
                self._say(f"bestmove {step or sanitize_line(rest, 20) or NOTHING}")
            elif word in ("info", "readyok"):
                self._say(sanitize_line(line.strip()))
        if not self._left:
            os._exit(1)  # the engine has ended, and the main thread waits for lines

    def _tell(self, line: str) -> None:
        self._to.write(f"{line}\n")
        self._to.flush()

    def _say(self, line: str) -> None:
        self._out.write(f"{line}\n")
        self._out.flush()


def main() -> int:
    """Start the engine that the command line names; the exit status."""
    if len(sys.argv) < 2:
        print("usage: aep.py ENGINE [ARGUMENT …]", file=sys.stderr)
        return 2
    with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        try:
            Adapter(engine, sys.stdout).serve(sys.stdin)
        except (OSError, ValueError) as error:
            print(f"error {sanitize_line(str(error))}", flush=True)
            engine.kill()
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
