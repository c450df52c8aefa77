"""Wins and losses in so many moves, found by search and checked by trying everything that the rules allow."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import ladder_of, levels_of
from marbles_tui.ai.think import consider, think
from marbles_tui.core import AnyPosition
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match

AT_ONCE = [
    # A row of three beside a white marble, the first of which decides; black to move.
    ("abacus", "5/6/7/8/9/8/3w3/6/wbbb1 b 0 0"),
    # Two push one over the right edge of the longest row; three push two, the second of which goes over.
    ("abacus", "5/6/7/w7/6bbw/8/7/6/5 b 0 0"),
    ("abacus", "5/6/7/w7/4bbbww/8/7/6/5 b 0 0"),
    ("beadmaster", f"3 1 0000000 0000000 1000000 2003000 0000000 {'0' * 28}"),
    ("egg-carton", "0,0,0,0,0,1/2,2,2,2,2,2/0,0/1"),
    # White has A1, A2 and A3; A4 is empty.
    ("gobblet", "W4,W4,W4,-/K4,K4,K4,-/-,-,-,-/-,-,-,- W333 K333 W"),
]

IN_DANGER = [
    # Black's marble in A1 can be pushed off by white's two beside it; the same on the right end of the middle row.
    ("abacus", "5/6/7/8/9/8/7/6/bww2 b 0 0"),
    ("abacus", "5/6/7/8/6wwb/8/3bb2/6/5 b 0 0"),
    # White has three in row A; black to move.
    ("gobblet", "W4,W4,W4,-/K4,K4,-,-/-,-,-,-/-,-,-,- W333 K334 K"),
]

DEEP = Limit(depth=6, nodes=60_000)

WON_IN_TWO = [
    ("abacus", "2w2/1wwwb1/1wbbb2/2wwbb2/4wb3/4ww2/bbb1w2/bbbw1w/b3w b 0 0"),
    ("abacus", "w4/1wbbbb/1bbb3/1www4/2w1ww3/2bbbw2/2bwww1/bbbww1/5 b 0 0"),
    ("gobblet", "W2,W2,-,W1K2W3K4/-,K2,-,-/W3K4,K3W4,W2K3,K2W4/W1,K1W3K4,-,K3W4 W010 K011 W"),
    ("gobblet", "W3W4,W3,-,K4/W3K4,-,W2K3W4,W2K3/K3,W1W4,W2K4,-/W1K2,K2,-,- W001 K112 K"),
    ("beadmaster", "2 1 1101211 1112020 0200000000000000002000001000100000000000000000000"),
    ("beadmaster", "2 1 1211002 0121201 2000000000000000000010000000000000000201000000000"),
]

LOST_IN_ONE = [
    ("abacus", "1ww2/1wbwb1/1wbbb2/2wwbb2/4w4/4ww2/bbb1w2/bbbw1w/b3w w 0 0"),
    ("gobblet", "-,W3,K3,-/-,W4,-,K3/K4,-,K4,-/-,W4,W3,W4 W223 K224 K"),
]

LONGER = [
    ("gobblet", "W4,-,W2,-/K3W4,W3K4,W2,-/-,-,K2W3K4,-/W4,K3,W3K4,K3 W112 K122 K", "loses in 2 moves"),
    ("abacus", "w3b/wwwbbb/2bbb2/1www4/9/3bwwww/3bbbw/1bbb1w/4w w 0 0", "loses in 2 moves"),
]


def match_of(key: str, setup: str) -> Match:
    (game,) = [game for game in GAMES if game.key == key]
    lose = '[Lose "1"]' if key == "abacus" else ""  # the first marble pushed off decides
    return read_match(f'[Game "{key}"][Setup "{setup}"]{lose}', (game,)).whole()


def wins(position: AnyPosition, seat: int, moves: int) -> bool:
    """Whether a seat forces a win with so many moves of its own, by the rules alone."""
    result = position.result
    if result:
        return result.winners == (seat,)
    after = (position.play(move) for move in position.moves())
    if position.turn != seat:
        return all(wins(one, seat, moves) for one in after)
    return moves > 0 and any(wins(one, seat, moves - 1) for one in after)


@pytest.mark.parametrize(("key", "setup"), AT_ONCE)
def test_every_level_takes_a_win_at_once(key: str, setup: str) -> None:
    match = match_of(key, setup)
    for level in levels_of(match.game):
        for seed in range(3):
            thought = consider(match, level.key, Limit(0.5, 3_000), seed)
            result = match.read(thought.move or "").result
            assert result, level.key
            assert result.winners == (match.position.turn,)
            if level.limit.seconds:
                assert thought.words() == "wins in 1 move"


@pytest.mark.parametrize(("key", "setup"), IN_DANGER)
def test_the_strongest_level_stops_a_win_that_can_be_stopped(key: str, setup: str) -> None:
    match = match_of(key, setup)
    for seed in range(3):
        after = match.read(
            consider(match, ladder_of(match.game)[-1].key, Limit(nodes=50_000), seed).move or ""
        )
        assert not wins(after.position, 1 - match.position.turn, 1)


@pytest.mark.parametrize(("key", "setup"), WON_IN_TWO)
def test_a_win_in_two_moves(key: str, setup: str) -> None:
    match = match_of(key, setup)
    seat = match.position.turn
    thought = think(match.game, str(match), limit=DEEP)
    assert thought.words() == "wins in 2 moves"
    assert not wins(match.position, seat, 1)
    assert wins(match.read(thought.move or "").position, seat, 1)


@pytest.mark.parametrize(("key", "setup"), LOST_IN_ONE)
def test_a_loss_that_nothing_delays(key: str, setup: str) -> None:
    match = match_of(key, setup)
    assert think(match.game, str(match), limit=DEEP).words() == "loses in 1 move"
    assert wins(match.position, 1 - match.position.turn, 1)


@pytest.mark.parametrize(("key", "setup", "words"), LONGER)
def test_a_loss_is_put_off_as_long_as_can_be(key: str, setup: str, words: str) -> None:
    match = match_of(key, setup)
    other = 1 - match.position.turn
    thought = think(match.game, str(match), limit=DEEP)
    assert thought.words() == words
    assert not wins(match.read(thought.move or "").position, other, 1)


@pytest.mark.parametrize("key", ["abacus", "gobblet", "beadmaster"])
def test_the_same_nodes_and_seed_give_the_same_move_value_and_line(key: str) -> None:
    match = match_of(key, next(setup for game, setup in WON_IN_TWO if game == key))
    one, other = (think(match.game, str(match), limit=Limit(nodes=900), seed=3) for _ in range(2))
    assert (one.move, one.value, one.pv, one.nodes) == (other.move, other.value, other.pv, other.nodes)
