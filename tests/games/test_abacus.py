"""Abacus, rule by rule. Boards are drawn as in the layouts: rows I to A, b and w marbles, dots."""

from __future__ import annotations

import pytest

from marbles_tui.core import BadOption, BadPosition, BadSetup, Event, IllegalMove
from marbles_tui.core.boards import board_names, board_text
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.position import BY_NAME, EMPTY, NAMES, NEXT, OFF
from marbles_tui.games.abacus.text import SETUPS, diagram, layout, read, read_layout, say, write
from marbles_tui.play import Match, Reading, read_match, read_matches
from marbles_tui.play.perft import perft

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"


def on_row_e(marbles: str) -> Abacus:
    """Black to move; the middle row from E1 on, and a marble of each side far away."""
    row = f"{marbles:.<9}".replace(".", "1")
    return read(f"w4/6/7/8/{row}/8/7/6/4b b")


BLOCKED = """
I     . . . . .
H    . . . . . .
G   . . . . . . .
F  . . . . . . . .
E . . . . . . . . .
D  . . . . . . . .
C   w w w . . . .
B    w w w . . .
A     b w w . .
"""


PUSH_ONLY = BLOCKED.replace("A     b w w", "A     b b w")


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
    with pytest.raises(IllegalMove, match="the game is over"):
        ABACUS.find(position, "a1a2")


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


NAMED = ("Ann", "Bob")


def told(position: Abacus, move: str) -> tuple[Event, ...]:
    return ABACUS.tell(position, ABACUS.find(position, move))[1]


# What is shown


def test_a_push_is_told_front_first_after_the_selection() -> None:
    events = told(on_row_e("bbbww"), "e1e2")
    assert [event.kind for event in events] == ["select"] + ["push"] * 5
    assert [NAMES[cell] for cell in events[0].cells] == ["E1", "E2", "E3"]
    assert [" ".join(NAMES[cell] for cell in event.cells) for event in events[1:]] == [
        "E5 E6",
        "E4 E5",
        "E3 E4",
        "E2 E3",
        "E1 E2",
    ]


def test_a_lost_marble_is_told_before_those_that_follow_it() -> None:
    events = told(on_row_e("......bbw"), "e7e8")
    assert [event.kind for event in events] == ["select", "lost", "push", "push"]
    assert NAMES[events[1].cells[0]] == "E9"
    assert events[1].facts["owner"] == 1
    assert events[1].board.lost == (0, 1)
    assert events[1].board.cells[BY_NAME["e9"]] == EMPTY


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        (on_row_e("b"), "e1e2", ["Ann moves E1 to E2."]),
        (on_row_e("bb"), "e1e2", ["Ann moves the row E1-E2 on to E3."]),
        (on_row_e("bbbww"), "e1e2", ["Ann pushes 2 with 3: E1-E3 on to E4."]),
        (on_row_e("bbb"), "e1e3f2", ["Ann moves E1 to E3 sideways, E1 to F2."]),
        (
            on_row_e("......bbw"),
            "e7e8",
            ["Ann pushes 1 with 2: E7-E8 on to E9.", "Bob loses a marble over the edge: 1 of 6."],
        ),
        (
            read("w4/6/7/8/6bbw/8/7/6/5 b 2 5"),
            "e7e8",
            [
                "Ann pushes 1 with 2: E7-E8 on to E9.",
                "Bob loses a marble over the edge: 6 of 6.",
                "Bob has lost 6 marbles: Ann wins.",
            ],
        ),
    ],
)
def test_the_game_says_what_happens(position: Abacus, move: str, sentences: list[str]) -> None:
    assert [text for event in told(position, move) if (text := say(event, NAMED))] == sentences


def test_the_diagram_shows_the_hexagon() -> None:
    assert diagram(read(STANDARD)) == "\n".join(
        [
            "I     w w w w w",
            "H    w w w w w w",
            "G   . . w w w . .",
            "F  . . . . . . . .",
            "E . . . . . . . . .",
            "D  . . . . . . . . 9",
            "C   . . b b b . . 8",
            "B    b b b b b b 7",
            "A     b b b b b 6",
            "       1 2 3 4 5",
            "Lost: 0 black, 0 white",
        ]
    )


