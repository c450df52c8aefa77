"""What `boards simulate` shows: a bar while it plays, tables and plots when it has played."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games.getaway import Board
from marbles_tui.play.getaway_simulation import Simulation, simulate
from marbles_tui.play.summary import Spread, bar, buckets

ROWS: Final = 12
"""Rows of a plot."""

LONGEST_NAME: Final = 30
"""Characters of a square's name that are shown."""

COLUMNS: Final = 28
"""Columns of its longest bar."""


def watch_simulation(board: Board, players: int, games: int, seed: int) -> Simulation:
    """Simulate, with a bar on stderr where somebody watches."""
    if not sys.stderr.isatty():
        return simulate(board, players, games, seed)
    # Imported only where it is drawn: everything else here goes without.
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)

        def played(count: int) -> bool:
            progress.update(task, completed=count)
            return True

        return simulate(board, players, games, seed, progress=played)


def facts_of(board: Board, found: Simulation) -> dict[str, Any]:
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


def _spread(values: Sequence[int]) -> dict[str, Any] | None:
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
            Text(sanitize_line(square.name, LONGEST_NAME)),
            board.kind(number),
            f"{times / found.games / found.players:.2f}",
            bar(times / most, COLUMNS // 2, ascii_only=ascii_only),
        )
    console.print(made)
