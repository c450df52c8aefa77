"""What a computer's thought says: how it stands, what to play, and its line on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import tanh
from typing import Final, Self

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core import AnyPosition, IllegalMove, Move
from marbles_tui.core.text import plural
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


def assess(thought: Analysis, mover: int, names: Sequence[str], clear: float, unit: str) -> str:
    """Who is better, and by how much: "Ann is slightly better", "Bob wins in 4 moves".

    `clear` is what a clear advantage is worth in the game's unit. Of more than two seats only the mover is
    spoken of: it stands against all the others.
    """
    two = len(names) == 2
    value, words = thought.value, thought.words(unit)
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
    lead = tanh(thought.value / (2 * clear)) if not thought.proved else float((thought.value > 0) * 2 - 1)
    if thought.proved and not thought.value:
        lead = 0.0
    if seats == 2 and mover == 1:
        lead = -lead
    return (1 + lead) / 2


def advice(match: Match, move: Move, thought: Analysis, unit: str = "move") -> str:
    """The move, what it is good for, and how the game ends if that is certain."""
    purpose = match.game.explain_move(match.position, move, phrases.names(match))
    end = "" if thought.wins_in == 1 and purpose else _end(thought, unit)  # the purpose tells of the win
    parts = "; ".join(part for part in (purpose, end) if part)
    return f"Try {move}: {parts}." if parts else f"Try {move}."


def _end(thought: Analysis, unit: str) -> str:
    if not thought.proved:
        return ""
    if thought.wins_in is not None:
        return f"you can win in {plural(thought.wins_in, unit)}"
    if thought.loses_in is not None:
        return f"you lose in {plural(thought.loses_in, unit)}, whatever you play"
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
