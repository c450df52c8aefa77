"""The kernel of Gobblet plays by the same rules as its positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from marbles_tui.core.kernel import StagedMoves
from marbles_tui.games.gobblet import Gobblets
from marbles_tui.games.gobblet.kernel import MaskKernel, State
from marbles_tui.games.gobblet.text import read
from marbles_tui.play.perft import perft

KERNEL = MaskKernel()
START = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W444 K444 W"
MIDDLE = "W4,W1,-,K2/-,K1K3W4,W2,W2K4/-,W1,W3,K3/W3,K4,K2W4,- W003 K140 W"


def count(state: State, depth: int) -> int:
    moves = KERNEL.moves(state)
    return len(moves) if depth == 1 else sum(count(KERNEL.play(state, move), depth - 1) for move in moves)


def names(state: State, moves: object) -> list[str]:
    return sorted(KERNEL.notation(state, move) for move in moves)  # type: ignore[attr-defined]


def random_games(seed: int, games: int) -> Iterator[Gobblets]:
    """Every position of some games played at random, of either rules in turn."""
    random = Random(seed)
    for game in range(games):
        position = read(START, bool(game % 2))
        for _ in range(100):
            yield position
            if not position.moves():
                break
            position = position.play(random.choice(position.moves()))


@pytest.mark.parametrize("rogers", [False, True])
@pytest.mark.parametrize("text", [MIDDLE, MIDDLE.replace("W4,W1,-,K2", "W4,K1,-,K2").replace("K140", "K040")])
def test_counts_as_the_positions_do(text: str, rogers: bool) -> None:
    position = read(text, rogers)
    assert count(KERNEL.pack(position), 3) == perft(position, 3)


def test_agrees_with_the_positions_of_random_games() -> None:
    for position in random_games(seed=1, games=40):
        state, result = KERNEL.pack(position), position.result
        assert KERNEL.turn(state) == position.turn
        assert KERNEL.outcome(state) == (2 * result.scores[position.turn] - 1 if result else None)
        children = {KERNEL.notation(state, move): KERNEL.play(state, move) for move in KERNEL.moves(state)}
        assert children == {str(move): KERNEL.pack(position.play(move)) for move in position.moves()}


def test_both_rules_are_told_apart() -> None:
    assert KERNEL.pack(read(MIDDLE)) != KERNEL.pack(read(MIDDLE, True))


def test_the_search_is_spared_twin_stacks_and_nothing_else() -> None:
    assert isinstance(KERNEL, StagedMoves)
    state = KERNEL.pack(read(START.replace("W444", "W434")))
    spared = set(KERNEL.moves(state)) - set(KERNEL.search_moves(state))
    assert names(state, spared) == sorted(f"W3{row}{column}" for row in "ABCD" for column in range(1, 5))


def test_who_cannot_move_has_lost() -> None:
    state = KERNEL.pack(read("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W000 K100 W"))
    assert KERNEL.outcome(state) == -1
    covered = KERNEL.pack(read("W1K2,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W000 K000 W"))
    assert (KERNEL.outcome(covered), list(KERNEL.moves(covered))) == (-1, [])


def test_on_a_full_board_there_is_always_something_to_gobble() -> None:
    position = read("W1,K4,K4,K4/K3,K3,W1,K3/K2,K2,K2,W1/K1,W2,K1,K1 W000 K000 W")
    assert position.result is None
    assert KERNEL.outcome(KERNEL.pack(position)) is None
    assert [str(move) for move in position.moves()] == ["D2A1", "D2B3", "D2C4", "D2D1", "D2D3", "D2D4"]


def test_loud_are_the_moves_that_win() -> None:
    text = "W4,W1,W2,-/-,-,-,-/-,-,-,-/-,-,-,W3 W300 K000 W"
    state = KERNEL.pack(read(text))
    assert names(state, KERNEL.noisy(state)) == ["D4A4", "W1A4"]
    guarded = KERNEL.pack(read(text.replace("W2,-/", "W2,K4/")))
    assert KERNEL.noisy(guarded) == ()


def test_a_line_is_not_won_where_the_move_uncovers_one() -> None:
    text = "W4,W1,W2,-/K1,K1,K2,K2W3/-,-,-,-/-,-,-,- W300 K000 W"
    state = KERNEL.pack(read(text))
    assert names(state, KERNEL.noisy(state)) == ["W1A4"]


def test_no_winning_move_is_quiet() -> None:
    for position in random_games(seed=2, games=40):
        state = KERNEL.pack(position)
        wins = [move for move in KERNEL.search_moves(state) if KERNEL.outcome(KERNEL.play(state, move)) == -1]
        if position.result is None:
            assert sorted(KERNEL.noisy(state)) == sorted(wins)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("-,W1,-,-/-,W1,-,-/-,-,-,-/-,-,-,-", "-,W1,-,-/-,-,W1,-/-,-,-,-/-,-,-,-"),
        ("-,-,-,-/-,W1,-,-/-,-,-,-/-,-,-,-", "-,W1,-,-/-,-,-,-/-,-,-,-/-,-,-,-"),
        ("W2,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-", "W1,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-"),
        ("W4,W1,-,-/-,-,-,-/-,-,-,-/-,-,-,-", "W1W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-"),
        ("K1W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-", "W4,-,-,-/-,-,-,-/-,-,-,K1/-,-,-,-"),
        ("K1,K1,W4,K2/-,-,-,-/-,-,-,-/-,-,-,-", "K1,K1,-,K2/-,-,-,-/-,-,-,-/-,-,-,W4"),
    ],
    ids=["in a line", "in the middle", "bigger", "uncovered", "covering the other's", "stopping a threat"],
)
def test_what_is_better_is_valued_more(better: str, worse: str) -> None:
    good, bad = (KERNEL.evaluate(KERNEL.pack(read(f"{rows} W000 K000 W"))) for rows in (better, worse))
    assert good > bad


def test_a_position_is_worth_as_much_to_either_side() -> None:
    colours = str.maketrans("WK", "KW")
    for position in random_games(seed=3, games=4):
        seat, cells = position.turn, position.cells
        turned = tuple(tuple(one ^ 1 for one in stack) for stack in cells)
        mirror = Gobblets(turned, (*position.stacks[3:], *position.stacks[:3]), 1 - seat, position.rogers)
        assert KERNEL.evaluate(KERNEL.pack(position)) == KERNEL.evaluate(KERNEL.pack(mirror))
        there, here = KERNEL.pack(mirror), KERNEL.pack(position)
        assert names(there, KERNEL.moves(there)) == sorted(
            name.translate(colours) for name in names(here, KERNEL.moves(here))
        )
