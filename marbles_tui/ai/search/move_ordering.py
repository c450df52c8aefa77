"""Move ordering: the table's move, noisy moves, killers, then quiet moves by their history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from marbles_tui.core import Kernel
from marbles_tui.core.kernel import StagedMoves

KILLERS: Final = 2
"""How many quiet moves are remembered a ply that caused a cutoff there."""


class MoveOrdering:
    """The killer and history heuristics, for a search of at most `plies` plies."""

    def __init__(self, kernel: Kernel, plies: int) -> None:
        self._moves: Callable[[Any], Iterable[int]] = kernel.moves
        self._legal: Callable[[Any, int], bool] | None = None
        if isinstance(kernel, StagedMoves):
            self._moves, self._legal = kernel.search_moves, kernel.legal
        self._history: defaultdict[int, int] = defaultdict(int)
        self._killers: list[list[int]] = [[] for _ in range(plies)]

    def ordered(
        self, state: Any, depth: int, ply: int, tt_move: int | None, noisy: Sequence[int]
    ) -> Iterator[int]:
        """The moves of a state, likely best first. Each stage is generated only if those before it caused no
        cutoff."""
        if tt_move is not None:
            yield tt_move
        for move in noisy:
            if move != tt_move:
                yield move
        killers, legal = self._killers[ply], self._legal
        moves: Collection[int] = () if legal else tuple(self._moves(state))
        for move in killers:
            if move != tt_move and move not in noisy and (legal(state, move) if legal else move in moves):
                yield move
        others = self._moves(state) if legal else moves
        if depth > 1 or not legal:
            others = sorted(others, key=self._history.__getitem__, reverse=True)
        for move in others:
            if move != tt_move and move not in killers and move not in noisy:
                yield move

    def record_cutoff(self, move: int, depth: int, ply: int) -> None:
        """Record a cutoff for the history and killer heuristics."""
        self._history[move] += depth * depth
        killers = self._killers[ply]
        if move not in killers:
            self._killers[ply] = [move, *killers[: KILLERS - 1]]
