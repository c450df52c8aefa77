"""From the positions of a game to puzzles: forced wins and only defences, proved, none of them obvious."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.puzzles.proof import Proof
from marbles_tui.ai.search.result import PROVED, WIN
from marbles_tui.core import AnyPosition, Game, Kernel
from marbles_tui.games.egg_carton.kernel import SowingKernel
from marbles_tui.games.egg_carton.one_turn import wins_within
from marbles_tui.games.egg_carton.setups import spread
from marbles_tui.play.puzzles.puzzle import Puzzle, Stipulation
from marbles_tui.play.puzzles.text import puzzle_id
from scripts.mining.play import look_ahead, self_play
from scripts.mining.themes import themes

DEPTH: Final = {"abacus": 5, "gobblet": 5, "beadmaster": 7}
"""How many plies ahead wins and losses are looked for."""

PATIENCE: Final = Limit(nodes=30_000_000)
SOWING: Final = Limit(nodes=60_000)
"""What the proof of one puzzle may cost: native positions, and those of Egg Carton."""

SPARSE: Final = 14
"""With more marbles two turns of Egg Carton are too many to look through."""

SPREADS: Final = 40
"""Cartons spread by chance for each game of Egg Carton."""

SHORTEST: Final = 3
"""Selections of a turn that make a puzzle."""

BETWEEN: Final = 6
"""Plies between two puzzles of one game."""


class Task(NamedTuple):
    """A position as a puzzle would have it, without its history, and what its mover may be able to do."""

    options: Mapping[str, str]
    position: AnyPosition
    goal: Stipulation


def mine(game: Game, seed: str) -> Iterator[Puzzle]:
    """The puzzles of one game of self-play, and for Egg Carton of some cartons spread by chance."""
    tasks = _sown(game, seed) if game.key == "egg-carton" else _searched(game, seed)
    skip = 0
    for ply, task in tasks:
        if ply < skip:
            continue
        puzzle = _proved(game, task)
        if puzzle:
            yield puzzle
            skip = ply + BETWEEN


def _searched(game: Game, seed: str) -> Iterator[tuple[int, Task]]:
    kernel = game.kernel()
    assert kernel
    depth = DEPTH[game.key]
    for ply, position in enumerate(self_play(game, seed)):
        options = _options(game, position)
        alone = game.start(game.write(position), 2, options)
        state = kernel.pack(alone)
        if kernel.outcome(state) is not None or getattr(alone, "placing", False):
            continue
        found = look_ahead(kernel, state, depth, 2)
        if len(found) < 2:
            continue
        (best, score), (_, second) = found
        if score >= PROVED:
            turns = (WIN - score + 1) // 2
            likely = turns > 1 and second < WIN - 2 * turns + 1
            goal = Stipulation("win", turns)
        else:
            turns = (WIN + second + 1) // 2
            likely = second <= -PROVED < score and 2 * turns < depth + 1
            goal = Stipulation("survive", turns)
        if likely and best != _obvious(kernel, state):
            yield ply, Task(options, alone, goal)


def _options(game: Game, position: Any) -> dict[str, str]:
    """The options of the puzzle: in Abacus the next marble that the other side loses decides."""
    if game.key != "abacus":
        return game.choose({})
    return game.choose({"lose": str(1 + max(position.lost))})


def _obvious(kernel: Kernel, state: Any) -> int:
    """The move that looks best at once."""
    return look_ahead(kernel, state, 1, 1)[0][0]


def _sown(game: Game, seed: str) -> Iterator[tuple[int, Task]]:
    kernel, options = SowingKernel(), game.choose({})
    played: list[Any] = list(self_play(game, seed))
    random = Random(f"{seed}/spread")
    far = len(played) + BETWEEN
    cartons = [(ply, position) for ply, position in enumerate(played)]
    cartons += [(far + BETWEEN * at, spread(random)) for at in range(SPREADS)]
    for ply, position in cartons:
        if 0 < ply < len(played) and played[ply - 1].turn == position.turn:
            continue  # the turn began before
        state = kernel.pack(position)
        ways = wins_within(kernel, state, 20_000)
        if ways is None:
            continue
        if ways[0] == 1 and len(ways[1]) >= SHORTEST:
            yield ply, Task(options, position, Stipulation("win", 1))
        elif not ways[0] and sum(position.ring[0:6]) + sum(position.ring[7:13]) <= SPARSE:
            yield ply, Task(options, position, Stipulation("win", 2))
            yield ply, Task(options, position, Stipulation("survive", 1))


def _proved(game: Game, task: Task) -> Puzzle | None:
    """The puzzle, if its solver has but one way at each ply of it and does not get there sooner."""
    budget = Budget(SOWING if game.key == "egg-carton" else PATIENCE)
    options, position, goal = task
    try:
        if goal.kind == "win" and goal.turns > 1:
            sooner = Proof(game, position, goal._replace(turns=goal.turns - 1), budget)
            if sooner.holds(sooner.start):
                return None
        proof = Proof(game, position, goal, budget)
        if len(position.moves()) < 2 or len(proof.reaching(proof.start)) != 1:
            return None
        solution, single = proof.line()
        if not single:
            return None
        found = themes(game, proof, solution)
    except SearchStopped:
        return None
    if game.key == "egg-carton" and goal.kind == "survive" and len(solution) < 2:
        return None
    text = game.write(position)
    return Puzzle(
        id=puzzle_id(game, options, text, goal),
        game=game,
        options=options,
        position=text,
        goal=goal,
        solution=solution,
        themes=found,
        proof=proof.positions,
    )
