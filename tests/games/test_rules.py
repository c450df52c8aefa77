"""The rules of each game by example: what is said of a move, what it leads to, and why another one is refused.

A file of `rules/` has starts (":", with options, and the lines of a setup behind "|"; none is the usual one) and what
is played from each: ">" and words, behind them "?" for the moves there are, "#" for the diagram, "@" for what is told
to those who do not see the board, "/" and cells for why they cannot be picked. Below stands what comes of it: of the
last word why it is good, the events with their cells, what is said; then the position. `make playthroughs` takes them
anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from marbles_tui.core import CHANCE, BadOption, BadPosition, BadSetup, Game, IllegalMove
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.golden import compare

HERE = Path(__file__).parent / "rules"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
INDENT = "    "


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
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
