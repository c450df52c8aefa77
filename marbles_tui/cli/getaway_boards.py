"""`marbles-tui boards`: the boards of Gary's Great Getaway listed, checked, tried out and edited."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import click

from marbles_tui.cli.arcade import launch
from marbles_tui.cli.output import Failure, answering, put
from marbles_tui.core.boards import board_text
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games.getaway import GETAWAY, Board, square_facts
from marbles_tui.games.getaway.game import KEY, SETUPS, built_in
from marbles_tui.games.getaway.read import BoardReading, read_board, read_story
from marbles_tui.play.getaway_simulation import Simulation, Spread, bar, buckets, run_journeys
from marbles_tui.store.files import MOST_READ, boards_folder, named_board, own_boards, read_file

ROWS: Final = 12
"""Rows of a plot."""

NAME_SHOWN: Final = 30
"""Characters of a square's name that are shown."""

COLUMNS: Final = 28
"""Columns of its longest bar."""


def watch_simulation(board: Board, players: int, games: int, seed: int) -> Simulation:
    """Simulate, with a bar on stderr where somebody watches."""
    if not sys.stderr.isatty():
        return run_journeys(board, players, games, seed)
    # Imported only where it is drawn: everything else here goes without.
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)

        def played(count: int) -> bool:
            progress.update(task, completed=count)
            return True

        return run_journeys(board, players, games, seed, progress=played)


def facts_of(board: Board, found: Simulation) -> dict[str, object]:
    """A simulation for other programs."""
    purses = [gold for seat in found.gold for gold in seat]
    return {
        "games": found.games,
        "ended": found.ended,
        "stuck": found.stuck,
        "cut": found.cut,
        "endless": found.endless,
        "verdict": found.verdict,
        "turns": _spread(found.turns),
        "gold": _spread(purses),
        "wins": [round(wins, 6) for wins in found.wins],
        "first_gain": round(found.first_gain, 6),
        "first_gold": round(found.first_gold, 6),
        "met": [
            {"number": number, "name": square.name, "times": times}
            for number, (square, times) in enumerate(zip(board.squares, found.met, strict=True))
        ],
    }


def _more(number: float, unit: str) -> str:
    """A difference in words: "4.0% more"."""
    return (
        f"{abs(number):,.1f}{unit} {'fewer' if unit else 'less'}"
        if number < 0
        else f"{number:,.1f}{unit} more"
    )


def _spread(values: Sequence[int]) -> dict[str, object] | None:
    spread = Spread.of(values)
    counts = {str(value): times for value, times in sorted(Counter(values).items())}
    return spread._asdict() | {"counts": counts} if spread else None


