"""A puzzle being solved, without a screen: what each move of the solver brings."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from marbles_tui.ai.analysis import Budget, Limit, SearchStopped
from marbles_tui.ai.puzzles.proof import Proof, ProofStanding
from marbles_tui.core import AnyPosition, Move
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.tries import MISSED, RIGHT

Verdict: TypeAlias = Literal["right", "solved", "wrong"]

PATIENCE: Final = Limit(seconds=20.0)
"""What the answer to one move may take, where the solution does not have it."""


class MoveAnswer(NamedTuple):
    """What came of a move: whether it keeps the goal, and the moves of the other side that follow it. After a wrong
    one they show why; there are none where that takes too long to find."""

    verdict: Verdict
    replies: tuple[Move, ...]


@dataclass(slots=True)
class Solving:
    """One puzzle and one solver. `try_` leads on; after a wrong move only `again` and `back` do."""

    puzzle: Puzzle
    moves: list[Move] = field(default_factory=list)
    """The moves of both sides so far in this try."""

    number: int = 1
    """Which try this is."""

    hints: int = 0
    marks: str = ""
    """One sign for each of the solver's moves that was right or wrong, of all tries."""

    verdict: Verdict | None = None
    """How the try has ended; None while it goes on."""

    shown: bool = False
    """Whether the solution was shown."""

    _missed: tuple[str, ...] = field(default=(), init=False)
    """What was left of the solution before the move that missed."""

    _standing: ProofStanding = field(init=False)
    _proof: Proof = field(init=False)
    _line: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._proof = Proof(self.puzzle.game, self.puzzle.start(), self.puzzle.goal, Budget(PATIENCE))
        self._standing = self._proof.start
        self._line = self.puzzle.solution

    @property
    def position(self) -> AnyPosition:
        """The position of the try."""
        return self._standing.position

    @property
    def start(self) -> AnyPosition:
        """Where every try begins."""
        return self._proof.start.position

    @property
    def solver(self) -> int:
        """The seat that solves."""
        return self._proof.solver

    @property
    def turns(self) -> int:
        """How many turns are left, the one that has begun among them."""
        return self._standing.turns

    @property
    def clean(self) -> bool:
        """Whether it can still be solved at the first try, without a hint."""
        return self.number == 1 and not self.hints and not self.shown and self.verdict != "wrong"

    @property
    def hint(self) -> str:
        """The next move of the solution; "" off its line and where the try has ended."""
        return self._line[0] if self._line and self.verdict is None else ""

    @property
    def missed(self) -> str:
        """The move of the solution in place of the one that has missed; "" off its line, and where none has."""
        return self._missed[0] if self._missed and self.verdict == "wrong" else ""

    def try_(self, move: Move) -> MoveAnswer:
        """Play a legal move of the solver, and the other side's toughest answer. May take a while."""
        after = self._proof.after(self._standing, move)
        expected = self._line[:1] == (str(move),)
        self._missed, self._line = self._line, self._line[1:] if expected else ()
        if not expected and not self._keeps(after):
            self.moves.append(move)
            self.marks += MISSED
            self.verdict = "wrong"
            return self._refuted(after)
        self._standing = after
        self.moves.append(move)
        self.marks += RIGHT
        replies = self._replies()
        if self._done():
            self.verdict = "solved"
        return MoveAnswer(self.verdict or "right", replies)

    def again(self) -> None:
        """Begin another try."""
        if self.moves:
            self.number += 1
        self.moves, self.verdict = [], None
        self._standing, self._line = self._proof.start, self.puzzle.solution

    def back(self) -> None:
        """Begin another try where a move has missed, from before that move."""
        if self.verdict == "wrong":
            self.moves.pop()
            self.number += 1
            self.verdict, self._line = None, self._missed

    def turns_after(self, count: int) -> int:
        """How many turns are left after so many moves of the solution."""
        standing = self._proof.start
        for move in self.puzzle.moves()[:count]:
            standing = self._proof.after(standing, move)
        return standing.turns if self._proof.reached(standing) is None else 0

    def _keeps(self, after: ProofStanding) -> bool:
        """Whether the goal can still be reached. A proof that takes too long speaks for the solution."""
        self._proof = self._fresh()
        try:
            return self._proof.holds(after)
        except SearchStopped:
            return False

    def _fresh(self) -> Proof:
        return Proof(self.puzzle.game, self.start, self.puzzle.goal, Budget(PATIENCE))

    def _replies(self) -> tuple[Move, ...]:
        """The other side's moves up to the solver's next turn, played."""
        replies: list[Move] = []
        while not self._done() and self.position.turn != self.solver:
            if self._line:
                move: Move = self.puzzle.game.find(self.position, self._line[0])
                self._line = self._line[1:]
            else:
                move = self._fresh().toughest(self._standing)
            replies.append(move)
            self.moves.append(move)
            self._standing = self._proof.after(self._standing, move)
        return tuple(replies)

    def _done(self) -> bool:
        """Whether the goal is reached: also where the other side's last turn cannot change that any more."""
        last = self.puzzle.goal.kind == "survive" and self.turns == 1 and self.position.turn != self.solver
        return last or self._proof.reached(self._standing) is not None

    def _refuted(self, standing: ProofStanding) -> MoveAnswer:
        replies: tuple[Move, ...] = ()
        with suppress(SearchStopped):
            proof = self._fresh()
            if proof.reached(standing) is None and standing.position.turn != self.solver:
                replies = (proof.toughest(standing),)
        return MoveAnswer("wrong", replies)