def picked(position: Abacus, move: str) -> list[str]:
    found = ABACUS.find(position, move)
    return [" ".join(NAMES[cell] for cell in path) for path in found.paths]


def test_in_line_the_rear_marble_is_picked_and_the_cell_that_the_front_one_enters() -> None:
    assert picked(on_row_e("bbbww"), "e1e2") == ["E1 E4"]
    assert picked(on_row_e("b"), "e1e2") == ["E1 E2"]


def test_broadside_both_ends_are_picked_and_where_the_first_of_them_goes() -> None:
    assert picked(on_row_e("bbb"), "e1e3f2") == ["E1 E3 F2", "E3 E1 F4"]


@pytest.mark.parametrize(
    ("row", "picks", "reason"),
    [
        ("bbww", "e5", "E5 is empty"),
        ("bbww", "e3", "E3 is White's"),
        ("bbww", "e1 e3", "you need more marbles than you push: 2 against 2"),
        ("bbww", "e1 f5", "F5 is not in line with E1"),
        ("bb", "e1 e4", "pick E3: the row's front marble would go there"),
        ("bbbb", "e1 e4", "a row is two or three marbles in a straight line"),
        ("bbb", "e1 e3 e4", "E4 is not next to E1"),
        ("bbbb", "e1 e5", "three marbles is the most that move at once: this row has 4"),
    ],
)
def test_a_pick_that_leads_nowhere_says_why(row: str, picks: str, reason: str) -> None:
    cells = tuple(BY_NAME[name] for name in picks.split())
    assert ABACUS.explain_illegal_pick(on_row_e(row), cells) == reason


def test_a_marble_shut_in_and_a_row_without_room_say_so() -> None:
    position = read_layout(PUSH_ONLY)
    pick = BY_NAME["a2"]
    assert ABACUS.explain_illegal_pick(position, (pick,)).startswith("A2 cannot move")
    assert ABACUS.explain_illegal_pick(position, (BY_NAME["a1"], pick)).startswith(
        "A1 and A2 cannot move sideways"
    )


def begin(setup: str | None, **options: str) -> Abacus:
    return Match.new(ABACUS, setup=setup, options=options).position  # type: ignore[return-value]


# Layouts


def test_each_layout_is_a_file_and_each_file_is_offered() -> None:
    assert sorted(SETUPS) == board_names("abacus")
    assert next(iter(SETUPS)) == "standard"
    assert len(SETUPS) == 16


@pytest.mark.parametrize("name", SETUPS)
def test_both_sides_of_a_layout_have_equally_many_marbles(name: str) -> None:
    cells = layout(name).cells
    assert cells.count(0) == cells.count(1) == (7 if name == "beginners" else 14)
    assert write(begin(name)) == write(layout(name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("standard", STANDARD),
        ("belgian-daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0"),
        ("beginners", "ww3/www3/1ww4/8/9/8/1bb4/bbb3/bb3 b 0 0"),
    ],
)
def test_a_layout_lies_as_in_the_source(name: str, text: str) -> None:
    assert write(layout(name)) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Belgian Daisy", "belgian-daisy"),
        ("belgian", "belgian-daisy"),
        ("german_daisy", "german-daisy"),
        ("DUTCH", "dutch-daisy"),
        ("swiss", "swiss-daisy"),
        ("The Wall", "wall"),
        ("Alien Attack", "alien"),
        ("Face to Face", "face-to-face"),
        ("snakes_variant", "snakes"),
        ("Fuji Yama", "fujiyama"),
    ],
)
def test_a_layout_is_known_by_its_usual_names(text: str, name: str) -> None:
    assert Match.new(ABACUS, setup=text).setup == name


@pytest.mark.parametrize("name", [None, "standard", "Classic"])
def test_the_standard_start_needs_no_name_in_a_record(name: str | None) -> None:
    match = Match.new(ABACUS, setup=name)
    assert match.setup is None
    assert write(match.position) == STANDARD  # type: ignore[arg-type]


def test_an_unknown_layout_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadSetup, match=r"abacus has no setup 'nowhere': it has standard, belgian-daisy"):
        begin("nowhere")
    with pytest.raises(BadSetup, match=r"abacus has no board '\.\./x'"):
        board_text("abacus", "../x")
    assert board_names("nothing") == []


