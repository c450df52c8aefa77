"""What may be achieved in a game of Gobblet."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.achievement import Achievement, Finished
from marbles_tui.games.gobblet.board import LINES, SIZES, size_of
from marbles_tui.games.gobblet.text import gobbled

DIAGONALS: Final = frozenset((len(LINES) - 2, len(LINES) - 1))


def _gobbled(match: Finished) -> int:
    return sum(gobbled(event, match.seat) for events in match.own for event in events)


def _lines(match: Finished) -> frozenset[int]:
    """The lines of four that decided."""
    return frozenset(
        number for _, events in match.plies for event in events if event.kind == "line"
        for number in event.facts["lines"]
    )  # fmt: skip


def _tiny(match: Finished) -> bool:
    """Whether a tiny gobblet stands in the line."""
    cells = {cell for number in _lines(match) for cell in LINES[number]}
    return any(match.final.cells[cell] and size_of(match.final.cells[cell][-1]) == 1 for cell in cells)


def _tower(match: Finished) -> bool:
    return any(len(stack) == len(SIZES) for stack in match.final.cells)


ACHIEVEMENTS: Final = (
    Achievement("quick", "Before you know it", "win in six turns or fewer", lambda m: m.won and m.turns <= 6),
    Achievement("hungry", "Big appetite", "gobble eight of theirs in a game", lambda m: _gobbled(m) >= 8),
    Achievement("fasting", "On a diet", "win and gobble nothing", lambda m: m.won and not _gobbled(m)),
    Achievement(
        "diagonal", "Corner to corner", "win on a diagonal", lambda m: m.won and bool(_lines(m) & DIAGONALS)
    ),
    Achievement("tiny", "Small but there", "win with a tiny one in the line", lambda m: m.won and _tiny(m)),
    Achievement(
        "gift", "A present", "win by a line they uncover", lambda m: m.won and m.reason == "uncovered"
    ),
    Achievement("tower", "Tower", "win with four gobblets on one cell", lambda m: m.won and _tower(m)),
)