def print_report(name: str, board: Board, found: Simulation) -> None:
    """A simulation for a person."""
    from rich.box import ASCII, ROUNDED
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    ascii_only = not encoding.startswith("utf")
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
    box = ASCII if ascii_only else ROUNDED

    def table(title: str, *columns: str) -> Table:
        made = Table(title=Text(title) if title else None, box=box, title_justify="left")
        for at, column in enumerate(columns):
            made.add_column(column, justify="right" if at == 0 else "left", no_wrap=True)
        return made

    console.print(Text(f"{sanitize_line(name)}: {found.verdict}"))
    if found.endless and found.ended:
        console.print(Text(f"What follows is of the {plural(found.ended, 'game')} that ended."))
    for title, values in (
        ("Turns until the last player is home", found.turns),
        ("Gold at the end", [gold for seat in found.gold for gold in seat]),
    ):
        spread = Spread.of(values)
        if spread is None:
            continue
        console.print(
            Text(
                f"{title}: usually {spread.median:,} (mean {spread.mean:,.1f}), from {spread.least:,} to "
                f"{spread.most:,}; 90% at most {spread.p90:,}, 99% at most {spread.p99:,}"
            )
        )
        made = table("", "from - to", "share", "")
        heaps = buckets(values, ROWS)
        top = max(heap.size for heap in heaps)
        for heap in heaps:
            span = f"{heap.low:,}" if heap.low == heap.high else f"{heap.low:,} - {heap.high:,}"
            share = f"{heap.size / len(values):6.1%}"
            made.add_row(span, share, bar(heap.size / top, COLUMNS, ascii_only=ascii_only))
        console.print(made)
    if found.ended and found.players > 1:
        wins = ", ".join(f"player {seat} {won / found.ended:.1%}" for seat, won in enumerate(found.wins, 1))
        console.print(Text(f"Wins: {wins}"))
        console.print(
            Text(
                f"Going first is worth {_more(100 * found.first_gain, '%')} wins and "
                f"{_more(found.first_gold, '')} gold."
            )
        )
    made = table("How often a player lands on each square in a game", "no.", "name", "kind", "times", "")
    most = max(found.met) or 1
    for number, (square, times) in enumerate(zip(board.squares, found.met, strict=True)):
        made.add_row(
            str(number),
            Text(sanitize_line(square.name, NAME_SHOWN)),
            board.kind(number),
            f"{times / found.games / found.players:.2f}",
            bar(times / most, COLUMNS // 2, ascii_only=ascii_only),
        )
    console.print(made)


MOST_GAMES: Final = 1_000_000


@click.group()
def boards() -> int:
    """List, check, simulate and edit the boards of Gary's Great Getaway."""
    return 0


@boards.command(name="list", short_help="List all boards, your own included.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_boards(as_json: bool) -> int:
    """List the boards that come with the game, then your own."""
    found: list[dict[str, Any]] = []
    answer: dict[str, object] = {"boards": found, "folder": str(boards_folder())}
    with answering(answer, as_json):
        for name, about in SETUPS.items():
            _list(found, name, None, about, read_board(board_text(KEY, name)))
        for file in own_boards():
            text, reading = "", BoardReading(None)
            try:
                data = read_file(file)
                text, reading = data.decode("utf-8", "replace"), read_board(data)
            except ValueError:
                pass  # it is listed all the same: what is wrong with it, `check` says
            about = read_story(text).title or "a board of your own"
            _list(found, file.stem, str(file), about, reading)
        if not as_json:
            width = max(len(board["name"]) for board in found)
            for board in found:
                size = f"{board['squares']:>3} squares" if board["squares"] else "has errors "
                put(f"{sanitize_line(board['name']):<{width}}  {size}  {sanitize_line(board['about'], 100)}")
            put(f"Your own boards are kept in {boards_folder()}.")
    return 0


def _list(
    boards: list[dict[str, object]], name: str, file: str | None, about: str, reading: BoardReading
) -> None:
    board = reading.board
    boards.append(
        {
            "name": name,
            "file": file,
            "about": about,
            "squares": len(board.squares) if board else None,
            "gold": board.gold if board else None,
            "sides": board.sides if board else None,
            "warnings": len(reading.warnings),
            "errors": len(reading.complaints),
        }
    )


@boards.command(short_help="Check a board for errors.")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(file: str, as_json: bool) -> int:
    """Check a board FILE (or a board that comes with the game, by its name; '-': stdin)."""
    answer: dict[str, object] = {
        "squares": [], "gold": None, "sides": None, "warnings": [], "errors": []
    }  # fmt: skip
    with answering(answer, as_json):
        where, data = _source(file)
        reading = read_board(data)
        answer["errors"] = errors = [f"{where}: {complaint}" for complaint in reading.complaints]
        answer["warnings"] = list(reading.warnings)
        board = reading.board
        if board:
            answer |= {"squares": square_facts(board), "gold": board.gold, "sides": board.sides}
        if not as_json:
            for line in errors:
                put(line)
            for line in reading.warnings:
                put(f"{where}: warning: {line}")
        if not board:
            first, *others = errors
            more = f" (and {plural(len(others), 'more error')})" if others else ""
            raise Failure(
                f"{first}{more}"
                if as_json
                else f"{where} cannot be played: {plural(len(others) + 1, 'error')}"
            )
        if not as_json:
            warned = plural(len(reading.warnings), "warning")
            put(
                f"{where} can be played: {plural(len(board.squares), 'square')}, {board.gold:,} gold, "
                f"a die of {board.sides} sides, {warned}"
            )
    return 0


@boards.command(short_help="Simulate many games on a board.")
@click.argument("file")
@click.option("--players", type=click.IntRange(1, 6), default=4, show_default=True, help="Number of players.")
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), default=1000, show_default=True, help="Number of games."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Random seed: the same seed, the same games."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(file: str, players: int, games: int, seed: int, as_json: bool) -> int:
    """Play many games of a board FILE (or of one that comes with the game, by its name)."""
    # Imported only now: nothing else of the command line draws tables, and loading that takes a while.

    answer: dict[str, object] = {"board": file, "players": players, "seed": seed}
    with answering(answer, as_json):
        board = _board(file)
        simulation = watch_simulation(board, players, games, seed)
        answer |= facts_of(board, simulation)
        if not as_json:
            print_report(file, board, simulation)
    return 0


@boards.command(short_help="Open the board editor.")
@click.argument("file", required=False)
def edit(file: str | None) -> int:
    """Change a board FILE, or one that comes with the game, in the editor; a new one without FILE."""
    return launch(edit=(GETAWAY, file or ""))


def _board(file: str) -> Board:
    """The board of a name or a file. Raises Failure."""
    if file.strip().lower() in SETUPS:
        return built_in(file.strip().lower())
    where, data = _source(file)
    reading = read_board(data)
    if reading.board is None:
        first, *others = reading.complaints
        more = f" (and {plural(len(others), 'more error')})" if others else ""
        raise Failure(f"{where}: {first}{more}")
    return reading.board


def _source(file: str) -> tuple[str, bytes]:
    """What a board is called, and its bytes. Raises Failure."""
    if file == "-":
        return "stdin", sys.stdin.buffer.read(MOST_READ)
    name = file.strip().lower()
    if name in SETUPS:
        return name, board_text(KEY, name).encode()
    try:
        if own := None if os.path.exists(file) else named_board(file):
            return own.stem, read_file(own)
        return sanitize_line(file), read_file(file)
    except ValueError as error:
        raise Failure(f"{error}; `marbles-tui boards list` lists the boards there are") from error
