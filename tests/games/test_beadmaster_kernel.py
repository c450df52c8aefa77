"""BeadMaster's kernel beyond what every kernel promises."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.kernel import BarsKernel
from marbles_tui.games.beadmaster.position import Grid, Slide, gone, threatened
from marbles_tui.games.beadmaster.text import read
from marbles_tui.play import Match, Seat
from tests.typed import typed

KERNEL = BarsKernel()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_go_the_same_way(seats: int) -> None:
    random = Random(seats)
    for setup in ("random", "placed") * 8:
        match = Match.new(
            BEADMASTER,
            setup=setup,
            seats=[Seat()] * seats,
            random=random,
            options={"quiet": random.choice(["0", "12"])},
        )
        position = typed(match.position, Grid)
        state = KERNEL.pack(position)
        for _ in range(200):
            moves = {str(move): move for move in position.moves()}
            packed = {KERNEL.notation(state, move): move for move in KERNEL.moves(state)}
            assert packed.keys() == moves.keys()
            if not moves:
                break
            word = random.choice(sorted(moves))
            position, state = position.play(moves[word]), KERNEL.play(state, packed[word])
            assert state == KERNEL.pack(position)
        for seat in range(seats):
            score = position.result.scores[seat] if position.result else None
            assert KERNEL.outcome_for(state, seat) == {None: None, 1: 1, 0.5: 0, 0: -1}[score]


def test_a_gain_is_the_beads_of_others_less_ones_own() -> None:
    random = Random(5)
    for _ in range(40):
        match = Match.new(BEADMASTER, setup="placed", seats=[Seat()] * 3, random=random)
        position = typed(match.position, Grid)
        state = KERNEL.pack(position)
        noisy = set(KERNEL.noisy(state))
        for move, packed in zip(position.moves(), KERNEL.moves(state), strict=True):
            assert isinstance(move, Slide)
            falling = [position.beads[hole] for hole in gone(position, move)]
            gain = len(falling) - 2 * falling.count(1)
            assert KERNEL.gain(state, packed) == gain
            assert (packed in noisy) == (gain > 0)


def test_beads_in_danger_are_worth_less() -> None:
    bars = "0000000 0000000 "
    safe = read("2 1 " + bars + "1020000" + "0" * 42)
    danger = read("2 1 " + bars + "1000000" + "2000000" + "0" * 35)
    assert not any(safe.beads[hole] == 2 for hole in threatened(safe))
    assert KERNEL.value_for(KERNEL.pack(danger), 0) > KERNEL.value_for(KERNEL.pack(safe), 0)
