"""Gary's Great Getaway: board files, read, refused, warned about and written."""

from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core.boards import board_names, board_text
from marbles_tui.games.getaway import Board, square_facts
from marbles_tui.games.getaway.board import (
    Amount,
    Jump,
    Square,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinket,
    Trinkets,
    dead_ends,
)
from marbles_tui.games.getaway.game import KEY, SETUPS
from marbles_tui.games.getaway.read import BoardStory, read_board, read_story, story_lines
from marbles_tui.games.getaway.sketch import Sketch, SquareSketch, faults, write_board
from tests.for_each import for_each

FIRST = (
    "20 4 18 Start : Phone Booth : S F 2 Aladan's Castle : Z Sword : A short sword : 5 Mace : A "
    "strong mace : 10 Excalibur : The sword of King Arthur : 300 Z Old Tree : S M 5 Penny Tree : R F "
    "3 Wishing Well : R M 7 Slide : T F -2 Slip : Q F -3 Plank : T M -4 Rapid : Q M -5 Tardis : Q A 0 "
    "Book Case : T A 5 Troll's Cave : X E 6 : Excalibur Troll's Bridge : X D 3 : Sword Mud Slide : Y "
    "T F -1 F 5 Slippery Rock : Y T M -4 M 3 Monkey Gate : Y Q A 5 F 10 Castle :"
)
SECOND = (
    "Start: Phone Booth : S F 2 Slide 1: T F -2 Old Tree : S M 5 Slide 2 : T F -2 Aladan's Castle : Z "
    "Sword : A short sword : 5 Mace : A strong mace : 10 Excalibur : The sword of King Arthur : 300 Z "
    "Slide 3 : T F -2 Old Tree : S M 5 Slide 4 : T F -2 Castle:"
)


def board(*lines: str) -> Board:
    """The board of a file that must be readable."""
    reading = read_board("\n".join(lines))
    assert reading.board, reading.complaints
    return reading.board


def complaints(*lines: str) -> list[str]:
    """What refuses a file."""
    reading = read_board("\n".join(lines))
    assert reading.board is None
    return [str(complaint) for complaint in reading.complaints]


def warnings(*lines: str) -> list[str]:
    """What is odd about a file that is read."""
    reading = read_board("\n".join(lines))
    assert reading.board, reading.complaints
    return list(reading.warnings)


def between(*lines: str) -> tuple[str, ...]:
    """A file with these lines between Start and Castle, and squares enough."""
    return ("Start :", *lines, "Castle :")


# What squares say


@for_each(
    ("line", "encounter"),
    [
        ("A : S F 2", Treasure(Amount(2), once=True)),
        ("A : R M 7", Treasure(Amount(7, drawn=True), once=False)),
        ("A : T F -2", Teleporter(Jump("F", -2), once=True)),
        ("A : Q M -5", Teleporter(Jump("M", -5), once=False)),
        ("A : Q A 0", Teleporter(Jump("A", 0), once=False)),
        ("A : t f +2", Teleporter(Jump("F", 2), once=True)),
        ("A : Y T F -1 F 5", Toll(Jump("F", -1), Amount(5), once=True)),
        ("A : y q a 1 m 3", Toll(Jump("A", 1), Amount(3, drawn=True), once=False)),
        ("A : Y S F -1 F 5", Toll(Jump("F", -1), Amount(5), once=True)),
        ("A : Y R F -1 F 5", Toll(Jump("F", -1), Amount(5), once=False)),
        ("A : X E 6 : King's Sword", Trap(event=True, number=6, trinket="King's Sword")),
        ("A : X D 3 : Sword", Trap(event=False, number=3, trinket="Sword")),
        ("A:S F 2", Treasure(Amount(2), once=True)),
        ("A :", None),
    ],
)
def test_a_square_is_a_name_and_what_waits_there(line: str, encounter: object) -> None:
    assert board(*between(line)).squares[1] == Square("A", encounter)  # type: ignore[arg-type]


