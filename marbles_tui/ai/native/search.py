"""Calls of the library that think: the search, and the proofs of who wins a carton and what a seat can force."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, ClassVar, Final, TypeAlias

from marbles_tui.ai.analysis import Budget, SearchStopped
from marbles_tui.ai.native.library import (
    UNKNOWN,
    Finding,
    NativeLibrary,
    Report,
    Request,
    Stop,
    Words,
    as_words,
    installed_library,
)
from marbles_tui.ai.search.plain import ENOUGH, PlainSearch, ScoredMove, SearchResult
from marbles_tui.core import AnyPosition, Game
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.beadmaster.position import BeadGrid
from marbles_tui.games.egg_carton import Carton
from marbles_tui.games.egg_carton.position import ENDS
from marbles_tui.games.gobblet.position import Gobblets, visible

Packed: TypeAlias = "tuple[int, tuple[int, ...]]"
"""The game's number in the library, and a position's words."""

WORD: Final = (1 << 64) - 1
MOST_MARBLES: Final = 255
"""The most that a carton may hold: its slots are bytes there."""

MOST_SEATS: Final = 4

ABACUS, GOBBLET, BEADMASTER, EGG_CARTON, BEADMASTER_MANY, AMIGA = range(6)


def _abacus(position: Abacus, thinker: int) -> Packed:
    del thinker
    sides = position.turn, 1 - position.turn
    marbles = (sum(1 << cell for cell, owner in enumerate(position.cells) if owner == side) for side in sides)
    left = (position.lose - position.lost[side] & WORD for side in sides)
    return ABACUS, (*marbles, *left, position.turn)


def _gobblet(position: Gobblets, thinker: int) -> Packed:
    del thinker
    seat, sides = position.turn, [0, 0]
    for cell, stack in enumerate(position.cells):
        for piece in stack:
            sides[piece & 1] |= 1 << cell + 16 * ((piece >> 1) - 1)
    seen, shown = (visible(position.cells, side) for side in (seat, 1 - seat))
    tops = sum(top << 2 + 3 * stack for stack, top in enumerate(position.stacks))
    return GOBBLET, (sides[seat], sides[1 - seat], seen | shown << 16, tops | position.rogers << 1 | seat)


def _beadmaster(position: BeadGrid, thinker: int) -> Packed | None:
    seats, many = position.seats, position.seats > 2
    if seats > MOST_SEATS:
        return None
    bars = sum(place << 2 * bar for bar, place in enumerate(position.bars))
    beads = (
        sum(1 << hole for hole, bead in enumerate(position.beads) if bead == seat + 1)
        for seat in range(MOST_SEATS if many else 2)
    )
    rest = position.turn | position.placing << 2 | seats << 3 | (thinker << 6 if many else 0)
    slides = sum((seat | bar << 2 | run << 6) << 8 * at for at, (seat, bar, run) in enumerate(position.trail))
    trail = slides << 3 | len(position.trail)
    game = BEADMASTER_MANY if many else BEADMASTER
    return game, (bars, *beads, rest, trail, position.calm | position.limit << 32)


def _egg_carton(position: Carton, thinker: int) -> Packed | None:
    del thinker
    slots = [0 if place in ENDS else count for place, count in enumerate(position.ring)]
    if sum(slots) > MOST_MARBLES:
        return None
    ring = sum(count << 8 * place for place, count in enumerate(slots))
    return EGG_CARTON, (ring & WORD, ring >> 64 | position.turn << 63)


_PACKERS: Final[Mapping[type, Callable[[Any, int], Packed | None]]] = {
    Abacus: _abacus,
    Gobblets: _gobblet,
    BeadGrid: _beadmaster,
    Carton: _egg_carton,
}


def packed(position: AnyPosition, thinker: int | None = None) -> Packed | None:
    """A position for the library, None where that cannot play on from it. Where more than two play, the seat that
    thinks, by itself the one to move, is against all others."""
    pack = _PACKERS.get(type(position))
    return pack(position, position.turn if thinker is None else thinker) if pack else None


TABLE: Final = 32 << 20
"""Bytes of the transposition table at the most: arcade and thinking process stay below 120 MB together."""

SMALLEST_TABLE: Final = 1 << 20
FILLS_IN: Final = 1.0
"""How many seconds it takes to fill the largest table: a search that has less makes do with less."""

NODE: Final = 32
"""Bytes of it for each node of a search that is limited in those."""


class Callbacks:
    """What a function of the library calls while it thinks. An exception ends the thinking."""

    def __init__(self, budget: Budget, report: Callable[[Finding], None] | None = None) -> None:
        self._budget = budget
        self._report = report
        self._failure: BaseException | None = None
        self.stop = Stop(self._stop)
        self.report = Report(self._tell)

    def call(self, library: NativeLibrary, name: str, *arguments: object) -> Any:
        """Call the function, and raise what a callback has raised meanwhile, or an interrupt of the keyboard."""
        with self._interrupts():
            found = library.call(name, *arguments)
        if self._failure is not None:
            raise self._failure
        return found

    @contextmanager
    def _interrupts(self) -> Iterator[None]:
        """Keep what the handler of interrupts raises until the function has come back: ctypes would print it, and
        forget it, where it is raised before the first line of a callback."""
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler) or current_thread() is not main_thread():
            yield
            return

        def keep(number: int, frame: FrameType | None) -> None:
            try:
                handler(number, frame)
            except BaseException as failure:
                self._failure = failure

        signal.signal(signal.SIGINT, keep)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)

    def _stop(self) -> int:
        try:
            return int(self._failure is not None or self._budget.stopped())
        except BaseException as failure:
            self._failure = failure
            return 1

    def _tell(self, finding: Any) -> None:
        try:
            if self._report and self._failure is None:
                self._report(finding.contents)
        except BaseException as failure:
            self._failure = failure


def native_search(
    library: NativeLibrary,
    root: AnyPosition,
    budget: Budget,
    past: Sequence[AnyPosition] | None = None,
    seed: int = 0,
    multipv: int = 1,
    report: Callable[[SearchResult], None] | None = None,
    *,
    table: int | None = None,
    plain: bool = False,
    oversight: float = 0.0,
    game: int | None = None,
) -> SearchResult:
    """What `look_ahead` says, by the library.

    `table` is the bytes that it may remember positions in; by itself it takes what the limit is worth. `plain` is
    alpha-beta and nothing else, whose scores do not depend on the order of moves. `game` are other rules than the
    position's own, on the same words.
    """
    number, words = packed_for_sure(root)
    number = number if game is None else game
    before = budget.nodes

    def result(finding: Finding) -> SearchResult:
        def lines(moves: Sequence[int]) -> tuple[str, ...]:
            return tuple(library.notation(number, move) for move in moves)

        count = finding.move_count
        ranking = tuple(map(ScoredMove, lines(finding.moves[:count]), finding.scores[:count]))
        pvs = tuple(lines(finding.lines[at][: finding.lengths[at]]) for at in range(finding.line_count))
        return SearchResult(ranking, finding.depth, pvs, bool(finding.exact), native=True)

    def tell(finding: Finding) -> None:
        budget.nodes = before + finding.nodes
        if report:
            report(result(finding))

    stood = Counter(packed_for_sure(one, root.turn)[1] for one in past or ())
    drawn = [one for one, times in stood.items() if times >= 2]
    limit, (seconds, nodes) = budget.limit, budget.remaining()
    enough = -1.0
    if limit.seconds is not None:
        enough = max(0.0, (budget.spent + ENOUGH * (1 - budget.spent)) * limit.seconds - budget.seconds)
    callbacks, finding = Callbacks(budget, tell), Finding()
    request = Request(
        state=as_words(words),
        drawn=as_words([word for state in drawn for word in state]),
        seconds=-1.0 if seconds is None else seconds,
        enough=enough,
        nodes=nodes or 0,
        table=table or worthwhile_table(seconds, nodes),
        seed=seed,
        drawn_count=len(drawn),
        repeats=past is not None,
        depth=limit.depth or 0,
        multipv=multipv,
        plain=plain,
        oversight=round(1000 * oversight),
    )
    callbacks.call(library, "search", number, request, finding, callbacks.report, callbacks.stop)
    if not finding.move_count:
        raise MemoryError("there is no memory for a search")
    budget.nodes = before + finding.nodes
    return result(finding)


def worthwhile_table(seconds: float | None, nodes: int | None) -> int:
    """The bytes that a search of such a length can fill."""
    by_time = TABLE if seconds is None else int(TABLE * seconds / FILLS_IN)
    by_nodes = TABLE if nodes is None else NODE * nodes
    return max(SMALLEST_TABLE, min(TABLE, by_time, by_nodes))


def packed_for_sure(position: AnyPosition, thinker: int | None = None) -> Packed:
    """The same as `packed` of a position that the library can play on from."""
    found = packed(position, thinker)
    assert found, "the caller has seen to it"
    return found


def serving(position: AnyPosition) -> NativeLibrary | None:
    """The library, if it is there and can play on from a position."""
    return installed_library() if packed(position) else None


def look_ahead(
    game: Game,
    root: AnyPosition,
    budget: Budget,
    past: Sequence[AnyPosition] | None = None,
    seed: int = 0,
    multipv: int = 1,
    report: Callable[[SearchResult], None] | None = None,
    *,
    table: int | None = None,
    oversight: float = 0.0,
) -> SearchResult:
    """Search from a running game, a ply deeper each time, until the limit or a proof ends it.

    The best `multipv` moves are scored exactly; `report` hears of every depth that is done. `past` are the match's
    positions, of which those that have stood twice count as draws; None where repetition means nothing. Where more
    than two play, the seat to move is taken to be against all others. `table` is the bytes that the native search
    may remember positions in. `oversight` as in Level.
    """
    library = serving(root)
    if library:
        return native_search(
            library, root, budget, past, seed, multipv, report, table=table, oversight=oversight
        )
    return PlainSearch(game, root, budget, past, seed, oversight).run(multipv, report)


STATES: Final = 1 << 20
"""Room for so many states at the most, 24 bytes each, and half as many more while it grows; a proof that needs more
is given up."""

LENGTHS: Final = 1 << 19
"""The same for the distances of each seat."""


class Handle:
    """Something of the library's that remembers what it has found; gone with this object."""

    kind: ClassVar[str]
    """What its functions begin with."""

    def __init__(self, library: NativeLibrary, budget: Budget, *arguments: int) -> None:
        self._library = library
        self._budget = budget
        self._handle = library.call(f"{self.kind}_new", *arguments)
        if not self._handle:
            raise MemoryError("there is no memory for a proof")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.call(f"{self.kind}_free", self._handle)

    def look(self, name: str, *arguments: object) -> int:
        """Call a function that does no thinking."""
        found: int = self._library.call(f"{self.kind}_{name}", self._handle, *arguments)
        return found

    def work(self, name: str, *arguments: object) -> bool:
        """Call a function that thinks within the budget. Raises SearchStopped."""
        budget = self._budget
        callbacks, (seconds, nodes) = Callbacks(budget), budget.remaining()
        before = self.look("nodes")
        self.look("limit", -1.0 if seconds is None else seconds, nodes or 0, callbacks.stop)
        try:
            found = callbacks.call(self._library, f"{self.kind}_{name}", self._handle, *arguments)
        finally:
            budget.nodes += self.look("nodes") - before
        if found == UNKNOWN:
            raise SearchStopped
        return bool(found)


