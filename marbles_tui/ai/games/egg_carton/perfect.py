"""The perfect player: proves what can be proved within its time, searches where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from marbles_tui.ai.analysis import CERTAIN, Analysis, Budget, SearchStopped
from marbles_tui.ai.native.search import CartonProof, look_ahead, serving
from marbles_tui.ai.search.plain import analysis_of
from marbles_tui.games.egg_carton import EGG_CARTON, Carton, Selection
from marbles_tui.games.egg_carton.position import LETTERS, wins_within

PROVING: Final = 0.7
"""The share of the limit that is spent on a proof before search is asked instead."""

ESTIMATING: Final = 0.1
"""The share of the rest that search may spend on selections beside the best, before these are proved too."""

GUESSES: Final = 4 << 20
"""Bytes of memory for that search: the proof is kept in mind meanwhile."""

LONGEST_LINE: Final = 80

TURN_STATES: Final = 20_000
"""How much of the turn is looked through for a win that needs no other."""


def perfect(
    carton: Carton,
    budget: Budget,
    seed: int = 0,
    report: Callable[[Analysis], None] | None = None,
    patience: float = 1.0,
    multipv: int = 1,
) -> Analysis:
    """The best selection of a running game, and how it stands, for certain if the limit allows.

    Winning, it takes the way that needs fewest selections; losing, the one that makes the winner need most.
    `multipv` is how many of the best selections to tell of.
    `patience` is the share of the limit that may be spent on that count once the outcome is proved.
    """
    library, won = serving(carton), None
    if library:
        proof = CartonProof(library, budget)
        budget.allow(PROVING)
        with suppress(SearchStopped):
            won = proof.prove(carton)
        budget.allow(1.0)
        if won is None:
            del proof  # room for what the search remembers
    if won is None:
        result = look_ahead(
            EGG_CARTON,
            carton,
            budget,
            seed=seed,
            multipv=multipv,
            report=report and (lambda found: report(analysis_of(found, budget))),
        )
        return analysis_of(result, budget)
    ways = wins_within(carton, TURN_STATES) if won else None
    at_once = tuple(LETTERS[slot] for slot in ways[1]) if ways else ()
    unmeasured = _told(at_once or _line(proof, carton, won), won, None, budget)
    if report:
        report(unmeasured)
    budget.allow(min(1.0, budget.spent + patience))
    winner, enough = carton.turn if won else 1 - carton.turn, len(at_once) or None
    try:
        selections = _fewest(proof, carton, winner, int(won), enough)
    except SearchStopped:
        return replace(unmeasured, nodes=budget.nodes, seconds=budget.seconds)
    line = at_once if selections == enough else _line(proof, carton, won, selections)
    analysis = _told(line, won, selections, budget)
    if multipv == 1:
        return analysis
    if report:
        report(analysis)
    budget.allow(budget.spent + ESTIMATING * (1 - budget.spent))
    count = len(carton.moves())
    result = look_ahead(EGG_CARTON, carton, budget, seed=seed, multipv=count, table=GUESSES)
    budget.allow(1.0)
    guesses = analysis_of(result, budget).pvs or (analysis,)
    return _with_others(carton, analysis, guesses, proof, budget, multipv, report)


def _told(line: tuple[str, ...], won: bool, selections: int | None, budget: Budget) -> Analysis:
    """What is to be said of a proved carton."""
    nodes, seconds = budget.nodes, budget.seconds
    return _decided(Analysis(line[0], 0.0, len(line), nodes, seconds, line, native=True), won, selections)


def _decided(analysis: Analysis, won: bool, selections: int | None) -> Analysis:
    """The analysis with the outcome, proved; `selections` are the winner's to the end, None if not known."""
    certain = CERTAIN - 1 if selections is None else CERTAIN - selections / 100
    return replace(
        analysis,
        value=certain if won else -certain,
        wins_in=selections if won else None,
        loses_in=None if won else selections,
        proved=True,
    )


def _fewest(
    proof: CartonProof, carton: Carton, winner: int, selections: int, enough: int | None = None
) -> int:
    """How many selections the winner needs, from so many on; `enough` suffice for certain. Raises SearchStopped."""
    while selections != enough and not proof.within(carton, winner, selections):
        selections += 1
    return selections


def _line(proof: CartonProof, carton: Carton, won: bool, selections: int | None = None) -> tuple[str, ...]:
    """How the game goes on, as far as the proof knows."""
    line: list[str] = []
    winner = carton.turn if won else 1 - carton.turn
    while len(line) < LONGEST_LINE and carton.result is None:
        if carton.turn == winner:
            move = _winning(proof, carton, selections)
            selections = None if selections is None else selections - 1
        else:
            # What is known to hold out longest.
            move = max(carton.moves(), key=lambda move: proof.fails(carton.play(move), winner))
        if move is None:
            break
        line.append(str(move))
        carton = carton.play(move)
    return tuple(line)


def _winning(proof: CartonProof, carton: Carton, selections: int | None) -> Selection | None:
    """A selection of the winner's that keeps to the number of selections, or one that is known to win."""
    for move in carton.moves():
        after = carton.play(move)
        if after.result is not None:
            return move
        if selections is not None:
            if proof.shown(after, carton.turn, selections - 1):
                return move
        elif proof.known(after) is (after.turn == carton.turn):
            return move
    return None


def _with_others(
    carton: Carton,
    first: Analysis,
    guesses: Iterable[Analysis],
    proof: CartonProof,
    budget: Budget,
    multipv: int,
    report: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The analysis about the best selection, with the next best beside it, up to `multipv` in all: as `guesses`
    has them, then which of them win, then in how many selections, as far as the limit allows."""
    moves = {str(move): move for move in carton.moves()}
    found = {guess.move: guess for guess in guesses}
    found[first.move] = first
    others = [word for word in moves if word != first.move]

    def told() -> Analysis:
        ranking = sorted(found.values(), key=lambda choice: (choice is not first, -choice.value))
        analysis = replace(first, nodes=budget.nodes, seconds=budget.seconds, pvs=tuple(ranking[:multipv]))
        if report:
            report(analysis)
        return analysis

    told()
    for _ in ("which win", "how soon"):
        for word in others:
            # What is not found out is not told.
            with suppress(SearchStopped):
                found[word] = _learnt(proof, carton, moves[word], found.get(word) or Analysis(word, 0.0))
        told()
    return told()


def _learnt(proof: CartonProof, carton: Carton, move: Selection, analysis: Analysis) -> Analysis:
    """The analysis of a selection with its outcome, or with the length of the one that is proved. Raises
    SearchStopped."""
    after = carton.play(move)
    if not analysis.proved:
        wins = after.result is not None or proof.prove(after) == (after.turn == carton.turn)
        return _decided(replace(analysis, pv=analysis.pv or (str(move),)), wins, None)
    won = analysis.value > 0
    winner = carton.turn if won else 1 - carton.turn
    return _decided(analysis, won, 1 if after.result else _fewest(proof, after, winner, 0) + won)
