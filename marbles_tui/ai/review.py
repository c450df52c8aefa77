"""How a match stood after each of its plies, and where it turned."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from marbles_tui.ai.analysis import Analysis
from marbles_tui.play import Match

HALF: Final = 3.0
"""The value, in a game's unit, that is half way from even to certain."""

LOSS: Final = 0.3
"""What a move must give away of a share of 1 to be a turning point."""


class Judgement(NamedTuple):
    """How a position stands, for the seat to act; `value` and `proved` as a Thought has them."""

    value: float
    proved: bool
    words: str
    """In words, as they are shown: "wins in 4 selections", "+1.5"."""

    best: str | None
    """The best move found; None where the game is over."""

    @classmethod
    def of(cls, analysis: Analysis, unit: str = "move") -> Judgement:
        """What a analysis says of its position."""
        words = analysis.words(unit) if analysis.proved else f"{analysis.value:+.1f}"
        return cls(analysis.value, analysis.proved, words, analysis.move)


def key_of(match: Match) -> str:
    """What a review of a match is kept under: the same for the same start, rules and moves, whoever played."""
    parts = [
        match.game.key,
        match.setup or "",
        *(f"{name}={value}" for name, value in sorted(match.options.items())),
    ]
    parts += [str(match.positions[0].turn), *map(str, match.moves), match.ending.word if match.ending else ""]
    return sha256("\n".join(parts).encode(errors="replace")).hexdigest()


def write_judgements(judgements: Sequence[Judgement | None]) -> str:
    """Judgements as text."""
    return json.dumps(judgements)


def read_judgements(text: str) -> tuple[Judgement | None, ...]:
    """Judgements from their text; none where it is not what `write_judgements` writes."""
    try:
        return tuple(values and Judgement(*values) for values in json.loads(text))
    except (ValueError, TypeError):
        return ()


def share(judgement: Judgement) -> float:
    """How good it is for the seat to act, from -1 to 1; the ends are reached where it is proved."""
    value = judgement.value
    if judgement.proved:
        return float((value > 0) - (value < 0))
    return value / (abs(value) + HALF)


def shares(match: Match, judgements: Sequence[Judgement | None]) -> tuple[float | None, ...]:
    """How good each ply's position is for the first seat; with more seats than two, for it against the seat
    to act."""
    return tuple(_for(match, ply, 0, judgement) for ply, judgement in enumerate(judgements))


def turning_points(match: Match, judgements: Sequence[Judgement | None]) -> dict[int, str]:
    """The plies, counted from 1, whose move gave much away, and what would have been better, in words."""
    found = {}
    for ply in range(1, min(len(judgements), match.plies + 1)):
        before, after = judgements[ply - 1], judgements[ply]
        if before is None or after is None or before.best in (None, str(match.moves[ply - 1])):
            continue
        seat = match.positions[ply - 1].actor
        had, left = share(before), _for(match, ply, seat, after)
        if left is None or (before.proved != after.proved and had * left > 0):
            continue  # what could not be proved any more is not given away for that
        if had - left >= LOSS:
            found[ply] = f"better was {before.best}: {before.words}"
    return found


def _for(match: Match, ply: int, seat: int, judgement: Judgement | None) -> float | None:
    """How good a ply's position is for a seat."""
    if judgement is None:
        return None
    return share(judgement) if match.positions[ply].actor == seat else -share(judgement)
