"""Gary's Great Getaway in records: boards, options and the story."""

from __future__ import annotations

import pytest

from marbles_tui.cli.replay import show
from marbles_tui.core.boards import board_text
from marbles_tui.games import GAMES
from marbles_tui.games.getaway import GETAWAY, board_of
from marbles_tui.games.getaway.game import SETUPS
from marbles_tui.games.getaway.read import read_board
from marbles_tui.games.getaway.sketch import write_board
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.getaway_simulation import MOST_CUT, run_journeys


def test_only_options_that_are_not_the_boards_are_shown() -> None:
    assert show(Match.new(GETAWAY, setup="gary")).startswith(
        "Gary's Great Getaway: Player 1 – Player 2, 0 moves\n"
    )
    assert "Player 2, sides 6, 0 moves" in show(Match.new(GETAWAY, setup="gary", options={"sides": "6"}))


def test_the_default_is_the_first_of_our_own_boards() -> None:
    match = Match.new(GETAWAY)
    assert (match.setup, len(match.seats)) == (None, 2)
    assert match.position.board.trail == read_board(board_text("getaway", "smugglers")).board


def test_options_are_the_boards_unless_they_are_chosen() -> None:
    match = Match.new(GETAWAY, setup="gary")
    assert match.options == {"exact": "off", "toll": "pay", "gold": "20", "sides": "4", "players": "2"}
    assert "Sides" not in str(match)
    chosen = Match.new(GETAWAY, setup="gary", options={"sides": "6", "gold": "20", "exact": "on"})
    assert chosen.options["sides"] == "6"
    text = str(chosen)
    assert '[Sides "6"]' in text
    assert '[Exact "on"]' in text
    assert "Gold" not in text
    assert len(chosen.position.moves()) == 6
    assert read_match(text, GAMES).whole().position == chosen.position


def test_the_seats_of_a_record_are_its_players() -> None:
    seats = tuple(Seat(name) for name in ("Bob", "Wendy", "Liam"))
    match = Match.new(GETAWAY, seats=seats)
    assert (match.position.seats, match.options["players"]) == (3, "3")
    again = read_match(str(match), GAMES).whole()
    assert [seat.name for seat in again.seats] == ["Bob", "Wendy", "Liam"]
    assert len(Match.new(GETAWAY, options={"players": "5"}).seats) == 5
    assert len(read_match('[Game "getaway"]\n[Player1 "Bob"]\n', GAMES).whole().seats) == 1


def test_a_built_in_board_is_written_as_it_stands_in_its_file() -> None:
    text = board_text("getaway", "gary")
    board = read_board(text).board
    assert board
    assert write_board(board) == "".join(line for line in text.splitlines(True) if line[0] != "#")


OWN = [name for name in SETUPS if name not in ("gary", "crummy")]
SHORT = "20 2 3\nStart :\nA : R F 5\nCastle :\n"


def test_what_is_counted_adds_up() -> None:
    found = run_journeys(board_of(SHORT), 2, 400, 1)
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
    found = run_journeys(board_of(SHORT), 1, 20, 1)
    assert (found.wins, found.first_gain, found.first_gold) == ((20.0,), 0.0, 0.0)


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("players", [2, 6])
def test_our_boards_end_within_40_turns_a_player_in_99_of_100_games(name: str, players: int) -> None:
    assert run_journeys(board_of(name), players, 300, 1).within(40) >= 0.99


@pytest.mark.long
def test_games_that_go_on_and_on_are_given_up() -> None:
    stairs = "Hole : Q A 0\nStep : R F 1\n" * 30
    found = run_journeys(board_of(f"20 2 62\nStart :\n{stairs}Castle :\n"), 1, 1000, 1)
    assert (found.games, found.ended, found.cut) == (MOST_CUT, 0, MOST_CUT)
    assert found.endless


def test_progress_hears_of_every_game_and_may_end_them() -> None:
    heard: list[int] = []

    def progress(played: int) -> bool:
        heard.append(played)
        return played < 3

    assert run_journeys(board_of(SHORT), 2, 10, 1, progress=progress).games == 3
    assert heard == [1, 2, 3]
