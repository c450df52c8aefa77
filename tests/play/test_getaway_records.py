"""Gary's Great Getaway in records: boards, options and the story."""

from __future__ import annotations

import pytest

from marbles_tui.cli.replay import describe, show
from marbles_tui.core import BadOption, BadSetup
from marbles_tui.core.boards import board_text
from marbles_tui.games import GAMES
from marbles_tui.games.getaway import GETAWAY, board_of
from marbles_tui.games.getaway.game import SETUPS
from marbles_tui.games.getaway.journey import Journey
from marbles_tui.games.getaway.read import read_board
from marbles_tui.games.getaway.sketch import write_board
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.getaway_simulation import MOST_CUT, run_journeys
from marbles_tui.play.match import narrate
from tests.typed import typed

SAMPLE_BOARD = """\
20 8 10
Start :
Phone Booth : S F 2
Slide 1 : T F -2
Old Tree : S M 5
Slide 2 : T F -2
Aladan's Castle : Z
Sword : A short sword : 5
Mace : A strong mace : 10
Excalibur : The sword of King Arthur : 300
Z
Slide 3 : T F -2
Old Tree : S F 10
Slide 4 : T F -2
Castle :
"""
SAMPLE = "*3 *5 *8 *2 *5 *4 *2 *2"
STORY = """\
Bob: You are on Start.
You roll a 3.
You land on Old Tree.
This pays you 5 gold, you now have 25 gold.
Wendy: You are on Start.
You roll an 8.
You land on Slide 4.
This slides you back 2.
You land on Slide 3.
This slides you back 2.
You land on Slide 2.
This slides you back 2.
You land on Slide 1.
This slides you back 2.
You land on Start.
Bob: You are on Old Tree.
You roll a 2.
You land on Aladan's Castle.
You pick up Sword.
You now have: Sword.
Wendy: You are on Start.
You roll a 5.
You land on Aladan's Castle.
You pick up Mace.
You now have: Mace.
Bob: You are on Aladan's Castle.
You roll a 4.
You land on Castle.
You sell Sword for 5 gold.
You have 30 gold.
Wendy: You are on Aladan's Castle.
You roll a 2.
You land on Old Tree.
This pays you 10 gold, you now have 30 gold.
Wendy: You are on Old Tree.
You roll a 2.
You land on Castle.
You sell Mace for 10 gold.
You have 40 gold.
Game Over
Wendy Wins with 40 Gold
Other Players:
Bob 30 Gold
"""


def record(moves: str = SAMPLE, board: str = SAMPLE_BOARD, *tags: str) -> str:
    """A record of Bob and Wendy on an embedded board."""
    lines = "".join(f"%{line}\n" for line in board.splitlines())
    return "\n".join(('[Game "getaway"]', '[Player1 "Bob"] [Player2 "Wendy"]', *tags, "", lines, moves))


def test_the_sample_run_of_the_source_is_told_again() -> None:
    match = read_match(record(), GAMES).whole()
    assert str(match.result) == "2"
    assert list(narrate(match)) == STORY.splitlines()


def test_facts_tell_of_every_player() -> None:
    match = read_match(record("*3 *5 *8 *2"), GAMES).whole()
    assert GETAWAY.facts(typed(match.position, Journey), match.names)["players"] == [
        {"name": "Bob", "gold": 25, "square": 5, "backpack": ["Sword"], "trapped": False},
        {"name": "Wendy", "gold": 20, "square": 0, "backpack": [], "trapped": False},
    ]


def test_an_object_tells_of_players_and_story_and_has_no_position() -> None:
    match = read_match(record("*3 *5"), GAMES).whole()
    answer = describe(match, [], None)
    assert (answer["turn"], answer["actor"], answer["position"], answer["setup"]) == (0, 2, None, None)
    assert answer["players"][0]["gold"] == 25
    assert answer["narrative"] == STORY.splitlines()[:4]


def test_only_options_that_are_not_the_boards_are_shown() -> None:
    assert show(Match.new(GETAWAY, setup="gary")).startswith(
        "Gary's Great Getaway: Player 1 – Player 2, 0 moves\n"
    )
    assert "Player 2, sides 6, 0 moves" in show(Match.new(GETAWAY, setup="gary", options={"sides": "6"}))


def test_a_record_holds_a_board_that_is_not_built_in() -> None:
    match = read_match(record(), GAMES).whole()
    text = str(match)
    assert match.setup == SAMPLE_BOARD
    assert "\n%Slide 4 : T F -2\n" in text
    assert "[Setup" not in text
    again = read_match(text, GAMES).whole()
    assert str(again) == text
    assert again.positions == match.positions


def test_the_plies_of_a_turn_share_a_number() -> None:
    text = str(read_match(record(), GAMES).whole())
    assert text.endswith("1. *3 *5 *8 2. *2 *5 3. *4 *2 *2\n")


def test_a_record_names_a_board_that_is_built_in() -> None:
    match = Match.new(GETAWAY, setup=" Crummy ")
    assert match.setup == "crummy"
    assert '[Setup "crummy"]' in str(match)
    assert "%" not in str(match)