DRAWN = """
# Remarks are skipped.
turn: white
wwwww
 w w w w w w
G   . . w w w . .   # so are these
F  . . . . . . . .
E . . . . . . . . .
D  ........
C   . . b b b . .
B    b b b b b b
A     b b b b b
"""


def test_a_layout_may_be_drawn_by_hand_and_a_record_keeps_it_as_a_position() -> None:
    match = Match.new(ABACUS, setup=DRAWN)
    assert match.setup == STANDARD.replace(" b ", " w ")
    assert write(match.position) == match.setup  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("D  ........", "D  .......", "row D has 8 cells, not 7"),
        ("D  ........", "D  ....x...", "row D: expected b, w or an empty cell, not 'x'"),
        ("D  ........", "E  ........", "expected row D, found 'E  ........'"),
        ("D  ........\n", "", "expected row D, found 'C   . . b b b . .'"),
        ("turn: white", "turn: red", "expected a row, or turn: black or white, not 'turn: red'"),
        ("A     b b b b b\n", "", "expected nine rows, I to A, found 8"),
        ("A     b b b b b\n", "A b b b b b\nb\n", "expected nine rows, I to A, found 10"),
        ("C   . .", "C   b .", "Black has 15 marbles: there are 14 of a side"),
    ],
)
def test_what_is_wrong_with_a_layout_is_said_with_its_row(old: str, new: str, message: str) -> None:
    with pytest.raises(BadSetup) as caught:
        read_layout(DRAWN.replace(old, new))
    assert str(caught.value).startswith(message)


def test_the_number_of_marbles_to_lose_is_1_to_14() -> None:
    assert begin(None, lose="14").lose == 14
    for value in ("0", "15", "six"):
        with pytest.raises(BadOption, match="option lose takes 1 to 14"):
            begin(None, lose=value)


# Positions


def test_a_position_may_be_typed_without_the_marbles_lost() -> None:
    assert read("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb W") == read(STANDARD.replace(" b ", " w "))


def test_a_position_may_have_the_marbles_lost_where_other_programs_write_them() -> None:
    assert read("5/6/7/8/2bw5/8/7/6/5-5b4w w") == read("5/6/7/8/2bw5/8/7/6/5 w 5 4")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected the rows I to A, the side to move and the marbles lost"),
        ("5/6/7/8/9/8/7/6/b4", "expected the rows I to A"),
        ("5/6/7/8/9/8/7/b5 b 0 0", "expected nine rows, I to A, found 8"),
        ("5/6/7/8/9/8/7/6/b5 b 0 0", "row A has 5 cells, not 6"),
        ("5/6/7/8/9/8/7/6/b0w2 b 0 0", "row A: expected b, w or an empty cell, not '0'"),
        ("5/6/7/8/9/8/7/6/bx3 b 0 0", "row A: expected b, w or an empty cell, not 'x'"),
        ("5/6/7/8/9/8/7/6/b4 x 0 0", "the side to move is b or w, not 'x'"),
        ("5/6/7/8/9/8/7/6/b4 b 0 15", "expected a number of lost marbles, 0 to 14, not '15'"),
        ("5/6/7/8/9/8/7/6/b4 b 0 -1", "expected a number of lost marbles, 0 to 14, not '-1'"),
        ("5/6/7/8/9/8/7/6/b4 b ٣ 0", "expected a number of lost marbles, 0 to 14, not '٣'"),
        ("5/6/7/8/bbbbbbbbb/8/7/6/bbbbb b 1 0", "Black has 14 marbles and 1 lost: there are 14 of a side"),
        ("5/6/7/8/9/8/7/6/5 b 0 0", "there are no marbles on the board"),
        ("5/6/7/8/9/8/7/6/b3w b 6 6", "both sides have lost 6 marbles: no game ends like that"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read(text)
    assert str(caught.value).startswith(message)


def test_a_position_in_which_the_game_is_over_is_a_finished_game() -> None:
    position = read("w4/6/7/8/9/8/7/6/4b w 2 6")
    assert position.moves() == ()
    assert position.result
    assert position.result.winners == (0,)
    assert perft(position, 1) == 0


# Records of other programs

FOREIGN = """[Event "Club"]
[Date "2016.09.19"]
[Black "Kei"]
[White "Uma"]
[Variant "belgian"]
[Result "1-0"]
[Termination "time"]
[Notation "Aba-Pro"]
[Plies "4"]

1. a1b2 I6H6 2. b1c2 {a remark} a5b5 1-0
"""


def reading(text: str) -> Reading:
    return read_match(text, GAMES)


def test_a_record_of_another_program_is_read_by_its_own_tags() -> None:
    found = reading(FOREIGN)
    match = found.whole()
    assert match.game is ABACUS
    assert (match.names, match.setup) == (("Kei", "Uma"), "belgian-daisy")
    assert [str(move) for move in match.moves] == ["a1b2", "i6h6", "b1c2", "a5b5"]
    assert match.result
    assert (match.result.winners, match.result.reason) == ((0,), "tag")
    assert found.warnings == []
    assert ("Termination", "time") in match.tags


def test_it_is_written_in_our_own_form_and_read_again() -> None:
    match = reading(FOREIGN).whole()
    assert str(reading(str(match)).whole()) == str(match)
    assert '[Setup "belgian-daisy"]' in str(match)
    assert "Variant" not in str(match)


def test_a_position_goes_before_the_variant() -> None:
    tags = '[SetUp "1"]\n[Position "5/6/7/8/2bw5/8/7/6/5 b"]\n[Variant "custom"]'
    match = reading(FOREIGN.replace('[Variant "belgian"]', tags).partition("1. ")[0]).whole()
    assert match.setup == "5/6/7/8/2bw5/8/7/6/5 b 0 0"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Aba-Pro", "Nacre", "the tag says Notation 'Nacre': expected Aba-Pro"),
        ("belgian", "accelium", "abacus has no setup 'accelium'"),
    ],
)
def test_what_cannot_be_read_is_refused_at_the_tags(old: str, new: str, message: str) -> None:
    found = read_match(FOREIGN.replace(old, new), GAMES, ABACUS)
    assert found.match is None
    assert found.fault
    assert found.fault.ply == 0
    assert found.fault.message.startswith(message)


