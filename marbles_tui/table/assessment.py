"""What a computer says: how it stands, what to play, its line on the board, and in a review of each move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import tanh
from typing import Final, NamedTuple, Self

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.ai.review import Judgement, ReviewMark, marks, turning_points
from marbles_tui.core import AnyPosition, IllegalMove, Move
from marbles_tui.core.text import plural, sentence, spoken
from marbles_tui.play import Match
from marbles_tui.table import phrases as phrases

DEGREES: Final = (
    (0.15, "about even"),
    (0.6, "{} is slightly better"),
    (1.3, "{} is better"),
    (2.6, "{} is much better"),
    (float("inf"), "{} is nearly winning"),
)
"""Up to how many times a clear advantage a value means what."""


def assess(thought: Analysis, mover: int, names: Sequence[str], clear: float) -> str:
    """Who is better, and by how much: "Ann is slightly better", "Bob wins in 4 moves".

    `clear` is what a clear advantage is worth in the game's unit. Of more than two seats only the mover is
    spoken of: it stands against all the others.
    """
    two = len(names) == 2
    value, words = thought.value, thought.words()
    ahead = names[mover] if value >= 0 or not two else names[1 - mover]
    if thought.proved:
        if not value:
            return "both sides can force a draw" if two else "a sure draw"
        length = words.partition(" in ")[2]
        verb = "wins" if two or value > 0 else "loses"
        if length:
            return f"{ahead} {verb} in {length}"
        return f"{ahead} can force a win" if verb == "wins" else f"{ahead} cannot avoid losing"
    degree = next(text for most, text in DEGREES if abs(value) < most * clear)
    if value < 0 and not two:
        degree = degree.replace("better", "worse").replace("nearly winning", "nearly lost")
    return degree.format(ahead)


def lead(thought: Analysis, mover: int, names: Sequence[str], clear: float, worth: str) -> str:
    """By how much the better side of two is ahead, or the mover of more, in the game's unit: "8.6 marbles ahead"; who
    that is where `assess` names nobody: "Ann is 0.4 marbles ahead"; "" where the outcome is certain or even."""
    value, two = thought.value, len(names) == 2
    ahead = round(abs(value), 1)
    if thought.proved or not ahead:
        return ""
    told = f"{amount(ahead, worth)} {'ahead' if value > 0 or two else 'behind'}"
    if abs(value) >= DEGREES[0][0] * clear:
        return told
    return f"{names[1 - mover] if two and value < 0 else names[mover]} is {told}"


def amount(value: float, worth: str) -> str:
    """A value in a game's unit, to a tenth: "8.6 marbles", "1 marble"."""
    number = f"{value:.1f}".removesuffix(".0")
    return f"{number} {worth}{'' if number == '1' else 's'}"


def short(thought: Analysis) -> str:
    """The value in a few characters: "+0.4", "wins in 3", "loses"."""
    if not thought.proved:
        return f"{round(thought.value, 1) + 0.0:+.1f}"
    if thought.wins_in is not None or thought.loses_in is not None:
        return thought.words().removesuffix(" moves").removesuffix(" move")
    return "wins" if thought.value > 0 else "loses" if thought.value < 0 else "draw"


def bar_share(thought: Analysis, mover: int, seats: int, clear: float) -> float:
    """The first seat's share of the bar, 0 to 1; of more than two seats the mover's."""
    value = thought.value
    lead = (value > 0) - (value < 0) if thought.proved else tanh(value / (2 * clear))
    return (1 - lead if seats == 2 and mover == 1 else 1 + lead) / 2


def advice(match: Match, move: Move, thought: Analysis) -> str:
    """The move, what it is good for, and how the game ends if that is certain."""
    purpose = _purpose(match, match.position, move)
    end = "" if thought.wins_in == 1 and purpose else _end(thought)  # the purpose tells of the win
    parts = "; ".join(part for part in (purpose, end) if part)
    return f"Try {move}: {parts}." if parts else f"Try {move}."


def _purpose(match: Match, position: AnyPosition, move: Move) -> str:
    """What a move is good for, as the match calls those who play it."""
    names = phrases.names(match)
    return spoken(match.game.explain_move(position, move, names), names)