def test_a_list_of_trinkets_stands_between_two_z() -> None:
    trail = board(*between("Hut : Z", " Old Sword : A short one : 5", "Ring:Gold:300", "z", "B : S F 1"))
    items = (Trinket("Old Sword", "A short one", 5), Trinket("Ring", "Gold", 300))
    assert trail.squares[1] == Square("Hut", Trinkets(items))
    assert trail.squares[2].name == "B"


def test_the_header_gives_gold_sides_and_a_count_of_squares() -> None:
    trail = board("30 8 2", "Start :", "Castle :")
    assert (trail.gold, trail.sides) == (30, 8)


def test_a_missing_header_means_twenty_gold_and_six_sides() -> None:
    assert board("Start :", "Castle :") == Board((Square("Start"), Square("Castle")), 20, 6)


def test_line_ends_of_any_kind_byte_order_mark_comments_and_blank_lines_do_not_count() -> None:
    plain = board("5 6 3", "Start :", "A : S F 2", "Castle :")
    text = "\ufeff# a story\r\n\r\n5 6 3\rStart :\n  # more\n\tA : S F 2  \r\n\nCastle :\n\n"
    assert read_board(text.encode()).board == plain


def test_the_boards_of_the_source_read_alike_in_both_forms() -> None:
    for name, flat in (("gary", FIRST), ("crummy", SECOND)):
        lines = read_board(board_text("getaway", name)).board
        assert lines is not None
        assert board(flat) == lines
        for width in (50, 70, 100):
            assert board(*textwrap.wrap(flat, width)) == lines


def test_in_the_flattened_form_the_longest_trinket_that_fits_is_the_traps() -> None:
    text = (
        "Start : Hut : Z Sword : s : 1 Sword of Fire : f : 2 Z "
        "Cave : X E 6 : Sword of Fire Bridge : X D 1 : Sword of Iron Gate : S F 1 Castle :"
    )
    squares = board(text).squares
    assert [one.name for one in squares] == ["Start", "Hut", "Cave", "Bridge", "of Iron Gate", "Castle"]
    assert squares[2].encounter == Trap(event=True, number=6, trinket="Sword of Fire")
    assert squares[3].encounter == Trap(event=False, number=1, trinket="Sword")


def test_in_the_flattened_form_a_plain_square_is_followed_by_a_name() -> None:
    squares = board("Start : Lawn : T Junction : S F 2 Castle :").squares
    assert [one.name for one in squares] == ["Start", "Lawn", "T Junction", "Castle"]
    assert squares[1].encounter is None


# What refuses a board


