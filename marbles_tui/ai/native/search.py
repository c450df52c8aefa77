"""Calls of the library that think: the search."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Final

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.native.library import Finding, Library, Report, Request, Stop, as_words
from marbles_tui.ai.native.states import Packed, packed
from marbles_tui.ai.search.plain import ENOUGH
from marbles_tui.ai.search.result import ScoredMove, SearchResult
from marbles_tui.core import AnyPosition

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

    def call(self, library: Library, name: str, *arguments: Any) -> Any:
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
    library: Library,
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
