"""What is proved of a puzzle: the moves that reach its goal, and the other side's toughest play."""

from __future__ import annotations

from typing import Final, NamedTuple

from marbles_tui.ai.analysis import Budget, Limit, SearchStopped
from marbles_tui.ai.native.search import NativeForcing, serving
from marbles_tui.core import AnyPosition, Game, Move
from marbles_tui.play.puzzles.puzzle import Kind, Puzzle, Stipulation

MEMORY: Final = 1_000_000
"""Positions that a plain proof remembers; one that needs more is given up."""


def forcing(position: AnyPosition, solver: int, kind: Kind, budget: Budget) -> NativeForcing | PlainForcing:
    """What a seat, the solver, can force in a puzzle of two seats without chance: by the native search, if that can
    play on from its position."""
    library = serving(position)
    if library:
        return NativeForcing(library, position, solver, kind == "survive", budget)
    return PlainForcing(solver, kind, budget)


def ended(position: AnyPosition, solver: int, kind: Kind) -> bool | None:
    """Whether a game that is over has reached the goal; None while it runs."""
    result = position.result
    if result is None:
        return None
    return result.scores[solver] >= (1 if kind == "win" else 0.5)


def turns_after(before: AnyPosition, after: AnyPosition, solver: int, kind: Kind, turns: int) -> int:
    """How many turns are left after a ply: the solver's own turn ends theirs, the other side's ends the round."""
    passed = after.turn != before.turn and after.result is None
    return turns - (passed and (before.turn == solver) == (kind == "win"))


class PlainForcing:
    """Every move of the solver, every answer, remembered by position: for any game of two seats without chance."""

    def __init__(self, solver: int, kind: Kind, budget: Budget) -> None:
        self._solver = solver
        self._kind = kind
        self._budget = budget
        self._known: dict[tuple[AnyPosition, int], bool] = {}

    def holds(self, position: AnyPosition, turns: int) -> bool:
        """Whether the solver reaches the goal from a position with so many turns to go, the one that has begun among
        them; the other side's counts with the solver's before it. Raises SearchStopped, also for a turn that goes on
        for hundreds of moves."""
        try:
            return self._holds(position, turns)
        except RecursionError:
            raise SearchStopped from None

    def _holds(self, position: AnyPosition, turns: int) -> bool:
        done = ended(position, self._solver, self._kind)
        if done is not None:
            return done
        if not turns:
            return self._kind == "survive"
        key = (position, turns)
        if key not in self._known:
            self._known[key] = self._found(position, turns)
        return self._known[key]

    def _found(self, position: AnyPosition, turns: int) -> bool:
        """The same for a running game with turns to go that has not been looked at."""
        self._budget.count()
        if len(self._known) >= MEMORY:
            raise SearchStopped
        own = position.turn == self._solver
        after = [position.play(move) for move in position.moves()]
        # What ends the game at once spares the rest.
        after.sort(key=lambda child: child.result is None)
        reached = (
            self._holds(child, turns_after(position, child, self._solver, self._kind, turns))
            for child in after
        )
        return any(reached) if own else all(reached)


LONGEST: Final = 60
"""Plies of a solution: a turn may have many."""


class ProofStanding(NamedTuple):
    """A position on the way, and how many turns are left, the one that has begun among them."""

    position: AnyPosition
    turns: int