@for_each(
    ("lines", "complaint"),
    [
        (between("A : S G 2"), "line 2, column 7: A: expected an amount: F or M and a number, found 'G 2'"),
        (between("A : S F"), "line 2, column 8: A: expected an amount of gold, found the end of the line"),
        (
            between("A : S F 0"),
            "line 2, column 9: A: expected an amount of gold from 1 to 1,000,000, found 0",
        ),
        (
            between("A : R M 1001"),
            "line 2, column 9: A: expected an amount of gold from 1 to 1,000, found 1001",
        ),
        (between("A : R M 0"), "line 2, column 9: A: expected an amount of gold from 1 to 1,000, found 0"),
        (between("A : T M 0"), "line 2, column 9: A: expected at least 1 square to draw from, found M 0"),
        (
            between("A : T F 501"),
            "line 2, column 9: A: expected a number of squares from -500 to 500, found 501",
        ),
        (
            between("A : T A -999999999999"),
            "line 2, column 9: A: expected the number of a square from -500 to 500, found -999999999999",
        ),
        (between("A : X E 0 : B"), "line 2, column 9: A: expected a roll from 1 to 1,000, found 0"),
        (
            between("A : X D 6"),
            "line 2, column 10: A: expected a colon and the trinket that avoids the trap, "
            "found the end of the line",
        ),
        (
            between("A : X D 6 :"),
            "line 2, column 12: A: expected the name of a trinket, found the end of the line",
        ),
        (
            between("A : Y F 2"),
            "line 2, column 7: A: expected T (one-time) or Q (repeating), found 'F 2'",
        ),
        (
            between("A : S F 2 more"),
            "line 2, column 11: A: expected the end of the line, found 'more'",
        ),
        (
            between("A : lawn"),
            "line 2, column 5: A: expected a kind of square (S, R, T, Q, Y, X or Z), found 'lawn'",
        ),
        (between(": S F 2"), "line 2, column 1: expected a name before the colon"),
        (between("lawn"), "line 2, column 1: expected a square: a name and a colon, found 'lawn'"),
        (
            between("A : Z", "B : S M 5"),
            "line 3, column 1: A: expected a Z that closes the list of trinkets, found 'B : S M 5'",
        ),
        (
            ("Start :", "A : Z", "B : b : 5"),
            "line 3, column 10: A: expected a Z that closes the list of trinkets, found the end of the file",
        ),
        (
            between("A : Z", "B : b : 1000001", "Z"),
            "line 3, column 9: B: expected a value in gold from 0 to 1,000,000, found 1000001",
        ),
        (("5 1 2", *between()), "line 1, column 3: expected the sides of the die from 2 to 100, found 1"),
        (
            ("-1 6 2", *between()),
            "line 1, column 1: expected the starting gold from 0 to 1,000,000, found -1",
        ),
        (
            ("5 6", *between()),
            "line 1, column 1: expected a square: a name and a colon, found '5 6'",
        ),
        (("Start :",), "expected squares, at least two, Start and Castle; found 1"),
        (("",), "expected squares, at least two, Start and Castle; found 0"),
        (
            ("Start : S F 2", "Castle :"),
            "line 1, column 9: Start: expected nothing after the colon of the first square",
        ),
        (
            ("Start :", "Castle : S F 2"),
            "line 2, column 10: Castle: expected nothing after the colon of the last square",
        ),
        (between("A\x1b[2J : S F 2"), "line 2, column 2: expected text, found the control character U+001B"),
        (
            between("A : S F 2", "B\u202e : S F 2"),
            "line 3, column 2: expected text, found the control character U+202E",
        ),
        (
            ("Start : A : S F 2 B : S G 2 Castle :",),
            "line 1, column 25: B: expected an amount: F or M and a number, found 'G 2 Castle :'",
        ),
        (
            ("Start : A : X D 2 : Key", "B : S F 2 Castle :"),
            "line 1, column 21: A: expected one of the board's trinkets, then a square; found 'Key B'",
        ),
        (
            ("Start : A : Z B : b : 2 C : S F 2 Castle :",),
            "line 1, column 25: A: expected a Z that closes the list of trinkets, found 'C : S F 2'",
        ),
        (
            ("Start : A : S F 2 Castle :Note, this is an example.",),
            "line 1, column 27: expected a square: a name and a colon, found 'Note, this is an example.'",
        ),
    ],
)
def test_a_board_is_refused_with_place_and_expectation(lines: tuple[str, ...], complaint: str) -> None:
    assert complaints(*lines)[0] == complaint


def test_every_line_that_is_wrong_is_named() -> None:
    found = complaints(*between("A : S G 2", "B : S F 2", "C : X", "D : Z", "E : e : much", "Z"))
    assert [text.partition(",")[0] for text in found] == ["line 2", "line 4", "line 6"]


def test_a_board_has_at_most_500_squares() -> None:
    assert board(*between(*["A : S F 1"] * 498)).last == 499
    assert "at most 500" in complaints(*between(*["A : S F 1"] * 499))[0]


def test_a_file_has_at_most_a_megabyte_of_utf_8() -> None:
    assert read_board(b"#" * 1_000_001).board is None
    reading = read_board(b"Start :\nA\xff : S F 2\nCastle :\n")
    assert [str(one) for one in reading.complaints] == [
        "line 2, column 1: expected UTF-8 text, found the byte 0xff"
    ]


# What is odd


