"""Gobblet, rule by rule.

A position reads: rows A to D divided by /, cells from the bottom up, the tops of White's and of Black's
external stacks, the side to move. Gobblets that a rule does not need are left out.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core import BadOption, BadPosition, BadSetup, Event, IllegalMove
from marbles_tui.games.gobblet import GOBBLET, GobbletPlacement, Gobblets
from marbles_tui.games.gobblet.position import NAMES, NUMBERS, binds, is_lost
from marbles_tui.games.gobblet.text import diagram, read, write
from marbles_tui.play import Match, read_match
from marbles_tui.play.perft import perft

START = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W444 K444 W"


THREE = "K1,K2,-,K1/-,-,-,-/-,-,W4,-/-,-,-,- W432 K000 W"
"""Black has three in row A."""


UNCOVER = "K1W3,K1,K2,K2/-,-,-,-/-,-,-,-/-,-,-,- W400 K000 W"
"""Lifting A1 reveals four black gobblets in row A."""


def play(text: str, moves: str, rules: str = "official") -> str:
    """The position after some moves, as text."""
    position = read(text, rules == "rogers")
    for word in moves.split():
        move = GOBBLET.find(position, word)
        assert isinstance(move, GobbletPlacement)
        position = position.play(move)
    return write(position)


def legal(text: str, origin: str, rules: str = "official") -> str:
    """Where the gobblet of a stack or cell can go."""
    moves = map(str, read(text, rules == "rogers").moves())
    return " ".join(move[2:] for move in moves if move.startswith(origin))


def why(text: str, move: str, rules: str = "official") -> str:
    """Why a move is not legal."""
    with pytest.raises(IllegalMove) as refusal:
        GOBBLET.find(read(text, rules == "rogers"), move)
    return str(refusal.value).removeprefix(f"{move} is not legal here: ")


def ended(text: str, moves: str = "", rules: str = "official") -> tuple[str, str] | None:
    """The winner's number and the reason, or None."""
    result = read(play(text, moves, rules), rules == "rogers").result
    return (str(result), result.reason) if result else None


# The start


def test_white_begins_on_an_empty_board_with_three_full_stacks_each() -> None:
    assert write(GOBBLET.start(None, 2, GOBBLET.choose({}))) == START
    assert len(read(START).moves()) == 48


@pytest.mark.parametrize("rules", ["official", "rogers"])
def test_counts_the_sequences_of_two(rules: str) -> None:
    assert perft(read(START, rules == "rogers"), 2) == 2160


def test_stacks_of_equal_top_size_are_different_moves() -> None:
    assert play(START, "W1A1") != play(START, "W2A1")


def test_either_case_is_read() -> None:
    assert play(START, "w3b2") == play(START, "W3B2")


# From a stack


def test_the_top_gobblet_of_a_stack_goes_first_the_biggest() -> None:
    assert play(START, "W3B2 K1C3 W3A1") == "W3,-,-,-/-,W4,-,-/-,-,K4,-/-,-,-,- W442 K344 K"


def test_a_stack_of_the_last_size_is_used_up() -> None:
    text = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W100 K444 W"
    assert play(text, "W1A1") == "W1,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W000 K444 K"
    assert legal(text, "W2") == ""
    assert why(text, "W2A1") == "stack W2 is empty; White can move from W1"


def test_a_stack_goes_to_empty_cells_only() -> None:
    text = "K1,W1,K2,-/-,-,-,-/-,-,-,-/-,-,-,- W440 K000 W"
    assert legal(text, "W1") == "A4 B1 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4"


def test_three_in_a_line_may_be_gobbled_from_a_stack() -> None:
    assert legal(THREE, "W1").split()[:4] == ["A1", "A2", "A3", "A4"]
    assert play(THREE, "W1A2") == "K1,K2W4,-,K1/-,-,-,-/-,-,W4,-/-,-,-,- W332 K000 K"


def test_one_of_the_three_only_if_it_is_smaller() -> None:
    assert legal(THREE, "W3").split()[:3] == ["A1", "A3", "A4"]
    assert why(THREE, "W3A2") == "K2 on A2 is not smaller than size 2"


def test_whatever_the_fourth_cell_of_the_line_holds() -> None:
    held = THREE.replace("K1,K2,-,K1", "K1,K2,W1,K1").replace("W432", "W430")
    assert legal(held, "W1").split()[:3] == ["A1", "A2", "A4"]


