"""A position of BeadMaster, its placements and its slides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from marbles_tui.core import Event, Result, Tell
from marbles_tui.core.tuples import NamedTuple

# The fourteen bars under the grid: their slots, and the holes that they cover in each position.
#
# Bars are numbered from 0: h1 to h7, then v1 to v7. A hole is 7 * row + column, both from 0 at the top left.

SIZE: Final = 7
HOLES: Final = SIZE * SIZE
BARS: Final = 2 * SIZE
INNER, CENTRAL, OUTER = 0, 1, 2
POSITIONS: Final = ("inner", "central", "outer")

SLOTS: Final = (
    *("xoxoxoxox", "xooxooxox", "xoooxooox", "xoxoxoxox", "xooooooox", "xxoooxoxx", "xooxoxoxx"),
    *("xooooxoxx", "xoooxxoox", "xoxooxoxx", "xooxxooox", "xxoooxoxx", "xxoooooxx", "xooxooxox"),
)
"""Nine slots a bar, left to right or top to bottom: `x` is filled, `o` holed. (The assignment, "Composition of
the bars".)"""

NAMES: Final = tuple(f"{side}{number}" for side in "hv" for number in range(1, SIZE + 1))
COLUMNS: Final = "ABCDEFG"
HOLE_NAMES: Final = tuple(f"{COLUMNS[hole % SIZE]}{hole // SIZE + 1}" for hole in range(HOLES))

Cover: TypeAlias = Literal["blue", "red", "black"]


def visible(bar: int, position: int) -> str:
    """The seven slots of a bar under the grid: those from 1, 2 or 3 on."""
    return SLOTS[bar][position : position + SIZE]


def holes_of(bar: int) -> range:
    """The seven holes over a bar, in the order of its slots."""
    return range(SIZE * bar, SIZE * bar + SIZE) if bar < SIZE else range(bar - SIZE, HOLES, SIZE)


COVERS: Final = tuple(
    tuple(
        frozenset(
            hole for hole, slot in zip(holes_of(bar), visible(bar, position), strict=True) if slot == "x"
        )
        for position in range(3)
    )
    for bar in range(BARS)
)
"""By bar and position: the holes that the bar covers."""


def cover(bars: Sequence[int], hole: int) -> Cover:
    """What is seen through an empty hole: the vertical bar lies above the horizontal one."""
    row, column = divmod(hole, SIZE)
    if hole in COVERS[SIZE + column][bars[SIZE + column]]:
        return "blue"
    return "red" if hole in COVERS[row][bars[row]] else "black"


def covered(bars: Sequence[int], hole: int) -> bool:
    """Whether a bead lies safe there."""
    row, column = divmod(hole, SIZE)
    return hole in COVERS[row][bars[row]] or hole in COVERS[SIZE + column][bars[SIZE + column]]


class End(NamedTuple):
    """An end of a bar. Pushed in where it sticks out, it slides the bar by one position.

    The left or upper end goes towards inner (step -1), the right or lower one towards outer (step 1).
    """

    bar: int
    step: int

    @property
    def cell(self) -> int:
        """The place of the end on the board, after the holes."""
        return HOLES + 2 * self.bar + (self.step > 0)


ENDS: Final = tuple(End(bar, step) for bar in range(BARS) for step in (-1, 1))
"""In the order of their cells."""


def end_at(cell: int) -> End | None:
    """The end at a place of the board; None if there is a hole."""
    return ENDS[cell - HOLES] if HOLES <= cell < HOLES + len(ENDS) else None


Trail: TypeAlias = tuple[tuple[int, int, int], ...]
"""Each seat's last slide, the oldest first: the seat, the bar, and how many times running this seat has now
slid it (2 stands for more as well). What is older than the last slide of the seat to move is left out."""


def follow(trail: Trail, seat: int, bar: int, after: int) -> Trail:
    """The trail once `seat` has slid `bar` and `after` is to move."""
    run = 1
    if trail and trail[0][0] == seat:
        run = 2 if trail[0][1] == bar else 1
        trail = trail[1:]
    trail = (*trail, (seat, bar, run))
    for index, slide in enumerate(trail):
        if slide[0] == after:
            return trail[index:]
    return trail


def inhibited(trail: Trail, seat: int, two_left: bool) -> dict[int, int]:
    """The bars that `seat`, who is to move, may not slide, and by whose slide: those that others have slid
    since its own last slide; with two players left also the one that it has slid twice running.

    A slide by a player who has since gone out counts as well, until each other player has slid once.
    """
    found = {bar: other for other, bar, _ in trail if other != seat}
    if two_left and trail and trail[0][0] == seat and trail[0][2] >= 2:
        found.setdefault(trail[0][1], seat)
    return found


BEADS: Final = 5
"""Beads a player."""

QUIET: Final = 60
"""The usual limit of slides in a row without a fall."""


class Placement(NamedTuple):
    """A ply of the preparation: a bead on a hole. Its notation is `C5`: column, row from the top."""

    hole: int

    def __str__(self) -> str:
        return HOLE_NAMES[self.hole]

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """One pick: the hole."""
        return ((self.hole,),)


class Slide(NamedTuple):
    """A ply: a bar and the way it goes, -1 towards inner, 1 towards outer. Its notation is `h3i` or `v5o`."""

    bar: int
    step: int

    def __str__(self) -> str:
        return NAMES[self.bar] + ("i" if self.step < 0 else "o")

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """One pick: the end that is pushed in."""
        return ((SLIDE_CELLS[self.bar, self.step],),)


Ply: TypeAlias = Placement | Slide

SLIDE_CELLS: Final = {(end.bar, end.step): end.cell for end in ENDS}
PLACEMENTS: Final = tuple(Placement(hole) for hole in range(HOLES))
SLIDES: Final = tuple(Slide(end.bar, end.step) for end in ENDS)


class BeadBoard(NamedTuple):
    """The grid as it is drawn.

    `bars` are the positions of the fourteen bars; `beads` has 0 or the seat's number from 1 for each hole;
    `blocked` for each bar 0 or the number of the seat whose slide keeps it from being slid by `turn`.
    """

    bars: tuple[int, ...]
    beads: tuple[int, ...]
    blocked: tuple[int, ...]
    placing: bool
    turn: int
    seats: int


class BeadGrid(NamedTuple):
    """The bars, the beads and the player to move; after the end, who made the last slide.

    `calm` counts the slides since a bead fell; at `limit` of them the game is drawn, 0 stands for never.
    """

    bars: tuple[int, ...]
    beads: tuple[int, ...]
    turn: int
    seats: int
    placing: bool = False
    trail: Trail = ()
    calm: int = 0
    limit: int = QUIET

    @property
    def actor(self) -> int:
        """The player to move."""
        return self.turn

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats with beads on the grid, from 0."""
        return tuple(seat - 1 for seat in sorted(set(self.beads) - {0}))

    @property
    def blocked(self) -> dict[int, int]:
        """The bars that the player to move may not slide, and by whose slide, a seat from 0."""
        return inhibited(self.trail, self.turn, len(self.alive) == 2)

    @property
    def board(self) -> BeadBoard:
        """What is drawn of it."""
        return self._board(self.beads)

    def _board(self, beads: Sequence[int]) -> BeadBoard:
        blocked = self.blocked if self.result is None else {}
        marks = tuple(blocked.get(bar, -1) + 1 for bar in range(BARS))
        return BeadBoard(self.bars, tuple(beads), marks, self.placing, self.turn, self.seats)

    @property
    def result(self) -> Result | None:
        """The last player with a bead wins; if the last slide made all fall, who slid. (The assignment, "Who wins
        the game".)"""
        if self.placing:
            return None
        alive = self.alive
        if not alive:
            return Result.win(self.seats, self.turn, "all-fell")
        if len(alive) == 1:
            return Result.win(self.seats, alive[0], "last-bead")
        return Result.draw(self.seats, "quiet") if self.limit and self.calm >= self.limit else None

    def moves(self) -> Sequence[Ply]:
        """The covered free holes while beads are placed, row by row; then the slides, bar by bar."""
        bars = self.bars
        if self.placing:
            return [
                PLACEMENTS[hole] for hole, bead in enumerate(self.beads) if not bead and covered(bars, hole)
            ]
        if self.result:
            return ()
        blocked = self.blocked
        return [
            slide
            for slide in SLIDES
            if slide.bar not in blocked and 0 <= bars[slide.bar] + slide.step <= OUTER
        ]

    def play(self, move: Ply, tell: Tell | None = None) -> BeadGrid:
        """Place a bead, or slide a bar by one position and let every bead fall whose hole it uncovers."""
        if isinstance(move, Placement):
            return self._place(move.hole, tell)
        return self._slide(move.bar, move.step, tell)

    def _place(self, hole: int, tell: Tell | None) -> BeadGrid:
        seat = self.turn
        beads = (*self.beads[:hole], seat + 1, *self.beads[hole + 1 :])
        following = ((seat + step) % self.seats for step in range(1, self.seats + 1))
        after = next((other for other in following if beads.count(other + 1) < BEADS), None)
        placed = self._replace(beads=beads, turn=after or 0, placing=after is not None)
        if tell:
            tell(Event("place", placed.board, (hole,), {"seat": seat, "left": BEADS - beads.count(seat + 1)}))
            if not placed.placing:
                tell(Event("ready", placed.board, (), {"seat": placed.turn}))
        return placed

    def _slide(self, bar: int, step: int, tell: Tell | None) -> BeadGrid:
        seat, start = self.turn, self.bars[bar]
        bars = (*self.bars[:bar], start + step, *self.bars[bar + 1 :])
        falling = [hole for hole in holes_of(bar) if self.beads[hole] and not covered(bars, hole)]
        beads = list(self.beads)
        for hole in falling:
            beads[hole] = 0
        calm = 0 if falling else self.calm + 1
        alive = set(beads) - {0}
        over = len(alive) < 2 or (self.limit and calm >= self.limit)
        order = ((seat + turns) % self.seats for turns in range(1, self.seats + 1))
        turn = seat if over else next(other for other in order if other + 1 in alive)
        trail = follow(self.trail, seat, bar, turn)
        after = BeadGrid(bars, tuple(beads), turn, self.seats, False, trail, calm, self.limit)
        if tell:
            self._narrate(after, Slide(bar, step), falling, tell)
        return after

    def _narrate(self, after: BeadGrid, slide: Slide, falling: Sequence[int], tell: Tell) -> None:
        """Tell the bar's slide, each fall, who is out, and the end."""
        seat, (bar, step) = self.turn, slide
        beads = list(self.beads)
        facts = {"seat": seat, "bar": bar, "from": self.bars[bar], "to": after.bars[bar]}
        tell(Event("slide", after._board(beads), (SLIDE_CELLS[bar, step],), facts))
        for hole in falling:
            bead, beads[hole] = beads[hole], 0
            tell(Event("fall", after._board(beads), (hole,), {"seat": seat, "owner": bead - 1}))
        for player in sorted(set(self.beads) - set(beads)):
            tell(Event("out", after.board, (), {"seat": player - 1}))
        result = after.result
        if result:
            kind = "win" if result.winners else "draw"
            winner = result.winners[0] if result.winners else seat
            tell(Event(kind, after.board, (), {"seat": winner, "reason": result.reason, "calm": after.calm}))


def gone(grid: BeadGrid, slide: Slide) -> tuple[int, ...]:
    """The holes whose beads a slide would let fall."""
    bars = (*grid.bars[: slide.bar], grid.bars[slide.bar] + slide.step, *grid.bars[slide.bar + 1 :])
    return tuple(hole for hole in holes_of(slide.bar) if grid.beads[hole] and not covered(bars, hole))


def sheltered(grid: BeadGrid) -> Sequence[Ply]:
    """The placements on holes that no single slide opens; where there are none, all placements."""
    moves = grid.moves()
    beads = tuple(int(covered(grid.bars, hole)) for hole in range(HOLES))
    covered_all = grid._replace(beads=beads)
    slides = (slide for slide in SLIDES if 0 <= grid.bars[slide.bar] + slide.step <= OUTER)
    exposed = {hole for slide in slides for hole in gone(covered_all, slide)}
    return [move for move in moves if isinstance(move, Placement) and move.hole not in exposed] or moves


def threatened(grid: BeadGrid) -> frozenset[int]:
    """The holes whose beads some legal slide would let fall."""
    if grid.placing:
        return frozenset()
    return frozenset(hole for move in grid.moves() if isinstance(move, Slide) for hole in gone(grid, move))
