"""From the positions of a game to puzzles: forced wins and only defences, proved, none of them obvious."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.puzzles.forcing import PlainForcing
from marbles_tui.ai.puzzles.making import made
from marbles_tui.ai.puzzles.proof import Proof
from marbles_tui.ai.search.result import PROVED, WIN
from marbles_tui.core import AnyPosition, Game
from marbles_tui.games.egg_carton.one_turn import wins_within
from marbles_tui.games.egg_carton.setups import spread
from marbles_tui.play.puzzles.puzzle import Puzzle, Stipulation
from scripts.mining.play import look_ahead, self_play
from scripts.mining.themes import themes

DEPTH: Final = {"abacus": 5, "gobblet": 5, "beadmaster": 7}
"""How many plies ahead wins and losses are looked for."""

PATIENCE: Final = Limit(nodes=30_000_000)
SOWING: Final = Limit(nodes=60_000)
"""What the proof of one puzzle may cost: native positions, and those of Egg Carton."""

TURNS: Final = 6
"""In how many turns of Egg Carton wins and losses are looked for, where a proof shows who wins."""

SPARSE: Final = 16
"""With more marbles it takes too long to prove what becomes of a carton."""

SPREADS: Final = 4
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


def mine(game: Game, seed: str, depth: int = 0) -> Iterator[Puzzle]:
    """The puzzles of one game of self-play, looked for so many plies ahead, 0 for DEPTH; for Egg Carton those of
    some cartons spread by chance as well."""
    tasks = _sown(game, seed) if game.key == "egg-carton" else _searched(game, seed, depth or DEPTH[game.key])
    skip = 0
    for ply, task in tasks:
        if ply < skip:
            continue
        puzzle = _proved(game, task)
        if puzzle:
            yield puzzle
            skip = ply + BETWEEN


def _searched(game: Game, seed: str, depth: int) -> Iterator[tuple[int, Task]]:
    for ply, position in enumerate(self_play(game, seed)):
        options = _options(game, position)
        alone = game.start(game.write(position), 2, options)
        if alone.result or getattr(alone, "placing", False):
            continue
        found = look_ahead(alone, depth, 2)
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
        if likely and best != look_ahead(alone, 1, 1)[0].move:
            yield ply, Task(options, alone, goal)


def _options(game: Game, position: Any) -> dict[str, str]:
    """The options of the puzzle: in Abacus the next marble that the other side loses decides."""
    if game.key != "abacus":
        return game.choose({})
    return game.choose({"lose": str(1 + max(position.lost))})


def _sown(game: Game, seed: str) -> Iterator[tuple[int, Task]]:
    options = game.choose({})
    played: list[Any] = list(self_play(game, seed))
    random = Random(f"{seed}/spread")
    far = len(played) + BETWEEN
    cartons = [(ply, position) for ply, position in enumerate(played)]
    cartons += [(far + BETWEEN * at, spread(random)) for at in range(SPREADS)]
    for ply, position in cartons:
        if 0 < ply < len(played) and played[ply - 1].turn == position.turn:
            continue  # the turn began before
        ways = wins_within(position, 20_000)
        if ways is None:
            continue
        if ways[0] == 1 and len(ways[1]) >= SHORTEST:
            yield ply, Task(options, position, Stipulation("win", 1))
        elif not ways[0] and sum(position.ring[0:6]) + sum(position.ring[7:13]) <= SPARSE:
            goal = _fate(game, position)
            if goal:
                yield ply, Task(options, position, goal)


def _fate(game: Game, position: AnyPosition) -> Stipulation | None:
    """What the mover of a carton with few marbles can do at best: win in so many turns, or hold out so many; None
    where neither is within some turns."""
    budget = Budget(SOWING)
    try:
        for turns in range(2, TURNS + 1):
            proof = Proof(game, position, goal := Stipulation("win", turns), budget)
            if proof.holds(proof.start):
                return goal
        for turns in range(1, TURNS + 1):
            proof = Proof(game, position, Stipulation("survive", turns), budget)
            if not proof.holds(proof.start):
                return Stipulation("survive", turns - 1) if turns > 1 else None
    except SearchStopped:
        pass
    return None


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
        if game.key == "egg-carton" and not _worthwhile(proof, solution, budget):
            return None
    except SearchStopped:
        return None
    return made(game, position, options, proof, solution, themes=found)


def _worthwhile(proof: Proof, solution: tuple[str, ...], budget: Budget) -> bool:
    """Whether a carton's solution has several selections, in something like the time of a proof without the native
    one. Raises SearchStopped where it takes longer."""
    if len(solution) < SHORTEST - (proof.goal.kind == "survive"):
        return False
    start: Any = proof.start.position
    goal = proof.goal
    return PlainForcing(proof.solver, goal.kind, budget).holds(start, goal.turns)
