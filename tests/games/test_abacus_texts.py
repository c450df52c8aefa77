"""Abacus' start layouts, position texts, and the records of other programs."""

from __future__ import annotations

import pytest

from marbles_tui.core import BadOption, BadPosition, BadSetup
from marbles_tui.core.boards import board_names, board_text
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.layout import read_layout
from marbles_tui.games.abacus.setups import SETUPS, layout
from marbles_tui.games.abacus.text import read, write
from marbles_tui.play import Match, Reading, read_match, read_matches
from marbles_tui.play.perft import perft

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"


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
        ("D  ........", "D  .......", "line 9: row D has 8 cells, not 7"),
        ("D  ........", "D  ....x...", "line 9: a cell of row D is b, w or a dot, not 'x'"),
        ("D  ........", "E  ........", "line 9: expected row D, found row E"),
        ("D  ........\n", "", "line 9: expected row D, found row C"),
        ("turn: white", "turn: red", "line 3: expected a row, or turn: black or white, not 'turn: red'"),
        ("A     b b b b b\n", "", "expected nine rows, I to A, found 8"),
        ("A     b b b b b\n", "A b b b b b\nb\n", "line 13: expected nine rows, I to A; found one more"),
        ("C   . .", "C   b .", "Black has 15 marbles: there are 14 of a side"),
    ],
)
def test_what_is_wrong_with_a_layout_is_said_with_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(BadSetup) as caught:
        read_layout(DRAWN.replace(old, new))
    assert str(caught.value) == message


def test_the_number_of_marbles_to_lose_is_1_to_14() -> None:
    assert begin(None, lose="14").lose == 14
    for value in ("0", "15", "six"):
        with pytest.raises(BadOption, match="option lose takes 1 to 14"):
            begin(None, lose=value)


# Positions


@pytest.mark.parametrize("name", SETUPS)
def test_a_position_survives_being_written(name: str) -> None:
    position = layout(name)
    assert read(write(position)) == position


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
