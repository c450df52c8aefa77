"""A position of BeadMaster, its placements and its slides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from marbles_tui.core import Event, Result, Tell
from marbles_tui.games.beadmaster.bars import BARS, ENDS, HOLE_NAMES, HOLES, NAMES, OUTER, covered, holes_of
from marbles_tui.games.beadmaster.trail import Trail, follow, inhibited

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


class Board(NamedTuple):
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


class Grid(NamedTuple):
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
    def board(self) -> Board:
        """What there is to draw."""
        return self._board(self.beads)

    def _board(self, beads: Sequence[int]) -> Board:
        blocked = self.blocked if self.result is None else {}
        marks = tuple(blocked.get(bar, -1) + 1 for bar in range(BARS))
        return Board(self.bars, tuple(beads), marks, self.placing, self.turn, self.seats)

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

    def play(self, move: Ply, tell: Tell | None = None) -> Grid:
        """Place a bead, or slide a bar by one position and let every bead fall whose hole it uncovers."""
        if isinstance(move, Placement):
            return self._place(move.hole, tell)
        return self._slide(move.bar, move.step, tell)

    def _place(self, hole: int, tell: Tell | None) -> Grid:
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

    def _slide(self, bar: int, step: int, tell: Tell | None) -> Grid:
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
        after = Grid(bars, tuple(beads), turn, self.seats, False, trail, calm, self.limit)
        if tell:
            self._narrate(after, Slide(bar, step), falling, tell)
        return after

    def _narrate(self, after: Grid, slide: Slide, falling: Sequence[int], tell: Tell) -> None:
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


def gone(grid: Grid, slide: Slide) -> tuple[int, ...]:
    """The holes whose beads a slide would let fall."""
    bars = (*grid.bars[: slide.bar], grid.bars[slide.bar] + slide.step, *grid.bars[slide.bar + 1 :])
    return tuple(hole for hole in holes_of(slide.bar) if grid.beads[hole] and not covered(bars, hole))


def sheltered(grid: Grid) -> Sequence[Ply]:
    """The placements on holes that no single slide opens; where there are none, all placements."""
    moves = grid.moves()
    beads = tuple(int(covered(grid.bars, hole)) for hole in range(HOLES))
    covered_all = grid._replace(beads=beads)
    slides = (slide for slide in SLIDES if 0 <= grid.bars[slide.bar] + slide.step <= OUTER)
    exposed = {hole for slide in slides for hole in gone(covered_all, slide)}
    return [move for move in moves if isinstance(move, Placement) and move.hole not in exposed] or moves


def threatened(grid: Grid) -> frozenset[int]:
    """The holes whose beads some legal slide would let fall."""
    if grid.placing:
        return frozenset()
    return frozenset(hole for move in grid.moves() if isinstance(move, Slide) for hole in gone(grid, move))
