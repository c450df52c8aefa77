"""Mine puzzles from games of our own computers, and choose those to ship.

python -m scripts.mine find gobblet --games 2000 --jobs 2 --out build/gobblet.txt
python -m scripts.mine choose gobblet build/gobblet.txt --count 220 --out assets/puzzles/gobblet/mined.txt

`find` goes on where the file ends: a comment in it says which games have been looked at. `choose` takes several
files, those that ship among them; the puzzles of `--graded` keep their grades.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import click

from marbles_tui.ai.analysis import Budget, Limit, SearchStopped
from marbles_tui.ai.levels import consider, ladder_of
from marbles_tui.ai.native.library import installed_library
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.puzzles.making import made
from marbles_tui.ai.puzzles.proof import PlainForcing, Proof, ProofStanding
from marbles_tui.ai.search.plain import PROVED, WIN, ScoredMove
from marbles_tui.cli.match import workers_for
from marbles_tui.core import AnyPosition, Event, Game
from marbles_tui.games import GAMES
from marbles_tui.games import find as game_of
from marbles_tui.games.abacus.position import PLACES
from marbles_tui.games.egg_carton.position import wins_within
from marbles_tui.games.egg_carton.text import spread
from marbles_tui.games.gobblet.position import CELLS
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import Puzzle, Stipulation, read_puzzles, write_puzzle
from marbles_tui.play.rating import Rating, expected_score

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
    "--depth",
    default=0,
    help="Plies to look ahead; 2 finds easy ones, 4 defences. 0: as many as the game is worth.",
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
    with out.open("a", encoding="utf-8") as file, workers_for(jobs, cluster) as (executor, _):
        run = executor.map if executor else map
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
    with workers_for(jobs, None) as (executor, _):
        run = executor.map if executor else map
        blocks = [write_puzzle(known[puzzle.id]) for puzzle in best if puzzle.id in known]
        for at, block in enumerate(run(_grade, [write_puzzle(puzzle) for puzzle in new]), 1):
            blocks.append(block)
            if not at % 20:
                print(f"{game}: {at} graded", flush=True)
    blocks.sort(key=lambda block: (_one(block).difficulty, _one(block).id))
    out.write_text("\n".join(blocks), encoding="utf-8")


def _one(block: str) -> Puzzle:
    (reading,) = read_puzzles(block, GAMES)
    assert reading.puzzle, reading.fault
    return reading.puzzle


def _read(source: Path, game: str) -> list[Puzzle]:
    readings = read_puzzles(source.read_text(encoding="utf-8"), GAMES)
    return [reading.puzzle for reading in readings if reading.puzzle and reading.puzzle.game.key == game]


def _batch(work: tuple[str, str, int, int, int]) -> list[str]:
    key, seed, first, end, depth = work
    game = game_of(key)
    return [
        write_puzzle(puzzle)
        for number in range(first, end)
        for puzzle in mine(game, f"{seed}/{number}", depth)
    ]


def _grade(block: str) -> str:
    return write_puzzle(graded(_one(block)))


DEPTH: Final = {"abacus": 5, "gobblet": 5, "beadmaster": 7}
"""How many plies ahead wins and losses are looked for."""

EASY: Final = 2
"""Plies within which easy puzzles are decided."""

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
    """What is decided within so many plies; within EASY they may be what one would play anyway."""
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
            likely = (turns > 1 or depth <= EASY) and second < WIN - 2 * turns + 1
            goal = Stipulation("win", turns)
        else:
            turns = (WIN + second + 1) // 2
            likely = second <= -PROVED < score and 2 * turns < depth + 1
            goal = Stipulation("survive", turns)
        if likely and (depth <= EASY or best != look_ahead(alone, 1, 1)[0].move):
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


TABLE: Final = 1 << 20
LONGEST: Final = 160
"""Plies of a game: what is worth mining has come by then."""

BY_CHANCE: Final = (2, 10)
"""So many plies by chance at the start of a game."""

LOOKS: Final = 3
"""How many plies ahead the players look."""

CHOICE: Final = 3
"""Among how many of the best moves chance chooses, where they cost no more than SLACK."""

SLACK: Final = 40


def look_ahead(
    position: AnyPosition, depth: int, multipv: int, *, plain: bool = False
) -> Sequence[ScoredMove]:
    """The best moves of a running game and their scores, so many plies ahead."""
    library, budget = installed_library(), Budget(Limit(depth=depth))
    assert library, "mining needs the native search: make native"
    return native_search(library, position, budget, multipv=multipv, table=TABLE, plain=plain).ranking[
        :multipv
    ]


def self_play(game: Game, seed: str) -> Iterator[AnyPosition]:
    """The positions of one game, the start first, from a start and with options that chance has drawn."""
    random = Random(seed)
    options = game.choose({})
    setup = game.resolve_setup(random.choice(list(game.setups)), 2, options, random)
    position = game.start(setup, 2, options)
    wild = random.randrange(*BY_CHANCE)
    for ply in range(LONGEST):
        if position.result:
            return
        yield position
        if ply < wild:
            position = position.play(random.choice(position.moves()))
            continue
        found = look_ahead(position, LOOKS, CHOICE)
        best = found[0].score
        fit = found[:1] if abs(best) >= PROVED else [one for one in found if one.score >= best - SLACK]
        position = position.play(game.find(position, random.choice(fit).move))


TRIES: Final = 3
"""How often a level tries that does not always play the same."""

SHORT: Final = Limit(seconds=0.05)
"""What a level may think that knows the clock: it reads the depth of every puzzle in a moment."""

RATINGS: Final = range(400, 2801)
"""Those that a puzzle may have."""

BY_DEPTH: Final = {1: 900, 3: 1150, 5: 1500, 7: 1800}
"""The rating that so many plies of a solution suggest, before any level has tried."""


def graded(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rating at which its game's levels would solve as often as they do."""
    return replace(puzzle, difficulty=_rating(_results(puzzle)))