@for_each(
    ("lines", "warning"),
    [
        (("20 6 5", *between()), "the header announces 5 squares, there are 2"),
        (between("A :"), "square 1, A: there is nothing after the colon, so nothing happens here"),
        (between("A : X D 2 : Key"), "square 1, A: there is no trinket 'Key' to avoid the trap"),
        (
            between("K : Z", "Key : k : 1", "Z", "A : X E 7 : Key"),
            "square 2, A: a die with 6 sides never rolls 7",
        ),
        (between("A : T F -2"), "square 1, A: the jump F -2 leads off the board and stops at its end"),
        (between("A : T M 3"), "square 1, A: the jump M 3 leads off the board and stops at its end"),
        (between("A : T A 5"), "square 1, A: the jump A 5 leads off the board and stops at its end"),
        (
            between("A : Q F 1", "B : Q A 1"),
            "the teleporters of squares 1 (A), 2 (B) lead in a circle",
        ),
        (between("A : Q F 0"), "the teleporters of square 1 (A) lead in a circle"),
        (
            ("20 2 6", "Start :", "A : S F 1", "B : Q A 0", "C : Q A 0", "D : S F 1", "Castle :"),
            "square 4, D: neither a roll nor a jump leads here",
        ),
        (
            ("20 2 6", "Start :", "A : S F 1", "B : Q A 0", "C : Q A 0", "D : S F 1", "Castle :"),
            "square 5, Castle: the castle can't be reached",
        ),
    ],
)
def test_what_is_odd_is_warned_about(lines: tuple[str, ...], warning: str) -> None:
    assert warning in warnings(*lines)


def test_dead_ends_are_the_squares_that_lead_nowhere() -> None:
    trail = board("20 2 6", "Start :", "A : S F 1", "B : Q A 0", "C : Q A 0", "D : S F 1", "Castle :")
    assert dead_ends(trail) == {0, 1, 2, 3}
    assert not dead_ends(board(FIRST))


# Boards that ship


def test_the_boards_that_ship_are_the_setups() -> None:
    assert board_names("getaway") == sorted(SETUPS)


@for_each("name", [name for name in SETUPS if name != "gary"])
def test_boards_that_ship_have_no_warnings(name: str) -> None:
    reading = read_board(board_text("getaway", name))
    assert not reading.complaints
    assert not reading.warnings


def test_the_first_board_of_the_source_has_a_trap_that_its_die_never_opens() -> None:
    assert warnings(FIRST) == ["square 12, Troll's Cave: a die with 4 sides never rolls 6"]


def test_squares_are_told_to_other_programs() -> None:
    facts = square_facts(board(FIRST))
    assert facts[0] == {"number": 0, "name": "Start", "kind": "start"}
    assert facts[1] == {
        "number": 1, "name": "Phone Booth", "kind": "treasure", "once": True, "amount": "F 2",
    }  # fmt: skip
    kinds = " ".join(str(square["kind"]) for square in facts)
    assert kinds == (
        "start treasure trinkets treasure treasure treasure teleporter teleporter teleporter teleporter "
        "teleporter teleporter trap trap toll toll toll castle"
    )


# Writing and fuzz

NAMES = st.text(
    st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp"), exclude_characters=":"), max_size=12
).map(str.strip).filter(bool) | st.sampled_from(["#1 Pub", "#", "\\#", "\\\\#2"])  # fmt: skip
AMOUNTS = st.builds(Amount, st.integers(1, 1000), st.booleans())
JUMPS = st.builds(Jump, st.sampled_from("FMA"), st.integers(-500, 500).filter(bool))
TRINKETS = st.builds(Trinket, NAMES, NAMES | st.just(""), st.integers(0, 1_000_000))
ENCOUNTERS = st.one_of(
    st.none(),
    st.builds(Treasure, AMOUNTS, st.booleans()),
    st.builds(Teleporter, JUMPS, st.booleans()),
    st.builds(Toll, JUMPS, AMOUNTS, st.booleans()),
    st.builds(Trinkets, st.lists(TRINKETS, max_size=3).map(tuple)),
    st.builds(Trap, st.booleans(), st.integers(1, 1000), NAMES),
)
ENDS = st.builds(Square, NAMES, st.none())
BOARDS = st.builds(
    lambda first, middle, last, gold, sides: Board((first, *middle, last), gold, sides),
    ENDS,
    st.lists(st.builds(Square, NAMES, ENCOUNTERS), max_size=12),
    ENDS,
    st.integers(0, 1_000_000),
    st.integers(2, 100),
)


