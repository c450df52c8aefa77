"""`marbles-tui match`: computers play one another."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from marbles_tui.cli import completion
from marbles_tui.cli.engines import name_engines
from marbles_tui.cli.failure import INTERRUPTED, WRONG_USAGE, Failure, answering
from marbles_tui.cli.game_command import GameCommand, rule_option, setup_option
from marbles_tui.cli.naming import find_game, level_key, split_options
from marbles_tui.cli.output import complain, put
from marbles_tui.cli.record_file import RecordFile
from marbles_tui.cli.source import force_option
from marbles_tui.core import Game
from marbles_tui.core.text import plural
from marbles_tui.play import Match, read_match

if TYPE_CHECKING:
    from marbles_tui.play.tally import Tally

PATIENCE: Final = "10s"
"""How long a scheduler has to answer."""

MOST_ON_WINDOWS: Final = 61
"""Processes that a pool can wait for there."""


@click.command(cls=GameCommand, short_help="Let computers play each other.")
@click.argument("game", shell_complete=completion.games)
@click.option(
    "--seats",
    "first",
    multiple=True,
    metavar="LEVEL LEVEL …",
    shell_complete=completion.levels,
    help="The levels that play; 'engine:COMMAND' is another program (docs/protocol.md).",
)
@click.argument("others", nargs=-1, metavar="", shell_complete=completion.levels)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Games to play (for each pair of levels).",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Random seed: the same seed, the same games."
)
@setup_option("A named start or a position text.")
@rule_option()
@click.option("--random-plies", type=click.IntRange(0), default=0, help="Random moves played first.")
@click.option(
    "--max-plies", type=click.IntRange(1), default=400, help="A game longer than this counts as a draw."
)
@click.option("--move-time", type=click.FloatRange(0.01), help="Seconds for each move, at most.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Games to play at the same time.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
@click.option("--sprt", is_flag=True, help="Stop as soon as it is clear whether the first level is stronger.")
@click.option("--records", metavar="FILE", help="Write the records of all games to this file.")
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def match(
    game: str,
    first: tuple[str, ...],
    others: tuple[str, ...],
    games: int,
    seed: int,
    setup: str | None,
    options: tuple[str, ...],
    random_plies: int,
    max_plies: int,
    move_time: float | None,
    jobs: int,
    cluster: str | None,
    sprt: bool,
    records: str | None,
    force: bool,
    as_json: bool,
) -> int:
    """Let computers play GAME against each other and print the score: levels, or other programs.

    They change seats from game to game; with more levels than seats every pair plays.
    """
    from marbles_tui.play.match import TERMINATION
    from marbles_tui.play.tally import Tally
    from marbles_tui.table.bouts import Conditions, bouts, play_all

    answer: dict[str, Any] = {}
    with answering(answer, as_json):
        found = find_game(game)
        # `--seats A B` reaches us as the option A and the argument B; `--seats A --seats B` as two options.
        if not first or (len(first) > 1 and others):
            raise Failure("expected --seats LEVEL LEVEL …, one level a seat", WRONG_USAGE)
        words = (*first, *others)
        engines = name_engines(words)
        levels = [engines[word].label if word in engines else level_key(found, word) for word in words]
        if sprt and len(levels) != 2:
            raise Failure("--sprt compares two levels", WRONG_USAGE)
        given = split_options(options)
        Match.new(found, setup=setup, options=given)
        terms = Conditions(
            setup=setup,
            options=tuple(given.items()),
            seed=seed,
            random_plies=random_plies,
            longest=max_plies,
            seconds=move_time,
            engines=tuple((engine.label, engine.command) for engine in engines.values()),
        )
        planned = list(bouts(found, levels, games, terms))
        tally, interrupted = Tally(tuple(levels)), False
        # Where nobody watches, click would still write the label.
        watched = sys.stderr if sys.stderr.isatty() else io.StringIO()
        with (
            RecordFile(records, force) as kept,
            _executor(jobs, cluster) as (executor, workers),
            click.progressbar(length=len(planned), label="games", file=watched) as bar,
        ):
            try:
                for _, record in play_all(iter(planned), executor, workers):
                    played = read_match(record, (found,), found).whole()
                    tally.add(played)
                    if why := played.tag(TERMINATION):
                        complain(f"game {tally.games}: {why}")
                    kept.write(record)
                    bar.update(1)
                    if sprt and tally.decided:
                        break
            except KeyboardInterrupt:
                interrupted = True
                if executor:
                    complain("stopping after the games being played; Ctrl-C again stops at once")
        if interrupted and not tally.games:
            raise KeyboardInterrupt
        answer |= _answer(tally, sprt)
        if not as_json:
            put(_in_words(found, tally, sprt))
        if interrupted:
            complain(f"interrupted after {tally.games:,} of {plural(len(planned), 'game')}")
        if kept.not_kept:
            raise Failure(kept.not_kept)
    return INTERRUPTED if interrupted else 0


@contextmanager
def _executor(jobs: int, cluster: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Where games are played, and how many at a time: here, in processes, or on a cluster. Raises Failure."""
    if cluster is None and jobs == 1:
        yield None, 1
    elif cluster is None:
        jobs = min(jobs, MOST_ON_WINDOWS) if os.name == "nt" else jobs
        with ProcessPoolExecutor(jobs, initializer=_ignore_interrupts) as executor:
            try:
                yield executor, jobs
            finally:
                _finish(executor)
    else:
        try:
            from distributed import Client
        except ImportError as error:
            raise Failure(
                "--cluster needs the extra `cluster`: pip install 'marbles-tui[cluster]'", WRONG_USAGE
            ) from error
        try:
            connect: Any = Client  # it has no types
            client = connect(cluster, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise Failure(f"no Dask scheduler answers at {cluster}: {error}") from error
        with client:
            workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
            with client.get_executor(pure=False) as executor:
                yield executor, max(jobs, workers)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C, which a terminal sends to every process of a command, to the one that gives out the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _finish(executor: Executor) -> None:
    """Wait for the games that are being played; an interrupt ends them."""
    try:
        executor.shutdown(cancel_futures=True)
    except KeyboardInterrupt:
        for process in multiprocessing.active_children():
            process.kill()
        raise


def _answer(tally: Tally, sprt: bool) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "wins_by_seat": tally.wins_by_seat,
        "draws": tally.draws,
        "score": tally.score,
        "interval": {level: [round(end, 6) for end in tally.interval(level)] for level in tally.levels},
        "plies": tally.plies,
        **({"sprt": tally.decided or "undecided"} if sprt else {}),
    }