def _results(puzzle: Puzzle) -> list[tuple[float, float]]:
    """The rating of each level and the share of its tries that solved; and what the depth suggests."""
    results: list[tuple[float, float]] = []
    for level in ladder_of(puzzle.game):
        timed = level.limit.seconds is not None
        tries = TRIES if level.oversight else 1
        solved = sum(_solves(puzzle, level.key, seed, SHORT if timed else None) for seed in range(tries))
        results.append((level.rating, solved / tries))
    depth = min(len(puzzle.solution), 7)
    prior = BY_DEPTH[depth] if depth in BY_DEPTH else BY_DEPTH[depth - 1]
    return [*results, (prior, 0.5)]


def _solves(puzzle: Puzzle, level: str, seed: int, limit: Limit | None) -> bool:
    """Whether a level finds each of the solver's moves, the other side playing as the solution says."""
    match = Match.new(puzzle.game, setup=puzzle.position, options=puzzle.options)
    solver = match.position.turn
    for word in puzzle.solution:
        if match.position.turn == solver and consider(match, level, limit, seed).move != word:
            return False
        match = match.read(word)
    return True


def _rating(results: list[tuple[float, float]]) -> int:
    """The rating against which these scores are to be expected, in steps of ten."""
    scored = sum(score for _, score in results)
    solvers = [Rating(rating, 0.0) for rating, _ in results]
    easier = (
        rating
        for rating in RATINGS
        if sum(expected_score(solver, Rating(rating, 0.0)) for solver in solvers) > scored
    )
    return round(max(easier, default=RATINGS[0]), -1)


LONG_TURN = 6
LONG_RELAY = 3


class OwnPly(NamedTuple):
    """A move of the solver's, before which position, and what it tells."""

    position: Any
    move: Any
    events: tuple[Event, ...]


def themes(game: Game, proof: Proof, solution: tuple[str, ...]) -> tuple[str, ...]:
    """The themes of a puzzle by its solution, most general first."""
    standings, own = [proof.start], []
    for word in solution:
        here = standings[-1]
        move = game.find(here.position, word)
        standings.append(proof.after(here, move))
        if here.position.turn == proof.solver:
            own.append(OwnPly(here.position, move, game.tell(here.position, move)[1]))
    found = []
    if standings[-1].position.result is None:
        found.append("only defence")
    elif proof.start.turns > 1:
        found += _of_a_win(game, proof, standings[1])
    return tuple(dict.fromkeys([*found, *THEMES[game.key](own)]))


def _of_a_win(game: Game, proof: Proof, after: ProofStanding) -> list[str]:
    """What the first move does to win: it threatens once, several times, or leaves only bad moves."""
    position: Any = after.position
    if game.key == "egg-carton" or position.turn == proof.solver:
        return []
    passed = ProofStanding(position._replace(turn=proof.solver), after.turns)
    if proof.reached(passed) is not None:
        return []
    if not proof.holds(passed):
        return ["zugzwang"]
    at_once = proof.distinct(passed._replace(turns=1))
    return ["double threat"] if at_once > 1 else ["threat"] if at_once else ["quiet move"]


def _abacus(own: list[OwnPly]) -> Iterator[str]:
    first = own[0].move
    if not first.inline:
        yield "broadside"
    pushed = [ply.events[0].facts["pushed"] for ply in own]
    if any(pushed):
        yield f"sumito {len(first.marbles)}-{pushed[0]}" if pushed[0] else "sumito"


def _gobblet(own: list[OwnPly]) -> Iterator[str]:
    for ply in own:
        if ply.position.cells[ply.move.target]:
            yield "gobble"
        if ply.move.origin in CELLS and len(ply.position.cells[ply.move.origin]) > 1:
            yield "uncover"


