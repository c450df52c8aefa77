"""`marbles-tui think`: what the computer would play, and why it is content with it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from math import isfinite
from time import perf_counter
from typing import Final

import click

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.engine.line_engine import LONGEST, LineEngine
from marbles_tui.ai.levels import consider
from marbles_tui.ai.native.library import why_not_native
from marbles_tui.cli import completion
from marbles_tui.cli.arguments import (
    GameCommand,
    find_game,
    level_key,
    open_match,
    opening_options,
    read_text,
    split_options,
)
from marbles_tui.cli.output import INTERRUPTED, WRONG_USAGE, Failure, answering, complain, put, put_now
from marbles_tui.core import CHANCE
from marbles_tui.core.text import plural
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.openings import Continuation, Openings
from marbles_tui.play.perft import Bit, bits
from marbles_tui.store import MatchStore
from marbles_tui.store.library import Filter

USUAL_SECONDS: Final = 3.0
"""How long it thinks where neither a limit nor a level is given."""


@click.command(cls=GameCommand)
@click.argument("game", shell_complete=completion.games)
@opening_options
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), help="Think for at most this many seconds."
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    help="Look at no more than this many positions: the same answer on every machine.",
)
@click.option(
    "--level",
    metavar="LEVEL",
    shell_complete=completion.levels,
    help="Think as this level does (default: the strongest).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def think(
    game: str,
    setup: str | None,
    position: str | None,
    record: str | None,
    options: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    level: str | None,
    as_json: bool,
) -> int:
    """Ask the computer for the best move in a position of GAME."""
    answer: dict[str, object] = dict.fromkeys(
        ("move", "value", "wins_in", "loses_in", "depth", "nodes", "seconds", "native", "why_plain", "line")
    )
    with answering(answer, as_json):
        if seconds is not None and not isfinite(seconds):
            raise Failure(f"--seconds takes a number of seconds, not {seconds}", WRONG_USAGE)
        found = find_game(game)
        name = None if level is None else level_key(found, level)
        match = open_match(found, setup, position, record, split_options(options))
        _check_running(match)
        limit = Limit(seconds=seconds, nodes=nodes) if seconds or nodes else None
        if limit is None and name is None:
            limit = Limit(seconds=USUAL_SECONDS)
        thought = consider(match, name, limit)
        why = "" if thought.native else why_not_native() or "this move took no native search"
        answer |= {
            "move": thought.move,
            "value": thought.value,
            "wins_in": thought.wins_in,
            "loses_in": thought.loses_in,
            "depth": thought.depth,
            "nodes": thought.nodes,
            "seconds": round(thought.seconds, 6),
            "native": thought.native,
            "why_plain": why or None,
            "line": list(thought.pv),
        }
        if not as_json:
            put(_in_words(thought, why))
    return 0


def _check_running(match: Match) -> None:
    if match.result:
        raise Failure(f"the game is over ({match.result.reason}): there is nothing to think about")
    if match.turn == CHANCE:
        raise Failure("the dice decide here: there is nothing to think about")


def _in_words(thought: Analysis, why: str) -> str:
    value = thought.words() if thought.proved else f"value {thought.value:+.2f}"
    work = f"depth {thought.depth}, {plural(thought.nodes, 'position')} in {thought.seconds:.2f} s"
    work += f" (plain Python search: {why})" if why else " (native search)"
    return f"{thought.move}  {value}\nline: {' '.join(thought.pv)}\n{work}"


@click.command(cls=GameCommand)
@click.argument("game", shell_complete=completion.games)
@opening_options
@click.option(
    "--file",
    "files",
    multiple=True,
    metavar="FILE",
    help="Look at the games of this file, not of the library.",
)
@click.option("--games", "named", is_flag=True, help="Name the games in which each move was played.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explore(
    game: str,
    setup: str | None,
    position: str | None,
    record: str | None,
    options: tuple[str, ...],
    files: tuple[str, ...],
    named: bool,
    as_json: bool,
) -> int:
    """Show which moves were played from a position of GAME, how often, and how those games ended.

    It looks through the library, or through files of records. Games count in which the same position stood after as
    many moves, by whatever way it arose.
    """
    answer: dict[str, object] = {"game": game, "plies": None, "games": None, "moves": [], "error": None}
    with answering(answer, as_json):
        found = find_game(game)
        match = open_match(found, setup, position, record, split_options(options))
        openings = Openings(found, map(read_text, files) if files else _library(found.key))
        moves = openings.at(match)
        answer |= {
            "plies": match.plies,
            "games": sum(len(move.lines) for move in moves),
            "moves": [_described(move, match, named) for move in moves],
        }
        if not as_json:
            put(_told(match, moves, len(openings), named))
    return 0


def _library(key: str) -> Iterable[str]:
    store = MatchStore.open()
    if not store.readable:
        raise Failure(store.trouble)
    return store.library.records(Filter(key))


def _described(move: Continuation, match: Match, named: bool) -> dict[str, object]:
    described: dict[str, object] = {
        "move": move.move,
        "games": len(move.lines),
        "won": [move.ended(str(seat)) for seat in range(1, len(match.seats) + 1)],
        "drawn": move.ended("draw"),
    }
    return {**described, "titles": [line.title for line in move.lines]} if named else described


def _told(match: Match, moves: tuple[Continuation, ...], looked: int, named: bool) -> str:
    if not moves:
        return f"Nothing was played from here: {plural(looked, 'game')} of {match.game.title} looked through."
    sides = match.game.sides[: len(match.seats)]
    width = max(len("move"), *(len(move.move) for move in moves))
    rows = [f"{'move':<{width}}  games  {'  '.join(moves[0].ends(sides))}"]
    for move in moves:
        shares = (
            f"{f'{100 * number / len(move.lines):.0f} %':>{len(how)}}"
            for how, number in move.ends(sides).items()
        )
        rows.append(f"{move.move:<{width}}  {len(move.lines):>5}  {'  '.join(shares)}")
        if named:
            rows += [f"    {line.title or 'nobody is named'}: {line.ended(sides)}" for line in move.lines]
    return "\n".join(rows)


PATIENCE: Final = 1.0
"""Seconds after which it is told how the count goes, and from one time to the next."""

UNITS: Final = ((86_400.0, "day"), (3600.0, "hour"), (60.0, "minute"))
YEAR: Final = 365 * 86_400.0


@click.command(cls=GameCommand)
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
    answer: dict[str, object] = {"game": game, "depth": depth, "count": None, "seconds": None}
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


@click.command()
def engine() -> int:
    """Let another program ask the computers for moves, in lines on standard input and output.

    \b
    games                     which games are played
    position RECORD           what to think about
    go movetime 500           think (also: depth N, nodes N, level NAME, seed N)
    stop                      answer now
    quit                      end
    """
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
    source = sys.stdin.buffer
    while data := source.readline(LONGEST + 1):
        if len(data) > LONGEST:
            while data and not data.endswith(b"\n"):
                data = source.readline(LONGEST)
            yield "overlong"
        else:
            yield data.decode("utf-8", "replace")
