"""What a review says of a move, in words: what was played, what was best, and what the difference was."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from marbles_tui.ai.analysis import CERTAIN
from marbles_tui.ai.review import Judgement, ReviewMark, marks, turning_points
from marbles_tui.core import IllegalMove
from marbles_tui.core.text import sentence
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.assessment import amount

NAMES = {ReviewMark.SLIP: "slip", ReviewMark.MISTAKE: "mistake", ReviewMark.FINE: "fine move"}
"""The marks in words."""


class Remark(NamedTuple):
    """What is said of the move that follows a position."""

    mover: str
    number: int
    """Which of the turning points it is, from 1; 0 for a fine move."""

    points: int
    """How many turning points there are."""

    move: str
    mark: ReviewMark
    purpose: str
    """What the move does, as a sentence; "" if there is nothing to say."""

    best: str
    """The better move; "" for a fine move."""

    best_purpose: str
    missed: str
    """What was easy to miss, a sentence: "Easy to miss: F2, a push from behind."; "" where all was plain to see."""

    cost: str
    """What the move gave away: "9 marbles"; "" where no number tells it."""

    before: str
    after: str
    """How it stood before and after the move: "Ann is 4 marbles ahead", "Ben wins in 3 moves"."""

    @property
    def short(self) -> str:
        """The main thing in a sentence."""
        if not self.best:
            return f"{self.move}{self.mark} was a fine move."
        told = f"{self.move}{self.mark} was a {NAMES[self.mark]}. Better was {self.better}."
        return f"{told} {self.missed}".rstrip()

    @property
    def better(self) -> str:
        """The better move and what it does: "E: ends at C"."""
        purpose = self.best_purpose[:1].lower() + self.best_purpose[1:].rstrip(".")
        return f"{self.best}: {purpose}" if purpose else self.best


def remark(match: Match, ply: int, judgements: Sequence[Judgement | None], worth: str) -> Remark | None:
    """What is to be said of the move after `ply` plies of a match; None where it bears no mark. `worth` names the
    unit of values, in the singular."""
    mark = marks(match, judgements).get(ply + 1)
    before = judgements[ply] if ply < len(judgements) else None
    if mark is None or before is None or before.best is None:
        return None
    move, position = match.moves[ply], match.positions[ply]
    names, seat = phrases.names(match), position.actor
    after = judgements[ply + 1] if ply + 1 < len(judgements) else None
    points = turning_points(match, judgements)
    fine = mark is ReviewMark.FINE
    best = "" if fine else before.best
    best_purpose = ""
    if best:
        best_purpose = match.game.explain_move(position, match.game.find(position, best), names)
    cost = ""
    if after and not (fine or before.proved or after.proved):
        other = after.value if match.positions[ply + 1].actor == seat else -after.value
        cost = amount(before.value - other, worth)
    return Remark(
        mover=names[seat],
        number=0 if fine else points.index(ply + 1) + 1,
        points=len(points),
        move=str(move),
        mark=mark,
        purpose=sentence(match.game.explain_move(position, move, names)),
        best=best,
        best_purpose=sentence(best_purpose),
        missed="" if fine else _missed(match, ply, before, after),
        cost=cost,
        before=standing(match, ply, before, worth),
        after=standing(match, ply + 1, after, worth) if after else "",
    )


def _missed(match: Match, ply: int, before: Judgement, after: Judgement | None) -> str:
    """What the mover of a slip may have missed: the answer to it, or else the better move."""
    for at, judgement in ((ply + 1, after), (ply, before)):
        if judgement and judgement.best:
            position, kind = match.positions[at], ""
            with suppress(IllegalMove):  # a kept review may be damaged
                kind = match.game.hidden(position, match.game.find(position, judgement.best))
            if kind:
                return f"Easy to miss: {judgement.best}, {kind}."
    return ""


def standing(match: Match, ply: int, judgement: Judgement, worth: str) -> str:
    """Who is ahead after so many plies of a match, and by how much, or who wins for certain."""
    names, seat = phrases.names(match), match.positions[ply].actor
    value, two = judgement.value, len(names) == 2
    ahead = names[seat] if value >= 0 or not two else names[1 - seat]
    if abs(value) >= CERTAIN - 0.005 and judgement.best is None:
        return f"{ahead} has won"
    if judgement.proved:
        if not value:
            return "a draw"
        length = judgement.words.partition(" in ")[2]
        if value < 0 and not two:
            return f"{ahead} cannot win"
        return f"{ahead} wins in {length}" if length else f"{ahead} can force a win"
    if abs(value) < 0.05:
        return "even"
    direction = "ahead" if value > 0 or two else "behind"
    return f"{ahead} is {amount(abs(value), worth)} {direction}"
