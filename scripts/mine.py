"""Mine puzzles from games of our own computers, and choose those to ship.

python scripts/mine.py find gobblet --games 2000 --jobs 2 --out build/gobblet.txt
python scripts/mine.py choose gobblet build/gobblet.txt --count 220 --out assets/puzzles/gobblet/mined.txt

`find` goes on where the file ends: a comment in it says which games have been looked at. `choose` takes several
files, those that ship among them; the puzzles of `--graded` keep their grades.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.text import read_puzzles, write_puzzle
from scripts.mining.choose import chosen
from scripts.mining.grade import graded
from scripts.mining.seek import mine

BATCH = 10
"""Games that one process looks at before it reports."""

DONE = "; looked at "


@click.group()
def main() -> None:
    """Mine puzzles."""


@main.command()
@click.argument("game")
@click.option("--games", default=500, help="How many games to look at, those in the file included.")
@click.option("--seed", default="1")
@click.option("--jobs", default=1)
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler to give the games to.")
@click.option("--enough", default=0, help="Stop at so many puzzles; 0: never.")
@click.option(
    "--depth", default=0, help="Plies to look ahead; 4 finds defences soon. 0: as many as the game is worth."
)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def find(
    game: str, games: int, seed: str, jobs: int, cluster: str | None, enough: int, depth: int, out: Path
) -> None:
    """Write the puzzles of so many games to a file, or behind what it holds."""
    out.parent.mkdir(parents=True, exist_ok=True)
    text = out.read_text(encoding="utf-8") if out.exists() else ""
    marks = [line for line in text.splitlines() if line.startswith(DONE)]
    first = int(marks[-1].removeprefix(DONE)) if marks else 0
    count = sum(reading.puzzle is not None for reading in read_puzzles(text, GAMES))
    batches = [(game, seed, at, min(games, at + BATCH), depth) for at in range(first, games, BATCH)]
    with out.open("a", encoding="utf-8") as file, mapping(jobs, cluster) as run:
        for (_, _, _, end, _), written in zip(batches, run(_batch, batches), strict=True):
            count += len(written)
            file.writelines(f"{block}\n" for block in written)
            file.write(f"{DONE}{end}\n\n")
            file.flush()
            print(f"{game}: {end} games, {count} puzzles", flush=True)
            if enough and count >= enough:
                break


@main.command()
@click.argument("game")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--count", default=220)
@click.option(
    "--graded", type=click.Path(path_type=Path, exists=True), help="Puzzles that have their grades."
)
@click.option("--jobs", default=1)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def choose(
    game: str, sources: tuple[Path, ...], count: int, graded: Path | None, jobs: int, out: Path
) -> None:
    """Write the best of what was found, no two alike, graded."""
    known = {puzzle.id: puzzle for puzzle in _read(graded, game)} if graded else {}
    found = {puzzle.id: puzzle for source in sources for puzzle in _read(source, game)}
    best = chosen(list(found.values()), count)
    new = [puzzle for puzzle in best if puzzle.id not in known]
    print(f"{game}: {len(best)} of {len(found)}, {len(new)} to grade", flush=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    with mapping(jobs, None) as run:
        blocks = [write_puzzle(known[puzzle.id]) for puzzle in best if puzzle.id in known]
        for at, block in enumerate(run(_grade, [write_puzzle(puzzle) for puzzle in new]), 1):
            blocks.append(block)
            if not at % 20:
                print(f"{game}: {at} graded", flush=True)
    blocks.sort(key=lambda block: (_one(block).difficulty, _one(block).id))
    out.write_text("\n".join(blocks), encoding="utf-8")


def _game(key: str) -> Game:
    return next(game for game in GAMES if game.key == key)


def _one(block: str) -> Puzzle:
    (reading,) = read_puzzles(block, GAMES)
    assert reading.puzzle, reading.fault
    return reading.puzzle


def _read(source: Path, game: str) -> list[Puzzle]:
    readings = read_puzzles(source.read_text(encoding="utf-8"), GAMES)
    return [reading.puzzle for reading in readings if reading.puzzle and reading.puzzle.game.key == game]


def _batch(work: tuple[str, str, int, int, int]) -> list[str]:
    key, seed, first, end, depth = work
    game = _game(key)
    numbers = range(first, end)
    return [write_puzzle(puzzle) for number in numbers for puzzle in mine(game, f"{seed}/{number}", depth)]


def _grade(block: str) -> str:
    return write_puzzle(graded(_one(block)))


@contextmanager
def mapping(jobs: int, cluster: str | None) -> Iterator[Any]:
    """`map`, here, in so many processes, or on a cluster; results come in order."""
    if cluster is not None:
        from distributed import Client

        connect: Any = Client  # it has no types
        with connect(cluster) as client, client.get_executor(pure=False) as executor:
            yield executor.map
    elif jobs == 1:
        yield map
    else:
        with ProcessPoolExecutor(jobs) as executor:
            yield executor.map


if __name__ == "__main__":
    main()