@pytest.mark.parametrize(
    "rows",
    [
        "K1,-,-,-/K1,-,-,-/-,-,-,-/K2,-,-,-",
        "K1,-,-,-/-,K1,-,-/-,-,K2,-/-,-,-,-",
        "-,-,-,K1/-,-,-,-/-,K1,-,-/K2,-,-,-",
    ],
    ids=["a column", "a diagonal", "the other diagonal"],
)
def test_a_line_is_a_row_a_column_or_a_diagonal(rows: str) -> None:
    assert len(legal(f"{rows} W400 K000 W", "W1").split()) == 16


def test_two_in_a_line_or_three_that_are_not_all_visible_may_not() -> None:
    two = "K1,K2,-,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K000 W"
    hidden = "K1,K2,K1W4,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K000 W"
    assert "A1" not in legal(two, "W1").split()
    assert "A1" not in legal(hidden, "W1").split()


def test_a_gobblet_beside_the_three_may_not() -> None:
    text = "K1,K2,-,K1/-,K1,-,-/-,-,-,-/-,-,-,- W400 K000 W"
    assert "B2" not in legal(text, "W1").split()


def test_never_an_own_gobblet_though_it_stands_among_the_three() -> None:
    text = "K1,K2,W1,K1/-,-,-,-/-,-,-,-/-,-,-,- W400 K000 W"
    assert "A3" not in legal(text, "W1").split()


def test_ones_own_three_give_no_right() -> None:
    text = "W1,W1,-,W2/-,-,-,-/-,-,-,-/-,-,-,- W400 K000 W"
    assert "A1" not in legal(text, "W1").split()


def test_what_a_stack_may_cover_is_said() -> None:
    assert why("-,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,- W443 K444 K", "K1B2") == (
        "from a stack, go to an empty cell or cover one of White's three in a line"
    )
    assert why(play(START, "W1A1 K1A2"), "W1A2") == (
        "from a stack, go to an empty cell or cover one of Black's three in a line"
    )


def test_by_rogers_a_stack_gobbles_anything_smaller_at_any_time() -> None:
    text = "K1,W1,K2,K3/-,-,-,-/-,-,-,-/-,-,-,- W300 K000 W"
    assert legal(text, "W1", "rogers") == "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4"
    assert play(text, "W1A2", "rogers") == "K1,W1W3,K2,K3/-,-,-,-/-,-,-,-/-,-,-,- W200 K000 K"
    assert why(text, "W1A4", "rogers") == "K3 on A4 is not smaller than size 3"


# On the board


def test_a_gobblet_moves_to_any_empty_or_smaller_cell_whoevers_and_by_however_much() -> None:
    text = "W4,K3,K1,W1/K4,-,-,-/-,-,-,-/-,-,-,- W300 K000 W"
    assert legal(text, "A1") == "A2 A3 A4 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4"
    assert play(text, "A1A3") == "-,K3,K1W4,W1/K4,-,-,-/-,-,-,-/-,-,-,- W300 K000 K"
    assert why(text, "A1B1").startswith("K4 on B1 is not smaller than size 4; from A1 to A2, A3,")


def test_only_the_topmost_gobblet_is_moved() -> None:
    text = "K1W2K3W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W300 K300 W"
    assert play(text, "A1D4") == "K1W2K3,-,-,-/-,-,-,-/-,-,-,-/-,-,-,W4 W300 K300 K"


def test_it_may_not_be_put_back() -> None:
    text = "W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W344 K444 W"
    assert why(text, "A1A1").startswith("a gobblet may not go back where it stood; from A1 to A2")


def test_the_others_gobblets_and_stacks_are_not_ones_own() -> None:
    text = "W4,K3,-,K1W2/-,-,-,-/-,-,-,-/-,-,-,- W140 K200 W"
    assert why(text, "A2A3") == "the gobblet on A2 is Black's; White can move from W1, W2, A1, A4"
    assert why(text, "A3A4").startswith("A3 is empty; ")
    assert why(text, "K1A3").startswith("K1 is a stack of Black's; ")
    assert why(text, "A1W1").startswith("a gobblet goes to a cell, never to a stack; from A1 to A2")


@pytest.mark.parametrize("word", ["", "A1", "A1B2C3", "E1A1", "A5A1", "W4A1", "e4", "A1-B2"])
def test_what_is_no_move_at_all_is_told_the_form(word: str) -> None:
    assert (
        GOBBLET.explain_illegal(read(START), word)
        == "a move is a stack or a cell and then a cell, like W3B2 or A2C2"
    )


