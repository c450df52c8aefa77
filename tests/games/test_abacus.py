"""Abacus, rule by rule. Boards are drawn as in the layouts: rows I to A, b and w marbles, dots."""

from __future__ import annotations

import pytest

from marbles_tui.core import IllegalMove
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.hexagon import BY_NAME, NAMES, NEXT, OFF
from marbles_tui.games.abacus.layout import read_layout
from marbles_tui.games.abacus.text import read, write
from marbles_tui.play import Match
from marbles_tui.play.perft import perft
from tests.games.hexagons import BLOCKED, PUSH_ONLY, STANDARD, on_row_e


def play(position: Abacus, *moves: str) -> Abacus:
    for move in moves:
        position = position.play(ABACUS.find(position, move))
    return position


def row_e(position: Abacus) -> str:
    first = BY_NAME["e1"]
    return "".join(".bw"[cell + 1] for cell in position.cells[first : first + 9])


def refused(position: Abacus, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        ABACUS.find(position, move)
    return str(caught.value).removeprefix(f"{move} is not legal here: ")


# The board


def test_it_has_sixty_one_cells_named_by_row_and_diagonal() -> None:
    assert len(NAMES) == 61
    assert [NAMES[0], NAMES[4], NAMES[5], NAMES[30], NAMES[60]] == ["A1", "A5", "B1", "E5", "I9"]


@pytest.mark.parametrize(
    ("cell", "neighbours"),
    [
        ("e5", "E6 F6 F5 E4 D4 D5"),
        ("a1", "A2 B2 B1 - - -"),
        ("e9", "- - F9 E8 D8 -"),
        ("i5", "I6 - - - H4 H5"),
        ("d8", "- E9 E8 D7 C7 -"),
    ],
)
def test_a_cell_has_the_six_neighbours_of_the_source(cell: str, neighbours: str) -> None:
    found = [ahead[BY_NAME[cell]] for ahead in NEXT]
    assert " ".join("-" if one == OFF else NAMES[one] for one in found) == neighbours


def test_black_is_the_first_seat_sits_below_and_begins() -> None:
    start = ABACUS.start(None, 2, ABACUS.choose({}))
    assert write(start) == STANDARD
    assert start.turn == 0
    assert ABACUS.sides == ("Black", "White")


# In-line moves


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("b", "e1e2", ".b"),
        ("bb", "e1e2", ".bb"),
        ("bbb", "e1e2", ".bbb"),
        ("bbw", "e1e2", ".bbw"),
        ("bbbw", "e1e2", ".bbbw"),
        ("bbbww", "e1e2", ".bbbww"),
    ],
)
def test_what_the_source_lists_as_possible(before: str, move: str, after: str) -> None:
    assert row_e(play(on_row_e(before), move)) == f"{after:.<9}"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("bw", "you need more marbles than you push: 1 against 1"),
        ("bbww", "you need more marbles than you push: 2 against 2"),
        ("bbbwww", "you need more marbles than you push: 3 against 3"),
        ("bbbb", "three marbles is the most that move at once: this row has 4"),
        ("bbwb", "one of your own marbles is behind those to be pushed"),
        ("bbbwwb", "one of your own marbles is behind those to be pushed"),
        ("bbbbw", "three marbles is the most that move at once: this row has 4"),
    ],
)
def test_what_the_source_lists_as_wrong(row: str, reason: str) -> None:
    assert refused(on_row_e(row), "e1e2") == reason


def test_of_four_in_a_row_the_front_three_move_and_leave_the_rear_one() -> None:
    assert row_e(play(on_row_e("bbbbww"), "e2e3")) == "b.bbbww.."
    assert row_e(play(on_row_e("bbbb"), "e3e4")) == "bb.bb...."


@pytest.mark.parametrize(
    ("row", "move", "after"),
    [
        ("......bbw", "e7e8", ".......bb"),
        (".....bbbw", "e6e7", "......bbb"),
        ("....bbbww", "e5e6", ".....bbbw"),
    ],
)
def test_a_marble_pushed_over_the_edge_is_lost(row: str, move: str, after: str) -> None:
    position = play(on_row_e(row), move)
    assert row_e(position) == after
    assert position.lost == (0, 1)


@pytest.mark.parametrize(("row", "move"), [("........b", "e9f10"), ("........b", "e9d9")])
def test_there_is_no_way_to_name_a_move_off_the_board(row: str, move: str) -> None:
    refused(on_row_e(row), move)


def test_no_legal_move_leaves_fewer_marbles_of_the_mover() -> None:
    for row in ("bbb......", "......bbb", "b.......b"):
        position = on_row_e(row)
        for move in position.moves():
            assert position.play(move).lost[0] == 0


def broadside() -> Abacus:
    return read_layout(
        """
        I     . . . . .
        H    . . . . . .
        G   . . . . . . .
        F  . . . w . . . .
        E . . . . . . . . .
        D  . . . . . . . .
        C   . b b b . . .
        B    . . . . . .
        A     . . . . .
        """
    )