def _in_words(game: Game, tally: Tally, sprt: bool) -> str:
    """A table of the levels, and what holds for all games."""
    from marbles_tui.play.tally import SURE, elo

    wide = max(12, *(len(level) + 1 for level in tally.levels))
    lines = [f"{'level':<{wide}}{'wins':>6}{'score':>9}{'95%':>16}{'Elo':>8}{'95%':>16}"]
    for level, wins in tally.wins.items():
        share, (low, high) = tally.score[level], tally.interval(level)
        shares, span = f"{low:.1%} to {high:.1%}", f"{elo(low):+z.0f} to {elo(high):+z.0f}"
        lines.append(f"{level:<{wide}}{wins:>6}{share:>9.1%}{shares:>16}{elo(share):>+z8.0f}{span:>16}")
    played = f"{plural(tally.games, 'game')} of {game.title}, {tally.plies:.1f} moves on average"
    counts = f"{played}, {tally.draws:,} drawn"
    seats = ", ".join(f"player {seat} won {wins:,}" for seat, wins in enumerate(tally.wins_by_seat, 1))
    lines.append(f"{counts}; {seats}; the first player scored {tally.first:.1%} of the points")
    if sprt:
        verdict = f"{tally.levels[0]} is {tally.decided}" if tally.decided else "undecided"
        lines.append(f"sequential test, 50% against 65%, wrong in {SURE:.0%}: {verdict}")
    return "\n".join(lines)