def test_a_gobblet_that_can_go_nowhere_is_said_so() -> None:
    text = "W1,K4,K4,K3/K3,W3,K4,K3/K2,K2,W4,W4/W4,W3,W3,K2 W000 K000 W"
    assert why(text, "A1A2").startswith("the gobblet on A1 can go nowhere; White can move from ")


# Winning


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ("W4,W1,W2,-/-,-,-,-/-,-,-,-/-,-,-,-", "W1A4"),
        ("W4,-,-,-/W1,-,-,-/-,-,-,-/W2,-,-,-", "W1C1"),
        ("W4,-,-,-/-,W1,-,-/-,-,W2,-/-,-,-,-", "W1D4"),
        ("-,-,-,W1/-,-,W1,-/-,W2,-,-/-,-,-,-", "W1D1"),
    ],
    ids=["row", "column", "diagonal", "other diagonal"],
)
def test_four_in_a_line_win_whatever_their_sizes(rows: str, move: str) -> None:
    assert ended(f"{rows} W300 K444 W") is None
    assert ended(f"{rows} W300 K444 W", move) == ("1", "four")


def test_four_that_are_not_all_visible_do_not_win() -> None:
    assert ended("W4,W1K2,W2,-/-,-,-,-/-,-,-,-/-,-,-,- W300 K100 W", "W1A4") is None


def test_the_game_ends_with_the_line() -> None:
    text = play("W4,W1,W2,-/-,-,-,-/-,-,-,-/-,-,-,- W300 K444 W", "W1A4")
    assert read(text).turn == 1
    assert read(text).moves() == ()
    with pytest.raises(IllegalMove, match="the game is over"):
        GOBBLET.find(read(text), "K1B1")


def test_who_uncovers_a_line_of_the_opponents_has_lost() -> None:
    assert ended(UNCOVER, "A1B1") == ("2", "uncovered")
    assert play(UNCOVER, "A1B1") == "K1,K1,K2,K2/W3,-,-,-/-,-,-,-/-,-,-,- W400 K000 K"


@pytest.mark.parametrize("cell", ["A2", "A3", "A4"])
def test_unless_the_gobblet_covers_another_cell_of_that_line(cell: str) -> None:
    assert ended(UNCOVER, f"A1{cell}") is None


def test_of_two_lines_uncovered_both_must_go() -> None:
    text = "K1W3,K1,K2,K2/K1,-,-,-/K3,-,-,-/K4,-,-,- W400 K000 W"
    assert ended(text, "A1A2") == ("2", "uncovered")


def test_the_opponents_line_goes_before_ones_own() -> None:
    text = "K1W4,K1,K2,K2/-,W1,W2,W3/-,-,-,-/-,-,-,- W000 K000 W"
    assert ended(text, "A1B1") == ("2", "uncovered")


def test_a_line_of_ones_own_wins_though_the_opponents_was_bared_on_the_way() -> None:
    text = "K1W4,K1,K2,K2/-,W1,-,-/-,W2,-,-/-,W3,-,- W000 K000 W"
    assert ended(text, "A1A2") == ("1", "four")


def test_who_cannot_move_has_lost() -> None:
    assert ended("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W000 K100 W") == ("2", "no-move")
    assert ended("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W000 K100 K", "K1A1") == ("2", "no-move")


# Repetition


def test_the_third_standing_is_a_draw_the_start_counting_as_the_first() -> None:
    match = read_match("W1A1 K1D4 " + "A1A2 D4D3 A2A1 D3D4 " * 2, (GOBBLET,), GOBBLET).whole()
    assert (str(match.result), match.result and match.result.reason) == ("draw", "repetition")
    assert match.back().result is None
    setup = '[Setup "W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,K4 W344 K344 W"]'
    again = read_match(f"{setup} {'A1A2 D4D3 A2A1 D3D4 ' * 2}", (GOBBLET,), GOBBLET).whole()
    assert again.result
    assert again.result.reason == "repetition"


def test_stacks_of_a_side_in_any_order_are_the_same_position() -> None:
    ways = {
        GOBBLET.identity(read(f"W3,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W{a}{b}{c} K444 K"))
        for a, b, c in permutations("421")
    }
    assert len(ways) == 1
    one, other = (read(START.replace("W444 K444", tops)) for tops in ("W443 K444", "W444 K443"))
    assert GOBBLET.identity(one) != GOBBLET.identity(other)


def test_the_side_to_move_is_part_of_a_position() -> None:
    assert GOBBLET.identity(read(START)) != GOBBLET.identity(read(START[:-1] + "K"))


# Options


