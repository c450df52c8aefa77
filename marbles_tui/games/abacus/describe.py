"""Abacus for those who do not see the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marbles_tui.core.text import plural
from marbles_tui.games.abacus.hexagon import NAMES, ROWS
from marbles_tui.games.abacus.position import SIDES, Abacus


def describe(position: Abacus, names: Sequence[str]) -> str:
    """The cells of each side's marbles, row by row from the top, and what each side has lost."""
    lines = []
    for seat, who in enumerate(names):
        rows = "; ".join(_rows(position, seat)) or "none"
        side = "" if who == SIDES[seat] else f", {SIDES[seat].lower()},"
        lines.append(f"{who}{side} has marbles on {rows}.")
    lines += [
        f"{who} has lost {plural(lost, 'marble')} of {position.lose}."
        for who, lost in zip(names, position.lost, strict=True)
    ]
    return "\n".join(lines)


def _rows(position: Abacus, seat: int) -> Iterator[str]:
    """A side's marbles of each row: "C3 to C5", "A1 A2 A4"."""
    for row in reversed(ROWS):
        runs: list[list[str]] = []
        last = None
        for cell, name in enumerate(NAMES):
            if name[0] == row and position.cells[cell] == seat:
                if last == cell - 1:
                    runs[-1].append(name)
                else:
                    runs.append([name])
                last = cell
        if runs:
            yield " ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)
