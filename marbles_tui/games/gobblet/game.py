"""Gobblet put together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from marbles_tui.core import Cell, Option, Result
from marbles_tui.core.game import Achievement, Finished
from marbles_tui.games.gobblet.position import (
    CELLS,
    LINE_MASKS,
    LINES,
    SIDES,
    SIZES,
    GobbletPlacement,
    Gobblets,
    fours,
    seat_of,
    size_of,
    threes,
    visible,
)
from marbles_tui.games.gobblet.text import (
    SETUPS,
    GobbletWords,
    gobbled,
    most_gobbled,
    read,
    write,
)

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


# What a running game of Gobblet is worth, as a sum of named terms.
#
# The unit is a line held with two visible gobblets and no more.

LINE: Final = (0, 35, 100, 102, 0)
"""A line by the visible gobblets one has in it, whatever else is there."""

VISIBLE: Final = 45
"""A visible gobblet of whatever size."""

TALLER: Final = (26, 47, 26)
"""What it is worth more for being at least of size 2, 3, 4: it gobbles more and is harder to gobble."""

COVERED: Final = -150
"""A gobblet of one's own that another one covers. As much as a threat: one that costs it gains nothing."""

THREAT: Final = -240
"""A cell that is all the other side lacks of a line, and no huge gobblet guards it: it has to be answered.
One's own such cells need no term: search looks at the move that wins there. (To look a ply deeper under such a
threat instead was tried: that scored 7.5 of 60 games with the same number of positions looked at.)"""

TEMPO: Final = 210
"""Being to move. With so much of it a score changes least from one depth to the next."""


def _side(position: Gobblets, seat: int) -> int:
    """What one side's gobblets on the board are worth."""
    seen = visible(position.cells, seat)
    value = sum(LINE[(seen & line).bit_count()] for line in LINE_MASKS)
    for stack in position.cells:
        own = [size_of(piece) for piece in stack if seat_of(piece) == seat]
        value += COVERED * len(own)
        if stack and seat_of(stack[-1]) == seat:
            value += VISIBLE - COVERED + sum(TALLER[: own[-1] - 1])
    return value


def _gaps(mask: int) -> int:
    """The cells that are all that lacks of a line."""
    found = 0
    for number in threes(mask):
        found |= LINE_MASKS[number] & ~mask
    return found


class Gobblet(GobbletWords):
    """Line up four gobblets; big ones swallow small ones."""

    key = "gobblet"
    title = "Gobblet"
    blurb = "Line up four; big gobblets swallow small ones."
    reading = (
        "W is a white gobblet and K a black one; the sizes are 1 tiny, 2 small, 3 big and 4 huge. In a cell of the "
        "diagram the last is on top; beside a stack stands the size on its top, with all smaller sizes below it. "
        "Each side has three of each size. A move is a stack and a cell (W3B2: from White's third stack to B2), or "
        "two cells (A2C2)."
    )
    author = "Thierry Denoual, 2001"
    seats = range(2, 3)
    sides = SIDES
    setups = SETUPS
    options = (
        Option(
            "rules",
            ("official", "rogers"),
            "official",
            "what gobblets from the stacks may gobble",
            sentence="Gobblets from the stacks may go on any smaller one.",
        ),
        Option("touch", ("off", "on"), "off", "a gobblet picked up from the board must be played"),
        Option("memory", ("off", "on"), "off", "covered gobblets are not shown"),
    )
    records = {"most gobbled": most_gobbled}
    achievements = ACHIEVEMENTS
    clear = 3.0
    drawing = "marbles_tui.games.gobblet.scene"
    repetition = "automatic"
    variants = ({}, {"rules": "rogers"})

    write = staticmethod(write)
    read = staticmethod(read)

    def identity(self, position: Gobblets) -> Hashable:
        """The position with each side's external stacks in a fixed order: which one is which does not matter."""
        stacks = position.stacks
        return position._replace(stacks=(*sorted(stacks[:3]), *sorted(stacks[3:])))

    def threats(self, position: Gobblets) -> frozenset[Cell]:
        """The gobblets of the other side that stand three in a line."""
        return position.trio()

    def winning_cells(self, position: Gobblets, result: Result) -> frozenset[Cell]:
        """The winner's lines of four."""
        lines = [line for seat in result.winners for line in fours(visible(position.cells, seat))]
        return frozenset(cell for line in lines for cell in LINES[line])

    def hidden(self, position: Gobblets, move: GobbletPlacement) -> str:
        uncovers = move.origin in CELLS and len(position.cells[move.origin]) > 1
        return "it uncovers what lies below" if uncovers else ""

    def evaluate(self, position: Gobblets) -> int:
        """Hundredths of the unit for the side to move."""
        other = 1 - position.turn
        guarded = sum(
            1 << cell for cell, stack in enumerate(position.cells) if stack and size_of(stack[-1]) == 4
        )
        threats = _gaps(visible(position.cells, other)) & ~guarded
        value = _side(position, position.turn) - _side(position, other)
        return TEMPO + value + THREAT * threats.bit_count()

    def noisy(self, position: Gobblets) -> Sequence[GobbletPlacement]:
        """The moves that complete a line, and so win."""
        gaps = _gaps(visible(position.cells, position.turn))
        return [
            move
            for move in (position.moves() if gaps else ())
            if gaps >> move.target & 1 and position.play(move).four == position.turn
        ]


GOBBLET = Gobblet()