def test_the_options_and_their_defaults() -> None:
    assert GOBBLET.choose({}) == {"rules": "official", "touch": "off", "memory": "off"}
    with pytest.raises(BadOption, match="rules takes official or rogers"):
        GOBBLET.choose({"rules": "house"})


def test_what_is_touched_on_the_board_must_be_played() -> None:
    touch = GOBBLET.choose({"touch": "on"})
    assert binds(touch, NUMBERS["A1"])
    assert not binds(touch, NUMBERS["W1"])
    assert not binds(GOBBLET.choose({}), NUMBERS["A1"])
    assert not binds(GOBBLET.choose({"touch": "on", "rules": "rogers"}), NUMBERS["A1"])


def test_a_touched_gobblet_that_can_go_nowhere_loses() -> None:
    position = read("W1,K4,K4,K3/K3,W3,K4,K3/K2,K2,W4,W4/W4,W3,W3,K2 W000 K000 W")
    touch = GOBBLET.choose({"touch": "on"})
    lost = [name for name, place in NUMBERS.items() if is_lost(position, touch, place)]
    assert lost == ["A1"]
    assert not is_lost(position, GOBBLET.choose({}), NUMBERS["A1"])


NAMED = ("Ann", "Bob")


def told(text: str, move: str) -> list[Event]:
    position = read(text)
    return list(GOBBLET.tell(position, GOBBLET.find(position, move))[1])


# Steps


def test_a_gobblet_is_lifted_and_put() -> None:
    lift, put = told(START, "W3B2")
    assert (lift.kind, lift.cells, put.kind, put.cells) == ("lift", (18,), "put", (18, 5))
    assert (lift.board.stacks[2], lift.board.hand, lift.board.cells[5]) == (3, 8, ())
    assert (put.board.hand, put.board.cells[5]) == (0, (8,))


def test_what_was_under_it_appears_before_it_lands() -> None:
    lift, cover = told("K1W3,-,K2,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K400 W", "A1A3")
    assert lift.board.cells[0] == (3,)
    assert (cover.kind, cover.cells, cover.board.cells[2]) == ("cover", (0, 2), (5, 6))


def test_a_line_that_is_revealed_is_told_before_the_gobblet_lands() -> None:
    events = told(UNCOVER, "A1A2")
    assert [event.kind for event in events] == ["lift", "reveal", "cover"]
    assert (events[1].cells, events[1].facts["seat"], events[1].board.hand) == ((0, 1, 2, 3), 1, 6)
    assert [event.kind for event in told(UNCOVER, "A1B1")] == ["lift", "reveal", "put", "line"]


def test_lines_that_cross_are_told_together() -> None:
    text = "-,W1,W2,W3/W1,-,-,-/W2,-,-,-/W3,-,-,- W400 K444 W"
    line = told(text, "W1A1")[-1]
    assert (line.kind, line.cells) == ("line", (0, 1, 2, 3, 4, 8, 12))
    assert GOBBLET.say(line, NAMED) == "Four in row A and column 1: Ann wins."


def test_what_is_said() -> None:
    def said(text: str, move: str) -> list[str]:
        return [sentence for event in told(text, move) if (sentence := GOBBLET.say(event, NAMED))]

    assert said(START, "W3B2") == ["Ann puts a huge gobblet on B2."]
    assert said(THREE, "W1A2") == ["Ann's huge gobblet gobbles Bob's small one on A2."]
    assert said("W4,W1,-,-/-,-,-,-/-,-,-,-/-,-,-,- W300 K444 W", "A1A2") == [
        "Ann lifts the huge gobblet from A1.",
        "Ann's huge gobblet gobbles their own tiny one on A2.",
    ]
    assert said(UNCOVER, "A1B1") == [
        "Ann lifts the big gobblet from A1.",
        "That uncovers four of Bob's in row A!",
        "Ann puts a big gobblet on B1.",
        "Four of Bob's are left uncovered in row A: Bob wins.",
    ]
    assert said("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W000 K100 K", "K1A1")[-1] == "Ann cannot move: Bob wins."


# Picks


def test_a_move_is_two_picks() -> None:
    assert GobbletPlacement(NUMBERS["W3"], NUMBERS["B2"]).paths == ((18, 5),)


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ("A3", "A3 is empty"),
        ("A2", "the gobblet on A2 is Black's"),
        ("K2", "K2 is a stack of Black's"),
        ("W2", "stack W2 is empty"),
        (
            "W1 A2",
            "from a stack, go to an empty cell or cover one of Black's three in a line",
        ),
        ("A1 A1", "a gobblet may not go back where it stood"),
        ("A1 A2", "K4 on A2 is not smaller than size 4"),
    ],
)
def test_a_pick_that_leads_nowhere_says_why(picks: str, reason: str) -> None:
    position = read("W4,K4,-,-/-,-,-,-/-,-,-,-/-,-,-,- W304 K344 W")
    assert GOBBLET.explain_illegal_pick(position, tuple(NUMBERS[name] for name in picks.split())) == reason


