"""Games that play themselves."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.core import Event, Game
from marbles_tui.games import GAMES
from marbles_tui.table.demo import DemoMatch, instants
from tests.tui.conftest import match_of


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_its_plies_are_the_moves_of_matches(game: Game) -> None:
    demo = DemoMatch(game, Random(7), varied=True)
    seen = 0
    for _ in range(60):
        before, happened = await demo.ply()
        assert demo.match.positions[-2].board == before
        assert happened[-1].board == demo.match.position.board
        if demo.match.result:
            seen += 1
            assert match_of(str(demo.match)).positions == demo.match.positions
    assert seen or demo.match.plies == 60


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_start_and_number_of_players_can_be_shown(game: Game) -> None:
    random = Random(3)
    for _ in range(40):
        match = DemoMatch(game, random, varied=True).match
        assert 2 <= len(match.seats) <= 4
        assert match.names == game.sides[: len(match.seats)]


async def test_the_same_seed_shows_the_same_match() -> None:
    one, other = (DemoMatch(GAMES[1], Random(5), varied=True) for _ in range(2))
    for _ in range(10):
        assert await one.ply() == await other.ply()
    assert one.match.moves == other.match.moves


async def test_a_win_at_hand_is_taken() -> None:
    match = match_of('[Game "egg-carton"]\n[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]\n')
    demo = DemoMatch(match.game, Random(1))
    demo.match = match
    await demo.ply()
    assert demo.match.result
    assert demo.match.result.winners == (0,)


async def test_a_new_match_follows_the_end_of_one() -> None:
    demo = DemoMatch(GAMES[0], Random(1))
    while not demo.match.result:
        await demo.ply()
    await demo.ply()
    assert demo.match.plies == 1


def test_a_long_move_is_shown_in_few_instants_the_last_one_for_certain() -> None:
    events = [Event("drop", board) for board in (1, 2, 2, 3, 4, 5, 6, 7)]
    assert instants(events, 3) == [1, 4, 7]
    assert instants(events, 100) == [1, 2, 3, 4, 5, 6, 7]
    assert instants(events[:1], 3) == [1]
