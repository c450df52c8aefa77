"""A puzzle: a position, what its mover is to bring about, and what is proved of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from marbles_tui.core import AnyPosition, BadSetup, Game, Move
from marbles_tui.core.text import plural

Kind: TypeAlias = Literal["win", "survive"]

MOST_TURNS: Final = 20
FORM: Final = re.compile(r"(win|survive)(?: in)? (\d{1,2})(?: turns?)?")
MARKS: Final = 5
"""How many steps of difficulty there are in words and marks."""

EASIEST: Final = 900
STEP: Final = 250
"""The rating at which the first step ends, and how far one step goes on from the last."""


class Stipulation(NamedTuple):
    """What is to be reached against every play of the other side.

    `win`: the solver has won at the latest with their `turns`-th own turn. `survive`: they have not lost when both
    have had `turns` turns. A turn is all that a seat does before the other is to move.
    """

    kind: Kind
    turns: int

    def __str__(self) -> str:
        """As files have it: `win in 2`, `survive 1`."""
        return f"win in {self.turns}" if self.kind == "win" else f"survive {self.turns}"

    @property
    def sentence(self) -> str:
        """As the solver is told it."""
        if self.kind == "win":
            return "Win in this turn." if self.turns == 1 else f"Win in {self.turns} turns."
        return "Do not lose in the next turn." if self.turns == 1 else f"Do not lose for {self.turns} turns."


def read_stipulation(text: str) -> Stipulation:
    """A stipulation from its text, in any case. Raises ValueError with what was expected."""
    found = FORM.fullmatch(" ".join(text.lower().split())) if len(text) < 40 else None
    if not found or not 1 <= int(found[2]) <= MOST_TURNS:
        raise ValueError(f'expected "win in N" or "survive N", N from 1 to {MOST_TURNS}')
    return Stipulation("win" if found[1] == "win" else "survive", int(found[2]))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose mover is to reach something, with the solution.

    `solution` holds the moves of both sides, the other side's toughest, in the notation of records; `also` the first
    moves beside the solution's that reach the goal too.
    """

    id: str
    game: Game
    options: Mapping[str, str]
    """All of the game's, with their values."""

    position: str
    """A position text."""

    goal: Stipulation
    solution: tuple[str, ...]
    also: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    difficulty: int = 1200
    """A rating: who has it solves every other puzzle like this one."""

    idea: str = ""
    """What it teaches, in a sentence; "" where it is no second lesson."""

    proof: int = 0
    """How many positions the proof has looked at; 0 where nothing is said."""

    def start(self) -> AnyPosition:
        """The position. Raises BadPosition, BadSetup or BadOption where it cannot be read."""
        if self.game.named(self.position) is not None:
            raise BadSetup(f"a puzzle has a position text, not the start {self.position!r}")
        position: AnyPosition = self.game.start(self.position, 2, self.options)
        if position.seats != 2:
            raise BadSetup(f"a puzzle is for two players, not for {position.seats}")
        return position

    def moves(self) -> list[Move]:
        """The moves of the solution as values, from the start on. Raises as `start`."""
        position, found = self.start(), list[Move]()
        for word in self.solution:
            move: Move = self.game.find(position, word)
            found.append(move)
            position = position.play(move)
        return found

    @property
    def marks(self) -> int:
        """How hard it is, from 1 to 5."""
        return min(MARKS, max(1, 1 + -(-(self.difficulty - EASIEST) // STEP)))

    @property
    def title(self) -> str:
        """Game and task in a line: "Gobblet: win in 2"."""
        return f"{self.game.title}: {self.goal}"

    def as_json(self) -> dict[str, object]:
        """The puzzle as the command line prints it. Raises as `start`."""
        return {
            "id": self.id,
            "game": self.game.key,
            "options": dict(self.options),
            "position": self.position,
            "seat": self.start().turn + 1,
            "goal": {"kind": self.goal.kind, "turns": self.goal.turns},
            "solution": list(self.solution),
            "also": list(self.also),
            "themes": list(self.themes),
            "difficulty": self.difficulty,
            "proof": {"positions": self.proof},
        }

    def describe_proof(self) -> str:
        """A sentence about the proof."""
        if not self.proof:
            return "Nothing is said of its proof."
        only = (
            f"{len(self.also) + 1} first moves reach the goal"
            if self.also
            else "Only one first move reaches the goal"
        )
        return f"{only}: proved on {plural(self.proof, 'position')}."
