"""`marbles-tui match`: computers play one another."""

from __future__ import annotations

import io
import multiprocessing
import os
import re
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import PurePath
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arguments import (
    GameCommand,
    check_target,
    find_game,
    force_option,
    level_key,
    rule_option,
    setup_option,
    split_options,
)
from marbles_tui.cli.output import INTERRUPTED, WRONG_USAGE, Failure, answering, complain, put, put_json
from marbles_tui.core import Game
from marbles_tui.core.text import plural
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.match import TERMINATION
from marbles_tui.play.tally import SURE, Tally, elo
from marbles_tui.play.tournament import BYE
from marbles_tui.store import MatchStore
from marbles_tui.store.files import data_folder, open_file, rescue
from marbles_tui.table.bouts import Conditions, bouts, play_all
from marbles_tui.table.tournament import Stand, game_of, stands_of

PREFIX: Final = "engine:"
LABEL: Final = 30
"""Characters by which a program is called in tables and records."""


class Program(NamedTuple):
    """A program that plays: what it is called, and the words that start it."""

    label: str
    command: tuple[str, ...]


def name_engines(words: Sequence[str]) -> dict[str, Program]:
    """The words that begin with `engine:`, each with its program; their labels differ.

    Raises Failure where there is no such program."""
    found: dict[str, Program] = {}
    for word in words:
        if word.lower().startswith(PREFIX) and word not in found:
            command = _split(word)
            label = _label(command)
            while label in {program.label for program in found.values()}:
                label += "'"
            found[word] = Program(label, command)
    return found


def _split(word: str) -> tuple[str, ...]:
    try:
        command = shlex.split(word[len(PREFIX) :], posix=os.name != "nt")
    except ValueError as error:
        raise Failure(f"{word!r} is no command: {error}", WRONG_USAGE) from error
    if not command:
        raise Failure("expected a command after engine:, such as engine:./my-engine", WRONG_USAGE)
    if shutil.which(command[0]) is None:
        raise Failure(f"there is no program {command[0]!r} to play", WRONG_USAGE)
    return tuple(command)


def _label(command: Sequence[str]) -> str:
    """The last parts of the command's paths, as records can keep them."""
    names = " ".join(PurePath(word).name for word in command if not word.startswith("-"))
    plain = " ".join(re.sub(r"[^a-z0-9._ -]", " ", names.lower()).split())
    return f"{PREFIX}{plain or 'program'}"[:LABEL].rstrip()


APART: Final = "\n\n"


class RecordFile:
    """A file for records, or none. What it does not take is written to another one in the end."""

    def __init__(self, path: str | None, force: bool) -> None:
        """Raises Failure where it cannot be written."""
        self.not_kept = ""
        """What became of records that the file has not taken, in one line."""
        self._path = path
        self._missed: list[str] = []
        if path is not None:
            check_target(path, force)
            try:
                self._file = open_file(path, asked=True)
            except ValueError as error:
                raise Failure(str(error)) from error

    def __enter__(self) -> Self:
        """The file is open."""
        return self

    def write(self, record: str) -> None:
        """Write a record at once. Raises Failure where a pipe is closed."""
        if self._path is None:
            return
        if self._missed:
            self._missed.append(record)
            return
        try:
            self._file.write(f"{record.strip()}{APART}")
            self._file.flush()
        except BrokenPipeError as error:
            raise Failure(f"{self._path} cannot be written: {error.strerror}") from error
        except OSError as error:
            complain(f"{self._path} cannot be written: {error.strerror}; the games go on")
            self._missed.append(record)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        if self._path is None:
            return
        with suppress(OSError):  # of what is written, all has reached it
            self._file.close()
        if self._missed:
            self.not_kept = str(rescue(self._missed, data_folder(), mine=False))
            if error is not None:
                complain(self.not_kept)


PATIENCE: Final = "10s"
"""How long a scheduler has to answer."""

MOST_ON_WINDOWS: Final = 61
"""Processes that a pool can wait for there."""


@click.command(cls=GameCommand)
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
    answer: dict[str, object] = {}
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
            workers_for(jobs, cluster) as (executor, workers),
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
def workers_for(jobs: int, cluster: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Where long work is done, and how many at a time do it: here, in processes, or on a cluster. Raises Failure."""
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


def _answer(tally: Tally, sprt: bool) -> dict[str, object]:
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


@click.command()
@click.option("--all", "every", is_flag=True, help="All tournaments, the latest first.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each.")
def tournament(every: bool, as_json: bool) -> int:
    """Print the table and the games of the latest tournament. It is begun and played in the arcade: Play together."""
    with closing(MatchStore.open()) as store:
        found = stands_of(store)
    if not found:
        raise Failure(store.trouble or "no tournament has been played here")
    for stand in found if every else found[:1]:
        if as_json:
            put_json(_as_json(stand))
        else:
            put("\n".join(_lines(stand)))
    return 0


def _lines(stand: Stand) -> Iterator[str]:
    """The table, then a game on each line."""
    yield f"{stand.told}."
    for row in stand.table:
        points = f"{row.points:g}"
        yield f"{row.place:>2}. {row.entrant:<20} {points:>4}  won {row.won}, drawn {row.drawn}, lost {row.lost}"
    for meeting in stand.meetings:
        if meeting.second == BYE:
            yield f"round {meeting.round}: {meeting.first} has a bye"
            continue
        game = game_of(stand, meeting, GAMES)
        left = stand.left(meeting)
        how = (
            meeting.score
            if meeting.over
            else f"{meeting.score}, {plural(left.plies, 'move')} of a game"
            if left
            else "to play"
        )
        yield f"round {meeting.round}: {meeting.first} - {meeting.second}, {game.title}: {how}"


def _as_json(stand: Stand) -> dict[str, object]:
    told = stand.tournament
    return {
        "id": told.id,
        "form": told.form.value,
        "round": stand.round or None,
        "rounds": told.rounds,
        "table": [row._asdict() for row in stand.table],
        "meetings": [meeting._asdict() for meeting in stand.meetings],
    }