@pytest.mark.long
@given(BOARDS)
@settings(max_examples=200, deadline=None)
def test_a_written_board_reads_back(trail: Board) -> None:
    assert read_board(write_board(trail)).board == trail


def test_a_name_may_begin_with_what_begins_a_comment() -> None:
    read = board("15 6 3", "Start :", "# a comment", r"\#1 Pub :", "Castle :")
    assert [square.name for square in read.squares] == ["Start", "#1 Pub", "Castle"]
    assert write_board(read).split("\n")[2] == r"\#1 Pub :"
    assert Sketch.of(read, BoardStory()).reading.board == read
    flat = board(FIRST.replace("Troll's Bridge", "#5 Bridge"))  # behind a trap's trinket, on the same line
    assert flat.squares[13].name == "#5 Bridge"
    assert board(write_board(flat)) == flat


@given(st.text() | st.binary())
@settings(max_examples=200, deadline=None)
def test_any_text_gives_a_board_or_complaints(text: str | bytes) -> None:
    reading = read_board(text)
    assert (reading.board is None) == bool(reading.complaints)


@pytest.mark.long
@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_spoilt_board_gives_a_board_or_complaints(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([FIRST, SECOND, board_text("getaway", "gary")]))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 5))
        text = text[:start] + data.draw(st.text(":ZXYSTMF 0123-\n#q", max_size=4)) + text[start + cut :]
    reading = read_board(text)
    assert (reading.board is None) == bool(reading.complaints)
    if reading.board:
        assert read_board(write_board(reading.board)).board == reading.board


def test_warnings_are_short_however_long_the_names_are() -> None:
    name = "x" * 5000
    told = warnings(
        "15 6 9", "Start :", f"{name} : R F 900", f"{name} : X D 3 : {name}", f"{name} :", "Castle :"
    )
    assert len(told) == 3
    assert max(map(len, told)) < 200
    circle = [f"{name} : Q F 1"] * 99 + [f"{name} : Q F -99"]
    told = warnings("15 6 102", "Start :", *circle, "Castle :")
    assert any("lead in a circle" in line for line in told)
    assert max(map(len, told)) < 2000


def sketch(name: str = "gary") -> Sketch:
    text = board_text("getaway", name)
    board = read_board(text).board
    assert board
    return Sketch.of(board, read_story(text))


@for_each("name", board_names("getaway"))
def test_a_board_comes_back_out_of_its_forms(name: str) -> None:
    board = read_board(board_text("getaway", name)).board
    assert sketch(name).reading.board == board
    assert read_story(sketch(name).text) == read_story(board_text("getaway", name))


def test_an_empty_board_has_its_two_ends() -> None:
    board = Sketch().reading.board
    assert board
    assert [square.name for square in board.squares] == ["Start", "Castle"]


def test_a_square_is_added_behind_another_but_before_the_castle() -> None:
    one = Sketch().add(0)
    assert [square.name for square in one.squares] == ["Start", "Square 1", "Castle"]
    assert [square.name for square in one.add(2).squares] == ["Start", "Square 1", "Square 2", "Castle"]


def test_the_ends_stay() -> None:
    full = sketch()
    assert full.remove(0) is full
    assert full.remove(17) is full
    assert full.move(0, 1) is full
    assert full.move(1, -1) is full
    assert full.move(16, 1) is full


def test_squares_change_places() -> None:
    names = [square.name for square in sketch().move(1, 1).squares]
    assert names[:4] == ["Start", "Aladan's Castle", "Phone Booth", "Old Tree"]
    assert len(sketch().remove(1).squares) == 17


@for_each(
    ("square", "complaint"),
    [
        (SquareSketch("Well", kind="treasure", amount="x"), "Well"),
        (SquareSketch("Well", kind="teleporter", jump=""), "Well"),
        (SquareSketch("Well", kind="trap", wait="0", trinket="Sword"), "Well"),
        (SquareSketch("Well", kind="trinkets", things=("Sword",)), "Well"),
    ],
)
def test_what_makes_no_sense_is_complained_about(square: SquareSketch, complaint: str) -> None:
    reading = Sketch().add(0).put(1, square).reading
    assert reading.board is None
    assert complaint in str(reading.complaints[0])


