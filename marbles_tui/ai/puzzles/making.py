"""Puzzles made of positions: what their movers can force, where a proof shows something to find."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from marbles_tui.ai.analysis import Budget, Limit, SearchStopped
from marbles_tui.ai.puzzles.proof import Proof
from marbles_tui.core import AnyPosition, Game
from marbles_tui.play.puzzles.puzzle import Puzzle, Stipulation, puzzle_id

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

ONE_TURN: Final = Stipulation("win", 1)
LONGER: Final = Limit(seconds=20.0)
"""What the proof that was asked for may take."""

MOST_FIRST: Final = 3
"""With more first moves than these that reach the goal there is little to find."""


def puzzle_in(
    game: Game, position: AnyPosition, options: Mapping[str, str], stop: Callable[[], bool] = lambda: False
) -> Puzzle | None:
    """The puzzle that a position holds, as its text has it without what went before; None if no proof shows one in
    some seconds, or before a stop: nothing that can be forced, too many ways, or none but the one that is seen at
    once."""
    if not _may_hold_one(game, position):
        return None
    start = game.start(game.write(position), 2, options)
    legal = start.moves()
    for goal in TASKS:
        proof = Proof(game, start, goal, Budget(PATIENCE, stop))
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
            return _puzzle(game, start, options, proof)
        except SearchStopped:
            if stop():
                return None
    return None


def one_turn(
    game: Game, position: AnyPosition, options: Mapping[str, str], stop: Callable[[], bool] = lambda: False
) -> Puzzle | None:
    """The puzzle to win in the turn that begins in a position; None where no proof shows in time, or before a stop,
    that this can be done."""
    if not _may_hold_one(game, position):
        return None
    start = game.start(game.write(position), 2, options)
    proof = Proof(game, start, ONE_TURN, Budget(LONGER, stop))
    try:
        return _puzzle(game, start, options, proof) if proof.holds(proof.start) else None
    except SearchStopped:
        return None


def made(
    game: Game,
    start: AnyPosition,
    options: Mapping[str, str],
    proof: Proof,
    solution: tuple[str, ...],
    **more: Any,
) -> Puzzle:
    """The puzzle of which a proof has shown the solution, with `more` that is known of it."""
    text = game.write(start)
    return Puzzle(
        id=puzzle_id(game, options, text, proof.goal),
        game=game,
        options=options,
        position=text,
        goal=proof.goal,
        solution=solution,
        proof=proof.positions,
        **more,
    )


def _may_hold_one(game: Game, position: AnyPosition) -> bool:
    """Whether a position is one that puzzles are made of."""
    running = position.seats == 2 and position.result is None and position.turn >= 0
    return running and game.has_text and game.has_kernel


def _at_once(proof: Proof, start: AnyPosition) -> bool:
    """Whether a single move wins."""
    return any(proof.reached(proof.after(proof.start, move)) for move in start.moves())


def _puzzle(game: Game, start: AnyPosition, options: Mapping[str, str], proof: Proof) -> Puzzle:
    solution, _ = proof.line()
    others = tuple(str(move) for move in proof.reaching(proof.start) if str(move) != solution[0])
    difficulty = 1000 + 150 * min(6, len(solution))
    return made(game, start, options, proof, solution, also=others, difficulty=difficulty)