class CartonProof(Handle):
    """Proves cartons won or lost; all but `known`, `shown` and `fails` raise SearchStopped when the limit or the
    memory ends the search first."""

    kind = "proof"

    def __init__(
        self, library: NativeLibrary, budget: Budget, states: int = STATES, lengths: int = LENGTHS
    ) -> None:
        super().__init__(library, budget, states, lengths)

    def known(self, carton: Carton) -> bool | None:
        """Whether the mover of a running game wins; None if that is not proved yet."""
        known = self.look("known", _words(carton))
        return None if known == UNKNOWN else bool(known)

    def prove(self, carton: Carton) -> bool:
        """Whether the mover of a running game wins."""
        return self.work("prove", _words(carton))

    def within(self, carton: Carton, winner: int, selections: int) -> bool:
        """Whether a seat forces the end of a running game with so many selections of its own."""
        return self.work("within", winner, _words(carton), selections)

    def shown(self, carton: Carton, winner: int, selections: int) -> bool:
        """Whether so many selections are known to suffice."""
        return self.look("suffices", winner, _words(carton)) <= selections

    def fails(self, carton: Carton, winner: int) -> int:
        """The greatest number of selections that is known not to suffice, -1 for none."""
        return self.look("fails", winner, _words(carton))


class NativeForcing(Handle):
    """What the solver can force: as `PlainForcing`."""

    kind = "forcing"

    def __init__(
        self, library: NativeLibrary, position: AnyPosition, solver: int, survive: bool, budget: Budget
    ) -> None:
        super().__init__(library, budget, packed_for_sure(position)[0], solver, survive)

    def holds(self, position: AnyPosition, turns: int) -> bool:
        """See `PlainForcing`."""
        return self.work("holds", _words(position), turns)


def _words(position: AnyPosition) -> Words:
    return as_words(packed_for_sure(position)[1])