def _beadmaster(own: list[OwnPly]) -> Iterator[str]:
    solver = own[0].position.turn
    for ply in own:
        owners = [event.facts["owner"] for event in ply.events if event.kind == "fall"]
        if solver in owners:
            yield "sacrifice"
        if len(owners) - owners.count(solver) > 1:
            yield "several at once"


def _sowing(own: list[OwnPly]) -> Iterator[str]:
    if len(own) >= LONG_TURN:
        yield "long turn"
    relays = max(sum(event.kind == "relay" for event in ply.events) for ply in own)
    if relays:
        yield "long relay" if relays >= LONG_RELAY else "relay"


THEMES: Final[Mapping[str, Callable[[list[OwnPly]], Iterator[str]]]] = {
    "abacus": _abacus,
    "gobblet": _gobblet,
    "beadmaster": _beadmaster,
    "egg-carton": _sowing,
}


Key = Hashable

Place = tuple[int, int]


def symmetries(places: Sequence[Place], *ways: Callable[[Place], Place]) -> list[tuple[int, ...]]:
    """All that turning and mirroring make of a board, each as the cell that every cell comes from."""
    at = {place: cell for cell, place in enumerate(places)}
    found, new = set[tuple[int, ...]](), {tuple(range(len(places)))}
    while new:
        found |= new
        new = {tuple(at[way(places[cell])] for cell in one) for one in new for way in ways} - found
    return sorted(found)


HEXAGONS: Final = symmetries(
    PLACES,
    lambda place: (place[1] - 1, place[1] - place[0] + 4),  # a sixth of a turn, in rows and diagonals
    lambda place: (place[1] - 1, place[0] + 1),
)
SQUARES: Final = symmetries(
    [(row, column) for row in range(4) for column in range(4)],
    lambda place: (place[1], 3 - place[0]),
    lambda place: (place[1], place[0]),
)


def abacus(position: Any) -> Key:
    """Black to move, in the least of twelve views; and how many marbles each side can still lose."""
    seat = position.turn
    cells = [owner if owner < 0 else int(owner != seat) for owner in position.cells]
    left = tuple(position.lose - position.lost[side] for side in (seat, 1 - seat))
    return min(tuple(cells[at] for at in way) for way in HEXAGONS), left


def gobblet(position: Any) -> Key:
    """White to move, in the least of eight views, the stacks in order."""
    seat = position.turn
    cells = [tuple(piece ^ seat for piece in stack) for stack in position.cells]
    stacks = [tuple(sorted(position.stacks[3 * side : 3 * side + 3])) for side in (seat, 1 - seat)]
    return min(tuple(cells[at] for at in way) for way in SQUARES), tuple(stacks)


def beadmaster(position: Any) -> Key:
    """The seat to move called first; the bars are all different."""
    seat = position.turn
    return position.bars, tuple(bead and 1 + ((bead - 1) ^ seat) for bead in position.beads)


def egg_carton(position: Any) -> Key:
    """The bottom side to move: the carton turned by half if it is the top. The ends do not count."""
    ring = position.ring
    sides = (ring[0:6], ring[7:13])
    return sides if position.turn == 0 else sides[::-1]


KEYS: Final[dict[str, Callable[[AnyPosition], Key]]] = {
    "abacus": abacus,
    "gobblet": gobblet,
    "beadmaster": beadmaster,
    "egg-carton": egg_carton,
}


def difference(key: Any, other: Any) -> int:
    """In how many places two keys of one game differ: puzzles that are nearly the same differ in one or two."""
    if isinstance(key, tuple) and isinstance(other, tuple):
        if len(key) != len(other):
            return 1
        return sum(difference(*pair) for pair in zip(key, other, strict=True))
    return int(key != other)


ALIKE = 2
"""Positions that differ in no more places are the same puzzle."""


def chosen(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """At most so many, no two alike: again and again one of the kind, by goal and themes, of which there are
    fewest so far, a longer one before a shorter one."""
    rest = sorted(different(puzzles), key=lambda puzzle: (-len(puzzle.solution), puzzle.id))
    taken: list[Puzzle] = []
    kinds: Counter[object] = Counter()
    while rest and len(taken) < count:
        best = min(rest, key=lambda puzzle: kinds[_kind(puzzle)] + kinds[puzzle.goal] / 4)
        rest.remove(best)
        taken.append(best)
        kinds.update((_kind(best), best.goal))
    return taken


def different(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Those unlike all before them: seen from every side, and up to a place or two."""
    kept: dict[Key, Puzzle] = {}
    for puzzle in puzzles:
        key = KEYS[puzzle.game.key](puzzle.start())
        if all(difference(key, other) > ALIKE for other in kept):
            kept[key] = puzzle
    return list(kept.values())


def _kind(puzzle: Puzzle) -> object:
    return puzzle.goal, puzzle.themes[:1]


if __name__ == "__main__":
    main()
