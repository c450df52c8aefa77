"""What thinking found out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from marbles_tui.ai.budget import Budget
from marbles_tui.core.text import plural

if TYPE_CHECKING:
    from marbles_tui.ai.search.plain import SearchResult

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

    def words(self, unit: str = "move") -> str:
        """How the game stands for the mover, in words: "wins in 4 moves", "can force a win"; "" where that is not
        proved."""
        if not self.proved:
            return ""
        if self.wins_in is not None:
            return f"wins in {plural(self.wins_in, unit)}"
        if self.loses_in is not None:
            return f"loses in {plural(self.loses_in, unit)}"
        if self.move is None:  # the game is over
            return "has won" if self.value > 0 else "has lost" if self.value < 0 else "a draw"
        if not self.value:
            return "can force a draw"
        return "can force a win" if self.value > 0 else "cannot avoid losing"


def analysis_of(result: SearchResult, budget: Budget) -> Analysis:
    """What a search found."""
    from marbles_tui.ai.search.plain import PROVED, WIN  # those that show an analysis have no use for it

    pvs = tuple(
        Analysis(
            move=scored.move,
            value=scored.score / 100,
            depth=result.depth,
            nodes=budget.nodes,
            seconds=budget.seconds,
            pv=pv,
            proved=abs(scored.score) >= PROVED,
            native=result.native,
        )
        for scored, pv in zip(result.ranking, result.pvs, strict=False)
    )
    score = result.best.score
    moves = (WIN - abs(score) + 1) // 2 if result.proved and result.exact else None
    first = replace(pvs[0], wins_in=moves if score > 0 else None, loses_in=moves if score < 0 else None)
    return replace(first, pvs=(first, *pvs[1:])) if len(pvs) > 1 else first
