"""The native search behind the interface of the one in Python."""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Final

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.native.library import Finding, Library, Report, Request, Stop, Words
from marbles_tui.ai.native.states import packing_of
from marbles_tui.ai.search.iterative_deepening import ENOUGH
from marbles_tui.ai.search.result import ScoredMove, SearchResult
from marbles_tui.core import Kernel
from marbles_tui.core.kernel import StagedMoves

TABLE: Final = 32 << 20
"""Bytes of the transposition table at the most: arcade and thinking process stay below 120 MB together."""

SMALLEST_TABLE: Final = 1 << 20
FILLS_IN: Final = 1.0
"""How many seconds it takes to fill the largest table: a search that has less makes do with less."""


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


class NativeSearch:
    """A search from one state on. The arguments are those of the Python `Search`, and so is what it finds;
    `table` is the bytes that it may remember positions in; by itself it takes what the limit is worth.

    `plain` is for comparisons: alpha-beta and nothing else, whose scores do not depend on the order of moves.
    """

    def __init__(
        self,
        library: Library,
        kernel: Kernel,
        budget: Budget,
        repetitions: Mapping[Any, int] | None = None,
        seed: int = 0,
        table: int | None = None,
        *,
        plain: bool = False,
    ) -> None:
        self._library = library
        self._kernel = kernel
        self._moves: Callable[[Any], Iterable[int]] = (
            kernel.search_moves if isinstance(kernel, StagedMoves) else kernel.moves
        )
        self._budget = budget
        self._repetitions = repetitions
        self._random = Random(seed)
        seconds = budget.limit.seconds
        share = 1.0 if seconds is None else min(1.0, seconds / FILLS_IN)
        self._table = table or max(SMALLEST_TABLE, int(TABLE * share))
        self._plain = plain

    def run(
        self, root: Any, multipv: int = 1, report: Callable[[SearchResult], None] | None = None
    ) -> SearchResult:
        """Search from a running game, a ply deeper each time, until the limit or a proof ends it.

        The best `multipv` moves are scored exactly. `report` hears of every depth that is done.
        """
        budget = self._budget
        packing = packing_of(self._kernel, root)
        assert packing, "the caller has seen to it"
        before = budget.nodes

        def tell(finding: Finding) -> None:
            budget.nodes = before + finding.nodes
            if report:
                report(_result(finding))

        callbacks = Callbacks(budget, tell)
        finding = Finding()
        request = self._request(root, packing.words, multipv)
        callbacks.call(
            self._library, "search", packing.game, request, finding, callbacks.report, callbacks.stop
        )
        if not finding.move_count:
            raise MemoryError("there is no memory for a search")
        budget.nodes = before + finding.nodes
        return _result(finding)

    def _request(self, root: Any, words: Callable[[Any], Sequence[int]], multipv: int) -> Request:
        limit, budget = self._budget.limit, self._budget
        moves = list(self._moves(root))
        self._random.shuffle(moves)
        # Noisy moves first, so that even an answer wanted at once is no silly one.
        noisy = set(self._kernel.noisy(root))
        moves.sort(key=lambda move: move not in noisy)
        drawn = [state for state, times in (self._repetitions or {}).items() if times >= 2]
        seconds, nodes = budget.remaining()
        enough = -1.0
        if limit.seconds is not None:
            spent = budget.spent
            enough = max(0.0, (spent + ENOUGH * (1 - spent)) * limit.seconds - budget.seconds)
        return Request(
            as_words(words(root)),
            (ctypes.c_int32 * len(moves))(*moves),
            as_words([word for state in drawn for word in words(state)]),
            -1.0 if seconds is None else seconds,
            enough,
            nodes or 0,
            self._table,
            len(moves),
            len(drawn),
            self._repetitions is not None,
            limit.depth or 0,
            multipv,
            self._plain,
        )


def as_words(words: Sequence[int]) -> Words:
    """Numbers as the library takes them."""
    return (ctypes.c_uint64 * len(words))(*words)


def _result(finding: Finding) -> SearchResult:
    moves, scores = finding.moves[: finding.move_count], finding.scores[: finding.move_count]
    pvs = tuple(tuple(finding.lines[at][: finding.lengths[at]]) for at in range(finding.line_count))
    return SearchResult(
        tuple(map(ScoredMove, moves, scores)), finding.depth, pvs, bool(finding.exact), native=True
    )
