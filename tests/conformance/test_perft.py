"""Every game has a perft line, and its positions count what stands there."""

from __future__ import annotations

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.perft import divide, perft
from tests.conformance.perft import PERFT, Line
from tests.conformance.random_games import IDS

LINES = [
    pytest.param(game, line, id=f"{game.key} {line.setup or ''}".strip())
    for game in GAMES
    for line in PERFT.get(game.key, ())
]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_game_has_a_perft_line(game: Game) -> None:
    assert PERFT.get(game.key), f"tests/conformance/perft.py has no line for {game.key}"


@pytest.mark.parametrize(("game", "line"), LINES)
def test_positions_count_as_the_table_says(game: Game, line: Line) -> None:
    position = Match.new(game, setup=line.setup, options=line.options).position
    assert tuple(perft(position, depth) for depth in range(1, len(line.counts) + 1)) == line.counts


@pytest.mark.parametrize(("game", "line"), LINES)
def test_divide_adds_up_to_perft(game: Game, line: Line) -> None:
    position = Match.new(game, setup=line.setup, options=line.options).position
    assert sum(divide(position, 2).values()) == perft(position, 2)
