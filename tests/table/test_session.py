"""A table's whole life, without a screen and without waiting."""

from __future__ import annotations

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.table.players import Engine, Here
from marbles_tui.table.session import Session

COMPUTERS = (Seat("", "computer novice"), Seat("", "computer novice"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_computers_play_a_match_to_its_end(game: Game) -> None:
    match = Match.new(game, seats=COMPUTERS)
    kept: list[Match] = []
    level = "amateur" if game.key == "abacus" else "novice"
    session = Session(match, [Engine(level, Here()), Engine(level, Here())], kept.append)
    end = await session.finish()
    assert end.result
    assert len(kept) == end.plies + bool(end.ending)
    assert read_match(str(end), GAMES).whole().positions == end.positions
