"""`marbles-tui perft`: how many sequences of plies there are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

import click

from marbles_tui.cli import completion
from marbles_tui.cli.failure import INTERRUPTED, answering
from marbles_tui.cli.game_command import GameCommand
from marbles_tui.cli.naming import find_game, split_options
from marbles_tui.cli.opening import open_match, opening_options
from marbles_tui.cli.output import complain, put
from marbles_tui.core.text import plural
from marbles_tui.play.perft import Bit, bits

PATIENCE: Final = 1.0
"""Seconds after which it is told how the count goes, and from one time to the next."""

UNITS: Final = ((86_400.0, "day"), (3600.0, "hour"), (60.0, "minute"))
YEAR: Final = 365 * 86_400.0


@click.command(cls=GameCommand, short_help="Count move sequences, to check the rules.")
@click.argument("game", shell_complete=completion.games)
@click.argument("depth", type=click.IntRange(0, 99))
@opening_options
@click.option("--divide", is_flag=True, help="List the count for each first move.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(
    game: str,
    depth: int,
    setup: str | None,
    position: str | None,
    record: str | None,
    options: tuple[str, ...],
    divide: bool,
    as_json: bool,
) -> int:
    """Count the sequences of exactly DEPTH plies (single moves) in GAME, as programs compare their rules.

    Each ply multiplies the count, and the time, by the number of moves: by about 5 in Egg Carton, 45 in Abacus and
    Gobblet. A DEPTH of 4 or 5 takes from seconds to hours, one of 20 for ever. On a terminal it is told how far the
    count has come; Ctrl-C ends it with what has been counted so far.
    """
    answer: dict[str, Any] = {"game": game, "depth": depth, "count": None, "seconds": None}
    stopped = False
    with answering(answer, as_json):
        found = find_game(game)
        answer["game"] = found.key
        match = open_match(found, setup, position, record, split_options(options))
        # A match that was resigned or drawn has no continuation, whatever its position allows.
        over = match.result is not None
        counted = _Count()
        try:
            if over:
                counted.total = int(depth == 0)
            elif divide and depth:
                for move in match.position.moves():
                    below = match.position.play(move)
                    before = counted.total
                    counted.count(bits(below, depth - 1, 1 / len(match.position.moves())))
                    counted.moves[str(move)] = counted.total - before
            else:
                counted.count(bits(match.position, depth))
        except KeyboardInterrupt:
            stopped = True
        finally:
            counted.wipe()
        answer |= {"count": None if stopped else counted.total, "seconds": counted.seconds}
        if stopped:
            answer["at_least"] = counted.total
        if divide:
            answer["moves"] = counted.moves
        if not as_json:
            for name, count in counted.moves.items():
                put(f"{name}  {count:,}")
            total = f"{'at least ' if stopped else ''}{plural(counted.total, 'sequence')}"
            put(f"{total} of {plural(depth, 'ply')} in {counted.seconds:.3f} s")
    if stopped:
        complain("interrupted: this is what had been counted")
    return INTERRUPTED if stopped else 0


class _Count:
    """A count that goes on, and says on a terminal how far it has come."""

    def __init__(self) -> None:
        self.total = 0
        self.moves: dict[str, int] = {}
        self._share = 0.0
        self._began = perf_counter()
        self._told = 0.0

    @property
    def seconds(self) -> float:
        """Since it began."""
        return round(perf_counter() - self._began, 6)

    def count(self, parts: Iterator[Bit]) -> None:
        """Add these."""
        watched = sys.stderr.isatty()
        for part in parts:
            self.total += part.sequences
            self._share += part.share
            if watched and self.seconds - self._told > PATIENCE:
                self._told = self.seconds
                self._say(progress(self.total, self._share, self.seconds))

    def wipe(self) -> None:
        """Take away what was said."""
        if self._told:
            self._say("")

    def _say(self, line: str) -> None:
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


def progress(total: int, share: float, seconds: float) -> str:
    """How far a count has come, after which share of the whole and how many seconds."""
    left = seconds * (1 / share - 1)
    whole = total / share
    size = f"about {whole:,.0f}" if whole < 1e9 else f"about {whole:.0e}".replace("e+", " times 10^")
    return f"{total:,} of {size} sequences, {_long(left)} left; Ctrl-C stops"


def _long(seconds: float) -> str:
    """How long something takes, in one unit."""
    if seconds >= YEAR:
        return "more than a year"
    for length, unit in UNITS:
        if seconds >= 2 * length:
            return f"about {plural(round(seconds / length), unit)}"
    return f"about {plural(max(1, round(seconds)), 'second')}"
