"""Abacus, rule by rule. Boards are drawn as in the layouts: rows I to A, b and w marbles, dots."""

from __future__ import annotations

import pytest

from marbles_tui.core.boards import board_names
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.position import BY_NAME, NAMES, NEXT, OFF
from marbles_tui.games.abacus.text import SETUPS, layout, read, write
from marbles_tui.play import Match, Reading, read_match, read_matches

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"


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


# In-line moves


def test_writing_names_the_earlier_end_first() -> None:
    assert ABACUS.normalize("F4H4E3") == "f4h4e3"
    assert ABACUS.normalize("h4f4g3") == "f4h4e3"
    assert ABACUS.normalize("c3c2d3") == "c2c3d2"


# What is shown


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
