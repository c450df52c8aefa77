"""Prove puzzles a second time, by the rules alone: slow and plain, with nothing of the search.

python -m scripts.prove                        # a sample of those that are shipped
python -m scripts.prove --all --jobs 2
python -m scripts.prove my-puzzles.txt --all

A position is played on through `moves` and `play` of the game's own positions. What the program's own prover says
(`marbles-tui puzzles check`) is asked as well, and both must agree.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import click

from marbles_tui.ai.puzzles.proof import check
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.puzzle import read_puzzles, shipped, write_puzzle

SHIPPED = Path(__file__).resolve().parent.parent / "assets" / "puzzles"


class Plain:
    """What the solver can force, by looking at every line of play."""

    def __init__(self, solver: int, kind: str) -> None:
        self.solver = solver
        self.kind = kind
        self.known: dict[Any, bool] = {}
        self.settling: Counter[Any] = Counter()
        """How many positions a move has settled."""

    def good(self, position: Any, own: int, other: int) -> bool:
        """Whether the goal can be reached with so many turns of the solver to begin, and of the other side to end."""
        result = position.result
        if result is not None:
            won = self.solver in result.winners
            return won if self.kind == "win" else won or not result.winners
        mine = position.turn == self.solver
        if self.kind == "win" and own == 0 and not mine:
            return False  # the last turn of the solver is over
        if self.kind == "survive" and other == 0 and mine:
            return True
        key = (position, own if self.kind == "win" else other)
        if key not in self.known:
            self.known[key] = self.looked(position, own, other)
        return self.known[key]

    def looked(self, position: Any, own: int, other: int) -> bool:
        """The same for a running game, by its moves."""
        won = self.kind == "win"
        # What is won in fewer turns is won, and what is lost in fewer is lost.
        if (own if won else other) > 1 and self.good(position, own - 1, other - 1) is won:
            return won
        mine = position.turn == self.solver
        moves = sorted(position.moves(), key=lambda move: -self.settling[move])
        after = [(move, position.play(move)) for move in moves]
        # An end at once comes first, then the moves that have settled most positions so far.
        for move, child in sorted(after, key=lambda pair: pair[1].result is None):
            if self.good(child, *self.left(position, child, own, other)) is mine:
                self.settling[move] += 1
                return mine
        return not mine

    def left(self, before: Any, after: Any, own: int, other: int) -> tuple[int, int]:
        """The turns that are left after a move: whoever hands over the turn has ended one."""
        if after.result is None and after.turn != before.turn:
            return (own - 1, other) if before.turn == self.solver else (own, other - 1)
        return own, other


def verify(block: str) -> tuple[str, list[str], float]:
    """The puzzle's name, what is wrong with it, and the seconds it took."""
    began = time.perf_counter()
    (reading,) = read_puzzles(block, GAMES)
    puzzle = reading.puzzle
    if puzzle is None:
        return "?", [reading.fault], 0.0
    faults = [f"the other prover: {line}" for line in check(puzzle).lines]
    try:
        faults += plain_faults(puzzle, puzzle.start())
    except ValueError as error:
        faults.append(str(error))
    return puzzle.id, faults, time.perf_counter() - began


def plain_faults(puzzle: Any, start: Any) -> list[str]:
    """What the rules alone say against a puzzle."""
    turns, kind = puzzle.goal.turns, puzzle.goal.kind
    plain = Plain(start.turn, kind)
    position, own, other, faults = start, turns, turns, []
    for number, word in enumerate(puzzle.solution):
        if position.result is not None:
            return [f"the game is over before move {number + 1}"]
        good = set()
        if position.turn == start.turn:
            for move in position.moves():
                child = position.play(move)
                if plain.good(child, *plain.left(position, child, own, other)):
                    good.add(str(move))
            wanted = {word, *puzzle.also} if number == 0 else {word}
            # Later on any move that reaches the goal will do, but those that ship have one only.
            if good != wanted if number == 0 or puzzle in shipped(puzzle.game) else not wanted <= good:
                faults.append(f"at move {number + 1} {' '.join(sorted(good)) or 'nothing'} reaches the goal")
        child = position.play(puzzle.game.find(position, word))
        own, other = plain.left(position, child, own, other)
        position = child
    if kind == "win":
        if position.result is None or start.turn not in position.result.winners:
            faults.append("the solution does not win")
        if turns > 1 and Plain(start.turn, kind).good(start, turns - 1, turns - 1):
            faults.append(f"the solver can win in {turns - 1}")
    elif not plain.good(position, own, other):
        faults.append("the solution does not survive")
    return faults


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--all", "everything", is_flag=True, help="Every puzzle.")
@click.option(
    "--sample", default=5, help="So many of each file, those with the shortest solutions among others."
)
@click.option("--seed", default=0, help="Which ones; 0 changes with the day.")
@click.option("--jobs", default=1)
@click.option("--verbose", is_flag=True, help="Name each.")
def main(files: tuple[Path, ...], everything: bool, sample: int, seed: int, jobs: int, verbose: bool) -> None:
    """Prove the puzzles of FILES, or those that are shipped; the exit status says whether all hold."""
    blocks: list[str] = []
    chance = random.Random(seed or time.strftime("%Y-%m-%d"))
    for file in files or sorted(SHIPPED.glob("*/*.txt")):
        readings = list(read_puzzles(file.read_text(encoding="utf-8"), GAMES))
        for reading in readings:
            if reading.puzzle is None:
                sys.exit(f"{file}:{reading.line}: {reading.fault}")
        puzzles = [reading.puzzle for reading in readings if reading.puzzle]
        if not everything:
            quick = [
                puzzle for puzzle in puzzles if len(puzzle.solution) < 4 or puzzle.game.key == "egg-carton"
            ]
            puzzles = chance.sample(quick, min(sample, len(quick)))
        blocks += map(write_puzzle, puzzles)
    bad = 0
    with ProcessPoolExecutor(jobs) as executor:
        for at, (name, faults, seconds) in enumerate(executor.map(verify, blocks), 1):
            bad += bool(faults)
            for fault in faults:
                print(f"{name}: {fault}", flush=True)
            if verbose:
                print(f"{at}/{len(blocks)} {name} {seconds:.1f} s", flush=True)
    print(f"{len(blocks)} puzzles proved twice, {bad} do not hold")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