def _end(thought: Analysis) -> str:
    if not thought.proved:
        return ""
    if thought.wins_in is not None:
        return f"you can win in {plural(thought.wins_in, 'move')}"
    if thought.loses_in is not None:
        return f"you lose in {plural(thought.loses_in, 'move')}, whatever you play"
    if thought.value > 0:
        return "then you can force a win"
    return "you lose, whatever you play" if thought.value < 0 else "then you can force a draw"


@dataclass(frozen=True, slots=True)
class Lookahead:
    """The positions along a line from the one on the table; `at` moves of it are on the board."""

    match: Match
    moves: tuple[Move, ...]
    positions: tuple[AnyPosition, ...]
    at: int = 0

    @classmethod
    def along(cls, match: Match, line: Sequence[str]) -> Self:
        """A line in notation, as far as it can be played."""
        moves: list[Move] = []
        positions = [match.position]
        for word in line:
            try:
                move = match.game.find(positions[-1], word)
            except IllegalMove:
                break
            moves.append(move)
            positions.append(positions[-1].play(move))
        return cls(match, tuple(moves), tuple(positions))

    def to(self, at: int) -> Self:
        """The same with so many moves on the board, as far as there are."""
        return replace(self, at=max(0, min(at, len(self.moves))))

    @property
    def position(self) -> AnyPosition:
        """The position on the board."""
        return self.positions[self.at]

    @property
    def last(self) -> Move:
        """The move made last; there is one where `at` is not 0."""
        return self.moves[self.at - 1]


# What a review says of a move: what was played, what was best, and what the difference was

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
    """What was easy to miss, a sentence: "Easy to miss: F2, a push from behind."; or else what the answer does: "The
    answer to E1 is F2: pushes a marble off."; "" where there is nothing to say of it."""

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


def remark(match: Match, ply: int, judgements: Sequence[Judgement | None]) -> Remark | None:
    """What is to be said of the move after `ply` plies of a match; None where it bears no mark."""
    mark = marks(match, judgements).get(ply + 1)
    before = judgements[ply] if ply < len(judgements) else None
    if mark is None or before is None or before.best is None:
        return None
    move, position, fine = match.moves[ply], match.positions[ply], mark is ReviewMark.FINE
    seat, points = position.actor, turning_points(match, judgements)
    after = judgements[ply + 1] if ply + 1 < len(judgements) else None
    best = "" if fine else before.best
    best_purpose = _purpose(match, position, match.game.find(position, best)) if best else ""
    cost = ""
    if after and not (fine or before.proved or after.proved):
        other = after.value if match.positions[ply + 1].actor == seat else -after.value
        cost = amount(before.value - other, match.game.valued_in)
    return Remark(
        mover=phrases.name(match, seat),
        number=0 if fine else points.index(ply + 1) + 1,
        points=len(points),
        move=str(move),
        mark=mark,
        purpose=sentence(_purpose(match, position, move)),
        best=best,
        best_purpose=sentence(best_purpose),
        missed="" if fine else _missed(match, ply, before, after),
        cost=cost,
        before=standing(match, ply, before),
        after=standing(match, ply + 1, after) if after else "",
    )


def _missed(match: Match, ply: int, before: Judgement, after: Judgement | None) -> str:
    """What the mover of a slip has missed: the answer to it, or else the better move, if that is easily missed; or
    what the answer does."""
    answered = ""
    for at, judgement in ((ply + 1, after), (ply, before)):
        position = match.positions[at]
        with suppress(IllegalMove):  # a kept review may be damaged
            move = match.game.find(position, judgement.best) if judgement and judgement.best else None
            if move and (kind := match.game.hidden(position, move)):
                return f"Easy to miss: {move}, {kind}."
            if move and position.actor != match.positions[ply].actor:
                does = _purpose(match, position, move)
                answered = f"The answer to {match.moves[ply]} is {move}: {does}." if does else ""
    return answered


def standing(match: Match, ply: int, judgement: Judgement) -> str:
    """Who is ahead after so many plies of a match, and by how much, or who wins for certain."""
    names = phrases.names(match)
    return spoken(_standing(names, match.positions[ply].actor, judgement, match.game.valued_in), names)


def _standing(names: Sequence[str], seat: int, judgement: Judgement, worth: str) -> str:
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