class Proof:
    """Answers for one stipulation, from its first position on. Raises SearchStopped where the budget ends first."""

    def __init__(
        self, game: Game, start: AnyPosition, goal: Stipulation, budget: Budget | None = None
    ) -> None:
        self._game = game
        self.goal = goal
        self._budget = budget or Budget(Limit())
        if not game.has_kernel:
            raise ValueError(f"nothing can be proved of {game.key}: no computer plays it")
        self.solver = start.turn
        self.start = ProofStanding(start, goal.turns)
        self._forcing = forcing(start, self.solver, goal.kind, self._budget)

    @property
    def positions(self) -> int:
        """How many positions have been looked at so far."""
        return self._budget.nodes

    def reached(self, standing: ProofStanding) -> bool | None:
        """Whether the goal is reached or missed here; None while that is open."""
        done = ended(standing.position, self.solver, self.goal.kind)
        return self.goal.kind == "survive" if done is None and not standing.turns else done

    def after(self, standing: ProofStanding, move: Move) -> ProofStanding:
        """The state after a move."""
        before, turns = standing
        position = before.play(move)
        return ProofStanding(position, turns_after(before, position, self.solver, self.goal.kind, turns))

    def holds(self, standing: ProofStanding) -> bool:
        """Whether the solver can still reach the goal."""
        return self._forcing.holds(*standing)

    def reaching(self, standing: ProofStanding) -> list[Move]:
        """The mover's moves after which the goal is reached or can be; of the other side too."""
        return [move for move in standing.position.moves() if self.holds(self.after(standing, move))]

    def distinct(self, standing: ProofStanding) -> int:
        """How many of the solver's moves reach the goal, moves that differ in name alone counted once."""
        after = (self.after(standing, move) for move in standing.position.moves())
        return sum(map(self.holds, {self._game.identity(child.position): child for child in after}.values()))

    def toughest(self, standing: ProofStanding) -> Move:
        """The other side's move that holds out longest, and of those the one that leaves the solver the fewest
        ways; the first of them in the game's order. One that saves it where there is one."""
        return max(standing.position.moves(), key=lambda move: self._toughness(self.after(standing, move)))

    def _toughness(self, standing: ProofStanding) -> tuple[int, int]:
        if self.reached(standing) is True:
            return (0, 0)
        if self.reached(standing) is False or not self.holds(standing):
            return (LONGEST, 0)
        distance = 1
        if self.goal.kind == "win":
            while not self.holds(standing._replace(turns=distance)):
                distance += 1
        ways = self.distinct(standing) if standing.position.turn == self.solver else 0
        return distance, -ways

    def line(self) -> tuple[tuple[str, ...], bool]:
        """The solution: the moves of both sides, and whether the solver had but one at each ply. Empty where the
        goal cannot be reached."""
        standing, moves, single = self.start, list[str](), True
        while self.reached(standing) is None and len(moves) < LONGEST:
            if standing.position.turn == self.solver:
                found = self.reaching(standing)
                if not found:
                    return (), False
                single = single and len(found) == 1
                # The first of those that end the game at once, or else of all.
                move = next((move for move in found if self.reached(self.after(standing, move))), found[0])
            else:
                if self.goal.kind == "survive" and standing.turns == 1:
                    break  # whatever the other side does now
                move = self.toughest(standing)
            moves.append(str(move))
            standing = self.after(standing, move)
        return tuple(moves), single


class Faults(NamedTuple):
    """What a check of a puzzle found wrong, a line each, none if it holds; and how many positions it took."""

    lines: tuple[str, ...]
    positions: int = 0


def check_within(puzzle: Puzzle, seconds: float) -> Faults:
    """As `check`, given up after so many seconds."""
    try:
        return check(puzzle, Budget(Limit(seconds=seconds)))
    except SearchStopped:
        return Faults((f"it cannot be proved in {seconds:.0f} seconds and 200 MB",))


def check(puzzle: Puzzle, budget: Budget | None = None) -> Faults:
    """Prove what a puzzle claims: its goal can be forced and no sooner, by its first moves and no others, and its
    solution is one. Raises SearchStopped."""
    try:
        start = puzzle.start()
    except ValueError as error:
        return Faults((str(error),))
    if start.result is not None:
        return Faults(("the game is over in its position",))
    if start.turn < 0:
        return Faults(("chance is to move in its position",))
    proof = Proof(puzzle.game, start, puzzle.goal, budget)
    claimed = {puzzle.solution[0], *puzzle.also}
    found = {str(move) for move in proof.reaching(proof.start)}
    lines = []
    if not found:
        lines.append(f"no first move reaches the goal, {puzzle.goal}")
    else:
        lines += [f"{move} does not reach the goal" for move in sorted(claimed - found)]
        lines += [
            f"{move} reaches the goal too, and Also does not name it" for move in sorted(found - claimed)
        ]
    if not lines:
        lines += _line_faults(proof, puzzle)
    if not lines and _sooner(puzzle, start, budget):
        lines.append(f"the solver can win in {puzzle.goal.turns - 1}")
    return Faults(tuple(lines), proof.positions)


def _sooner(puzzle: Puzzle, start: AnyPosition, budget: Budget | None) -> bool:
    goal = puzzle.goal
    if goal.kind != "win" or goal.turns == 1:
        return False
    shorter = Proof(puzzle.game, start, goal._replace(turns=goal.turns - 1), budget)
    return shorter.holds(shorter.start)


def _line_faults(proof: Proof, puzzle: Puzzle) -> list[str]:
    """What is wrong with the solution's moves: illegal ones, ones that miss the goal, too many or too few."""
    standing = proof.start
    for number, word in enumerate(puzzle.solution, 1):
        if proof.reached(standing) is not None:
            return [f"the solution goes on after its end: move {number}, {word}"]
        try:
            move = puzzle.game.find(standing.position, word)
        except ValueError as error:
            return [f"move {number} of the solution: {error}"]
        standing = proof.after(standing, move)
        if not proof.holds(standing):
            return [f"move {number} of the solution, {word}, misses the goal"]
    last = standing.turns == 1 and standing.position.turn != proof.solver
    if proof.reached(standing) is None and not (puzzle.goal.kind == "survive" and last):
        return ["the solution ends before the goal is reached"]
    return []
