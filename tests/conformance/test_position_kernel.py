"""The kernel that plays on a game's own positions, beside the kernels that games have."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.search.iterative_deepening import Search
from marbles_tui.core.position_kernel import PositionKernel
from marbles_tui.games.egg_carton import EGG_CARTON, Carton, Selection
from marbles_tui.games.egg_carton.game import EggCarton
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match
from tests.sixth.chomp import CHOMP
from tests.typed import typed


class Valued(EggCarton):
    """Egg Carton without its kernel: fewer marbles than the other side are good."""

    def kernel(self) -> None:  # type: ignore[override]
        return None

    def evaluate(self, position: Carton) -> int:
        bottom, top = sum(position.ring[:6]), sum(position.ring[7:13])
        return 100 * (top - bottom if position.turn == 0 else bottom - top)

    def noisy(self, position: Carton) -> Sequence[Selection]:
        return [move for move in position.moves() if position.play(move).turn == position.turn]


def test_a_game_that_values_positions_has_a_kernel_and_others_have_none() -> None:
    assert CHOMP.has_kernel
    assert isinstance(CHOMP.kernel(), PositionKernel)
    assert (GETAWAY.has_kernel, GETAWAY.kernel()) == (False, None)
    assert not isinstance(EGG_CARTON.kernel(), PositionKernel)


def test_it_plays_and_judges_as_the_game_s_own_kernel() -> None:
    own, wrapped = EGG_CARTON.kernel(), PositionKernel(Valued())
    position = typed(Match.new(EGG_CARTON).position, Carton)
    for text in "DEABF":
        states = own.pack(position), wrapped.pack(position)
        named = [
            {
                kernel.notation(state, move): kernel.turn(kernel.play(state, move))
                for move in kernel.moves(state)
            }
            for kernel, state in zip((own, wrapped), states, strict=True)
        ]
        assert named[0] == named[1]
        assert wrapped.outcome(states[1]) == own.outcome(states[0])
        noisy = [
            {kernel.notation(state, move) for move in kernel.noisy(state)}
            for kernel, state in zip((own, wrapped), states, strict=True)
        ]
        assert noisy[0] == noisy[1]
        position = position.play(EGG_CARTON.find(position, text))
    assert wrapped.evaluate(position) == 100 * (sum(position.ring[7:13]) - sum(position.ring[:6]))


@pytest.mark.parametrize(("text", "outcome"), [("0,0,0,0/1", 1), ("0,0,0,0/2", 1), ("1,0,0,0/1", None)])
def test_the_outcome_is_that_of_the_seat_to_move(text: str, outcome: int | None) -> None:
    assert PositionKernel(CHOMP).outcome(CHOMP.read(text)) == outcome


def test_search_wins_a_game_through_it() -> None:
    """From an L with unequal edges the only winning bite makes them equal."""
    kernel = PositionKernel(CHOMP)
    bar = CHOMP.read("4,1,1,0/1")
    found = Search(kernel, Budget(Limit(depth=8))).run(kernel.pack(bar))
    assert found.proved
    assert kernel.notation(bar, found.best.move) == "A4"
