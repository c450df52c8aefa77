"""Gobblet for those who do not see the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marbles_tui.games.gobblet.board import CELLS, LETTERS, NAMES, SIDES, seat_of, size_of
from marbles_tui.games.gobblet.position import Gobblets
from marbles_tui.games.gobblet.sentences import WORDS


def describe(position: Gobblets, names: Sequence[str]) -> str:
    """What stands on each cell from the top down, and what is left on each external stack."""
    lines = []
    for row, cells in zip("ABCD", (CELLS[at : at + 4] for at in CELLS[::4]), strict=True):
        told = [f"{NAMES[cell]} {_stack(position.cells[cell])}" for cell in cells if position.cells[cell]]
        lines.append(f"Row {row}: {', '.join(told) or 'empty'}.")
    for seat, who in enumerate(names):
        tops = position.stacks[3 * seat : 3 * seat + 3]
        told = [f"{LETTERS[seat]}{at} {_nested(top)}" for at, top in enumerate(tops, 1)]
        side = "" if who == SIDES[seat] else f", {SIDES[seat].lower()},"
        lines.append(f"{who}{side} has on the stacks, from the top: {'; '.join(told)}.")
    return "\n".join(lines)


def observe(position: Gobblets, options: Mapping[str, str]) -> Gobblets:
    """The position without the gobblets that are covered, if they are to be remembered."""
    if options["memory"] != "on":
        return position
    return position._replace(cells=tuple(stack[-1:] for stack in position.cells))


def _nested(top: int) -> str:
    """An external stack whose largest gobblet is `top`: each stands over all that are smaller."""
    return ", ".join(WORDS[size] for size in range(top, 0, -1)) or "empty"


def _stack(stack: Sequence[int]) -> str:
    return " over ".join(
        f"{SIDES[seat_of(piece)].lower()} {WORDS[size_of(piece)]}" for piece in reversed(stack)
    )
