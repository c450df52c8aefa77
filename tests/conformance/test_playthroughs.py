"""Every game still plays, shows and says what its golden playthrough has, one readable file each.

After a change of rules or sentences `make playthroughs` writes them anew: read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.conformance.random_games import IDS
from tests.golden import compare

GOLDEN = Path(__file__).parents[1] / "golden"
SEED = 1
PLIES = 40
"""The most plies of a playthrough; a longer game is left where it stands."""


def playthrough(game: Game) -> str:
    """A match of random plies from the default start, everything told that can be told of it."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    random = Random(SEED)
    match = Match.new(game, random=random)
    yield f"{game.title}: {game.blurb}"
    yield f"options: {', '.join(f'{name}={value}' for name, value in match.options.items()) or 'none'}"
    yield f"setup: {match.setup or 'the default'}"
    while True:
        yield ""
        yield from _standing(match)
        if match.result or match.plies == PLIES:
            break
        move = match.position.moves()[random.randrange(len(match.position.moves()))]
        yield ""
        yield f"> {move}"
        match, events = match.play(move)
        for event in events:
            sentence = game.told(event, match.names)
            yield f"  {event.kind} {' '.join(map(str, event.cells))}  {sentence}".rstrip()
    yield ""
    yield str(match).rstrip("\n")


def _standing(match: Match) -> Iterator[str]:
    game, position = match.game, match.position
    yield from (line.rstrip() for line in game.diagram(position).splitlines())
    if game.has_text:
        yield f"position: {game.write(position)}"
    if match.result:
        yield f"over: {match.result} ({match.result.reason})"
        return
    who = match.names[position.actor]
    yield f"to draw for {who}:" if match.turn == CHANCE else f"to move: {who}"
    yield f"legal: {' '.join(map(str, position.moves()))}"


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_game_plays_as_its_golden_playthrough(game: Game) -> None:
    golden = GOLDEN / f"{game.key}.txt"
    compare(golden, playthrough(game).splitlines())
