"""How a match stood after each of its plies, and where it turned."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.play import Match

HALF: Final = 3.0
"""The value, in a game's unit, that is half way from even to certain."""

SLIP: Final = 0.2
"""What a move must give away of a share of 1 to be a slip."""

MISTAKE: Final = 0.5
"""What it must give away to be a mistake."""

FINE: Final = 0.5
"""What every other move must give away for the best one to be a fine one."""

EDITION: Final = "2"
"""Reviews of another edition are not shown: they were not checked by a second look."""

DEEPER: Final = 5
"""How many times the limit of the first look the second one has."""


class ReviewMark(StrEnum):
    """What is to be said of a move, in the signs that all game notation uses."""

    FINE = "!"
    SLIP = "?"
    MISTAKE = "??"


class Judgement(NamedTuple):
    """How a position stands, for the seat to act; `value` and `proved` as an Analysis has them."""

    value: float
    proved: bool
    words: str
    """In words, as they are shown: "wins in 4 selections", "+1.5"."""

    best: str | None
    """The best move found; None where the game is over."""

    second: float | None = None
    """The value of the second best move, from -CERTAIN to CERTAIN; None where there is none."""

    deep: bool = False
    """Whether this is what a second, deeper look found."""

    @classmethod
    def of(cls, analysis: Analysis, deep: bool = False) -> Judgement:
        """What an analysis says of its position."""
        words = analysis.words() if analysis.proved else f"{analysis.value:+.1f}"
        second = analysis.pvs[1].value if len(analysis.pvs) > 1 else None
        return cls(analysis.value, analysis.proved, words, analysis.move, second, deep)


def key_of(match: Match) -> str:
    """What a review of a match is kept under: the same for the same start, rules and moves, whoever played."""
    parts = [
        EDITION,
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
    except (ValueError, TypeError, RecursionError):
        return ()


def share(judgement: Judgement) -> float:
    """How good it is for the seat to act, from -1 to 1; the ends are reached where it is proved."""
    return _share(judgement.value)


def _share(value: float) -> float:
    if abs(value) >= CERTAIN / 2:
        return float((value > 0) - (value < 0))
    return value / (abs(value) + HALF)


def shares(match: Match, judgements: Sequence[Judgement | None]) -> tuple[float | None, ...]:
    """How good each ply's position is for the first seat; with more seats than two, for it against the seat
    to act."""
    return tuple(_for(match, ply, 0, judgement) for ply, judgement in enumerate(judgements))


def doubtful(match: Match, judgements: Sequence[Judgement | None]) -> list[int]:
    """The plies, from 0, that want a second look before anything is said of the move between them."""
    plies: set[int] = set()
    for ply, mark in _marked(match, judgements).items():
        plies |= {ply - 1} if mark is ReviewMark.FINE else {ply - 1, ply}
    return sorted(ply for ply in plies if (found := judgements[ply]) and not found.deep)


def is_whole(match: Match, judgements: Sequence[Judgement | None]) -> bool:
    """Whether nothing is left to look at."""
    seen = len(judgements) > match.plies and None not in judgements
    return seen and not doubtful(match, judgements)


def marks(match: Match, judgements: Sequence[Judgement | None]) -> dict[int, ReviewMark]:
    """The plies, counted from 1, whose moves are worth a mark: only where a second, deeper look agrees. The move
    that this look recommends is never a slip."""
    found = {}
    for ply, mark in _marked(match, judgements).items():
        before, after = judgements[ply - 1], judgements[ply]
        if before and before.deep and (mark is ReviewMark.FINE or (after and after.deep)):
            found[ply] = mark
    return found


def turning_points(match: Match, judgements: Sequence[Judgement | None]) -> list[int]:
    """The plies, counted from 1, whose moves were slips or mistakes."""
    return [ply for ply, mark in marks(match, judgements).items() if mark is not ReviewMark.FINE]


def _marked(match: Match, judgements: Sequence[Judgement | None]) -> dict[int, ReviewMark]:
    """The marks as the judgements have them, checked or not."""
    found = {}
    for ply in range(1, min(len(judgements), match.plies + 1)):
        before, after = judgements[ply - 1], judgements[ply]
        if before is None or after is None or before.best is None:
            continue
        had = share(before)
        if before.best == str(match.moves[ply - 1]):
            if before.second is not None and had - _share(before.second) >= FINE:
                found[ply] = ReviewMark.FINE
            continue
        left = _for(match, ply, match.positions[ply - 1].actor, after)
        if left is None or (before.proved and not after.proved and had * left > 0):
            continue  # what could not be proved any more is not given away for that
        if had - left >= SLIP:
            found[ply] = ReviewMark.MISTAKE if had - left >= MISTAKE else ReviewMark.SLIP
    return found


def _for(match: Match, ply: int, seat: int, judgement: Judgement | None) -> float | None:
    """How good a ply's position is for a seat."""
    if judgement is None:
        return None
    return share(judgement) if match.positions[ply].actor == seat else -share(judgement)
