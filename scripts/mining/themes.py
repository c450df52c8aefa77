"""What a puzzle is about, in the field's words."""

from __future__ import annotations

from typing import Any

from marbles_tui.ai.puzzles.proof import Proof, Standing
from marbles_tui.core import Game

LONG_TURN = 6
LONG_RELAY = 3
FAR = 3


def themes(game: Game, proof: Proof, solution: tuple[str, ...]) -> tuple[str, ...]:
    """The themes of a puzzle by its solution, most general first."""
    standings = [proof.start]
    for word in solution:
        here = standings[-1]
        standings.append(proof.after(here, game.find(here.position, word)))
    own = [at for at, here in enumerate(standings[:-1]) if here.position.turn == proof.solver]
    found = []
    if standings[-1].position.result is None:
        found.append("only defence")
    elif proof.start.turns > 1:
        found += _of_a_win(game, proof, standings[1])
    found += {"abacus": _abacus, "gobblet": _gobblet, "beadmaster": _beadmaster, "egg-carton": _sowing}[
        game.key
    ](game, standings, solution, own)
    return tuple(dict.fromkeys(found))


def _of_a_win(game: Game, proof: Proof, after: Standing) -> list[str]:
    """What the first move does to win: it threatens once, several times, or leaves only bad moves."""
    position: Any = after.position
    if game.key == "egg-carton" or position.turn == proof.solver:
        return []
    passed = Standing(position._replace(turn=proof.solver), after.turns)
    if proof.reached(passed) is not None:
        return []
    if not proof.holds(passed):
        return ["zugzwang"]
    at_once = proof.distinct(passed._replace(turns=1))
    return ["double threat"] if at_once > 1 else ["threat"] if at_once else ["quiet move"]


def _abacus(game: Game, standings: list[Standing], solution: tuple[str, ...], own: list[int]) -> list[str]:
    found = []
    first: Any = game.find(standings[0].position, solution[0])
    if not first.inline:
        found.append("broadside")
    for at in own:
        _, events = game.tell(standings[at].position, game.find(standings[at].position, solution[at]))
        pushed = events[0].facts["pushed"]
        if pushed:
            found.append(f"sumito {len(first.marbles)}-{pushed}" if at == 0 else "sumito")
            break
    return found


def _gobblet(game: Game, standings: list[Standing], solution: tuple[str, ...], own: list[int]) -> list[str]:
    found = []
    for at in own:
        move: Any = game.find(standings[at].position, solution[at])
        cells: Any = standings[at].position
        if cells.cells[move.target]:
            found.append("gobble")
        origin = solution[at][:2]
        if origin[0] in "ABCD" and len(cells.cells[4 * "ABCD".index(origin[0]) + int(origin[1]) - 1]) > 1:
            found.append("uncover")
    return found


def _beadmaster(
    game: Game, standings: list[Standing], solution: tuple[str, ...], own: list[int]
) -> list[str]:
    found = []
    solver = standings[0].position.turn
    for at in own:
        _, events = game.tell(standings[at].position, game.find(standings[at].position, solution[at]))
        owners = [event.facts["owner"] for event in events if event.kind == "fall"]
        if solver in owners:
            found.append("sacrifice")
        if len(owners) - owners.count(solver) > 1:
            found.append("several at once")
    return found


def _sowing(game: Game, standings: list[Standing], solution: tuple[str, ...], own: list[int]) -> list[str]:
    found = []
    if len(own) >= LONG_TURN:
        found.append("long turn")
    relays = 0
    for at in own:
        _, events = game.tell(standings[at].position, game.find(standings[at].position, solution[at]))
        relays = max(relays, sum(event.kind == "relay" for event in events))
    if relays >= LONG_RELAY:
        found.append("long relay")
    elif relays:
        found.append("relay")
    return found
