"""Puzzles made of positions: what their movers can force, where a proof shows something to find."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.puzzles.proof import Proof
from marbles_tui.core import AnyPosition, Game
from marbles_tui.play.puzzles.puzzle import Puzzle, Stipulation
from marbles_tui.play.puzzles.text import puzzle_id

TASKS: Final = (
    Stipulation("win", 1),
    Stipulation("win", 2),
    Stipulation("win", 3),
    Stipulation("survive", 1),
    Stipulation("survive", 2),
)
"""What is looked for in a position, in this order."""

PATIENCE: Final = Limit(seconds=4.0)
"""What a look for one of them may take."""

MOST_FIRST: Final = 3
"""With more first moves than these that reach the goal there is little to find."""


def puzzle_in(game: Game, position: AnyPosition, options: Mapping[str, str]) -> Puzzle | None:
    """The puzzle that a position holds, as its text has it without what went before; None if no proof shows one in
    some seconds: nothing that can be forced, too many ways, or none but the one that is seen at once."""
    if position.seats != 2 or position.result is not None or position.turn < 0:
        return None
    if not (game.has_text and game.has_kernel):
        return None
    start = game.start(game.write(position), 2, options)
    legal = start.moves()
    for goal in TASKS:
        proof = Proof(game, start, goal, Budget(PATIENCE))
        try:
            if not proof.holds(proof.start):
                continue
            if goal.kind == "win" and goal.turns == 1 and _at_once(proof, start):
                return None
            found = proof.reaching(proof.start)
            few = len(found) <= MOST_FIRST and len(found) < len(legal)
            if not few:
                if goal.kind == "win":
                    return None
                continue
            return _puzzle(game, start, options, goal, proof)
        except SearchStopped:
            continue
    return None


def drawn_puzzle(game: Game, random: Random) -> Puzzle | None:
    """A new puzzle from a start that a goal of the game draws by chance; None where none does."""
    for goal in game.goals:
        start = goal.draw(random)
        if start is not None:
            task = Stipulation("win", 1)
            options = game.choose({})
            proof = Proof(game, start, task, Budget(PATIENCE))
            try:
                return _puzzle(game, start, options, task, proof)
            except SearchStopped:
                return None
    return None


def _at_once(proof: Proof, start: Any) -> bool:
    """Whether a single move wins."""
    return any(proof.reached(proof.after(proof.start, move)) for move in start.moves())


def _puzzle(
    game: Game, start: AnyPosition, options: Mapping[str, str], goal: Stipulation, proof: Proof
) -> Puzzle:
    solution, _ = proof.line()
    others = tuple(str(move) for move in proof.reaching(proof.start) if str(move) != solution[0])
    text = game.write(start)
    return Puzzle(
        id=puzzle_id(game, options, text, goal),
        game=game,
        options=options,
        position=text,
        goal=goal,
        solution=solution,
        also=others,
        difficulty=1000 + 150 * min(6, len(solution)),
        proof=proof.positions,
    )
