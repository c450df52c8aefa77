"""What is said about puzzles, on the screen and in text."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.core import AnyPosition, Game, Move
from marbles_tui.core.text import ordinal, plural
from marbles_tui.play import Match, Seat
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.table import phrases


def roles(puzzle: Puzzle, solver: int, names: Sequence[str] = ()) -> str:
    """Who the solver is, and what the other side does; `names` are those of the sides, by default the game's."""
    sides = names or puzzle.game.sides
    own, other = sides[solver], sides[1 - solver]
    if puzzle.goal == ("win", 1):
        return f"You have {own.lower()} and move. The turn must not pass to {other.lower()}."
    return f"You have {own.lower()} and move first. {other} plays its best."


def rules(puzzle: Puzzle) -> str:
    """The rules that are not the usual ones, as sentences; "" where all are."""
    return phrases.unusual_rules(match_of(puzzle))


def meaning(puzzle: Puzzle) -> str:
    """What exactly the task asks for."""
    turns = puzzle.goal.turns
    if puzzle.goal.kind == "win":
        if turns == 1:
            return "You must have won before your turn is over."
        return f"You must have won by the end of your {ordinal(turns)} turn; sooner counts too."
    had = "one turn" if turns == 1 else f"{turns} turns"
    return f"You must not have lost when each side has had {had}, you first. Winning before then counts too."


def match_of(puzzle: Puzzle, moves: Sequence[Move] = (), names: Sequence[str] = ()) -> Match:
    """The match that begins in the puzzle's position, with the sides' names, so far played."""
    seats = [Seat(side) for side in (names or puzzle.game.sides)[:2]]
    match = Match.new(puzzle.game, setup=puzzle.position, options=puzzle.options, seats=seats)
    for move in moves:
        match, _ = match.play(move)
    return match


def wrong(
    puzzle: Puzzle, position: AnyPosition, replies: Sequence[Move], solver: int, names: Sequence[str] = ()
) -> str:
    """Why a move misses: what the other side plays then. `position` is the one before its reply."""
    game, sides = puzzle.game, names or puzzle.game.sides
    other = sides[1 - solver]
    if position.result is not None:
        return "That ends the game, and not as it should."
    if not replies:
        return "That does not reach the goal."
    does = game.explain_move(position, replies[0], sides)
    told = f"{replies[0]} ({does})" if does else str(replies[0])
    if puzzle.goal.kind == "survive":
        return f"That loses: {other} plays {told}."
    return f"That lets {other} escape: {told}."


def hint(game: Game, position: AnyPosition, move: Move, names: Sequence[str] = ()) -> str:
    """A move, and what it is good for."""
    return f"{_explained(f'Try {move}', game, position, move, names or game.sides)}."


def missed(game: Game, position: AnyPosition, move: Move, names: Sequence[str]) -> str:
    """A move that would have been right, after a miss; there may have been others."""
    return f"Missed. {_explained(f'{move} was right', game, position, move, names)}."


def of_solution(game: Game, position: AnyPosition, move: Move, names: Sequence[str]) -> str:
    """A move of the solution and what it does: "Red D: ends at F"."""
    return _explained(f"{names[position.turn]} {move}", game, position, move, names)


def _explained(told: str, game: Game, position: AnyPosition, move: Move, names: Sequence[str]) -> str:
    """What is told of a move, and what it does, where there is something to say of that."""
    does = game.explain_move(position, move, names)
    return f"{told}: {does}" if does else told


def costs(what: str, daily: bool) -> str:
    """What something does to the scored try, before it is done; `what` names it: "a hint"."""
    if daily:
        return f"This is the day's scored try. With {what} the day counts as missed."
    return f"This is your scored try. With {what} the puzzle counts as missed, and comes back tomorrow."


def solved(number: int, hints: int, seconds: str) -> str:
    """How it was solved: "The first try, no hint, 0:48."."""
    tries = {1: "The first try", 2: "The second try", 3: "The third try"}.get(number, f"Try {number}")
    helped = plural(hints, "hint") if hints else "no hint"
    return f"{tries}, {helped}, {seconds}."