# Texts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position has the form"),
        ("W4", "a position has the form"),
        (START[:-2], "a position has the form"),
        (START[:-1] + "B", "the side to move is W or K, not 'B'"),
        (START.replace("/-,-,-,- W", " W"), "expected four rows, A to D, divided by /, found 3"),
        (START.replace("-,-,-,-/", "-,-,-/", 1), "expected four cells in row A, divided by commas, found 3"),
        (START.replace("-", "B4", 1), "A1 holds gobblets from the bottom up, like K2W3, or -, not 'B4'"),
        (START.replace("-", "W5", 1), "A1 holds gobblets from the bottom up, like K2W3, or -, not 'W5'"),
        (START.replace("-", "K3W3", 1), "A1: W3 stands on K3, which is not smaller"),
        (START.replace("-", "K1W4K2", 1), "A1: K2 stands on W4, which is not smaller"),
        (
            START.replace("-", "W1", 1),
            "White has 4 gobblets of size 1, on the board and on the stacks: there are 3",
        ),
        (START.replace("W444", "W445"), "expected the sizes on top of W1, W2 and W3, each 0 to 4, not '445'"),
        (START.replace("K444", "K44"), "expected the sizes on top of K1, K2 and K3, each 0 to 4, not '44'"),
        ("Ｗ4" + START[1:], "a position has the form"),
        (START + " " * 500, "a position has the form"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        read(text)
    assert message in str(refusal.value)


def test_an_unknown_setup_is_refused() -> None:
    with pytest.raises(BadSetup, match="gobblet has no setup 'middle': it has start, or a position text"):
        Match.new(GOBBLET, setup="middle")


def test_the_diagram() -> None:
    assert diagram(read("K1W2K3W4,-,-,-/-,W4,-,-/-,-,K4,-/-,-,-,- W430 K400 W")).splitlines() == [
        "        1          2          3          4",
        "  +----------+----------+----------+----------+",
        "A | K1W2K3W4 |          |          |          |",
        "  +----------+----------+----------+----------+",
        "B |          |    W4    |          |          |",
        "  +----------+----------+----------+----------+",
        "C |          |          |    K4    |          |",
        "  +----------+----------+----------+----------+",
        "D |          |          |          |          |",
        "  +----------+----------+----------+----------+",
        "",
        "  White  W1: 4  W2: 3  W3: -",
        "  Black  K1: 4  K2: -  K3: -",
    ]


def test_the_examples_of_a_record() -> None:
    record = '[Game "gobblet"]\n[Rules "rogers"]\n[Player1 "Liam"] [Player2 "Eamon"] [Result "*"]\n\n'
    match = read_match(f"{record}1. W3B2 K1C3  2. W3B3 K2B3", (GOBBLET,)).whole()
    assert write(match.at(2).position) == "-,-,-,-/-,W4,-,-/-,-,K4,-/-,-,-,- W443 K344 W"  # type: ignore[arg-type]
    assert write(match.position) == "-,-,-,-/-,W4,W3K4,-/-,-,K4,-/-,-,-,- W442 K334 W"  # type: ignore[arg-type]
    assert '[Rules "rogers"]' in str(match)


# Whole games


@pytest.mark.long
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), rogers=st.booleans())
def test_gobblets_never_leave_the_game(seed: int, rogers: bool) -> None:
    random = Random(seed)
    position = read(START, rogers)
    for _ in range(80):
        assert read(write(position), rogers) == position
        for seat in (0, 1):
            board = sum(one & 1 == seat for stack in position.cells for one in stack)
            assert board + sum(position.stacks[3 * seat : 3 * seat + 3]) == 12
        moves = position.moves()
        if not moves:
            break
        assert all(move.target in position.targets(move.origin) for move in moves)
        position = position.play(random.choice(moves))


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_rogers_allows_all_that_the_official_rules_allow(seed: int) -> None:
    random = Random(seed)
    position: Gobblets = read(START)
    for _ in range(random.randrange(60)):
        if not position.moves():
            break
        position = position.play(random.choice(position.moves()))
    assert set(position.moves()) <= set(position._replace(rogers=True).moves())


def test_every_place_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES) == len(NUMBERS) == 22