def test_what_is_odd_is_warned_of() -> None:
    square = SquareSketch("Cave", kind="trap", event=True, wait="9", trinket="Sword")
    reading = Sketch().add(0).put(1, square).reading
    assert reading.board
    assert len(reading.warnings) == 2


def test_a_story_is_read_back() -> None:
    told = BoardStory("The Moor", "Fog over the moor, and a light that moves. " * 12)
    read = read_story("\n".join(story_lines(told)) + "\n20 6 2\nStart :\nCastle :\n")
    assert read == told._replace(text=told.text.strip())
    board = Sketch().reading.board
    assert board
    assert read_story(Sketch.of(board, told).text) == read


def test_a_story_without_a_title_gets_one() -> None:
    assert story_lines(BoardStory("", "Fog.")) == ["# A board", "# Fog."]
    assert story_lines(BoardStory()) == []


def test_story_lines_cannot_break_out_of_their_comment() -> None:
    lines = story_lines(BoardStory("A\nStart :", "B\r\nCastle :"))
    assert lines == ["# A Start :", "# B Castle :"]


def board_of(square: SquareSketch) -> Sketch:
    """A board of one square between Start and Castle."""
    return Sketch(squares=(SquareSketch("Start"), square, SquareSketch("Castle")))


@for_each("name", SETUPS)
def test_boards_that_can_be_played_have_no_faults(name: str) -> None:
    board = read_board(board_text(KEY, name)).board
    assert board
    assert not list(faults(Sketch.of(board, Sketch().story)))


TOLL = SquareSketch("Gate", "toll")
FIND = SquareSketch("Hut", "trinkets", things=("Axe : sharp : 4",))
NAME = "Name: type a name without a colon."
THING = "Thing 1: type name : description : value in gold."


@for_each(
    ("square", "told"),
    [
        (replace(TOLL, name=""), [NAME]),
        (replace(TOLL, amount="0"), ["Gold: type a number from 1 to 1,000,000."]),
        (replace(TOLL, amount_way="M", amount="1001"), ["Gold: type a number from 1 to 1,000."]),
        (replace(TOLL, jump="far"), ["Moves: type a number of squares from -500 to 500."]),
        (replace(TOLL, jump_way="A", jump="501"), ["Moves: type a square from -500 to 500."]),
        (replace(TOLL, jump_way="M", jump="0"), ["Moves: type at least 1 square, or -1 for back."]),
        (
            SquareSketch("Pit", "trap", wait="0", trinket="R"),
            ["Lasts: type a number of turns from 1 to 1,000."],
        ),
        (SquareSketch("Pit", "trap"), ["Safe with: type the name of the trinket that avoids the trap."]),
        (replace(FIND, things=("Axe : 4",)), [THING]),
        (replace(FIND, things=("Axe : sharp : -1",)), [THING]),
        (TOLL, []),
        (replace(TOLL, amount="+7", jump="-0"), []),
        (FIND, []),
        (SquareSketch("Pit", "trap", trinket="Rope"), []),
    ],
)
def test_a_square_is_faulted_where_the_reader_refuses_it(square: SquareSketch, told: list[str]) -> None:
    board = board_of(square)
    assert [fault.text for fault in faults(board)] == told
    assert {fault.square for fault in faults(board)} <= {1}
    assert (board.reading.board is None) == bool(told)


@pytest.mark.parametrize(("gold", "sides", "count"), [("Down the", "6", 1), ("5", "1", 1), ("", "", 2)])
def test_the_board_s_own_rows(gold: str, sides: str, count: int) -> None:
    board = replace(board_of(TOLL), gold=gold, sides=sides)
    found = list(faults(board))
    assert [fault.square for fault in found] == [None] * count
    assert board.reading.board is None


def test_a_colon_in_a_name_is_faulted_though_a_reader_may_take_it_for_two_squares() -> None:
    assert [fault.text for fault in faults(board_of(replace(TOLL, name="a:b")))] == [NAME]
