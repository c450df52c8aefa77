"""What is asked of a search and what it finds: when thinking ends, and the analysis of a position."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from marbles_tui.core.text import plural

T = TypeVar("T", int, float)

BEAT: Final = 16
"""After how many nodes the clock and the stop are looked at: a few milliseconds."""


class SearchStopped(Exception):
    """The limit is reached, or somebody wants the answer now. It never leaves this package."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Whichever comes first ends the thinking; None does not bind."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def times(self, factor: int) -> Limit:
        """So many times the seconds and nodes, to the same depth."""
        return Limit(self.seconds and self.seconds * factor, self.nodes and self.nodes * factor, self.depth)


def tighter(limit: Limit, other: Limit) -> Limit:
    """The limit that ends the thinking as soon as either of two would."""
    return Limit(
        seconds=_least(limit.seconds, other.seconds),
        nodes=_least(limit.nodes, other.nodes),
        depth=_least(limit.depth, other.depth),
    )


def _least(bound: T | None, other: T | None) -> T | None:
    return bound if other is None else other if bound is None else min(bound, other)


class Budget:
    """Counts nodes against a limit and listens for a stop.

    Search counts each node, or adds to `nodes` what has been looked at elsewhere.
    """

    def __init__(self, limit: Limit, stop: Callable[[], bool] = lambda: False) -> None:
        self.limit = limit
        self.nodes = 0
        self.due = 0
        self._stop = stop
        self._began = time.perf_counter()
        self._share = 1.0

    @property
    def seconds(self) -> float:
        """The time since the thinking began."""
        return time.perf_counter() - self._began

    @property
    def spent(self) -> float:
        """How much of the limit is used up, from 0; 1 and more is all of it."""
        seconds, nodes = self.limit.seconds, self.limit.nodes
        return max(
            self.seconds / seconds if seconds else float(seconds == 0),
            self.nodes / nodes if nodes else float(nodes == 0),
        )

    def remaining(self) -> tuple[float | None, int | None]:
        """The seconds and the nodes until `check` would end the thinking, 0 and 1 at the least; None where they
        do not bind."""
        seconds, nodes = self.limit.seconds, self.limit.nodes
        return (
            None if seconds is None else max(0.0, seconds * self._share - self.seconds),
            None if nodes is None else max(1, int(nodes * self._share) - self.nodes),
        )

    def within(self, limit: Limit) -> Budget:
        """A fresh budget that the tighter of this limit and another ends."""
        return Budget(tighter(self.limit, limit), self._stop)

    def stopped(self) -> bool:
        """Whether the answer is wanted now."""
        return self._stop()

    def allow(self, share: float) -> None:
        """Let `check` end the thinking once this share of the limit is used up, from 0 to 1."""
        self._share = share
        self.due = self.nodes

    def count(self) -> None:
        """One more node. Raises SearchStopped as `check`."""
        self.nodes += 1
        if self.nodes >= self.due:
            self.check()

    def check(self) -> None:
        """Plan the next look.

        Raises SearchStopped at the end of the limit's share, and when a stop is wanted.
        """
        if self._stop() or self.spent >= self._share:
            raise SearchStopped
        self.due = self.nodes + BEAT
        if self.limit.nodes is not None:
            # Exactly as many nodes on every machine.
            self.due = min(self.due, max(self.nodes + 1, int(self.limit.nodes * self._share)))


CERTAIN: Final = 10_000.0
"""The value of a game that is proved won at once, in any game's unit; each ply to the end takes 0.01 away."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best move found and how the game stands with it, for the seat to move."""

    move: str | None
    """As records write it; None where the game is over."""

    value: float
    """From the mover's side, in the game's unit: positive is good. CERTAIN, nearly, where proved."""

    depth: int = 0
    """Plies looked ahead everywhere; for a proof the length of its principal variation."""

    nodes: int = 0
    seconds: float = 0.0
    pv: tuple[str, ...] = ()
    """The principal variation: how the game goes on if both play their best; begins with `move`."""

    wins_in: int | None = None
    """The winner's own moves to the end if the loser delays it as long as possible; None if not known."""

    loses_in: int | None = None
    """The same where the other side wins, counted in the winner's moves too, so that "wins in 4" for one is
    "loses in 4" for the other as soon as the turn passes. Where seats alternate these are also the loser's
    own moves."""

    proved: bool = False
    """Whether the outcome is certain: won, lost or, with value 0, drawn."""

    native: bool = False
    """Whether the native search has found it."""

    pvs: tuple[Analysis, ...] = ()
    """The best moves, this one first, where more than one was asked for; each with its own `pv`."""

    def words(self) -> str:
        """How the game stands for the mover, in words: "wins in 4 moves", "can force a win"; "" where that is not
        proved."""
        if not self.proved:
            return ""
        if self.wins_in is not None:
            return f"wins in {plural(self.wins_in, 'move')}"
        if self.loses_in is not None:
            return f"loses in {plural(self.loses_in, 'move')}"
        if self.move is None:  # the game is over
            return "has won" if self.value > 0 else "has lost" if self.value < 0 else "a draw"
        if not self.value:
            return "can force a draw"
        return "can force a win" if self.value > 0 else "cannot avoid losing"