def test_the_default_is_the_first_of_our_own_boards() -> None:
    match = Match.new(GETAWAY)
    assert (match.setup, len(match.seats)) == (None, 2)
    assert match.position.board.trail == read_board(board_text("getaway", "smugglers")).board


def test_a_flattened_board_stands_in_the_record_line_by_line() -> None:
    flat = "5 6 3 Start : Lawn : S F 2 Castle :"
    match = Match.new(GETAWAY, setup=flat)
    assert match.setup == "5 6 3\nStart :\nLawn : S F 2\nCastle :\n"


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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sides": "1"}, "option sides takes 2 to 100, not '1'"),
        ({"gold": "-1"}, "option gold takes 0 to 1000000, not '-1'"),
        ({"toll": "free"}, "option toll takes pay or choose, not 'free'"),
        ({"players": "7"}, "option players takes 1 to 6, not '7'"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(BadOption) as raised:
        Match.new(GETAWAY, options=options)
    assert str(raised.value) == message


def test_the_seats_of_a_record_are_its_players() -> None:
    seats = tuple(Seat(name) for name in ("Bob", "Wendy", "Liam"))
    match = Match.new(GETAWAY, seats=seats)
    assert (match.position.seats, match.options["players"]) == (3, "3")
    again = read_match(str(match), GAMES).whole()
    assert [seat.name for seat in again.seats] == ["Bob", "Wendy", "Liam"]
    assert len(Match.new(GETAWAY, options={"players": "5"}).seats) == 5
    assert len(read_match('[Game "getaway"]\n[Player1 "Bob"]\n', GAMES).whole().seats) == 1


def test_decisions_stand_in_the_record() -> None:
    board = "20 6 4\nStart :\nA :\nB : Y Q F -1 F 5\nCastle :\n"
    text = str(read_match(record("*2 PAY *2 Go", board, '[Toll "choose"]'), GAMES).whole())
    assert text.endswith("1. *2 pay *2 go\n")
    assert typed(read_match(text, GAMES).whole().position, Journey).travellers[0].gold == 15


def test_a_bad_word_is_named_with_its_ply() -> None:
    fault = read_match(record("*3 *6"), GAMES).fault
    assert fault
    assert (fault.ply, fault.word) == (2, "*6")
    assert fault.message == "*6 is not legal here: expected the gold drawn at Old Tree, *1 to *5"


def test_a_board_that_cannot_be_read_is_a_fault_of_the_record() -> None:
    reading = read_match(record("*3", "Start :\nA : S G 2\nB : X\nCastle :\n"), GAMES)
    assert reading.match is None
    assert reading.fault
    assert reading.fault.ply == 0
    assert reading.fault.message == (
        "board, line 2, column 7: A: expected an amount: F or M and a number, found 'G 2' (and 1 more)"
    )


def test_an_unknown_board_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadSetup) as raised:
        Match.new(GETAWAY, setup="harry")
    assert str(raised.value) == (
        "getaway has no board 'harry': it has smugglers, wood, caravan, night-train, orbit, gary, crummy, "
        "or a board's text"
    )


def test_undoing_takes_back_what_was_drawn_and_taken() -> None:
    match = read_match(record("*3 *5"), GAMES).whole()
    assert match.back(2).position == match.positions[0]
    assert match.back(2).forward(2).position == match.position


def test_a_built_in_board_is_written_as_it_stands_in_its_file() -> None:
    text = board_text("getaway", "gary")
    board = read_board(text).board
    assert board
    assert write_board(board) == "".join(line for line in text.splitlines(True) if line[0] != "#")


OWN = [name for name in SETUPS if name not in ("gary", "crummy")]
SHORT = "20 2 3\nStart :\nA : R F 5\nCastle :\n"


def test_the_same_seed_gives_the_same_games() -> None:
    board = board_of("wood")
    assert run_journeys(board, 3, 20, 7) == run_journeys(board, 3, 20, 7)
    assert run_journeys(board, 3, 20, 7) != run_journeys(board, 3, 20, 8)


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


def test_the_first_board_of_the_source_is_endless_with_its_die() -> None:
    found = run_journeys(board_of("gary"), 4, 100, 1)
    assert found.endless
    assert found.stuck == found.games - found.ended
    assert found.verdict == f"This board is endless: {found.stuck} of 100 games never end."


def test_a_castle_that_cannot_be_reached_is_found_at_once() -> None:
    board = board_of("20 2 5\nStart :\nA : S F 1\nB : Q A 0\nC : Q A 0\nCastle :\n")
    found = run_journeys(board, 2, 50, 1)
    assert (found.ended, found.stuck, sum(found.met)) == (0, 50, 0)
    assert found.verdict == "This board is endless: all of 50 games never end."


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


def test_tolls_left_to_choice_are_decided() -> None:
    found = run_journeys(board_of("caravan"), 4, 20, 1)
    assert found.ended == 20
