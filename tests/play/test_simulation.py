"""Simulated games: what a board is like."""

from __future__ import annotations

import pytest

from marbles_tui.games.getaway import board_of
from marbles_tui.games.getaway.setups import SETUPS
from marbles_tui.play.getaway_simulation import MOST_CUT, simulate

OWN = [name for name in SETUPS if name not in ("gary", "crummy")]
SHORT = "20 2 3\nStart :\nA : R F 5\nCastle :\n"


def test_the_same_seed_gives_the_same_games() -> None:
    board = board_of("wood")
    assert simulate(board, 3, 20, 7) == simulate(board, 3, 20, 7)
    assert simulate(board, 3, 20, 7) != simulate(board, 3, 20, 8)


def test_what_is_counted_adds_up() -> None:
    found = simulate(board_of(SHORT), 2, 400, 1)
    assert (found.games, found.ended, found.endless) == (400, 400, False)
    assert found.met[0] == 0
    assert found.met[2] == 800
    assert 300 < found.met[1] < 500
    assert set(found.turns) == {1, 2}
    assert set(found.gold[0]) == {20, 25}
    assert sum(found.wins) == pytest.approx(400)
    assert abs(found.first_gain) < 0.1
    assert abs(found.first_gold) < 1
    assert found.within(1) == found.turns.count(1) / 400
    assert found.verdict == "All 400 games ended."


def test_a_lone_player_wins_every_game() -> None:
    found = simulate(board_of(SHORT), 1, 20, 1)
    assert (found.wins, found.first_gain, found.first_gold) == ((20.0,), 0.0, 0.0)


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("players", [2, 6])
def test_our_boards_end_within_40_turns_a_player_in_99_of_100_games(name: str, players: int) -> None:
    assert simulate(board_of(name), players, 300, 1).within(40) >= 0.99


def test_the_first_board_of_the_source_is_endless_with_its_die() -> None:
    found = simulate(board_of("gary"), 4, 100, 1)
    assert found.endless
    assert found.stuck == found.games - found.ended
    assert found.verdict == f"This board is endless: {found.stuck} of 100 games never end."


def test_a_castle_that_cannot_be_reached_is_found_at_once() -> None:
    board = board_of("20 2 5\nStart :\nA : S F 1\nB : Q A 0\nC : Q A 0\nCastle :\n")
    found = simulate(board, 2, 50, 1)
    assert (found.ended, found.stuck, sum(found.met)) == (0, 50, 0)
    assert found.verdict == "This board is endless: all of 50 games never end."


def test_games_that_go_on_and_on_are_given_up() -> None:
    stairs = "Hole : Q A 0\nStep : R F 1\n" * 30
    found = simulate(board_of(f"20 2 62\nStart :\n{stairs}Castle :\n"), 1, 1000, 1)
    assert (found.games, found.ended, found.cut) == (MOST_CUT, 0, MOST_CUT)
    assert found.endless


def test_progress_hears_of_every_game_and_may_end_them() -> None:
    heard: list[int] = []

    def progress(played: int) -> bool:
        heard.append(played)
        return played < 3

    assert simulate(board_of(SHORT), 2, 10, 1, progress=progress).games == 3
    assert heard == [1, 2, 3]


def test_tolls_left_to_choice_are_decided() -> None:
    found = simulate(board_of("caravan"), 4, 20, 1, choose=True, exact=True)
    assert found.ended == 20
