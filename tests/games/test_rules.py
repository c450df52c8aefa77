"""The rules of each game by example: what comes of a move, what is read out, what is threatened, and what wins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from marbles_tui.core import CHANCE, BadOption, BadPosition, BadSetup, Game, IllegalMove, Result
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.position import BeadGrid
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.play import Match
from tests.for_each import for_each
from tests.golden import compare
from tests.typed import typed

HERE = Path(__file__).parent / "rules"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
INDENT = "    "


@for_each("game", GAMES)
def test_rules(game: Game) -> None:
    file = HERE / f"{game.key}.txt"
    compare(file, list(answered(game, file.read_text(encoding="utf-8").splitlines())))


def answered(game: Game, script: list[str]) -> Iterator[str]:
    """The lines of a file, with what comes of them."""
    asked = [line for line in script if not line.startswith(INDENT)]
    options: dict[str, str] = {}
    setup: list[str] = []
    match: Match | None = None
    for at, line in enumerate(asked):
        yield line
        if line.startswith(":"):
            options, setup = dict(word.split("=") for word in line[1:].split()), []
        elif line.startswith("|"):
            setup.append(line[2:])
        elif line.startswith(">") and match:
            yield from (f"{INDENT}{each}" for each in played(match, line[1:].split()) if each)
        if line.startswith((":", "|")) and not "".join(asked[at + 1 : at + 2]).startswith("|"):
            try:
                match = Match.new(game, setup="\n".join(setup) or None, options=options, random=Random(1))
            except (BadOption, BadPosition, BadSetup) as refusal:
                match = None
                yield f"{INDENT}refused: {refusal}"


def played(match: Match, words: list[str]) -> Iterator[str]:
    """What comes of the last of some words."""
    game, names = match.game, NAMES[: len(match.seats)]
    asked = words.pop() if words and words[-1][0] in "?#@/" else ""
    *before, last = words or [""]
    try:
        for word in before:
            match = match.read(word)
        if last:
            move = game.find(match.position, last)
            if match.turn != CHANCE and (why := game.explain_move(match.position, move, names)):
                yield f"why: {why}"
            events = game.tell(match.position, move)[1]
            yield ", ".join(" ".join((event.kind, *map(str, event.cells))) for event in events)
            yield from (said for event in events if (said := game.say(event, names)))
            match = match.read(last)
    except IllegalMove as refusal:
        yield str(refusal)
        return
    position = match.position
    if asked == "?":
        yield " ".join(map(str, position.moves())) or "no moves"
    elif asked == "#":
        yield from game.diagram(position).splitlines()
    elif asked == "@":
        yield from game.describe(position, names).splitlines()
    elif asked:
        yield game.explain_illegal_pick(position, tuple(map(int, asked[1:].split(","))))
    else:
        facts = game.facts(position, names)
        yield game.write(position) if game.has_text else f"{json.dumps(facts)} turn {position.turn}"
    if threats := game.threats(position):
        yield " ".join(("threatened", *map(str, sorted(threats))))
    if match.result:
        cells = sorted(game.winning_cells(position, match.result))
        yield " ".join((f"won by {match.result}: {match.result.reason};", *map(str, cells)))
    elif match.claimable:
        yield "a draw may be claimed"


# Threats


@for_each("seed", range(5))
def test_threatened_marbles_are_those_that_a_move_of_the_other_side_pushes_off(seed: int) -> None:
    random, match = Random(seed), Match.new(ABACUS, setup="wall")
    for _ in range(80):
        position = typed(match.position, Abacus)
        other = position._replace(turn=1 - position.turn)
        events = [event for move in other.moves() for event in ABACUS.tell(other, move)[1]]
        assert ABACUS.threats(position) == {event.cells[0] for event in events if event.kind == "lost"}
        match, _ = match.play(random.choice(match.position.moves()))


@pytest.mark.parametrize("seed", range(3))
def test_threatened_beads_are_those_that_a_legal_slide_drops(seed: int) -> None:
    random, match = Random(seed), Match.new(BEADMASTER, setup="placed", random=Random(seed))
    for _ in range(40):
        if match.result:
            break
        grid = typed(match.position, BeadGrid)
        events = [event for move in grid.moves() for event in BEADMASTER.tell(grid, move)[1]]
        assert BEADMASTER.threats(grid) == {event.cells[0] for event in events if event.kind == "fall"}
        match, _ = match.play(random.choice(grid.moves()))


def test_no_bead_is_threatened_while_beads_are_placed() -> None:
    assert (
        BEADMASTER.threats(typed(Match.new(BEADMASTER, random=Random(1)).position, BeadGrid)) == frozenset()
    )


# Wins


def test_no_side_shows_why_a_carton_was_given_up() -> None:
    start = Match.new(EGG_CARTON).resign(0)
    assert start.result
    assert EGG_CARTON.winning_cells(typed(start.position, Carton), start.result) == frozenset()


def test_all_beads_of_the_winner_are_shown_also_when_others_have_given_up() -> None:
    start = Match.new(BEADMASTER, setup="placed", options={"players": "3"}, random=Random(4))
    grid = typed(start.position, BeadGrid)
    own = {hole for hole, bead in enumerate(grid.beads) if bead == 2}
    assert len(own) == 5
    assert BEADMASTER.winning_cells(grid, Result.win(3, 1, "resigned")) == own