@pytest.mark.parametrize(
    ("move", "rows"),
    [
        ("c2c3d2", "1bb5/3b3"),
        ("c2c3d3", "2bb4/3b3"),
        ("c2c4d3", "2bbb3/7"),
        ("c4c2d5", "2bbb3/7"),
        ("C3C2D3", "1bb5/3b3"),
    ],
)
def test_two_or_three_move_sideways_together(move: str, rows: str) -> None:
    assert "/".join(write(play(broadside(), move)).split("/")[5:7]) == rows


def test_there_are_four_ways_sideways_and_each_is_written_once() -> None:
    moves = [str(move) for move in broadside().moves() if len(move.marbles) == 3 and not move.inline]
    assert moves == ["c2c4d3", "c2c4d2", "c2c4b1", "c2c4b2"]


def test_writing_names_the_earlier_end_first() -> None:
    assert ABACUS.normalize("F4H4E3") == "f4h4e3"
    assert ABACUS.normalize("h4f4g3") == "f4h4e3"
    assert ABACUS.normalize("c3c2d3") == "c2c3d2"


def test_a_row_moves_sideways_onto_empty_cells_only() -> None:
    position = read("5/6/7/8/9/1w6/1bbb3/6/5 b")
    assert refused(position, "c2c4d2") == "a row moves sideways only onto empty cells, and D2 is taken"
    assert str(ABACUS.find(position, "c3c4d4")) == "c3c4d4"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("a1a2", "A1 is empty"),
        ("f5f6", "F5 is White's"),
        ("c2e2", "E2 is not next to C2"),
        ("c2d9", "there is no cell D9"),
        ("castle", "a move is the rear marble"),
        ("c2", "a move is the rear marble"),
        ("c2c5d3", "a row is two or three marbles in a straight line"),
        ("c2c2d3", "a row is two or three marbles in a straight line"),
        ("c2d4c3", "a row is two or three marbles in a straight line"),
        ("c2c3e3", "E3 is not next to C2"),
        ("c3c5d4", "C5 is empty"),
        ("c2c4c1", "to move a row along its line, begin with its rear marble: C4"),
        ("c2c4c3", "to move a row along its line, begin with its rear marble: C2"),
    ],
)
def test_a_refusal_says_what_is_wrong(move: str, reason: str) -> None:
    assert refused(broadside(), move).startswith(reason)


def test_a_row_at_the_edge_cannot_leave_it_sideways() -> None:
    assert refused(on_row_e(".......bb"), "e8e9f9") == "E9 would leave the board"


# Winning and losing


def test_who_has_lost_six_marbles_has_lost() -> None:
    position = read("w4/6/7/8/6bbw/8/7/6/5 b 2 5")
    after = play(position, "e7e8")
    assert (after.lost, after.turn, after.moves()) == ((2, 6), 1, ())
    assert after.result
    assert (after.result.winners, after.result.reason) == ((0,), "pushed-off")


def test_the_number_to_lose_is_an_option() -> None:
    setup = "w4/6/7/8/6bbw/8/7/6/5 b 2 5"
    longer = ABACUS.start(setup, 2, ABACUS.choose({"lose": "7"}))
    assert longer.play(ABACUS.find(longer, "e7e8")).result is None
    over = ABACUS.start(setup, 2, ABACUS.choose({"lose": "5"}))
    assert over.result
    assert over.result.winners == (0,)


def test_who_cannot_move_has_lost() -> None:
    position = read_layout(BLOCKED)
    assert not position.moves()
    assert position.result
    assert (position.result.winners, position.result.reason) == ((1,), "no-move")
    assert ABACUS.explain_illegal(position, "a1a2") == "the game is over"


def test_who_has_no_marble_left_cannot_move() -> None:
    start = ABACUS.start("5/6/7/8/6bbw/8/7/6/5 b", 2, ABACUS.choose({"lose": "14"}))
    after = start.play(ABACUS.find(start, "e7e8"))
    assert after.result
    assert (after.result.winners, after.result.reason) == ((0,), "no-move")


def test_a_push_is_a_move_where_no_marble_finds_an_empty_cell() -> None:
    blocked = read_layout(PUSH_ONLY)
    assert blocked.result is None
    assert [str(move) for move in blocked.moves()] == ["a1a2"]


def test_a_position_that_stands_for_the_third_time_may_be_claimed_but_need_not() -> None:
    match = Match.new(ABACUS)
    for word in ["c3d3", "g5f4", "d3c3", "f4g5"] * 2:
        assert not match.claimable
        match = match.read(word)
    assert match.claimable
    assert match.agree().result == ((0.5, 0.5), "repetition")
    assert match.read("c3d3").result is None


# Counts


@pytest.mark.parametrize(("depth", "count"), [(1, 44), (2, 1936), (3, 98_912)])
def test_the_standard_start_has_the_counts_of_the_source(depth: int, count: int) -> None:
    assert perft(read(STANDARD), depth) == count


def test_of_its_44_moves_34_are_in_line() -> None:
    moves = read(STANDARD).moves()
    assert sum(move.inline for move in moves) == 34
    assert len(moves) == 44