@pytest.mark.parametrize("notation", ["Aba-Pro", "abapro", "ABA PRO"])
def test_the_notation_is_read_in_any_spelling(notation: str) -> None:
    assert reading(FOREIGN.replace("Aba-Pro", notation)).whole().plies == 4


def test_what_tags_and_moves_say_differently_is_reported() -> None:
    decided = FOREIGN.replace('[Variant "belgian"]', '[Position "4w/6/7/8/6bbw/8/7/6/5 b 2 5"]')
    moves = decided.replace("1. a1b2 I6H6 2. b1c2 {a remark} a5b5 1-0", "1. e7e8 0-1")
    found = reading(moves.replace('"1-0"', '"0-1"'))
    assert found.match
    assert found.match.result
    assert found.match.result.winners == (0,)
    assert found.warnings == [
        "the tag says Result 2, the moves say 1",
        "the tag says 4 moves, there are 1",
        "the last word says 0-1, the rest of the record Result 1",
    ]


def test_a_file_holds_many_games_and_a_bad_one_does_not_hide_the_next() -> None:
    bad = FOREIGN.replace("b1c2", "b1e5")
    readings = list(read_matches(FOREIGN + "\n" + bad + "\n" + FOREIGN, GAMES))
    assert [one.match.plies for one in readings if one.match] == [4, 2, 4]
    assert [one.fault.ply if one.fault else None for one in readings] == [None, 3, None]
    fault = readings[1].fault
    assert fault
    assert fault.message == "b1e5 is not legal here: E5 is not next to B1"


def test_a_drawn_layout_may_stand_whole_in_a_record() -> None:
    board = "".join(f"%{line}\n" for line in DRAWN.strip().splitlines())
    match = reading(f'[Game "abacus"]\n\n{board}\n1... g5f5').whole()
    assert match.setup == STANDARD.replace(" b ", " w ")
    assert match.plies == 1


def test_the_marbles_lost_are_told_beside_what_is_told_of_every_game() -> None:
    assert ABACUS.facts(read("w4/6/7/8/9/8/7/6/4b w 2 5"), ("", "")) == {"lost": [2, 5]}
